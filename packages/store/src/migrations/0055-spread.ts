// Spread forecasts of fires (蔓延推演), and the deployment's own rows of the fuel table. See docs/decisions/0070.
import type { Migration } from './migration.ts';

export const spread: Migration = {
  name: '0055-spread',
  sql: `
create table spread_run (
  id uuid primary key,
  -- The name of its fire, which is an alarm's; null: a place was given.
  fire_id uuid,
  grid_no text collate "C" not null,
  -- Of what was asked for: the same question is one run.
  key text collate "C" not null,
  state text collate "C" not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress real not null,
  inputs jsonb not null,
  -- As it is sent, and never searched.
  result json,
  failure text collate "C",
  asked_by text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- When the server that works on it last said so.
  alive_at timestamptz not null
);
-- What failed or was cancelled may be asked for again.
create unique index spread_run_key on spread_run (key) where state in ('queued', 'running', 'done');
create index spread_run_fire on spread_run (fire_id, asked_at);
create index spread_run_alive on spread_run (alive_at) where state in ('queued', 'running');
create index spread_run_age on spread_run (asked_at);

create table fuel_row (
  scheme text collate "C" not null,
  value integer not null,
  fuel_model text collate "C" not null,
  fuel_factor text collate "C",
  canopy jsonb,
  source text not null,
  to_confirm boolean not null,
  primary key (scheme, value)
);
`,
};
