// The safety of people near fires. See docs/decisions/0072.
import type { Migration } from './migration.ts';

export const personSafety: Migration = {
  name: '0058-person-safety',
  sql: `
create table person_safety (
  id uuid primary key,
  user_id uuid not null,
  -- The name of its fire when it began, which is an alarm's.
  fire_id uuid not null,
  grid_no text collate "C" not null,
  -- As it was found at the last check; every event states the whole of it.
  state jsonb not null,
  -- Somebody has to know of it.
  is_watched boolean not null,
  began_at timestamptz not null,
  checked_at timestamptz not null
);
create index person_safety_watched on person_safety (grid_no) where is_watched;
create index person_safety_user on person_safety (user_id, checked_at desc);
create index person_safety_fire on person_safety (fire_id);
create index person_safety_age on person_safety (checked_at);

alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('fire', 'safety', 'summary', 'gathered', 'test'));
`,
};
