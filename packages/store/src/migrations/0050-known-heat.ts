// Known heat (已知热源), masks on the map (地图屏蔽区), and the measured position errors of the sources. See docs/decisions/0058.
import type { Migration } from './migration.ts';

export const knownHeat: Migration = {
  name: '0050-known-heat',
  sql: `
create table known_heat (
  id uuid primary key,
  grid_no text collate "C" not null,
  name text not null,
  kind text collate "C" not null,
  state text collate "C" not null check (state in ('proposed', 'confirmed', 'rejected')),
  origin text collate "C" not null check (origin in ('detections', 'import', 'officer')),
  lng double precision not null,
  lat double precision not null,
  radius_metres double precision not null check (radius_metres > 0),
  usual_frp_megawatts double precision,
  -- Days and hours of Beijing on which it was seen to be hot.
  days text[] collate "C" not null,
  hours integer[] not null,
  address text not null,
  note text,
  version integer not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text
);
create index known_heat_grid on known_heat (grid_no, state);
create index known_heat_place on known_heat using gist (point(lng, lat));

create table map_mask (
  id uuid primary key,
  grid_no text collate "C" not null,
  polygon jsonb not null,
  -- Of the polygon.
  extent box not null,
  reason text not null,
  alarm_kinds text[] collate "C" not null,
  ends_at timestamptz not null,
  version integer not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create index map_mask_grid on map_mask (grid_no, ends_at);
create index map_mask_place on map_mask using gist (extent);

-- Which known heat source explains an alarm, and on which day.
alter table incident_alarm add column known_heat text collate "C";

-- Factors on the errors that the sources state, learned once a day from the fires that persons confirmed.
create table error_scale (
  source text collate "C" primary key,
  scale real not null,
  learned_at timestamptz not null
);
`,
};
