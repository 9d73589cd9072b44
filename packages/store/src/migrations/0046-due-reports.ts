// Due reports (报送件), the facts that officers noted for them, and the rules that were changed or confirmed. See docs/decisions/0059.
import type { Migration } from './migration.ts';

export const dueReports: Migration = {
  name: '0046-due-reports',
  sql: `
create table due_report (
  id uuid primary key,
  -- Ids of alarms: the fire's name when it fell due, and the alarm for which the form is written.
  fire_id uuid not null,
  alarm_id uuid not null,
  grid_no text collate "C" not null,
  address text not null,
  rule_id text collate "C" not null,
  rule jsonb not null,
  reason jsonb not null,
  owed_at timestamptz not null,
  due_at timestamptz not null,
  receivers jsonb not null,
  sent jsonb,
  told_late_at timestamptz,
  lapsed jsonb,
  state text collate "C" not null check (state in ('due', 'sent', 'received', 'read', 'lapsed')),
  revision integer not null
);
-- Each rule once for a fire in a county; again when it was found to be no fire and then a fire after all.
create unique index due_report_once on due_report (fire_id, grid_no, rule_id) where state <> 'lapsed';
create index due_report_open on due_report (due_at) where state in ('due', 'sent', 'received');
create index due_report_grid on due_report (grid_no, due_at desc, id);
create index due_report_alarm on due_report (alarm_id);

-- Which fires ended lately: the report after a fire is out falls due then.
create index alarm_closed_at on alarm (closed_at) where stage = 'closed' and deleted_at is null;

-- What no data tells, noted for an alarm of the fire.
create table reporting_fact (
  alarm_id uuid not null,
  fact text collate "C" not null,
  value jsonb not null,
  noted_by text not null,
  noted_at timestamptz not null,
  primary key (alarm_id, fact)
);

-- A rule without a row is as its region has it.
create table reporting_rule (
  id text collate "C" primary key,
  terms jsonb not null,
  revision integer not null,
  changed jsonb,
  confirmed jsonb
);
`,
};
