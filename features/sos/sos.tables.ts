// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { Json } from '@lookout/store/tables.ts';

export interface SosTable {
  id: string;
  user_id: string;
  full_name: string;
  phone: string | null;
  grid_no: GridNo;
  /** The value as parsed from JSON, in which times are text. */
  place: Json<unknown> | null;
  address: string | null;
  raised_at: Date;
  received_at: Date;
  pressed_again: Json<unknown> | null;
  called_at: Date | null;
  taken: Json<unknown> | null;
  cancelled: Json<unknown> | null;
  closed: Json<unknown> | null;
  revision: number;
}

export interface SosTables {
  sos: SosTable;
}
