// Plotting (标绘): drawings that a grid shares.
import type { Migration } from './migration.ts';

export const plots: Migration = {
  name: '0009-plots',
  sql: `
create table plot (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('point', 'line', 'polygon', 'arrow', 'label')),
  name text not null,
  points jsonb not null,
  colour text collate "C" not null,
  width_pixels double precision not null,
  note text,
  fire_id uuid,
  grid_no text collate "C" not null,
  version integer not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create index plot_grid on plot (grid_no, created_at desc);
create index plot_fire on plot (fire_id) where fire_id is not null;
`,
};
