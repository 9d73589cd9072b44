// Emergency plans (预案) in versions, and the plans that are active for a fire.
import type { Migration } from './migration.ts';

export const plans: Migration = {
  name: '0022-plans',
  sql: `
create table plan_version (
  id uuid primary key,
  plan_id uuid not null,
  version integer not null,
  grid_no text collate "C" not null,
  state text collate "C" not null check (state in ('draft', 'submitted', 'refused', 'approved', 'superseded')),
  revision integer not null,
  title text not null,
  content jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_by_id text,
  changed_at timestamptz not null,
  submitted_by text,
  submitted_by_id text,
  submitted_at timestamptz,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  unique (plan_id, version)
);
-- One version of a plan is in force, and one is being written.
create unique index plan_in_force on plan_version (plan_id) where state = 'approved';
create unique index plan_being_written on plan_version (plan_id) where state in ('draft', 'submitted', 'refused');
create index plan_grid on plan_version (grid_no, title);
create index plan_files on plan_version using gin ((content -> 'files') jsonb_path_ops);

create table plan_run (
  id uuid primary key,
  grid_no text collate "C" not null,
  fire_id uuid not null,
  fire_name text not null,
  plan_version_id uuid not null references plan_version (id),
  plan_title text not null,
  plan_version integer not null,
  plan_grid_no text collate "C" not null,
  level integer not null check (level between 1 and 4),
  duties jsonb not null,
  items jsonb not null,
  steps jsonb not null,
  started_at timestamptz not null,
  ended_at timestamptz
);
-- A fire has one response at a time.
create unique index plan_run_present on plan_run (fire_id) where ended_at is null;
create index plan_run_grid on plan_run (grid_no, started_at desc);
`,
};
