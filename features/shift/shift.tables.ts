// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { Generated } from 'kysely';

export interface ShiftTable {
  id: string;
  grid_no: GridNo;
  account_id: string;
  full_name: string;
  began_at: Date;
  ended_at: Date | null;
  note: string | null;
  open_alarms: number | null;
  fires_in_progress: number | null;
  successor: string | null;
  next_name: string | null;
  relieved: Generated<boolean>;
}

export interface ShiftTables {
  shift: ShiftTable;
}
