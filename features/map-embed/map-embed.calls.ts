// Embedded maps and walls: their tokens (系统管理 › 嵌入地图), and the calls of the bare map `/map`, whose replies contain no personal data.

import { errorCode, gridNo, id, LIST_WEIGHT, numeric, paging, requiredText, row, text, time, timeWindow } from '@lookout/contract';
import { MAP_EMBED_LAYERS } from '@lookout/domain';
import { z } from 'zod';
import { box } from '../resource/resource.calls.ts';
import { issuedEmbed, layers, mapAlarm, mapEmbed, mapResource, mapView } from './map-embed.schema.ts';
import { MOST_EMBED_ORIGINS } from './map-embed.ts';

const userAdmin = { anyOf: ['administer-users'] } as const;

/** In the form in which browsers write an origin; a trailing slash is accepted. */
const origin = text(200, errorCode('embed-origin-format'))
  .refine((s) => readOrigin(s) !== null, errorCode('embed-origin-format'))
  .transform((s) => readOrigin(s) ?? s);

/** `HTTPS://Portal.example/` → `https://portal.example`; null: not an http(s) origin, or more than an origin. */
function readOrigin(given: string): string | null {
  const url = URL.parse(given.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || !/^[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(url.hostname)) return null;
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isBare && !/[?#]$/.test(given.trim()) ? url.origin : null;
}

/** More marks cannot be distinguished on a page. */
export const MOST_MAP_ALARMS = 5_000;
export const MOST_MAP_RESOURCES = 3_000;

export const mapEmbedCalls = {
  embedPage: row({
    method: 'POST',
    path: '/auth/api/auth/admin/embed/page',
    summary: '嵌入地图与大屏的令牌（分页），最近签发的在前',
    permission: userAdmin,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...paging, gridNo: gridNo.nullish() }),
    reply: mapEmbed,
  }),
  issueEmbed: row({
    method: 'POST',
    path: '/auth/api/auth/admin/embed',
    summary: '签发嵌入地图的令牌；token 只在此答复中出现一次',
    permission: userAdmin,
    scope: 'position',
    envelope: 'data',
    effect: 'write',
    act: 'issue-map-embed',
    verified: true,
    input: z.object({
      name: requiredText(64, errorCode('embed-name-needed')),
      gridNo,
      layers: layers.min(1, errorCode('embed-layers-needed')).max(MAP_EMBED_LAYERS.length),
      origins: z
        .array(origin)
        .min(1, errorCode('embed-origins-needed'))
        .max(MOST_EMBED_ORIGINS, errorCode('embed-origins-at-most', { most: MOST_EMBED_ORIGINS })),
      expiresAt: time,
    }),
    reply: issuedEmbed,
  }),
  issueWall: row({
    method: 'POST',
    path: '/auth/api/auth/admin/wall',
    summary: '新建大屏链接：只读一个网格的大屏；不给有效期则到吊销为止；token 只在此答复中出现一次',
    permission: userAdmin,
    scope: 'position',
    envelope: 'data',
    effect: 'write',
    act: 'issue-wall',
    verified: true,
    input: z.object({ name: requiredText(64, errorCode('embed-name-needed')), gridNo, expiresAt: time.nullish() }),
    reply: issuedEmbed,
  }),
  revokeEmbed: row({
    method: 'POST',
    path: '/auth/api/auth/admin/embed/{id}/revoke',
    summary: '吊销嵌入地图或大屏的令牌，一秒之内处处失效；已被吊销的为 409',
    permission: userAdmin,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'revoke-map-embed',
    params: z.object({ id }),
    reply: mapEmbed,
    current: mapEmbed,
  }),
  mapView: row({
    method: 'GET',
    path: '/fire/api/map/view',
    summary: '素图 /map：它的网格、可显示的内容与有效期',
    permission: 'officer',
    embeds: 'every',
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: mapView,
  }),
  mapAlarms: row({
    method: 'POST',
    path: '/fire/api/map/alarms',
    summary: '素图 /map：未处置的火警与在扑的火情；since 之后没有变化时 alarms 为 null',
    permission: { anyOf: ['watch-alarms'] },
    embeds: ['alarms'],
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({ ...timeWindow, gridNo: gridNo.nullish(), since: numeric(z.number().int().min(0)).nullish() }),
    reply: z.object({
      /** The newest number of the log, to be sent as the next `since`. */
      last: z.number(),
      alarms: z.array(mapAlarm).nullable(),
      /** The list is truncated to the newest. */
      isCut: z.boolean(),
    }),
  }),
  mapResources: row({
    method: 'POST',
    path: '/resource/api/map/resources',
    summary: '素图 /map：视野内的资源与监测点，不含负责人与电话',
    permission: { anyOf: ['watch-alarms'] },
    embeds: ['resources'],
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({ gridNo: gridNo.nullish(), box: box.nullish() }),
    reply: z.object({
      resources: z.array(mapResource),
      isCut: z.boolean(),
    }),
  }),
};
