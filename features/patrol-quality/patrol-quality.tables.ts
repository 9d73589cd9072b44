// The type of the table for kysely. The table itself is defined in packages/store/src/migrations.
import type { Json } from '@lookout/store/tables.ts';
import type { PatrolQuestion, PatrolStay } from './patrol-quality.ts';

/** A span of time as stored in JSON. */
type Stored<T> = T extends { readonly begin: Date } ? Omit<T, 'begin' | 'end'> & { readonly begin: string; readonly end: string } : never;

export type StoredQuestion = Stored<PatrolQuestion>;
export type StoredStay = Stored<PatrolStay>;

export interface PatrolQualityTables {
  patrol_seen: {
    account_id: string;
    day: Date;
    read_to: Date;
    version: string;
    cells: Buffer;
    forest: Buffer;
    west: number | null;
    east: number | null;
    north: number | null;
    south: number | null;
    climb_metres: number;
    stays: Json<readonly StoredStay[]>;
    points: number;
    without_elevation: number;
    slots: Buffer;
    questions: Json<readonly StoredQuestion[]>;
  };
}
