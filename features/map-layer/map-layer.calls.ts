// Imported map layers: vector tiles, their features, and 3D scenes. The tiles and files themselves are streams (server:
// serve/raw-route.ts), with the same access check as these lists.

import { gridNo, id, numeric, optionalText, paging, row } from '@lookout/contract';
import { z } from 'zod';
import { SCENE_KINDS, VECTOR_LAYER_KINDS } from './map-layer.ts';

const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

export const vectorLayer = z.object({
  id: z.uuid(),
  kind: z.enum(VECTOR_LAYER_KINDS),
  name: z.string(),
  gridNo: z.string(),
  schematic: z.boolean(),
  featureCount: z.number(),
  box,
  /** `{z}/{x}/{y}` in Web Mercator; contains the layer's version. */
  tileUrl: z.string(),
  maxLevel: z.number(),
});
export type ListedVectorLayer = z.output<typeof vectorLayer>;

export const layerFeature = z.object({
  id: z.uuid(),
  layerId: z.uuid(),
  kind: z.enum(VECTOR_LAYER_KINDS),
  name: z.string(),
  /** Degrees: west, south, east, north. */
  box,
  /** Hectares of an area, kilometres of a line; null for a point. */
  area: z.number().nullable(),
  length: z.number().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type LayerFeature = z.output<typeof layerFeature>;

export const scene = z.object({
  id: z.uuid(),
  kind: z.enum(SCENE_KINDS),
  name: z.string(),
  gridNo: z.string(),
  schematic: z.boolean(),
  /** For `levels`: contains `{level}`, L09 … L19. */
  url: z.string(),
  position: z.object({ lng: z.number(), lat: z.number(), z: z.number().nullable() }).nullable(),
  headingDegrees: z.number(),
  scale: z.number(),
  /** For `levels`: the available levels, such as 9, 11, 13. */
  levels: z.array(z.number()),
});
export type ListedScene = z.output<typeof scene>;

const listing = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', effect: 'read' } as const;

export const layerCalls = {
  layerList: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/layer/list',
    summary: '矢量图层：与所属组织所示区域有关的，不出自己网格',
    envelope: 'list',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: vectorLayer,
  }),
  layerFeaturePage: row({
    ...listing,
    method: 'POST',
    path: '/resource/api/layer/feature/page',
    summary: '这些图层中的要素（分页）：林场、村、道路 …，按类别与名称',
    envelope: 'page',
    input: z.object({
      gridNo: gridNo.nullish(),
      layerId: id.nullish(),
      kind: z.enum(VECTOR_LAYER_KINDS).nullish(),
      name: optionalText(64),
      longitude: numeric().nullish(),
      latitude: numeric().nullish(),
      /** If a place is given: the tolerance for hitting a line or a point, metres. */
      radius: numeric(z.number().min(0).max(5_000)).nullish(),
      ...paging,
    }),
    reply: layerFeature,
  }),
  sceneList: row({
    ...listing,
    method: 'GET',
    path: '/resource/api/scene/list',
    summary: '三维场景：与自己网格有关的',
    envelope: 'list',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: scene,
  }),
};
