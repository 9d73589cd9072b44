// Maintenance of resources: a version number against two simultaneous editors, the time when an entry was last confirmed, and removed
// entries, which can be restored.
import type { Migration } from './migration.ts';

export const resourceCare: Migration = {
  name: '0024-resource-care',
  sql: `
alter table resource
  add column version integer not null default 1,
  add column confirmed_at timestamptz,
  -- The full name of who last changed it; null: an import or a feed.
  add column changed_by text;

-- Every writer sets the name; a confirmation does not, and is no new version.
create function resource_was_changed() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed_by := null;
  return new;
end $$;
create trigger resource_changed before update of name on resource for each row execute function resource_was_changed();

create table resource_removed (
  id uuid primary key,
  kind text collate "C" not null,
  name text not null,
  grid_no text collate "C" not null,
  resource jsonb not null,
  removed_by text not null,
  removed_at timestamptz not null,
  reason text not null
);
create index resource_removed_grid on resource_removed (grid_no, removed_at);
`,
};
