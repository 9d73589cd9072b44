// What is done about an alarm, as its history tells it: who did what, when, from which desk.
import type { GridNo } from './grid.ts';

/** 看到, 接警, 接手, 研判, 更正, 上报, 撤回上报, 处置, 重新打开, 移位, 修改, 派遣, 任务进展, 短信, 关闭, 删除. */
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

/** One line of an alarm's history. */
export interface AlarmActEntry {
  readonly alarmId: string;
  readonly act: AlarmAct;
  readonly at: Date;
  /** null: the server itself, or a machine. */
  readonly accountId: string | null;
  readonly userName: string | null;
  readonly fullName: string | null;
  readonly gridNo: GridNo | null;
  /** The desk it was done from: address and kind of browser; null for a machine. */
  readonly desk: string | null;
  /** What belongs to the act (verdict, note, outcome, task, from and to): plain JSON, shown as it is in words. */
  readonly detail: Readonly<Record<string, unknown>>;
}
