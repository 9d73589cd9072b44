// Geological hazards (地质灾害): points, monitors, readings, warnings.

import {
  bit,
  errorCode,
  FILE_WEIGHT,
  gridNo,
  id,
  latitude,
  longitude,
  numeric,
  optionalText,
  paging,
  requiredText,
  row,
  tableReport,
  time,
  timeWindow,
  whenMissing,
  whyRefused,
} from '@lookout/contract';
import { photos } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { hazard, hazardFile, hazardHistoryLine, hazardOverview, hazardWarning, readingSpan } from './hazard.schema.ts';
import {
  HAZARD_KINDS,
  HAZARD_LEVELS,
  HAZARD_STATES,
  HAZARD_UNDO_MS,
  HAZARD_WARNING_LEVELS,
  MONITOR_KINDS,
  MOST_MONITORS,
  NO_RAIN_THRESHOLDS,
  NO_THRESHOLDS,
  type Thresholds,
  unorderedLevel,
} from './hazard.ts';

const mayWork = { anyOf: ['set-up-cameras'] } as const;

const from = numeric(z.number().min(-1_000_000).max(1_000_000)).nullish();
const requestedThresholds = z
  .object({ blue: from, yellow: from, orange: from, red: from })
  .transform(
    ({ blue, yellow, orange, red }): Thresholds => ({
      blue: blue ?? null,
      yellow: yellow ?? null,
      orange: orange ?? null,
      red: red ?? null,
    }),
  )
  .superRefine((thresholds, context) => {
    const level = unorderedLevel(thresholds);
    if (level !== null) context.addIssue({ code: 'custom', path: [level], message: errorCode('threshold-order') });
  });

const PHONE = /^[0-9+()\- ]{5,32}$/;
const count = numeric(z.number().int().min(0).max(1_000_000)).default(0);

const draft = z
  .object({
    code: requiredText(64, errorCode('hazard-code-needed')),
    name: requiredText(64, errorCode('hazard-name-needed')),
    kind: z.enum(HAZARD_KINDS, errorCode('hazard-kind')),
    level: z.enum(HAZARD_LEVELS, errorCode('hazard-level')),
    state: z.enum(HAZARD_STATES, errorCode('hazard-state')).default('registered'),
    position: z.object({ lng: longitude, lat: latitude }, errorCode('hazard-place-needed')),
    address: optionalText(200),
    people: count,
    households: count,
    dutyName: optionalText(64),
    dutyPhone: optionalText(32).refine((s) => s == null || s.trim() === '' || PHONE.test(s), errorCode('phone-format')),
    description: optionalText(1_000),
    photos,
    rain: z.object({ oneHour: requestedThresholds, oneDay: requestedThresholds }).default(NO_RAIN_THRESHOLDS),
    monitors: z
      .array(
        z.object({
          /** null: a new monitor. */
          id: id.nullish(),
          code: requiredText(64, errorCode('monitor-code-needed')),
          kind: z.enum(MONITOR_KINDS, errorCode('monitor-kind')),
          name: requiredText(64, errorCode('monitor-name-needed')),
          value: requestedThresholds.default(NO_THRESHOLDS),
          rate: requestedThresholds.default(NO_THRESHOLDS),
        }),
      )
      .max(MOST_MONITORS, errorCode('monitors-at-most', { most: MOST_MONITORS }))
      .default([]),
  })
  .superRefine(({ monitors }, context) => {
    const seen = new Set<string>();
    for (const [index, { code }] of monitors.entries()) {
      if (seen.has(code.trim()))
        context.addIssue({ code: 'custom', path: ['monitors', index, 'code'], message: errorCode('monitor-code-twice') });
      seen.add(code.trim());
    }
  });

const filter = {
  gridNo: gridNo.nullish(),
  kind: z.enum(HAZARD_KINDS).nullish(),
  level: z.enum(HAZARD_LEVELS).nullish(),
  state: z.enum(HAZARD_STATES).nullish(),
  /** A part of the name or the code. */
  text: optionalText(64),
  /** true: only those with a warning that is not closed. */
  isWarned: z.boolean().nullish(),
  warningLevel: z.enum(HAZARD_WARNING_LEVELS).nullish(),
};

const note = requiredText(500, errorCode('hazard-note-needed'));
const answering = {
  method: 'POST',
  permission: mayWork,
  scope: 'object',
  authority: 'own',
  envelope: 'data',
  effect: 'write',
  reply: hazardWarning,
  current: hazardWarning,
} as const;

/** One reading of a batch. Each is validated separately, so that an invalid row does not reject the others. */
export const readingRow = z.object({
  monitorCode: requiredText(64, errorCode('monitor-code-needed')),
  time,
  value: numeric(
    z
      .number(whenMissing(errorCode('reading-needed')))
      .min(-1_000_000)
      .max(1_000_000),
  ),
});
export const READING_BATCH_LIMIT = 10_000;

/** The columns of a table of hazard points, in every language. The import reads these names and the templates contain them. */
export const HAZARD_COLUMNS = [
  { name: '统一编号', required: true },
  { name: '名称', required: true },
  { name: '类型', required: true },
  { name: '经度', required: true },
  { name: '纬度', required: true },
  { name: '险情等级' },
  { name: '威胁人数' },
  { name: '威胁户数' },
  { name: '责任人' },
  { name: '责任人电话' },
  { name: '地址' },
  { name: '状态' },
  { name: '说明' },
] as const satisfies readonly { readonly name: string; readonly required?: boolean }[];

export const hazardCalls = {
  hazardPage: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/page',
    summary: '地质灾害隐患点（分页）：有预警的在前，红色最先',
    permission: mayWork,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...filter, ...paging }),
    reply: hazardOverview,
  }),
  hazardList: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/list',
    summary: '地质灾害隐患点列表',
    permission: mayWork,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object(filter),
    reply: hazardOverview,
  }),
  hazardCounts: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/getCount',
    summary: '在册隐患点的数目：按类型、等级、网格',
    permission: mayWork,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish() }),
    reply: z.object({
      kind: z.enum(HAZARD_KINDS),
      level: z.enum(HAZARD_LEVELS),
      gridNo: z.string(),
      gridName: z.string(),
      count: z.number(),
      people: z.number(),
      /** Points with an open warning. */
      warned: z.number(),
    }),
  }),
  hazardOne: row({
    method: 'GET',
    path: '/resource/api/geologicHazard/{id}',
    summary: '一个隐患点：监测设备与最新读数、所在网格的雨量',
    permission: mayWork,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    params: z.object({ id }),
    reply: hazardFile,
  }),
  createHazard: row({
    method: 'POST',
    path: '/resource/api/geologicHazard',
    summary: '登记隐患点：网格由位置得出；统一编号已有时为 409，附现有的隐患点',
    permission: mayWork,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-hazard',
    input: draft,
    reply: z.object({ id: z.uuid() }),
  }),
  updateHazard: row({
    method: 'PUT',
    path: '/resource/api/geologicHazard/{id}',
    summary: '修改隐患点与其监测设备、阈值：version 不是现有版本时为 409，附现有的隐患点',
    permission: mayWork,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'update-hazard',
    params: z.object({ id }),
    input: z.object({ version: numeric(z.number().int().min(1)), hazard: draft }),
    reply: hazard,
    current: hazard,
  }),
  deleteHazard: row({
    method: 'DELETE',
    path: '/resource/api/geologicHazard/{id}',
    summary: '删除隐患点、其监测设备与读数，可撤销；有未关闭的预警时不能删除',
    permission: mayWork,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'delete-hazard',
    verified: true,
    params: z.object({ id }),
    query: z.object({ reason: requiredText(200, errorCode('deletion-reason-needed')) }),
    reply: z.null(),
  }),
  restoreHazard: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/restore',
    summary: `撤销删除：${HAZARD_UNDO_MS / 60_000} 分钟内，隐患点、其监测设备与读数恢复如前；统一编号又被登记时为 409，附现有的隐患点`,
    permission: mayWork,
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'restore-hazard',
    input: z.object({ id }),
    reply: hazard,
    current: hazard,
  }),
  importHazards: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/import',
    summary: '从表格（Excel、CSV）导入隐患点，逐行报告；统一编号相同者更新，有未关闭预警的不移动也不核销；apply=1 才写入，否则只检查',
    permission: mayWork,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'import-hazards',
    body: 'csv-or-json',
    weight: FILE_WEIGHT,
    query: z.object({ apply: bit.nullish() }),
    reply: tableReport,
  }),
  hazardHistory: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/history',
    summary: '一个隐患点的经过：登记、修改与每次预警，新的在前',
    permission: mayWork,
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    input: z.object({ id }),
    reply: hazardHistoryLine,
  }),
  putReadings: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/readings',
    summary: '接收监测读数（成批）：逐行报告，同一设备同一时间只记一次',
    permission: { feedOr: ['set-up-cameras'], national: true },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'upload-readings',
    body: 'large-json',
    input: z
      .array(z.unknown(), errorCode('readings-needed'))
      .max(READING_BATCH_LIMIT, errorCode('readings-at-most', { most: READING_BATCH_LIMIT })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      duplicates: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
    }),
  }),
  readingList: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/readings/list',
    summary: '一个监测设备的读数，旧的在前；长时段按时间归并为约 400 段，每段给出最低、最高与末次；缺省为最近 24 小时',
    permission: mayWork,
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    input: z.object({ id, monitorId: id, ...timeWindow }),
    reply: readingSpan,
  }),
  hazardWarningPage: row({
    method: 'POST',
    path: '/resource/api/geologicHazard/warning/page',
    summary: '地质灾害预警（分页），新的在前',
    permission: mayWork,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      hazardId: id.nullish(),
      level: z.enum(HAZARD_WARNING_LEVELS).nullish(),
      /** true: not closed. */
      isOpen: z.boolean().nullish(),
      text: optionalText(64),
      ...timeWindow,
      ...paging,
    }),
    reply: hazardWarning,
  }),
  acknowledgeHazardWarning: row({
    ...answering,
    path: '/resource/api/geologicHazard/warning/acknowledge',
    summary: '接警：已有人接警时为 409，附现有的预警',
    act: 'acknowledge-hazard-warning',
    input: z.object({ id }),
  }),
  handleHazardWarning: row({
    ...answering,
    path: '/resource/api/geologicHazard/warning/handle',
    summary: '处置，须说明；已有人处置时为 409，附现有的预警',
    act: 'handle-hazard-warning',
    input: z.object({ id, note }),
  }),
  closeHazardWarning: row({
    ...answering,
    path: '/resource/api/geologicHazard/warning/close',
    summary: '关闭，须说明；处置之后或解除之后才能关闭',
    act: 'close-hazard-warning',
    input: z.object({ id, note }),
  }),
};
