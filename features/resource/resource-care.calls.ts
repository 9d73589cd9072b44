// Editing single resources: creating, changing, confirming, removing and restoring them on the page, and importing tables. Reading needs
// the permission to watch; changing needs that of 摄像头设置, as do the machine calls and the monitoring points (`bpGeologicHazard`).

import {
  bit,
  errorCode,
  FILE_WEIGHT,
  id,
  numeric,
  optionalText,
  paging,
  requestedGrid,
  requiredText,
  row,
  sentPosition,
  tableReport,
} from '@lookout/contract';
import { attributes, LENGTHS } from '@lookout/contract/bounds.ts';
import { photos } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { RESOURCE_KINDS } from './resource.ts';
import { registeredResource, removedResource } from './resource-care.schema.ts';
import { CONFIRMED_FOR_MS } from './resource-care.ts';

const sees = { anyOf: ['watch-alarms'] } as const;
const keeps = { anyOf: ['set-up-cameras'] } as const;

const kind = z.enum(RESOURCE_KINDS, errorCode('resource-kind'));
const kinds = z
  .array(kind)
  .max(LENGTHS.kinds, errorCode('items-at-most', { most: LENGTHS.kinds }))
  .nullish();

const fields = {
  name: requiredText(64, errorCode('name-needed')),
  position: sentPosition,
  heightMetres: numeric(z.number().min(-500).max(9000)).nullish(),
  online: z.boolean().nullish(),
  districtName: optionalText(64),
  streetName: optionalText(64),
  leaderName: optionalText(64),
  leaderPhone: optionalText(32),
  description: optionalText(500),
  rangeMetres: numeric(z.number().min(0).max(100_000)).nullish(),
  horizontalAngleDegrees: numeric(z.number().min(-360).max(360)).nullish(),
  attributes: attributes.nullish(),
  /** Absent in a change: the photos are retained. */
  photos,
};

export const resourceCareCalls = {
  resourcePage: row({
    method: 'POST',
    path: '/resource/api/resourceList/page',
    summary: `资源（分页），附版本与确认时间；stale：只列 ${CONFIRMED_FOR_MS / 86_400_000} 天内既未修改也未确认的`,
    permission: sees,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...requestedGrid, name: optionalText(64), kinds, stale: z.boolean().nullish(), ...paging }),
    reply: registeredResource,
  }),
  createResource: row({
    method: 'POST',
    path: '/resource/api/resourceList',
    summary: '新建资源；类别与编号已有者拒绝',
    permission: keeps,
    scope: 'position',
    envelope: 'data',
    effect: 'write',
    act: 'create-resource',
    input: z.object({ kind, code: requiredText(64, errorCode('code-needed')), ...fields }),
    reply: registeredResource,
  }),
  updateResource: row({
    method: 'PUT',
    path: '/resource/api/resourceList/{id}',
    summary: '修改资源（类别与编号不变）；version 不是现在的版本时为 409，附现在的值',
    permission: keeps,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'update-resource',
    params: z.object({ id }),
    input: z.object({ version: z.number().int().min(1), ...fields }),
    reply: registeredResource,
    current: registeredResource,
  }),
  confirmResources: row({
    method: 'POST',
    path: '/resource/api/resourceList/confirm',
    summary: '确认资源仍然属实；不在自己网格内的不计',
    permission: keeps,
    scope: 'list',
    envelope: 'data',
    effect: 'write',
    act: 'confirm-resources',
    input: z.object({ ids: z.array(id).min(1).max(500) }),
    reply: z.object({ confirmed: z.number() }),
  }),
  removeResource: row({
    method: 'POST',
    path: '/resource/api/resourceList/remove',
    summary: '删除资源，须说明原因；可恢复',
    permission: keeps,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'remove-resource',
    input: z.object({ id, reason: requiredText(200, errorCode('deletion-reason-needed')) }),
    reply: z.null(),
  }),
  removedResources: row({
    method: 'POST',
    path: '/resource/api/resourceList/removed',
    summary: '已删除的资源（分页）',
    permission: keeps,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...requestedGrid, kinds, ...paging }),
    reply: removedResource,
  }),
  restoreResource: row({
    method: 'POST',
    path: '/resource/api/resourceList/restore',
    summary: '恢复已删除的资源；其类别与编号又被登记时拒绝',
    permission: keeps,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'restore-resource',
    input: z.object({ id }),
    reply: registeredResource,
  }),
  importResources: row({
    method: 'POST',
    path: '/resource/api/resourceList/import',
    summary: '从表格（Excel、CSV）或点（GeoJSON、KML、KMZ）导入资源，逐行报告；apply=1 才写入，否则只检查',
    permission: keeps,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'import-resources',
    body: 'csv-or-json',
    weight: FILE_WEIGHT,
    query: z.object({ apply: bit.nullish() }),
    reply: tableReport,
  }),
};
