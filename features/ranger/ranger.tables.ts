// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { TrackFix, TrackGap } from '@lookout/geo';
import type { Json } from '@lookout/store/tables.ts';
import type { ColumnType } from 'kysely';

export interface PatrolDayTable {
  account_id: string;
  day: Date;
  positions: number;
  left_out: number;
  begin_at: Date;
  end_at: Date;
  moving_seconds: number;
  metres: number;
  gap_seconds: number;
  gaps: Json<readonly TrackGap[]>;
  cells: ColumnType<string[], string[], string[]>;
  read_to: Date;
  last: Json<TrackFix>;
  doubtful: Json<readonly TrackFix[]>;
}

export interface RangerTables {
  ranger_track: { account_id: string; at: Date; lng: number; lat: number; received_at: Date; is_doubtful: boolean };
  patrol_day: PatrolDayTable;
  ranger_last: { account_id: string; at: Date; lng: number; lat: number; received_at: Date; belief: unknown };
}
