// The arrival time of a forecast fire at each place. See docs/decisions/0072.
import type { Migration } from './migration.ts';

export const spreadArrivals: Migration = {
  name: '0057-spread-arrivals',
  sql: `
-- Beside the run: lists of runs do not read it.
create table spread_arrival (
  run_id uuid primary key references spread_run on delete cascade,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  frame jsonb not null,
  step_minutes smallint not null,
  -- A byte a cell, deflated.
  steps bytea not null,
  flame_length_metres real not null
);
create index spread_arrival_end on spread_arrival (ends_at);
`,
};
