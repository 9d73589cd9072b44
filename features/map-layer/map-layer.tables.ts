// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type { SceneKind, VectorLayerKind } from '@lookout/features/map-layer/map-layer.ts';
import type { Generated } from 'kysely';

export interface MapLayerTable {
  id: string;
  kind: VectorLayerKind;
  name: string;
  grid_no: GridNo;
  schematic: boolean;
  version: number;
  feature_count: number;
  updated_at: Date;
}

export interface MapSceneTable {
  id: string;
  kind: SceneKind;
  name: string;
  grid_no: GridNo;
  schematic: boolean;
  folder: string;
  entry: string;
  lng: number | null;
  lat: number | null;
  height_metres: number | null;
  heading_degrees: number;
  scale: number;
  levels: number[];
  updated_at: Date;
}

export interface MapLayerTables {
  map_layer: MapLayerTable;
  map_feature: { id: Generated<string>; layer_id: string; name: string };
  map_scene: MapSceneTable;
}
