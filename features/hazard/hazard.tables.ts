// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type {
  HazardKind,
  HazardLevel,
  HazardState,
  HazardWarningLevel,
  MonitorKind,
  RainThresholds,
  Thresholds,
  WarningAnswer,
  WarningCause,
} from '@lookout/features/hazard/hazard.ts';
import type { Json } from '@lookout/store/tables.ts';

// Geological hazards: points, monitors, readings, warnings, rain.

export interface HazardTable {
  id: string;
  code: string;
  name: string;
  kind: HazardKind;
  level: HazardLevel;
  state: HazardState;
  lng: number;
  lat: number;
  grid_no: GridNo;
  address: string | null;
  people: number;
  households: number;
  duty_name: string | null;
  duty_phone: string | null;
  description: string | null;
  photos: string[];
  rain: Json<RainThresholds>;
  version: number;
  changed_by: string;
  changed_at: Date;
  watch_level: HazardWarningLevel | null;
  below_since: Date | null;
  rain_cause: Json<WarningCause> | null;
}

export interface HazardMonitorTable {
  id: string;
  hazard_id: string;
  ord: number;
  code: string;
  kind: MonitorKind;
  name: string;
  value: Json<Thresholds>;
  rate: Json<Thresholds>;
  last_at: Date | null;
  last_value: number | null;
  last_rate: number | null;
  cause: Json<WarningCause> | null;
}

interface HazardRemovedTable {
  id: string;
  grid_no: GridNo;
  /** The removed rows as they were. */
  point: Json<Readonly<Record<string, unknown>>>;
  monitors: Json<readonly Readonly<Record<string, unknown>>[]>;
  removed_at: Date;
}

export interface HazardWarningTable {
  id: string;
  hazard_id: string;
  hazard_name: string;
  hazard_kind: HazardKind;
  lng: number;
  lat: number;
  people: number;
  grid_no: GridNo;
  level: HazardWarningLevel | null;
  highest: HazardWarningLevel;
  cause: Json<WarningCause>;
  raised_at: Date;
  changed_at: Date;
  acknowledged: Json<WarningAnswer> | null;
  handled: Json<WarningAnswer> | null;
  closed: Json<WarningAnswer> | null;
}

export interface HazardRainTable {
  grid_no: GridNo;
  hour: Date;
  fallen: number;
  next_hour: number | null;
  next_day: number | null;
  asked_at: Date;
  source: 'qweather' | 'demo';
}

export interface HazardTables {
  hazard: HazardTable;
  hazard_monitor: HazardMonitorTable;
  hazard_reading: { monitor_id: string; at: Date; value: number };
  hazard_removed: HazardRemovedTable;
  hazard_warning: HazardWarningTable;
  hazard_rain: HazardRainTable;
}
