// Calls for actions on an alarm. Those of the specification (§7 "Fire") and of docs/interface.md name fields as it does; the product's own
// calls name them as the domain does. Every action replies with the changed alarm, and pushing a smoke alarm with the alarm it became. A conflict replies 409 with the
// current alarm.

import { bit, errorCode, id, latitude, longitude, measure, numeric, optionalText, requiredText, row } from '@lookout/contract';
import { z } from 'zod';
import { ALARM_KINDS, CLOSE_OUTCOMES, type CloseOutcome } from './alarm.ts';
import { WIRE_KINDS } from './alarm-kinds.wire.ts';
import { alarm, correction, handling, rekindling } from './own-alarm.schema.ts';
import { anyAlarm, LAND_SHARE } from './specified-alarm.schema.ts';

const acts = { permission: { anyOf: ['act-on-alarms'] }, scope: 'object', authority: 'own', envelope: 'data', effect: 'write' } as const;

/** What the calls of the specification share. */
const answers = { ...acts, reply: anyAlarm, reads: 'alarm', readsCurrent: 'alarm' } as const;

/** What the product's own calls share. An alarm of another kind than the one given is not found. */
const own = {
  ...acts,
  method: 'POST',
  query: z.object({ id, kind: z.enum(ALARM_KINDS).nullish() }),
  reply: alarm,
  current: alarm,
} as const;

/** Specification §5: at most 70 characters. An empty note is no note. */
const note = optionalText(70).transform((text) => (text === '' ? null : text));
/** 1–8 (§4). */
const trueAlarmType = numeric(z.number().int().min(1, errorCode('fire-type-range')).max(8, errorCode('fire-type-range'))).nullish();
const kind = z.enum(WIRE_KINDS).nullish();
const specifiedJudgement = { isReal: bit, isTrueNote: note, trueAlarmType };

/** A false alarm has no fire type. A note or a type without a verdict is refused. */
function checkJudgement(judgement: { isReal?: unknown; isTrueNote?: unknown; trueAlarmType?: unknown }, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (judgement.isReal === 0 && judgement.trueAlarmType != null) refuse('trueAlarmType', errorCode('only-real-fire-has-type'));
  if (judgement.isReal == null && (judgement.isTrueNote || judgement.trueAlarmType != null)) refuse('isReal', errorCode('verdict-needed'));
}

const messageOfOutcome = {
  extinguished: ['1', '已扑灭', '扑灭'],
  'burnt-out': ['2', '自行熄灭'],
  'no-fire': ['3', '核实非火情', '非火情'],
  'handed-over': ['4', '已移交', '移交'],
  other: ['5', '其他'],
} as const satisfies Record<CloseOutcome, readonly string[]>;

/** Accepts the code, its number or its Chinese label. Any other text becomes 其他, and the text is placed before the note. */
const outcome = z.preprocess(
  (v) => (typeof v === 'number' ? String(v) : v),
  requiredText(64, errorCode('outcome-needed')).transform((given): { outcome: CloseOutcome; otherText: string | null } => {
    const known = CLOSE_OUTCOMES.find((code) => code === given || messageOfOutcome[code].some((message) => message === given));
    return known ? { outcome: known, otherText: null } : { outcome: 'other', otherText: given };
  }),
);

/** The editable facts of a source. */
const editable = { address: optionalText(200), isReal: bit.nullish(), isTrueNote: note, trueAlarmType, isHandle: bit.nullish() };
const hectares = numeric(z.number().min(0).max(10_000_000)).nullish();
const landShare = numeric(z.number().min(0).max(100)).nullish().describe(LAND_SHARE);
const satelliteRecord = z
  .object({
    id,
    ...editable,
    area: hectares,
    woodland: landShare,
    grassland: landShare,
    farmland: landShare,
    otherland: landShare,
    strength: numeric(z.number()).nullish(),
    strengthLevel: numeric(z.number().int().min(0).max(100)).nullish(),
    observationFrequency: numeric(z.number().int().min(0).max(10_000)).nullish(),
  })
  .superRefine(checkJudgement);

/** The specification has a note for cameras only (`isPutOutNote`). Here every push may carry a reason for the superior. */
const push = (path: string, summary: string) =>
  row({
    method: 'GET',
    path,
    summary,
    ...answers,
    act: 'push-alarm',
    query: z.object({ id, isPut: bit, isPutOutNote: optionalText(200), note: optionalText(200) }),
  });

const deletion = (path: string, summary: string) =>
  row({
    method: 'DELETE',
    path,
    summary,
    permission: { anyOf: ['delete-alarms'] },
    scope: 'object',
    authority: 'own',
    envelope: 'message',
    effect: 'write',
    act: 'delete-alarm',
    verified: true,
    query: z.object({ id, reason: requiredText(200, errorCode('deletion-reason-needed')) }),
    reply: z.null(),
  });

export const alarmActionCalls = {
  acknowledge: row({
    method: 'POST',
    path: '/fire/api/fire/acknowledge',
    summary: '接警：“我来处置”；已由他人接警时须明确接手',
    ...answers,
    authority: 'part',
    act: 'acknowledge-alarm',
    input: z.object({ id, kind, takeOver: bit.nullish() }),
  }),
  seen: row({
    method: 'POST',
    path: '/fire/api/fire/seen',
    summary: '已看到（记入经过，每人一次）',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'part',
    act: 'see-alarm',
    input: z.object({ id }),
    reply: z.null(),
  }),
  correct: row({
    ...own,
    path: '/fire/api/fire/correct',
    summary: '更正研判结果',
    act: 'correct-alarm',
    input: correction,
  }),
  handle: row({
    ...own,
    path: '/fire/api/fire/handle',
    summary: '处置完毕而不研判；isRenovated：隐患已整改',
    act: 'handle-alarm',
    input: handling,
  }),
  reopen: row({
    ...own,
    path: '/fire/api/fire/reopen',
    summary: '退回待处理',
    act: 'handle-alarm',
  }),
  close: row({
    method: 'POST',
    path: '/fire/api/fire/close',
    summary: '关闭在燃火情：结果与说明；tasks 为 end 时一并取消该火情未完成的任务（需派遣权限），缺省为 keep，任务照旧',
    ...answers,
    act: 'close-fire',
    input: z.object({ id, kind, outcome, note: optionalText(500), tasks: z.enum(['end', 'keep']).nullish() }),
  }),
  rekindle: row({
    ...own,
    path: '/fire/api/fire/rekindle',
    summary: '复燃：把已关闭的火情重新列为在燃，附原因；研判不变',
    act: 'rekindle-fire',
    input: rekindling,
  }),
  monitorJudge: row({
    method: 'POST',
    path: '/fire/api/monitorFirealarm/fireRealUpdates',
    summary: '研判火情（任何来源）：真实或误报、类型、备注',
    ...answers,
    act: 'judge-alarm',
    input: z.object({ fireId: id, ...specifiedJudgement }).superRefine(checkJudgement),
  }),
  satelliteUpdate: row({
    method: 'PUT',
    path: '/fire/api/satelliteFirealarm',
    summary: '修改卫星火情：研判（isReal）或整条记录',
    ...answers,
    act: 'update-satellite-alarm',
    input: satelliteRecord,
  }),
  satelliteUpdateDto: row({
    method: 'PUT',
    path: '/fire/api/satelliteFirealarm/updateDto',
    summary: '修改卫星火情的记录',
    ...answers,
    act: 'update-satellite-alarm',
    input: satelliteRecord,
  }),
  satelliteHandle: row({
    method: 'POST',
    path: '/fire/api/satelliteFirealarm/updateIsHandle',
    summary: '卫星火情的处置状态',
    ...answers,
    act: 'handle-alarm',
    input: z.object({ id, isHandle: bit }),
  }),
  satelliteJudge: row({
    method: 'POST',
    path: '/fire/api/satelliteFirealarm/updateIsReal',
    summary: '研判卫星火情',
    ...answers,
    act: 'judge-alarm',
    input: z.object({ id, ...specifiedJudgement }).superRefine(checkJudgement),
  }),
  satellitePush: push('/fire/api/satelliteFirealarm/updatePutStatus', '上报卫星火情（isPut 1）或撤回（0）'),
  monitorPush: push('/fire/api/monitorFirealarm/updatePutStatus', '上报摄像头报警（isPut 1，附说明）或撤回（0）'),
  reportPush: push('/fire/api/reportFirealarm/updatePutStatus', '上报人员火情（isPut 1）或撤回（0）'),
  monitorStates: row({
    method: 'PUT',
    path: '/fire/api/monitorFirealarm/updateMonitorFireStates',
    summary: '摄像头报警的状态：研判、处置、处置意见',
    ...answers,
    act: 'update-monitor-alarm',
    input: z.object({ id, ...editable, handleOpinions: optionalText(200) }).superRefine(checkJudgement),
  }),
  monitorUpdate: row({
    method: 'PUT',
    path: '/fire/api/monitorFirealarm',
    summary: '修改摄像头报警',
    ...answers,
    act: 'update-monitor-alarm',
    input: z
      .object({
        id,
        ...editable,
        handleOpinions: optionalText(200),
        alarmType: optionalText(64),
        maxHeat: measure('maxHeat'),
      })
      .superRefine(checkJudgement),
  }),
  monitorMove: row({
    method: 'GET',
    path: '/fire/api/monitorFirealarm/updateLongitudeLatitude',
    summary: '更正火点位置',
    ...answers,
    act: 'move-alarm',
    query: z.object({
      fireId: id,
      editLongitude: longitude,
      editLatitude: latitude,
      height: numeric(z.number().min(-500).max(9000)).nullish(),
    }),
  }),
  reportUpdate: row({
    method: 'PUT',
    path: '/fire/api/reportFirealarm',
    summary: '修改人员上报：研判、处置、记录',
    ...answers,
    act: 'update-report',
    input: z.object({ id, ...editable, description: optionalText(500), comment: optionalText(500) }).superRefine(checkJudgement),
  }),
  smokePush: row({
    method: 'GET',
    path: '/fire/api/smokeAlarmFiltering/saveMonitorFireAlarm',
    summary: '推送烟感报警：成为一条监控火警，答复即这条火警',
    ...answers,
    act: 'push-smoke-alarm',
    query: z.object({ id }),
  }),
  monitorDelete: deletion('/fire/api/monitorFirealarm/adminDelete', '管理员删除摄像头报警（附原因）'),
  smokeDelete: deletion('/fire/api/smokeAlarmFiltering/adminDelete', '管理员删除烟感报警（附原因）'),
};
