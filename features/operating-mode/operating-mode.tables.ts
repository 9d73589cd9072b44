// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { OperatingMode } from '@lookout/features/operating-mode/operating-mode.ts';

export interface OperatingModeTable {
  grid_no: GridNo;
  mode: OperatingMode;
  reason: string;
  set_by: string;
  set_at: Date;
  version: number;
  exercise_id: string | null;
}

export interface OperatingModeTables {
  operating_mode: OperatingModeTable;
}
