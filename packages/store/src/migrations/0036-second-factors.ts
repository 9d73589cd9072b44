// Second factors (RFC 6238) with their recovery codes. For sessions: the description shown to the user, how the session began, when it was
// last used, and how long it may be idle.
import type { Migration } from './migration.ts';

export const secondFactors: Migration = {
  name: '0036-second-factors',
  sql: `
create table second_factor (
  account_id uuid primary key references account on delete cascade,
  encrypted_secret text not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null
);

create table recovery_code (
  account_id uuid not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

alter table session add column id uuid not null default gen_random_uuid();
create unique index session_id on session (id);
alter table session add column way text not null default 'password';
alter table session alter column way drop default;
alter table session add column used_at timestamptz;
update session set used_at = created_at;
alter table session alter column used_at set not null;
alter table session add column idle_seconds integer;
`,
};
