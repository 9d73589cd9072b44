// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type { BurningPurpose, BurningState } from '@lookout/features/burning/burning.ts';

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

export interface BurningTables {
  burning: BurningTable;
}
