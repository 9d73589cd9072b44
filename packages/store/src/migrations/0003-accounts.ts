// People: accounts, their permissions and grids, groups, menus, sessions, nonces, failed logins.
import type { Migration } from './migration.ts';

export const accounts: Migration = {
  name: '0003-accounts',
  sql: `
create table org_group (
  id text collate "C" primary key,
  name text not null,
  parent_id text collate "C"
);

create table account (
  id uuid primary key,
  user_name text not null,
  password_hash text not null,
  full_name text not null,
  head_url text,
  phone text,
  grid_no text collate "C" not null,
  group_id text collate "C" not null,
  device_id text,
  topic text,
  enabled boolean not null,
  demo boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index account_user_name on account (lower(user_name));
create index account_grid_no on account (grid_no);

create table account_right (
  account_id uuid not null references account on delete cascade,
  code text collate "C" not null,
  primary key (account_id, code)
);

create table account_grid (
  account_id uuid not null references account on delete cascade,
  grid_no text collate "C" not null,
  primary key (account_id, grid_no)
);

create table menu (
  code text collate "C" primary key,
  name text not null,
  icon text,
  parent_code text collate "C",
  kind text not null check (kind in ('menu', 'element')),
  path text,
  ord integer not null,
  visible boolean not null
);

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  grid_no text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text,
  user_agent text
);
create index session_account on session (account_id) where ended_at is null;
create index session_expires on session (expires_at);

create table nonce (
  value text collate "C" primary key,
  expires_at timestamptz not null
);

create table login_failure (
  user_name text not null,
  address text not null,
  count integer not null,
  failed_at timestamptz not null,
  locked_until timestamptz,
  primary key (user_name, address)
);
`,
};
