// Task templates; recurring patrols with the outcome of each occurrence; the markers of both on tasks.
import type { Migration } from './migration.ts';

export const taskPlans: Migration = {
  name: '0027-task-plans',
  sql: `
create table task_template (
  id uuid primary key,
  grid_no text collate "C" not null,
  name text not null,
  content jsonb not null,
  revision integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  unique (grid_no, name)
);

create table patrol_rule (
  id uuid primary key,
  grid_no text collate "C" not null,
  owner_grid_no text collate "C" not null,
  name text not null,
  state text collate "C" not null check (state in ('running', 'paused', 'ended')),
  revision integer not null,
  content jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  written_by text not null,
  written_by_id uuid not null,
  end_reason text,
  -- What was planned before this instant is settled: sent, missed, or of a time when nothing was to be sent.
  settled_until timestamptz not null,
  -- The next occurrence; null: none, or the rule does not run.
  next_at timestamptz
);
create index patrol_rule_grid on patrol_rule (grid_no, name);
create index patrol_rule_due on patrol_rule (next_at) where next_at is not null;

-- The key is what makes an occurrence happen once, whatever number of servers look.
create table patrol_occurrence (
  rule_id uuid not null references patrol_rule on delete cascade,
  day text collate "C" not null,
  planned_at timestamptz not null,
  outcome text collate "C" not null check (outcome in ('made', 'late', 'missed', 'nobody')),
  task_id uuid,
  skipped text[] not null,
  primary key (rule_id, day)
);

alter table task add column checklist text;
alter table task add column patrol jsonb;
create index task_patrol on task ((patrol ->> 'ruleId')) where patrol is not null;
`,
};
