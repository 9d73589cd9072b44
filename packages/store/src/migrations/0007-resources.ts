// Resources of every kind, found by grid and by distance from a place. The point type and GiST of core PostgreSQL are sufficient: no
// extension is needed.
import type { Migration } from './migration.ts';

export const resources: Migration = {
  name: '0007-resources',
  sql: `
create table resource (
  id uuid primary key,
  kind text collate "C" not null,
  code text collate "C" not null,
  name text not null,
  online boolean,
  district_name text,
  street_name text,
  grid_no text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  height_metres double precision,
  leader_name text,
  leader_phone text,
  description text,
  range_metres double precision,
  horizontal_angle_degrees double precision,
  attributes jsonb not null,
  updated_at timestamptz not null,
  unique (kind, code)
);
create index resource_grid on resource (grid_no, kind);
create index resource_place on resource using gist (point(lng, lat));
create index monitoring_point_place on monitoring_point using gist (point(lng, lat));
create index camera_place on camera using gist (point(lng, lat));
`,
};
