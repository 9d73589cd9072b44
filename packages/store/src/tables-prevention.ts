// The tables of prevention as kysely sees them: applications to burn, fire weather, what passed the checkpoints.
import type { BurningPurpose, BurningState, FireDriver, GridNo } from '@lookout/domain';
import type { Generated } from 'kysely';

export interface PreventionTables {
  burning: BurningTable;
  fire_weather: FireWeatherTable;
  fire_weather_lock: { single: Generated<boolean>; holder: string; until: Date };
  gate_image: GateImageTable;
}

export interface BurningTable {
  id: string;
  applicant: string;
  phone: string;
  purpose: BurningPurpose;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string;
  starts_at: Date;
  ends_at: Date;
  area_hectares: number | null;
  people_count: number;
  measures: string | null;
  state: BurningState;
  created_by: string;
  created_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
  request_key: string | null;
}

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
}

export interface GateImageTable {
  id: string;
  post_id: string;
  post_name: string;
  lng: number;
  lat: number;
  grid_no: GridNo;
  captured_at: Date;
  category: 'vehicle' | 'person';
  plate: string | null;
  direction: 'in' | 'out' | null;
  picture_id: string;
  created_at: Date;
}
