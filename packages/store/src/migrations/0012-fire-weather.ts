// Fire weather by grid and day, and which server computes it.
import type { Migration } from './migration.ts';

export const fireWeather: Migration = {
  name: '0012-fire-weather',
  sql: `
create table fire_weather (
  grid_no text collate "C" not null,
  -- YYYY-MM-DD in Beijing: a calendar day, not a time.
  day text collate "C" not null check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
  temperature_celsius double precision not null,
  humidity_percent double precision not null,
  wind_kilometres_per_hour double precision not null,
  rain_millimetres double precision not null,
  ffmc double precision not null,
  dmc double precision not null,
  dc double precision not null,
  isi double precision not null,
  bui double precision not null,
  fwi double precision not null,
  driver text collate "C",
  -- Days just before without an observation.
  gap_days integer not null,
  source text collate "C" not null,
  primary key (grid_no, day)
);
create index fire_weather_day on fire_weather (day, grid_no);

-- One of several servers polls the weather service; the others see that its lease has not expired.
create table fire_weather_lock (
  single boolean primary key default true check (single),
  holder text not null,
  until timestamptz not null
);
`,
};
