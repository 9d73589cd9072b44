// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { RatingTable } from '@lookout/features/danger/danger-rating.ts';
import type { DangerRaising, Holiday } from '@lookout/features/danger/danger-rules.ts';
import type { FireDriver, FireDriving } from '@lookout/features/danger/fire-weather.ts';
import type { Json } from '@lookout/store/tables.ts';
import type { Generated } from 'kysely';

export interface FireWeatherTable {
  grid_no: GridNo;
  day: string;
  temperature_celsius: number;
  humidity_percent: number;
  wind_kilometres_per_hour: number;
  rain_millimetres: number;
  ffmc: number;
  dmc: number;
  dc: number;
  isi: number;
  bui: number;
  fwi: number;
  driver: FireDriver | null;
  gap_days: number;
  source: 'qweather' | 'demo';
  drivers: Json<readonly FireDriving[]> | null;
  highest_celsius: number | null;
  lowest_humidity_percent: number | null;
  strongest_wind_kilometres_per_hour: number | null;
  dry_days: number | null;
  dry_days_at_least: boolean | null;
}

export interface DangerRulesTable {
  grid_no: GridNo;
  rating: Json<RatingTable | null>;
  holidays: Json<readonly Holiday[] | null>;
  raising: Json<DangerRaising | null>;
  version: number;
  changed_by: string;
  changed_at: Date;
}

interface LightningStrokeTable {
  at: Date;
  lng: number;
  lat: number;
  grid_no: GridNo;
  kiloamperes: number | null;
}

export interface FireForecastTable extends FireWeatherTable {
  asked_at: Date;
}

export interface DangerTables {
  fire_weather: FireWeatherTable;
  danger_rules: DangerRulesTable;
  lightning_stroke: LightningStrokeTable;
  fire_forecast: FireForecastTable;
  fire_weather_lock: { single: Generated<boolean>; holder: string; until: Date };
}
