// Fires: which alarms belong to which, what each alarm contributes to its fire, and the decisions of persons. See docs/decisions/0057.
import type { Migration } from './migration.ts';

export const incidents: Migration = {
  name: '0043-incidents',
  sql: `
-- Beside the alarm and not in it: nine of ten alarms are hotspots, and changing their rows would write all their indexes anew.
create table incident_alarm (
  alarm_id uuid primary key,
  incident_id uuid not null,
  look text collate "C" not null,
  -- Square metres, of an error east and north.
  east_east real not null,
  east_north real not null,
  north_north real not null,
  probability real not null,
  calmed_by text collate "C" not null
);
create index incident_alarm_incident on incident_alarm (incident_id);

-- How often a source was right is learned from the verdicts of the last months.
create index alarm_judged on alarm (judged_at) where judged_at is not null;

create table incident_decision (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('split', 'merge')),
  -- Ids of alarms: of a split both sides, of a merge all and nothing.
  one uuid[] not null,
  other uuid[] not null,
  account_id uuid not null,
  decided_by text not null,
  decided_at timestamptz not null,
  undone_at timestamptz,
  undone_by text
);
create index incident_decision_one on incident_decision using gin (one);
create index incident_decision_other on incident_decision using gin (other);

-- How far the log has been read for them.
create table incident_reading (seq bigint not null);
insert into incident_reading values (0);
create unique index incident_reading_one on incident_reading ((true));
`,
};
