// What a dispatch form holds, what it starts with, and the call it becomes. Pure.
import { formatTime, readKind, type Sent, type taskCalls, type WireAlarm, type WireTask } from '@lookout/contract';
import { TASK_TYPES, TASK_WINDOW_MS, taskTypeOf } from '@lookout/domain';
import type { Dayjs } from 'dayjs';

export type DispatchTarget =
  | { readonly kind: 'fire'; readonly alarm: WireAlarm }
  | { readonly kind: 'place'; readonly lng: number; readonly lat: number };

/** As antd's form holds it; times are clock readings of Beijing, whatever zone the browser is in. */
export interface DispatchFields {
  readonly taskContent?: string;
  readonly taskStartTime?: Dayjs | null;
  readonly taskEndTime?: Dayjs | null;
  readonly priority?: 1 | 2 | 3 | 4;
  readonly peopleCount?: string;
  readonly fireEngine?: string;
  readonly fireEquipment?: string;
  readonly reserve?: string;
}

export const COUNT_FIELDS = ['peopleCount', 'fireEngine', 'fireEquipment'] as const;

/** contract.md "Task window": from now to four hours on. Wire times. */
export const defaultWindow = (now: number): { readonly start: string; readonly end: string } => ({
  start: formatTime(new Date(now)),
  end: formatTime(new Date(now + TASK_WINDOW_MS)),
});

/** §5: counts are numeric, at most three digits; anything else does not get into the field. */
export const onlyCount = (typed: string): string => typed.replace(/\D/g, '').slice(0, 3);

export const placeOf = (target: DispatchTarget): { readonly lng: number; readonly lat: number } =>
  target.kind === 'fire' ? { lng: target.alarm.longitude, lat: target.alarm.latitude } : { lng: target.lng, lat: target.lat };

const WIRE_TIME = 'YYYY-MM-DD HH:mm:ss';
const countOf = (text: string | undefined): number => (text === undefined || text === '' ? 0 : Number(text));

/** §3: 1 person-reported fire, 2 monitoring-point alarm, 3 satellite fire, 4 newly found fire. */
const taskTypeNumber = (target: DispatchTarget): number =>
  TASK_TYPES.indexOf(taskTypeOf(target.kind === 'fire' ? readKind(target.alarm.kind) : null)) + 1;

export type DelegateBody = NonNullable<Sent<(typeof taskCalls)['delegate']>['body']>;

export function delegateBody(
  target: DispatchTarget,
  fields: DispatchFields,
  members: readonly string[],
  photoIds: readonly string[],
  additional: boolean,
): DelegateBody {
  const reserve = fields.reserve?.trim() ?? '';
  return {
    taskContent: fields.taskContent?.trim() ?? '',
    taskStartTime: fields.taskStartTime?.format(WIRE_TIME) ?? '',
    taskEndTime: fields.taskEndTime?.format(WIRE_TIME) ?? '',
    priority: fields.priority,
    taskType: taskTypeNumber(target),
    position: placeOf(target),
    fireId: target.kind === 'fire' ? target.alarm.id : null,
    taskMember: [...members],
    taskImg: [...photoIds],
    peopleCount: countOf(fields.peopleCount),
    fireEngine: countOf(fields.fireEngine),
    fireEquipment: countOf(fields.fireEquipment),
    reserve: reserve === '' ? null : reserve,
    additional: additional ? 1 : 0,
  };
}

const isTask = (data: unknown): data is WireTask =>
  typeof data === 'object' && data !== null && 'taskContent' in data && 'members' in data && 'createTime' in data;

/** The task that stands, out of the data of a 409; null: the refusal is about something else (a closed fire). */
export function standingTask(data: unknown): WireTask | null {
  if (isTask(data)) return data;
  if (typeof data === 'object' && data !== null && 'task' in data && isTask(data.task)) return data.task;
  return null;
}
