// The grid tree, the boundaries and the county seats.
import type { Migration } from './migration.ts';

export const gazetteer: Migration = {
  name: '0002-gazetteer',
  sql: `
-- Collation C for every grid number: the fence is a range of them, which is correct in byte order only.
create table grid (
  no text collate "C" primary key,
  name text not null,
  level text not null check (level in ('nation', 'province', 'prefecture', 'county', 'town')),
  parent_no text collate "C",
  full_name text not null,
  lng double precision,
  lat double precision
);
create index grid_parent on grid (parent_no);

create table area (
  no text collate "C" not null,
  source text not null check (source in ('seed', 'imported')),
  -- json: megabytes, written and read whole, never searched.
  boundary json not null,
  centre_lng double precision not null,
  centre_lat double precision not null,
  primary key (no, source)
);

create table seat (
  no text collate "C" primary key,
  name text not null,
  lng double precision not null,
  lat double precision not null,
  approximate boolean not null
);
`,
};
