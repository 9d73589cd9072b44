// Geological hazard points (地质灾害隐患点), their monitors with readings, the rain in their grids, and the warnings they raised.
import type { Migration } from './migration.ts';

export const hazards: Migration = {
  name: '0018-hazards',
  sql: `
create table hazard (
  id uuid primary key,
  code text collate "C" not null unique,
  name text not null,
  kind text collate "C" not null check (kind in ('slide', 'fall', 'debris-flow')),
  level text collate "C" not null check (level in ('extra-large', 'large', 'medium', 'small')),
  state text collate "C" not null check (state in ('registered', 'written-off')),
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  address text,
  people integer not null,
  households integer not null,
  duty_name text,
  duty_phone text,
  description text,
  photos uuid[] not null,
  rain jsonb not null,
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  -- The watch: the level last warned of, since when less is measured, and what the rain reaches.
  watch_level text collate "C",
  below_since timestamptz,
  rain_cause jsonb
);
create index hazard_grid on hazard (grid_no, changed_at desc);
create index hazard_below on hazard (below_since) where below_since is not null;

create table hazard_monitor (
  id uuid primary key,
  hazard_id uuid not null references hazard on delete cascade,
  ord integer not null,
  code text collate "C" not null unique,
  kind text collate "C" not null,
  name text not null,
  value jsonb not null,
  rate jsonb not null,
  -- The newest reading, its change per hour, and what it reaches.
  last_at timestamptz,
  last_value double precision,
  last_rate double precision,
  cause jsonb
);
create index hazard_monitor_hazard on hazard_monitor (hazard_id, ord);

create table hazard_reading (
  monitor_id uuid not null references hazard_monitor on delete cascade,
  at timestamptz not null,
  value double precision not null,
  primary key (monitor_id, at)
);
create index hazard_reading_at on hazard_reading (at);

create table hazard_warning (
  id uuid primary key,
  hazard_id uuid not null,
  hazard_name text not null,
  hazard_kind text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  people integer not null,
  grid_no text collate "C" not null,
  level text collate "C",
  highest text collate "C" not null,
  cause jsonb not null,
  raised_at timestamptz not null,
  changed_at timestamptz not null,
  acknowledged jsonb,
  handled jsonb,
  closed jsonb
);
create index hazard_warning_grid on hazard_warning (grid_no, raised_at desc);
create index hazard_warning_hazard on hazard_warning (hazard_id, raised_at desc);
-- A point has at most one warning that is not closed.
create unique index hazard_warning_open on hazard_warning (hazard_id) where closed is null;

-- What fell in an hour at the centre of a grid, and what was forecast then for the next hour and the next day, millimetres.
create table hazard_rain (
  grid_no text collate "C" not null,
  hour timestamptz not null,
  fallen double precision not null,
  next_hour double precision,
  next_day double precision,
  asked_at timestamptz not null,
  source text collate "C" not null,
  primary key (grid_no, hour)
);
`,
};
