// The operating mode of each grid that has one set; the effective mode is derived from the grids above (domain/operating-mode.ts).
// Exercises with their scripts, and the marker on the records that belong to an exercise.
import type { Migration } from './migration.ts';

export const operatingModes: Migration = {
  name: '0020-operating-modes',
  sql: `
create table operating_mode (
  grid_no text collate "C" primary key,
  mode text collate "C" not null check (mode in ('daily', 'emergency', 'simulation')),
  reason text not null,
  set_by text not null,
  set_at timestamptz not null,
  version integer not null,
  exercise_id uuid,
  check ((exercise_id is not null) = (mode = 'simulation'))
);

create table exercise (
  id uuid primary key,
  grid_no text collate "C" not null,
  name text not null,
  leader_id uuid not null,
  leader_name text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  verdict text,
  verdict_by text,
  verdict_at timestamptz,
  version integer not null
);
-- One at a time in a grid.
create unique index exercise_running on exercise (grid_no) where ended_at is null;
create index exercise_grid_began on exercise (grid_no, began_at desc);

create table exercise_inject (
  id uuid primary key,
  exercise_id uuid not null references exercise,
  kind text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  description text,
  due_at timestamptz not null,
  alarm_id uuid
);
create index exercise_inject_due on exercise_inject (due_at) where alarm_id is null;
create index exercise_inject_of on exercise_inject (exercise_id);

-- null: real.
alter table alarm add column exercise_id uuid;
alter table task add column exercise_id uuid;
alter table sms add column exercise_id uuid;
create index alarm_of_exercise on alarm (exercise_id) where exercise_id is not null;
create index task_of_exercise on task (exercise_id) where exercise_id is not null;
`,
};
