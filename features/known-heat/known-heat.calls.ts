// Known heat (已知热源): places that are hot day after day, their review, and masks on the map (地图屏蔽区).

import {
  bit,
  errorCode,
  FILE_WEIGHT,
  gridNo,
  id,
  numeric,
  optionalText,
  paging,
  requiredText,
  row,
  sentPosition,
  tableReport,
  time,
} from '@lookout/contract';
import { z } from 'zod';
import { knownHeat, mapMask } from './known-heat.schema.ts';
import {
  CALMED_KINDS,
  HEAT_KINDS,
  HEAT_STATES,
  LARGEST_HEAT_RADIUS_METRES,
  LEAST_HEAT_RADIUS_METRES,
  LEAST_MASK_POINTS,
  MOST_MASK_POINTS,
  USUAL_HEAT_RADIUS_METRES,
} from './known-heat.ts';

// An officer who watches the alarms must see why an alarm is muted; an officer who handles alarms decides about the heat source.
const mayRead = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', effect: 'read', method: 'POST' } as const;
const mayWrite = { permission: { anyOf: ['act-on-alarms'] }, effect: 'write' } as const;

const radiusMetres = numeric(
  z
    .number(errorCode('heat-radius-range', { least: LEAST_HEAT_RADIUS_METRES, most: LARGEST_HEAT_RADIUS_METRES }))
    .min(LEAST_HEAT_RADIUS_METRES, errorCode('heat-radius-range', { least: LEAST_HEAT_RADIUS_METRES, most: LARGEST_HEAT_RADIUS_METRES }))
    .max(LARGEST_HEAT_RADIUS_METRES, errorCode('heat-radius-range', { least: LEAST_HEAT_RADIUS_METRES, most: LARGEST_HEAT_RADIUS_METRES })),
);
const version = numeric(z.number().int().min(1));

const draft = z.object({
  name: requiredText(64, errorCode('heat-name-needed')),
  kind: z.enum(HEAT_KINDS, errorCode('heat-kind')),
  position: z.object(sentPosition.shape, errorCode('heat-place-needed')),
  radiusMetres: radiusMetres.default(USUAL_HEAT_RADIUS_METRES),
  /** null: not known. */
  usualFrpMegawatts: numeric(z.number().min(0).max(100_000)).nullish(),
  note: optionalText(500),
});

const heatFilter = {
  gridNo: gridNo.nullish(),
  state: z.enum(HEAT_STATES).nullish(),
  kind: z.enum(HEAT_KINDS).nullish(),
  /** Matched as a substring of the name or the address. */
  text: optionalText(64),
  /** Sorted by distance from it. */
  around: z.object({ centre: sentPosition, radiusMetres: numeric(z.number().min(1).max(500_000)).nullish() }).nullish(),
};

const maskDraft = z.object({
  polygon: z
    .array(sentPosition, errorCode('too-few-points', { least: LEAST_MASK_POINTS }))
    .min(LEAST_MASK_POINTS, errorCode('too-few-points', { least: LEAST_MASK_POINTS }))
    .max(MOST_MASK_POINTS, errorCode('mask-points-at-most', { most: MOST_MASK_POINTS })),
  reason: requiredText(200, errorCode('reason-needed')),
  alarmKinds: z.array(z.enum(CALMED_KINDS), errorCode('mask-kinds-needed')).min(1, errorCode('mask-kinds-needed')).max(CALMED_KINDS.length),
  /** The end of the mask, at most a year from now. */
  endsAt: time,
});

const maskFilter = {
  gridNo: gridNo.nullish(),
  /** true: active masks; false: ended masks. */
  isStanding: z.boolean().nullish(),
  /** Matched as a substring of the reason. */
  text: optionalText(64),
};

/**
 * The column names of a list of plants and kilns, in every language: the import reads them, and the templates contain them. 半径 in metres,
 * 常见功率 in megawatts.
 */
export const KNOWN_HEAT_COLUMNS = [
  { name: '名称', required: true },
  { name: '类型', required: true },
  { name: '经度', required: true },
  { name: '纬度', required: true },
  { name: '半径' },
  { name: '常见功率' },
  { name: '地址' },
  { name: '备注' },
] as const satisfies readonly { readonly name: string; readonly required?: boolean }[];

export const knownHeatCalls = {
  knownHeatPage: row({
    ...mayRead,
    path: '/fire/api/knownHeat/page',
    summary: '已知热源（分页）：出现天数多的在前；给出一点时为其周围的，近的在前',
    envelope: 'page',
    input: z.object({ ...heatFilter, ...paging }),
    reply: knownHeat,
  }),
  knownHeatList: row({
    ...mayRead,
    path: '/fire/api/knownHeat/list',
    summary: '已知热源列表；给出一点时为其周围的，近的在前',
    envelope: 'list',
    input: z.object(heatFilter),
    reply: knownHeat,
  }),
  createKnownHeat: row({
    ...mayWrite,
    method: 'POST',
    path: '/fire/api/knownHeat',
    summary: '登记热源：网格由位置得出；isConfirmed 为 true 时同时确认，否则待确认',
    scope: 'position',
    envelope: 'created',
    act: 'create-known-heat',
    input: draft.extend({ isConfirmed: z.boolean().default(false) }),
    reply: z.object({ id: z.uuid() }),
  }),
  updateKnownHeat: row({
    ...mayWrite,
    method: 'PUT',
    path: '/fire/api/knownHeat/{id}',
    summary: '修改热源：version 不是现有版本时为 409，附现有的热源',
    scope: 'object',
    authority: 'whole',
    envelope: 'data',
    act: 'update-known-heat',
    params: z.object({ id }),
    input: draft.extend({ version }),
    reply: knownHeat,
    current: knownHeat,
  }),
  reviewKnownHeat: row({
    ...mayWrite,
    method: 'POST',
    path: '/fire/api/knownHeat/review',
    summary: '确认（confirmed，须有名称、类型与半径）或否决（rejected，须说明原因）热源；已有人处理时为 409，附现有的热源',
    scope: 'object',
    authority: 'whole',
    envelope: 'data',
    act: 'review-known-heat',
    input: z.discriminatedUnion(
      'state',
      [
        z.object({
          state: z.literal('confirmed'),
          id,
          name: draft.shape.name,
          kind: draft.shape.kind,
          radiusMetres,
          note: optionalText(500),
        }),
        z.object({ state: z.literal('rejected'), id, reason: requiredText(200, errorCode('reason-needed')) }),
      ],
      errorCode('review-outcome'),
    ),
    reply: knownHeat,
    current: knownHeat,
  }),
  deleteKnownHeat: row({
    ...mayWrite,
    method: 'DELETE',
    path: '/fire/api/knownHeat/{id}',
    summary: '删除热源，须说明原因；其处的火警重新按一般火警对待',
    scope: 'object',
    authority: 'whole',
    envelope: 'message',
    act: 'delete-known-heat',
    params: z.object({ id }),
    query: z.object({ reason: requiredText(200, errorCode('deletion-reason-needed')) }),
    reply: z.null(),
  }),
  importKnownHeats: row({
    ...mayWrite,
    method: 'POST',
    path: '/fire/api/knownHeat/import',
    summary: '从表格（Excel、CSV）导入厂矿与砖窑名单，逐行报告；新的待确认，同网格内名称相同者更新；apply=1 才写入，否则只检查',
    scope: 'none',
    envelope: 'data',
    act: 'import-known-heat',
    body: 'csv-or-json',
    weight: FILE_WEIGHT,
    query: z.object({ apply: bit.nullish() }),
    reply: tableReport,
  }),
  mapMaskPage: row({
    ...mayRead,
    path: '/fire/api/mapMask/page',
    summary: '地图屏蔽区（分页）：有效的在前',
    envelope: 'page',
    input: z.object({ ...maskFilter, ...paging }),
    reply: mapMask,
  }),
  mapMaskList: row({
    ...mayRead,
    path: '/fire/api/mapMask/list',
    summary: '地图屏蔽区列表',
    envelope: 'list',
    input: z.object(maskFilter),
    reply: mapMask,
  }),
  createMapMask: row({
    ...mayWrite,
    method: 'POST',
    path: '/fire/api/mapMask',
    summary: '新建地图屏蔽区：网格为包含其各点的最低一级；须有截止时间，不超过一年',
    scope: 'position',
    envelope: 'created',
    act: 'create-map-mask',
    input: maskDraft,
    reply: z.object({ id: z.uuid() }),
  }),
  updateMapMask: row({
    ...mayWrite,
    method: 'PUT',
    path: '/fire/api/mapMask/{id}',
    summary: '修改地图屏蔽区：version 不是现有版本时为 409，附现有的屏蔽区；已结束的不能修改',
    scope: 'object',
    authority: 'whole',
    envelope: 'data',
    act: 'update-map-mask',
    params: z.object({ id }),
    input: maskDraft.extend({ version }),
    reply: mapMask,
    current: mapMask,
  }),
  endMapMask: row({
    ...mayWrite,
    method: 'POST',
    path: '/fire/api/mapMask/end',
    summary: '提前结束地图屏蔽区；已结束时为 409，附现有的屏蔽区',
    scope: 'object',
    authority: 'whole',
    envelope: 'data',
    act: 'end-map-mask',
    input: z.object({ id }),
    reply: mapMask,
    current: mapMask,
  }),
};
