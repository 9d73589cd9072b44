// The situation of a fire: symbols of plots, orders, and documents (bulletins and situation maps). An issued document cannot be changed,
// not even by direct SQL.
import type { Migration } from './migration.ts';

export const situation: Migration = {
  name: '0025-situation',
  sql: `
alter table plot add column symbol text collate "C";

create table fire_order (
  id uuid primary key,
  fire_id uuid not null,
  receivers jsonb not null,
  content text not null,
  due_at timestamptz,
  issued_by text not null,
  issued_at timestamptz not null,
  withdrawal jsonb
);
create index fire_order_fire on fire_order (fire_id, issued_at desc);

create table fire_document (
  id uuid primary key,
  fire_id uuid not null,
  grid_no text collate "C" not null,
  kind text collate "C" not null check (kind in ('bulletin', 'situation-map')),
  language text collate "C" not null,
  is_drill boolean not null,
  revision integer not null,
  fields jsonb not null,
  corrects jsonb,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  number_year integer,
  number_count integer,
  issued_by text,
  issued_at timestamptz,
  sha256 text collate "C",
  -- The canonical JSON that the hash is of. text: jsonb would not give it back byte for byte.
  content text,
  check ((issued_at is null) = (sha256 is null) and (issued_at is null) = (content is null) and (issued_at is null) = (number_count is null))
);
create unique index fire_document_draft on fire_document (fire_id, kind) where issued_at is null;
create unique index fire_document_number on fire_document (grid_no, kind, is_drill, number_year, number_count) where issued_at is not null;
create index fire_document_fire on fire_document (fire_id, created_at desc);

-- The last number given out: locked from the issue to its commit, so that no number is skipped or given twice.
create table fire_document_count (
  grid_no text collate "C" not null,
  kind text collate "C" not null,
  is_drill boolean not null,
  year integer not null,
  last integer not null,
  primary key (grid_no, kind, is_drill, year)
);

create function keep_issued_document() returns trigger language plpgsql as $$
begin
  raise exception 'an issued document cannot be changed';
end $$;
create trigger fire_document_issued before update or delete on fire_document
  for each row when (old.issued_at is not null) execute function keep_issued_document();
`,
};
