// The officers on duty in a grid and what was handed over; short messages and their templates.
import type { Migration } from './migration.ts';

export const shiftsAndMessages: Migration = {
  name: '0008-shifts-and-messages',
  sql: `
create table shift (
  id uuid primary key,
  grid_no text collate "C" not null,
  account_id uuid not null,
  full_name text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  note text,
  open_alarms integer,
  fires_in_progress integer,
  next_name text,
  relieved boolean not null default false
);
-- One officer at a desk.
create unique index shift_present on shift (grid_no) where ended_at is null;
create index shift_grid_began on shift (grid_no, began_at desc);

create table sms_template (
  id uuid primary key,
  name text not null unique,
  content text not null,
  updated_at timestamptz not null
);
insert into sms_template (id, name, content, updated_at) values
  ('5a000000-0000-4000-8000-000000000001', '火情上报', '【火情上报】{时间}，{地点}发生火情，来源：{来源}，研判：{火情}。备注：{备注}。编号：{编号}', now()),
  ('5a000000-0000-4000-8000-000000000002', '出动通知', '【出动通知】{地点}发生火情（{时间}，{火情}），请立即集结出动，途中和到达后请回报。编号：{编号}', now()),
  ('5a000000-0000-4000-8000-000000000003', '核实情况', '【核实情况】{时间}收到{来源}报警，位置：{地点}。请立即前往核实，并回报是否属实。编号：{编号}', now());

create table sms (
  id uuid primary key,
  fire_id uuid,
  fire_name text,
  phone text not null,
  receiver text,
  content text not null,
  state text collate "C" not null check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  reason text,
  account_id uuid,
  full_name text not null,
  grid_no text collate "C" not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_grid_created on sms (grid_no, created_at desc);
create index sms_waiting on sms (next_attempt_at) where state = 'waiting';
create index sms_fire on sms (fire_id);
`,
};
