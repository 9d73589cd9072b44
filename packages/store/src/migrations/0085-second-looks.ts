// Second looks of cameras at the places of alarms. See docs/decisions/0113.
import type { Migration } from './migration.ts';

export const secondLooks: Migration = {
  name: '0085-second-looks',
  sql: `
create table second_look (
  id uuid primary key,
  state text collate "C" not null check (state in ('waiting', 'looking', 'done')),
  look jsonb not null,
  lng double precision not null,
  lat double precision not null,
  asked_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state <> 'done')),
  -- While a server works on it, when it last confirmed that.
  kept_at timestamptz check ((kept_at is null) = (state <> 'looking'))
);
create index second_look_open on second_look (asked_at) where state <> 'done';
create index second_look_ended on second_look (ended_at) where state = 'done';
create table second_look_alarm (
  alarm_id uuid primary key,
  look_id uuid not null references second_look on delete cascade
);
create index second_look_alarm_look on second_look_alarm (look_id);
-- One row for each head that was ever turned: when, and where it goes back.
create table second_look_head (
  head text primary key,
  camera_id text not null,
  look_id uuid not null,
  moved_at timestamptz not null,
  back jsonb
);
create index second_look_head_look on second_look_head (look_id) where back is not null;
create table second_look_policy (
  grid_no text collate "C" primary key,
  is_on boolean not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create table second_look_camera_off (
  camera_id text primary key,
  changed_by text not null,
  changed_at timestamptz not null
);
-- How far the log was read for alarms to look at. Earlier alarms are not looked at.
create table second_look_reading (seq bigint not null);
insert into second_look_reading select coalesce(max(event_last), 0) from journal_head;
`,
};
