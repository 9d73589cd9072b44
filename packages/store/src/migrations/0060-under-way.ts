// People on the way to a task: the planned route of each, stored so that a restart does not lose it, and the expected time of arrival. See
// docs/decisions/0074.
import type { Migration } from './migration.ts';

export const underWay: Migration = {
  name: '0060-under-way',
  sql: `
create table task_journey (
  task_id uuid not null,
  account_id uuid not null,
  reason text collate "C" not null check (reason in ('set-out', 'off-route', 'fire')),
  -- [[lng, lat], …], as it is sent; empty: there is no way, and why says the reason.
  path json not null,
  seconds double precision,
  why text collate "C",
  avoids_fire boolean not null,
  -- Of the position from which it goes.
  begins_at timestamptz not null,
  planned_at timestamptz not null,
  -- The forecast that it keeps away from, which may be gone by now.
  forecast_id uuid,
  forecast_at timestamptz,
  -- Where he is beside it.
  state text collate "C" not null default 'unknown' check (state in ('arrived', 'under-way', 'standing', 'off-route', 'unknown')),
  arrives_at timestamptz,
  left_metres double precision,
  pace double precision,
  position_at timestamptz,
  computed_at timestamptz,
  primary key (task_id, account_id),
  foreign key (task_id, account_id) references task_member on delete cascade
);
`,
};
