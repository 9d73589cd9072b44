// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';

export interface GateImageTable {
  id: string;
  post_id: string;
  post_name: string;
  lng: number;
  lat: number;
  grid_no: GridNo;
  captured_at: Date;
  category: 'vehicle' | 'person';
  plate: string | null;
  direction: 'in' | 'out' | null;
  picture_id: string;
  created_at: Date;
}

export interface PostTables {
  gate_image: GateImageTable;
}
