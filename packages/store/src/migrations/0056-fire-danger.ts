// The LY/T 1172 rating of each day in addition to the Canadian codes, the rules that a deployment sets for it, and lightning strokes. See
// docs/decisions/0071.
import type { Migration } from './migration.ts';

export const fireDanger: Migration = {
  name: '0056-fire-danger',
  sql: `
-- Null in the days that an older version worked out.
alter table fire_weather
  add column drivers jsonb,
  add column highest_celsius double precision,
  add column lowest_humidity_percent double precision,
  add column strongest_wind_kilometres_per_hour double precision,
  -- Days without rain, the day itself included.
  add column dry_days integer,
  -- Nobody observed the days before: it may be longer.
  add column dry_days_at_least boolean;
alter table fire_forecast
  add column drivers jsonb,
  add column highest_celsius double precision,
  add column lowest_humidity_percent double precision,
  add column strongest_wind_kilometres_per_hour double precision,
  add column dry_days integer,
  add column dry_days_at_least boolean;

-- The dry spells of the days that are there, so that the next day goes on from them: rain or a day that nobody observed begins one anew.
with days as (
  select grid_no, day, rain_millimetres,
    count(*) filter (where rain_millimetres >= 0.3 or gap_days > 0) over (partition by grid_no order by day) as spell
  from fire_weather
), counted as (
  select grid_no, day, first_value(rain_millimetres) over own >= 0.3 as began_with_rain, row_number() over own as place
  from days window own as (partition by grid_no, spell order by day)
)
update fire_weather set
  dry_days = case when began_with_rain then place - 1 else place end,
  dry_days_at_least = not began_with_rain
from counted where counted.grid_no = fire_weather.grid_no and counted.day = fire_weather.day;

create table danger_rules (
  grid_no text collate "C" primary key,
  rating jsonb,
  holidays jsonb,
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null
);

-- Kept for 90 days. A stroke that is sent again is the same one.
create table lightning_stroke (
  at timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  kiloamperes double precision,
  primary key (at, lng, lat)
);
create index lightning_stroke_grid on lightning_stroke (grid_no, at);
`,
};
