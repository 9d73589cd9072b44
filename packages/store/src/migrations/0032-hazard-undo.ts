// Removed hazard points, which can be restored by an undo. The readings of their monitors are not touched until the undo period is over:
// moving or copying half a year of readings would make each removal slow. So a reading is no longer deleted together with the row of its
// monitor.
import type { Migration } from './migration.ts';

export const hazardUndo: Migration = {
  name: '0032-hazard-undo',
  sql: `
create table hazard_removed (
  id uuid primary key,
  grid_no text collate "C" not null,
  -- The rows as they were.
  point jsonb not null,
  monitors jsonb not null,
  removed_at timestamptz not null
);
create index hazard_removed_at on hazard_removed (removed_at);

alter table hazard_reading drop constraint hazard_reading_monitor_id_fkey;
`,
};
