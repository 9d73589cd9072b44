// What each ranger saw on a day, so that a month of a county is answered without computing sight, and what that day leaves open. See
// docs/decisions/0112.
import type { Migration } from './migration.ts';

export const patrolSeen: Migration = {
  name: '0084-patrol-seen',
  sql: `
create table patrol_seen (
  account_id uuid not null,
  -- Beijing's.
  day date not null,
  -- Up to which position, and from which ground and rules, it was computed.
  read_to timestamptz not null,
  version text not null,
  -- Runs of cells (geo patrol-seen/seen-cells.ts): all, and those that are forest.
  cells bytea not null,
  forest bytea not null,
  -- The cells' box in columns and rows; null: none.
  west integer,
  east integer,
  north integer,
  south integer,
  climb_metres double precision not null,
  stays jsonb not null,
  -- Points of the track, and those without elevation.
  points integer not null,
  without_elevation integer not null,
  -- Positions every ten minutes, by which tracks are compared (geo track/track-doubts.ts).
  slots bytea not null,
  questions jsonb not null,
  primary key (account_id, day)
);
create index patrol_seen_by_day on patrol_seen (day);
`,
};
