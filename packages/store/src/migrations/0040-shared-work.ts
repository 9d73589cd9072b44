// State that the servers on one database share: who controls a camera and what moves it, the tickets of streams, and which server runs the
// jobs that only one should run.
import type { Migration } from './migration.ts';

export const sharedWork: Migration = {
  name: '0040-shared-work',
  sql: `
-- A PTZ head that is, or was, in use: locked by an operator, on a tour, or both.
create table camera_head (
  name text collate "C" primary key,
  -- By what it is reached, so that another record of the same device is known to be under the same lock.
  reaches jsonb not null,
  -- The operator's session, as the hash of its token; null: nobody steers it.
  session text collate "C",
  operator text,
  since timestamptz,
  last_act_at timestamptz,
  -- Who asked the operator for it.
  wanted_session text collate "C",
  wanted_by text,
  wanted_at timestamptz,
  check (num_nulls(session, operator, since, last_act_at) in (0, 4)),
  check (num_nulls(wanted_session, wanted_by, wanted_at) in (0, 3)),
  -- The tour of its presets.
  tour_camera uuid,
  tour_stops jsonb,
  tour_next integer,
  -- null: no tour runs.
  tour_due_at timestamptz,
  check (num_nulls(tour_camera, tour_stops, tour_next) in (0, 3)),
  check (tour_due_at is null or tour_camera is not null),
  -- How long a tour waits after somebody steered.
  tour_pause_ms integer not null
);
create index camera_head_session on camera_head (session) where session is not null;
create index camera_head_wanted on camera_head (wanted_session) where wanted_session is not null;
create index camera_head_due on camera_head (tour_due_at) where tour_due_at is not null;

-- A camera moves while its operator's button is held; who holds it says so every second, to whichever server. By the database's clock.
create table camera_motion (
  camera_id uuid not null,
  motion text collate "C" not null,
  session text collate "C" not null,
  kept_at timestamptz not null,
  -- How often it was told to stop since nobody held the button.
  stops integer not null default 0,
  primary key (camera_id, motion)
);

create table stream_ticket (
  -- SHA-256 of the ticket.
  hash bytea primary key,
  session text collate "C" not null,
  channel text collate "C" not null,
  expires_at timestamptz not null
);
create index stream_ticket_session on stream_ticket (session);
create index stream_ticket_expires on stream_ticket (expires_at);

-- Work that one server does for all. Who does not renew a lease in time has lost it. By the database's clock.
create table job_lease (
  job text collate "C" primary key,
  holder uuid not null,
  until timestamptz not null,
  -- When its work was last done, by whichever server.
  done_at timestamptz
);
`,
};
