// The words of answering an alarm, in Chinese. The specification's own words to the letter.
import type { AlarmRequestKind } from '@lookout/client';
import { formatTime, words } from '@lookout/contract';
import type { AlarmEventKind } from '@lookout/domain';
import { alarmTermsZh } from '../../../entities/alarm/text.zh-CN.ts';
import type { ActionFailure } from './action-failure.ts';
import type { ShownAction } from './shown-actions.ts';

const actions: Readonly<Record<ShownAction, string>> = {
  acknowledge: '接警',
  'take-over': '接手',
  judge: '火情',
  dispatch: '派遣',
  push: '推送',
  'pass-on': '继续推送',
  'push-smoke': '推送报警',
  renovate: '处置完毕',
  close: '关闭火情',
  correct: '更正研判',
  'withdraw-push': '撤回推送',
  move: '移位',
  delete: '删除',
};

/** What a colleague did; events that change nothing about the alarm are not told. */
const news: Readonly<Partial<Record<AlarmEventKind, (by: string) => string>>> = {
  'alarm.acknowledged': (by) => `${by} 已接警`,
  'alarm.taken-over': (by) => `${by} 已接手`,
  'alarm.judged': (by) => `${by} 已研判`,
  'alarm.corrected': (by) => `${by} 已更正研判`,
  'alarm.pushed': (by) => `${by} 已推送`,
  'alarm.push-withdrawn': (by) => `${by} 已撤回推送`,
  'alarm.handled': (by) => `${by} 已处置完毕`,
  'alarm.reopened': (by) => `${by} 已重新打开`,
  'alarm.moved': (by) => `${by} 已更正火点位置`,
  'alarm.edited': (by) => `${by} 已修改记录`,
  'alarm.dispatched': (by) => `${by} 已派遣`,
  'alarm.closed': (by) => `${by} 已关闭火情`,
};

const gone: Readonly<Partial<Record<AlarmEventKind, (by: string) => string>>> = {
  'alarm.deleted': (by) => `${by} 已删除该火警`,
  'alarm.moved': (by) => `${by} 已将火点移出您的网格`,
};

const held: Readonly<Record<'real' | 'false' | 'push' | 'push-smoke', string>> = {
  real: '研判为真实火情',
  false: '研判为误报或疑似',
  push: '推送火警',
  'push-smoke': '推送烟感报警',
};

/** What failed, before the reason. */
const failed: Readonly<Record<AlarmRequestKind, string>> = {
  acknowledge: '没有接警',
  'take-over': '没有接警',
  judge: '研判没有送达',
  correct: '没有更正',
  push: '推送失败',
  'push-smoke': '推送失败',
  'withdraw-push': '没有撤回',
  renovate: '没有处置',
  close: '没有关闭',
  move: '更新火点位置信息失败',
  delete: '没有删除',
};

const why: Readonly<Record<ActionFailure['why'], string | null>> = {
  conflict: null,
  gone: null,
  refused: null,
  line: '服务器没有应答，可能没有送达；填写的内容仍保留，可以再试',
};

export const answerZh = {
  alarm: alarmTermsZh,
  actions,
  news,
  gone,
  held,
  failed,
  why,
  goneSomehow: '该火警已被删除或已移出您的网格，以下为最后所知。',
  section: '处置情况',
  row: '处置',
  more: '更多操作',
  ok: '确定',
  cancel: '取消',
  sending: '正在发送…',
  readOnly: '从任务打开，仅供查看。',
  acknowledgedBy: (name: string) => `${name} 已接警`,
  acknowledgedByMe: '您已接警',
  pushedTag: '上报',
  takeOverAsk: (name: string) => `该火警已由 ${name} 接警，确定由您接手吗？`,
  waiting: '待发送，可在页面下方撤销',
  by: (name: string | null, at: Date) => [name, formatTime(at)].filter(Boolean).join(' '),
  judge: {
    title: '火情研判',
    correct: '更正研判',
    verdict: '是否真实火情',
    needVerdict: '请选择是否真实火情',
    type: '火情类型',
    note: '备注',
    noteLimit: '备注最多70个字',
    reason: '更正原因',
    needReason: '请填写更正原因',
    reasonLimit: '更正原因最多200个字',
    stands: (by: string, verdict: string) => `${by} 已研判为“${verdict}”。您填写的内容仍在；如有不同意见，请更正并说明原因。`,
    undoHint: '确定后 5 秒内可以撤销。',
  },
  push: {
    title: '推送火警',
    hint: '推送到上级网格的席位，对方会看到并听到提示。确定后 5 秒内可以撤销。',
    note: '推送说明',
    noteLimit: '说明最多200个字',
  },
  withdraw: { ask: '撤回后上级席位将看到推送已撤回，此操作会留下记录。', ok: '撤回' },
  renovate: { title: '处置完毕', hint: '该隐患已整改，不再列入待处理。', note: '处置说明', noteLimit: '说明最多200个字' },
  close: {
    title: '关闭火情',
    outcome: '处置结果',
    needOutcome: '请选择处置结果',
    note: '说明',
    noteLimit: '说明最多500个字',
    needNote: '请说明处置结果',
    hint: '关闭后火情标记在所有席位消失，经过仍可查询。',
  },
  remove: { ask: '删除后所有席位都看不到这条火警，此操作会留下记录。', reason: '删除原因', needReason: '请填写删除原因', ok: '删除' },
  move: {
    title: '移位',
    hint: '在地图上点击新的位置，或输入经纬度。',
    from: '原位置',
    lng: '经度',
    lat: '纬度',
    both: '请同时输入经度和纬度',
    bad: '经纬度格式不正确',
    ok: '更正位置',
    label: '新位置',
  },
  success: { pushed: words.pushed as string, processed: words.processed as string },
  undo: {
    region: '待发送的操作',
    seconds: (n: number) => `${n} 秒后发送`,
    undo: '撤销（u）',
    now: '立即发送',
    undone: '已撤销，没有发送',
  },
  failure: { again: '再试', correct: '更正…', open: '查看火警', dismiss: '知道了', stands: '现状' },
  nearby: {
    title: (count: number) => `3公里内24小时内另有 ${count} 条来源`,
    kilometres: (text: string) => `${text} 公里`,
    open: (kind: string) => `打开${kind}`,
  },
  tabs: { label: '火警详情的内容', details: '详情', near: '周边', tasks: '任务', history: '经过', sms: '短信' },
  tasks: { title: '在办任务', count: (n: number) => (n === 0 ? '无' : `${n} 项`) },
  burning: {
    title: '在燃火情',
    count: (n: number) => `${n} 处`,
    none: '没有在燃火情',
    list: '在燃火情，新的在前',
    judged: '研判',
    untyped: '类型未定',
  },
};

export type AnswerWords = typeof answerZh;
