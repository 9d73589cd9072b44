// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { LookState } from '@lookout/features/second-look/second-look.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface SecondLookTable {
  id: string;
  state: LookState;
  /** The value as parsed from JSON, in which times are text. */
  look: Json<unknown>;
  lng: number;
  lat: number;
  asked_at: Date;
  ended_at: Date | null;
  kept_at: Date | null;
}

/** A head that a second look has turned. */
export interface SecondLookHeadTable {
  head: string;
  camera_id: string;
  look_id: string;
  moved_at: Date;
  /** null: it has gone back, or must not. */
  back: Json<unknown> | null;
}

export interface SecondLookTables {
  second_look: SecondLookTable;
  second_look_alarm: { alarm_id: string; look_id: string };
  second_look_head: SecondLookHeadTable;
  second_look_policy: { grid_no: GridNo; is_on: boolean; changed_by: string; changed_at: Date };
  second_look_camera_off: { camera_id: string; changed_by: string; changed_at: Date };
  second_look_reading: { seq: number };
}
