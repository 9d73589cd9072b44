// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type { Resource, ResourceKind } from '@lookout/features/resource/resource.ts';
import type { Json } from '@lookout/store/tables.ts';
import type { Generated } from 'kysely';

export interface ResourceTable {
  id: string;
  kind: ResourceKind;
  code: string;
  name: string;
  online: boolean | null;
  district_name: string | null;
  street_name: string | null;
  grid_no: GridNo;
  lng: number;
  lat: number;
  height_metres: number | null;
  leader_name: string | null;
  leader_phone: string | null;
  description: string | null;
  range_metres: number | null;
  horizontal_angle_degrees: number | null;
  attributes: Json<Record<string, string | number>>;
  updated_at: Date;
  version: Generated<number>;
  confirmed_at: Date | null;
  changed_by: string | null;
  photos: Generated<string[]>;
}

interface ResourceRemovedTable {
  id: string;
  kind: ResourceKind;
  name: string;
  grid_no: GridNo;
  resource: Json<Resource>;
  removed_by: string;
  removed_at: Date;
  reason: string;
  photos: Generated<string[]>;
}

export interface ResourceTables {
  resource: ResourceTable;
  resource_removed: ResourceRemovedTable;
}
