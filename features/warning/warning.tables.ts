// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { WarningLevel } from '@lookout/features/warning/warning.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface WarningTable {
  id: string;
  grid_no: GridNo;
  areas: GridNo[];
  reaches: GridNo[];
  level: WarningLevel;
  text: string;
  valid_from: Date;
  valid_to: Date;
  revision: number;
  /** The value as parsed from JSON, in which times are text. */
  steps: Json<unknown>;
  issued_at: Date;
  lifted_at: Date | null;
}

export interface WarningTables {
  warning: WarningTable;
  warning_read: { warning_id: string; account_id: string; revision: number; read_at: Date };
}
