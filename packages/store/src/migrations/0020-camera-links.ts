// How cameras are reached, what their lens and masks are, and when they were online.
import type { Migration } from './migration.ts';

export const cameraLinks: Migration = {
  name: '0020-camera-links',
  sql: `
create table camera_link (
  camera_id text collate "C" primary key references camera on delete cascade,
  control_url text,
  channel_code text,
  stream_url text,
  sub_stream_url text,
  user_name text,
  -- Encrypted by the server: whoever reads the table has no password yet.
  sealed_password text,
  widest_field_degrees double precision,
  narrowest_field_degrees double precision,
  masks jsonb not null,
  ranges jsonb not null,
  cruise jsonb not null,
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
