// Map layers and 3D scenes imported by an installation. Tile and click queries search by the box of a feature; the box type and GiST of
// core PostgreSQL are sufficient: no extension is needed. Geometry is stored as the imported text, because it is only passed on and never
// queried.
import type { Migration } from './migration.ts';

export const mapLayers: Migration = {
  name: '0011-map-layers',
  sql: `
create table map_layer (
  id uuid primary key,
  kind text collate "C" not null,
  name text not null unique,
  grid_no text collate "C" not null,
  schematic boolean not null,
  version integer not null,
  feature_count integer not null,
  extent box,
  updated_at timestamptz not null
);
create table map_feature (
  id uuid primary key default gen_random_uuid(),
  layer_id uuid not null references map_layer (id) on delete cascade,
  name text not null,
  class text,
  extent box not null,
  span double precision not null,
  area_hectares double precision,
  length_kilometres double precision,
  attributes jsonb not null,
  geometry json not null
);
create index map_feature_layer on map_feature (layer_id, name);
create index map_feature_extent on map_feature using gist (extent);
create table map_scene (
  id uuid primary key,
  kind text collate "C" not null,
  name text not null unique,
  grid_no text collate "C" not null,
  schematic boolean not null,
  folder text not null,
  entry text not null,
  lng double precision,
  lat double precision,
  height_metres double precision,
  heading_degrees double precision not null,
  scale double precision not null,
  levels integer[] not null,
  updated_at timestamptz not null
);
`,
};
