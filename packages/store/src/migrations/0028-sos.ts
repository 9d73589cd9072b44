// 求救 (SOS) of rangers.
import type { Migration } from './migration.ts';

export const sos: Migration = {
  name: '0028-sos',
  sql: `
create table sos (
  id uuid primary key,
  user_id uuid not null,
  full_name text not null,
  phone text,
  grid_no text collate "C" not null,
  place jsonb,
  address text,
  raised_at timestamptz not null,
  received_at timestamptz not null,
  taken jsonb,
  cancelled jsonb,
  closed jsonb,
  revision integer not null
);
create index sos_received on sos (received_at desc, id desc);
create index sos_user on sos (user_id, received_at desc);
create index sos_open on sos (grid_no) where cancelled is null and closed is null;
`,
};
