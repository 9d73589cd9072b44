// Base maps of outside services (天地图, any WMTS, XYZ or TMS), configured by an administrator. Their addresses and keys stay on the server;
// the browser fetches the tiles from this server (`GET /basemaps/{id}/{version}/{z}/{x}/{y}`).

import { row } from '@lookout/contract';
import { z } from 'zod';

export const baseMap = z.object({
  id: z.string(),
  title: z.object({ zh: z.string(), en: z.string() }),
  /** A base map hides the relief; labels (注记) are drawn over a base map. */
  kind: z.enum(['base', 'labels']),
  /** The base map that these labels were made for; null: any. */
  labelsOf: z.string().nullable(),
  /** Web Mercator tiles, or tiles of longitude and latitude. */
  scheme: z.enum(['mercator', 'geographic']),
  maxLevel: z.number(),
  /** The address with {z}, {x} and {y}, counted from the north-west and, in both schemes, from level 0. */
  tileUrl: z.string(),
});
export type ListedBaseMap = z.output<typeof baseMap>;

export const baseMapCalls = {
  baseMapList: row({
    method: 'GET',
    path: '/resource/api/baseMap/list',
    summary: '外部底图：天地图与管理员设置的 WMTS、XYZ、TMS；没有设置时为空',
    permission: 'session',
    scope: 'none',
    embeds: 'every',
    envelope: 'list',
    effect: 'read',
    reply: baseMap,
  }),
};
