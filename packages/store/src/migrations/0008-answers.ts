// What duty does about an alarm: who judged, pushed and closed it, and the history of every act.
import type { Migration } from './migration.ts';

export const answers: Migration = {
  name: '0008-answers',
  sql: `
alter table alarm
  add column judged_by text,
  add column pushed_at timestamptz,
  add column acknowledged_by_id uuid,
  add column closed_by text,
  add column outcome text collate "C",
  add column close_note text;

create table alarm_act (
  id bigint generated always as identity primary key,
  alarm_id uuid not null,
  act text collate "C" not null,
  at timestamptz not null,
  account_id uuid,
  user_name text,
  full_name text,
  -- Where the actor sits; the alarm's own grid fences who may read it.
  grid_no text collate "C",
  desk text,
  detail jsonb not null
);
create index alarm_act_alarm on alarm_act (alarm_id, id);
create index alarm_act_at on alarm_act (at desc, id desc);
-- Seen is said once by each.
create unique index alarm_act_seen on alarm_act (alarm_id, account_id) where act = 'seen';
`,
};
