// Tasks with their members and steps; recorded positions of rangers.
import type { Migration } from './migration.ts';

export const tasks: Migration = {
  name: '0006-tasks',
  sql: `
create table task (
  id uuid primary key,
  content text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  priority smallint not null check (priority between 1 and 4),
  type text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  address text not null,
  fire_id uuid,
  fire_kind text collate "C",
  operator_id uuid not null,
  operator_name text not null,
  photos uuid[] not null,
  people_count integer not null,
  vehicle_count integer not null,
  equipment_count integer not null,
  reserve text,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  cancel_reason text,
  -- All members are done, or it was cancelled. Indexed, so that open tasks are found without a scan of all tasks.
  ended boolean not null default false,
  -- The sender's Idempotency-Key: a repeated dispatch is answered with the existing one.
  request_key text collate "C" unique
);
create index task_grid_created on task (grid_no, created_at desc);
create index task_fire on task (fire_id) where fire_id is not null;
create index task_open on task (grid_no) where not ended;
-- The owner of a photo: looked up for every picture outside the caller's grid.
create index task_photos on task using gin (photos);

create table task_member (
  task_id uuid not null references task on delete cascade,
  account_id uuid not null,
  full_name text not null,
  grid_no text collate "C" not null,
  state text collate "C" not null,
  state_at timestamptz not null,
  primary key (task_id, account_id)
);
create index task_member_account on task_member (account_id, task_id);

create table task_step (
  id uuid primary key,
  task_id uuid not null references task on delete cascade,
  account_id uuid not null,
  full_name text not null,
  state text collate "C" not null,
  at timestamptz not null,
  received_at timestamptz not null,
  text text,
  photos uuid[] not null,
  lng double precision,
  lat double precision,
  request_key text collate "C" unique
);
create index task_step_task on task_step (task_id, at);
create index task_step_photos on task_step using gin (photos);

-- The track of each ranger. Written a thousand times a second: one key, and one small index besides, to find old rows.
create table ranger_track (
  account_id uuid not null,
  at timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  received_at timestamptz not null,
  primary key (account_id, at)
);
create index ranger_track_received on ranger_track using brin (received_at) with (autosummarize = on);

-- The newest position of each ranger, by the phone's own time.
create table ranger_last (
  account_id uuid primary key,
  at timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  received_at timestamptz not null
) with (fillfactor = 50);
`,
};
