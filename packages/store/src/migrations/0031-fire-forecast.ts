// The fire weather of the coming days, computed again with each forecast of the weather service. Observed values are in fire_weather.
import type { Migration } from './migration.ts';

export const fireForecast: Migration = {
  name: '0031-fire-forecast',
  sql: `
create table fire_forecast (like fire_weather including constraints, primary key (grid_no, day));
alter table fire_forecast add column asked_at timestamptz not null;
create index fire_forecast_day on fire_forecast (day, grid_no);
`,
};
