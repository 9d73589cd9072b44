// Forest-fire danger warnings (森林火险预警), and which officers have read which revisions.
import type { Migration } from './migration.ts';

export const warnings: Migration = {
  name: '0023-warnings',
  sql: `
create table warning (
  id uuid primary key,
  grid_no text collate "C" not null,
  areas text[] collate "C" not null,
  reaches text[] collate "C" not null,
  level text collate "C" not null check (level in ('blue', 'yellow', 'orange', 'red')),
  text text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  revision integer not null,
  steps jsonb not null,
  issued_at timestamptz not null,
  lifted_at timestamptz,
  check (valid_from < valid_to)
);
create index warning_issued on warning (issued_at desc, id desc);

create table warning_read (
  warning_id uuid not null references warning (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  revision integer not null,
  read_at timestamptz not null,
  primary key (warning_id, account_id)
);
`,
};
