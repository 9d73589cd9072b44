// The wire's words for what is done about an alarm. Apart from the schemas, because a page shows them and judges nothing.
import type { AlarmEventKind } from '@lookout/domain';

/** 到达, 看到, 接警, 接手, 研判, 更正, 上报, 撤回上报, 处置, 重新打开, 移位, 修改, 派遣, 任务进展, 短信, 关闭, 删除. */
export const ALARM_ACTS = [
  'arrived',
  'seen',
  'acknowledged',
  'taken-over',
  'judged',
  'corrected',
  'pushed',
  'push-withdrawn',
  'handled',
  'reopened',
  'moved',
  'edited',
  'dispatched',
  'progress',
  'messaged',
  'closed',
  'deleted',
] as const;
export type AlarmAct = (typeof ALARM_ACTS)[number];

/** The wire's word for each event of an alarm. */
export const actOfEvent = {
  'alarm.recorded': 'arrived',
  'alarm.linked': 'arrived',
  'alarm.seen': 'seen',
  'alarm.acknowledged': 'acknowledged',
  'alarm.taken-over': 'taken-over',
  'alarm.judged': 'judged',
  'alarm.corrected': 'corrected',
  'alarm.pushed': 'pushed',
  'alarm.push-withdrawn': 'push-withdrawn',
  'alarm.handled': 'handled',
  'alarm.reopened': 'reopened',
  'alarm.moved': 'moved',
  'alarm.edited': 'edited',
  'alarm.dispatched': 'dispatched',
  'alarm.progressed': 'progress',
  'alarm.messaged': 'messaged',
  'alarm.closed': 'closed',
  'alarm.deleted': 'deleted',
} as const satisfies Record<AlarmEventKind, AlarmAct>;

/** The events that a line with this word may tell of. */
export const eventsOfAct = (act: AlarmAct): AlarmEventKind[] =>
  (Object.keys(actOfEvent) as AlarmEventKind[]).filter((kind) => actOfEvent[kind] === act);
