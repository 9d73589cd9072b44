// Resources: lists by kind, resources around a place, and the calls for machines.

import {
  bit,
  errorCode,
  gridNo,
  id,
  LIST_LIMIT,
  LIST_WEIGHT,
  latitude,
  longitude,
  numeric,
  optionalText,
  type Row,
  requestedGrid,
  requiredText,
  row,
  whenMissing,
  whyRefused,
} from '@lookout/contract';
import { attributes, LENGTHS } from '@lookout/contract/bounds.ts';
import { splitJoined } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { gridNode } from '../grid/grid.calls.ts';
import { listedResource, nearbyResource, resource, wireAssetKind } from './resource.schema.ts';
import { type AssetKind, RESOURCE_KINDS, type ResourceKind } from './resource.ts';
import { resourceCareCalls } from './resource-care.calls.ts';
import { gridCount, oneResource } from './resource-care.schema.ts';

const seesResources = { anyOf: ['watch-alarms'] } as const;
const listing = { method: 'POST', permission: seesResources, scope: 'list', envelope: 'list', effect: 'read' } as const;

const filter = z.object({ ...requestedGrid, name: optionalText(64) });

const requestedKinds = z.preprocess(
  (v) => (typeof v === 'string' ? splitJoined(v) : v),
  z
    .array(wireAssetKind)
    .max(LENGTHS.kinds, errorCode('items-at-most', { most: LENGTHS.kinds }))
    .nullish(),
);

/** Degrees; a box across the date line is sent as two boxes. */
export const box = z.object({ west: longitude, south: latitude, east: longitude, north: latitude }).superRefine((edges, context) => {
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (edges.west >= edges.east) refuse('east', errorCode('east-of-west'));
  if (edges.south >= edges.north) refuse('north', errorCode('north-of-south'));
});

const around = z.object({
  gridNo: gridNo.nullish(),
  longitude,
  latitude,
  /** Metres. */
  radius: numeric(
    z
      .number(whenMissing(errorCode('radius-needed')))
      .min(1, errorCode('radius-positive'))
      .max(500_000, errorCode('radius-at-most', { kilometres: 500 })),
  ).default(5_000),
  /** One kind, several joined by commas, or a list; none: all. */
  resourceType: requestedKinds,
  name: optionalText(64),
  /** The limit counts each kind separately in the grouped call, and all kinds together in the plain call. */
  limit: numeric(z.number().int().min(1).max(1_000)).default(100),
});

const summaries = {
  fireCommand: '指挥部',
  cemetery: '坟墓',
  checkStation: '检查站',
  materialRepository: '物资库',
  team: '扑火队伍',
  watchTower: '瞭望塔',
  waterSource: '水源地',
  DangerSource: '危险源',
  HelicopterPoint: '直升机停机点',
  uav: '无人机',
  inspectionPost: '检查哨卡',
} as const satisfies Record<ResourceKind, string>;

/** `POST /resource/api/{resource}/list`, with the resource spelled as in the specification's routes. */
const listOf = <const K extends ResourceKind>(kind: K) =>
  ({
    ...listing,
    path: `/resource/api/${kind}/list`,
    summary: `${summaries[kind]}列表`,
    weight: LIST_WEIGHT,
    input: filter,
    reply: resource,
    reads: 'resource',
  }) as const satisfies Row;

export const resourceCalls = {
  ...resourceCareCalls,
  fireCommand: row(listOf('fireCommand')),
  cemetery: row(listOf('cemetery')),
  checkStation: row(listOf('checkStation')),
  materialRepository: row(listOf('materialRepository')),
  team: row(listOf('team')),
  watchTower: row(listOf('watchTower')),
  waterSource: row(listOf('waterSource')),
  DangerSource: row(listOf('DangerSource')),
  HelicopterPoint: row(listOf('HelicopterPoint')),
  uav: row(listOf('uav')),
  inspectionPost: row(listOf('inspectionPost')),
  gridList: row({
    ...listing,
    path: '/resource/api/grid/list',
    summary: '网格列表：自己的网格与其下级（到县；按名称查时到乡镇与村）',
    weight: LIST_WEIGHT,
    input: filter,
    reply: gridNode,
  }),
  resourceList: row({
    ...listing,
    path: '/resource/api/resourceList/list',
    summary: '资源列表：所有类别，或指定的类别（监控点、摄像头须指明）；可限于一个范围框',
    input: filter.extend({
      resourceType: requestedKinds,
      box: box.nullish(),
      limit: numeric(
        z
          .number()
          .int()
          .min(1, errorCode('limit-positive'))
          .max(LIST_LIMIT, errorCode('limit-at-most', { most: LIST_LIMIT })),
      ).default(LIST_LIMIT),
    }),
    reply: listedResource,
    reads: 'resource',
  }),
  counts: row({
    method: 'GET',
    path: '/resource/api/resourceList/counts',
    summary: '资源、监控点与摄像头的数量：按市或县、按类别，只列大于0的',
    permission: seesResources,
    embeds: ['resources'],
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish(), level: z.enum(['prefecture', 'county'], errorCode('count-level')) }),
    reply: gridCount,
  }),
  resourceOne: row({
    method: 'GET',
    path: '/resource/api/resourceList/{id}',
    summary: '一个资源',
    permission: seesResources,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: oneResource,
  }),
  around: row({
    ...listing,
    // Landmarks of 设备纠偏, which opens with the permission of 视频预览.
    permission: { anyOf: ['watch-alarms', 'watch-video'] },
    path: '/resource/api/resourceList/getAroundResourceList',
    summary: '一点周围的资源，近的在前，附距离与方位',
    input: around,
    reply: nearbyResource,
    reads: 'nearby-asset',
  }),
  aroundByKind: row({
    ...listing,
    path: '/resource/api/resourceList/getAroundResourceListNew',
    summary: '一点周围的资源，按类别分组，附数量',
    weight: 40,
    input: around,
    reply: z.object({ resourceType: wireAssetKind, resourceName: z.string(), count: z.number(), list: z.array(nearbyResource) }),
    reads: 'near-group',
  }),
  putResources: row({
    method: 'POST',
    path: '/resource/api/resourceList/put',
    summary: '成批写入资源：类别与编号相同者更新，逐行报告',
    permission: { feedOr: ['set-up-cameras'] },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'put-resources',
    input: z.array(z.unknown(), errorCode('resources-needed')).max(5_000, errorCode('resources-at-most', { most: 5_000 })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
    }),
  }),
};

/** One row of `putResources` and of the import of resources. Each row is judged separately. */
export const resourceRow = z.object({
  resourceType: z.enum(RESOURCE_KINDS, errorCode('resource-kind')),
  resourceCode: requiredText(64, errorCode('code-needed')),
  name: requiredText(64, errorCode('name-needed')),
  position: z.object({ lng: longitude, lat: latitude, z: numeric(z.number().min(-500).max(9000)).nullish() }),
  isOnline: z.preprocess((v) => (v === '' ? null : v), bit.nullish()),
  districtName: optionalText(64),
  streetName: optionalText(64),
  leaderName: optionalText(64),
  leaderPhone: optionalText(32),
  description: optionalText(500),
  monitorRange: numeric(z.number().min(0).max(100_000)).nullish(),
  horizontalAngle: numeric(z.number().min(-360).max(360)).nullish(),
  attributes: attributes.nullish(),
});

export const resourceNames: Readonly<Record<AssetKind, string>> = { ...summaries, 'monitoring-point': '监控点', camera: '摄像头' };
