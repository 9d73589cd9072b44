// Fire-use reporting (用火报备): the applicant, place and time of a burn, and the decision about it.
import type { Migration } from './migration.ts';

export const burnings: Migration = {
  name: '0010-burnings',
  sql: `
create table burning (
  id uuid primary key,
  applicant text not null,
  phone text not null,
  purpose text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  address text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  area_hectares double precision,
  people_count integer not null,
  measures text,
  state text collate "C" not null check (state in ('pending', 'approved', 'refused', 'withdrawn')),
  created_by text not null,
  created_at timestamptz not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  -- The sender's Idempotency-Key: a repeated application is answered with the existing one.
  request_key text collate "C" unique,
  check (starts_at < ends_at)
);
create index burning_grid_created on burning (grid_no, created_at desc);
create index burning_place on burning using gist (point(lng, lat));
`,
};
