// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridBasis, GridNo } from '@lookout/domain';
import type { AlarmKind, AlarmStage, CloseOutcome, FindType, RealFireType } from '@lookout/features/alarm/alarm.ts';
import type { PastReason } from '@lookout/features/alarm/past-detection.ts';
import type { Json } from '@lookout/store/tables.ts';
import type { Generated } from 'kysely';

export interface AlarmTable {
  id: string;
  kind: AlarmKind;
  find_type: FindType;
  lng: number;
  lat: number;
  grid_no: GridNo;
  grid_basis: GridBasis;
  address: string | null;
  formatted_address: string;
  observed_at: Date;
  arrived_at: Date;
  dedupe_key: string | null;
  fire_no: string | null;
  device_id: string | null;
  monitoring_point_id: string | null;
  /** JSON, written and read by alarm-rows.store.ts. */
  facts: Json<unknown>;
  stage: Generated<AlarmStage['stage']>;
  judged_at: Date | null;
  judged_by: string | null;
  verdict_note: string | null;
  real_fire_type: RealFireType | null;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
  acknowledged_by_id: string | null;
  pushed_at: Date | null;
  pushed_from: GridNo | null;
  push_note: string | null;
  closed_at: Date | null;
  closed_by: string | null;
  outcome: CloseOutcome | null;
  close_note: string | null;
  deleted_at: Date | null;
  /** null: a real alarm, not one of an exercise. */
  exercise_id: string | null;
}

export interface PastDetectionTable {
  dedupe_key: string;
  observed_at: Date;
  lng: number;
  lat: number;
  grid_no: GridNo;
  reason: PastReason;
  /** JSON, as in `alarm`. */
  facts: Json<unknown>;
  arrived_at: Date;
}

export interface AlarmFirstTable {
  alarm_id: string;
  lng: number;
  lat: number;
  grid_no: GridNo;
  grid_basis: GridBasis;
  address: string | null;
  formatted_address: string;
  facts: Json<unknown>;
}

export interface AlarmTables {
  alarm: AlarmTable;
  alarm_first: AlarmFirstTable;
  alarm_seen: { alarm_id: string; account_id: string };
  past_detection: PastDetectionTable;
}
