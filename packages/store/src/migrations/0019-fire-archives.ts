// Archives of fires (灾后评估): one row for each version. A sealed version cannot be changed, not even by direct SQL.
import type { Migration } from './migration.ts';

export const fireArchives: Migration = {
  name: '0019-fire-archives',
  sql: `
create table fire_archive (
  id uuid primary key,
  fire_id uuid not null,
  grid_no text collate "C" not null,
  version integer not null,
  revision integer not null,
  corrects jsonb,
  assessment jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  sealed_by text,
  sealed_at timestamptz,
  sha256 text collate "C",
  -- The canonical JSON that the hash is of. text: jsonb would not give it back byte for byte.
  content text,
  unique (fire_id, version),
  check ((sealed_at is null) = (sha256 is null) and (sealed_at is null) = (content is null))
);
create unique index fire_archive_draft on fire_archive (fire_id) where sealed_at is null;
create index alarm_closed on alarm (arrived_at) where stage = 'closed' and deleted_at is null;

create function keep_sealed_archive() returns trigger language plpgsql as $$
begin
  raise exception 'a sealed archive cannot be changed';
end $$;
create trigger fire_archive_sealed before update or delete on fire_archive
  for each row when (old.sealed_at is not null) execute function keep_sealed_archive();
`,
};
