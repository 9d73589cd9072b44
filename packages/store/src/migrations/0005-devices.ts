// Uploaded pictures; monitoring points and their cameras, with the cameras' addresses and configuration and the times they were online.
import type { Migration } from './migration.ts';

export const devices: Migration = {
  name: '0005-devices',
  sql: `
create table upload (
  id uuid primary key,
  name text collate "C" not null unique,
  grid_no text collate "C" not null,
  account_id text,
  mime text not null,
  byte_size integer not null,
  width integer not null,
  height integer not null,
  gps_lng double precision,
  gps_lat double precision,
  created_at timestamptz not null
);

create table monitoring_point (
  id text collate "C" primary key,
  name text not null,
  resource_code text,
  online boolean not null,
  district_name text,
  street_name text,
  grid_no text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  z double precision,
  tower_height_metres double precision,
  leader_name text,
  leader_phone text,
  description text,
  range_metres double precision,
  horizontal_angle_degrees double precision,
  updated_at timestamptz not null
);
create index monitoring_point_grid_no on monitoring_point (grid_no);

create table camera (
  id text collate "C" primary key,
  device_id text collate "C" not null,
  channel_num integer not null,
  name text not null,
  camera_type text,
  manufacturer text,
  monitoring_point_id text collate "C" references monitoring_point on delete cascade,
  tower_height_metres double precision,
  north_correction_degrees double precision not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  online boolean not null,
  updated_at timestamptz not null,
  unique (device_id, channel_num)
);
create index camera_grid_no on camera (grid_no);
create index camera_monitoring_point on camera (monitoring_point_id);

create table camera_link (
  camera_id text collate "C" primary key references camera on delete cascade,
  control_url text,
  channel_code text,
  stream_url text,
  sub_stream_url text,
  user_name text,
  -- Encrypted by the server: reading the table does not reveal a password.
  encrypted_password text,
  widest_field_degrees double precision,
  narrowest_field_degrees double precision,
  masks jsonb not null,
  ranges jsonb not null,
  tour jsonb not null,
  is_recorded boolean not null,
  updated_at timestamptz not null
);

create table camera_time (
  camera_id text collate "C" not null references camera on delete cascade,
  began_at timestamptz not null,
  online boolean not null,
  primary key (camera_id, began_at)
);
`,
};
