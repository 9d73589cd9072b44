// Vehicles and persons that passed a checkpoint: picture, time and plate number. The name of the checkpoint is stored as it was at that
// time.
import type { Migration } from './migration.ts';

export const gateImages: Migration = {
  name: '0013-gate-images',
  sql: `
create table gate_image (
  id uuid primary key,
  post_id uuid not null,
  post_name text not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  captured_at timestamptz not null,
  category text collate "C" not null check (category in ('vehicle', 'person')),
  plate text,
  direction text collate "C" check (direction in ('in', 'out')),
  picture_id uuid not null,
  created_at timestamptz not null,
  -- A repeated image is answered with the existing one.
  unique nulls not distinct (post_id, captured_at, category, plate)
);
create index gate_image_grid on gate_image (grid_no, captured_at desc);
`,
};
