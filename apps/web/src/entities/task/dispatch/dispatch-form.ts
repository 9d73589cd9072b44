// The dispatch form's fields, initial values and request. Pure.
import { type Dispatch, formatTime } from '@lookout/contract';
import { type NamedAlarm, type NamedTask, type Priority, TASK_WINDOW_MS, taskTypeOf } from '@lookout/domain';
import type { Dayjs } from 'dayjs';
import { pickedTime } from '../../../shared/time-text.ts';

export type DispatchTarget =
  | { readonly kind: 'fire'; readonly alarm: NamedAlarm }
  | { readonly kind: 'position'; readonly lng: number; readonly lat: number };

/** The values of antd's form; times are Beijing clock readings in any browser time zone. */
export interface DispatchFields {
  readonly content?: string;
  readonly startsAt: Dayjs;
  readonly endsAt: Dayjs;
  readonly priority: Priority;
  readonly peopleCount?: string;
  readonly vehicleCount?: string;
  readonly equipmentCount?: string;
  readonly reserve?: string;
}

export const COUNT_FIELDS = ['peopleCount', 'vehicleCount', 'equipmentCount'] as const;

/** contract.md "Task window": from now for four hours, in Beijing time. */
export const defaultWindow = (now: number): { readonly start: string; readonly end: string } => ({
  start: formatTime(new Date(now)),
  end: formatTime(new Date(now + TASK_WINDOW_MS)),
});

/** §5: counts are numeric with at most three digits; other input is dropped. */
export const onlyCount = (typed: string): string => typed.replace(/\D/g, '').slice(0, 3);

export const positionOf = (target: DispatchTarget): { readonly lng: number; readonly lat: number } =>
  target.kind === 'fire' ? target.alarm.position : { lng: target.lng, lat: target.lat };

const countOf = (text: string | undefined): number => (text === undefined || text === '' ? 0 : Number(text));

export function dispatchOf(
  target: DispatchTarget,
  fields: DispatchFields,
  memberIds: readonly string[],
  photoIds: readonly string[],
  isAdditional: boolean,
): Dispatch {
  const reserve = fields.reserve?.trim() ?? '';
  return {
    content: fields.content?.trim() ?? '',
    startsAt: pickedTime(fields.startsAt),
    endsAt: pickedTime(fields.endsAt),
    priority: fields.priority,
    type: taskTypeOf(target.kind === 'fire' ? target.alarm.facts.kind : null),
    position: positionOf(target),
    fireId: target.kind === 'fire' ? target.alarm.id : null,
    memberIds,
    photos: photoIds,
    peopleCount: countOf(fields.peopleCount),
    vehicleCount: countOf(fields.vehicleCount),
    equipmentCount: countOf(fields.equipmentCount),
    reserve: reserve === '' ? null : reserve,
    isAdditional,
  };
}

const isTask = (data: unknown): data is NamedTask =>
  typeof data === 'object' && data !== null && 'content' in data && 'members' in data && 'createdAt' in data;

/** The existing task in the data of a 409; null: it was refused for another reason (a closed fire). */
export const standingTask = (data: unknown): NamedTask | null => (isTask(data) ? data : null);
