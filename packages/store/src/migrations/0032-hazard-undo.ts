// Removed hazard points, for an undo. What their monitors measured stays where it is until the undo is over: moved or copied, half a year of
// readings would make each removal slow. So a reading no longer goes with the row of its monitor.
import type { Migration } from './index.ts';

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
