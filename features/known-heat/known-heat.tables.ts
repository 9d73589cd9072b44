// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo, Position } from '@lookout/domain';
import type { CalmedKind, HeatKind, HeatOrigin, HeatState } from '@lookout/features/known-heat/known-heat.ts';

export interface KnownHeatTable {
  id: string;
  grid_no: GridNo;
  name: string;
  kind: HeatKind;
  state: HeatState;
  origin: HeatOrigin;
  lng: number;
  lat: number;
  radius_metres: number;
  usual_frp_megawatts: number | null;
  days: readonly string[];
  hours: readonly number[];
  address: string;
  note: string | null;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
  review_note: string | null;
}

export interface MapMaskTable {
  id: string;
  grid_no: GridNo;
  polygon: readonly Position[];
  reason: string;
  alarm_kinds: readonly CalmedKind[];
  ends_at: Date;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

export interface KnownHeatTables {
  known_heat: KnownHeatTable;
  map_mask: MapMaskTable;
}
