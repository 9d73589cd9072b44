// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridLevel, GridNo } from '@lookout/domain';
import type { MultiPolygon } from '@lookout/store/multi-polygon.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface AreaTable {
  no: GridNo;
  source: 'seed' | 'imported';
  boundary: Json<MultiPolygon>;
  far_outline: string;
  centre_lng: number;
  centre_lat: number;
  also_holds: readonly GridNo[];
  is_union: boolean;
}

export interface GridTable {
  no: GridNo;
  name: string;
  level: GridLevel;
  parent_no: GridNo | null;
  full_name: string;
  lng: number | null;
  lat: number | null;
}

export interface GridTables {
  grid: GridTable;
  area: AreaTable;
  seat: { no: GridNo; name: string; lng: number; lat: number; approximate: boolean };
}
