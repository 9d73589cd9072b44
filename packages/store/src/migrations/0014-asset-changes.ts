// Asset rows store the transaction that wrote them, and removed assets leave their id: the in-memory indexes of several servers query for
// changes they have not seen yet.
import type { Migration } from './migration.ts';

export const assetChanges: Migration = {
  name: '0014-asset-changes',
  sql: `
-- A transaction id, not a time or a sequence, whose order is not that of the commits. null: written before this migration.
alter table resource add column changed xid8;
alter table monitoring_point add column changed xid8;
alter table camera add column changed xid8;
create index resource_changed on resource (changed);
create index monitoring_point_changed on monitoring_point (changed);
create index camera_changed on camera (changed);

create table asset_removed (
  id text collate "C" not null,
  changed xid8 not null,
  at timestamptz not null
);
create index asset_removed_changed on asset_removed (changed);

create function asset_was_written() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create function asset_was_removed() returns trigger language plpgsql as $$
begin
  insert into asset_removed (id, changed, at) values (old.id::text, pg_current_xact_id(), now());
  return null;
end $$;
create trigger resource_written before insert or update on resource for each row execute function asset_was_written();
create trigger monitoring_point_written before insert or update on monitoring_point for each row execute function asset_was_written();
create trigger camera_written before insert or update on camera for each row execute function asset_was_written();
create trigger resource_removed after delete on resource for each row execute function asset_was_removed();
create trigger monitoring_point_removed after delete on monitoring_point for each row execute function asset_was_removed();
create trigger camera_removed after delete on camera for each row execute function asset_was_removed();
`,
};
