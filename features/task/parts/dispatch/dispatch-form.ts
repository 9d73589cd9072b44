// The dispatch form's fields, initial values and request. Pure.

import { formatTime } from '@lookout/contract';
import { pickedTime } from '@lookout/web/shared/time-text.ts';
import type { Dayjs } from 'dayjs';
import type { NamedAlarm } from '../../../alarm/alarm.ts';
import type { Priority } from '../../priority.ts';
import { type NamedTask, TASK_WINDOW_MS, taskTypeOf } from '../../task.ts';
import type { Dispatch } from '../../task.wire.ts';

export type DispatchTarget =
  | { readonly kind: 'fire'; readonly alarm: NamedAlarm }
  | {
      readonly kind: 'position';
      readonly lng: number;
      readonly lat: number;
      /** Address or name of the place. */
      readonly address?: string;
      /** Initial text of the order. */
      readonly content?: string;
    }
  /** The form adds people to the place or fire of an existing task. */
  | { readonly kind: 'more'; readonly task: NamedTask };

/** The values of antd's form. Times are Beijing time in any browser time zone. */
export interface DispatchFields {
  readonly content?: string;
  readonly startsAt: Dayjs;
  readonly endsAt: Dayjs;
  readonly priority: Priority;
  readonly peopleCount?: number | null;
  readonly vehicleCount?: number | null;
  readonly equipmentCount?: number | null;
  readonly reserve?: string;
  readonly checklist?: string;
}

export const COUNT_FIELDS = ['peopleCount', 'vehicleCount', 'equipmentCount'] as const;

/** The default task window: from now for four hours, in Beijing time. */
export const defaultWindow = (now: number): { readonly start: string; readonly end: string } => ({
  start: formatTime(new Date(now)),
  end: formatTime(new Date(now + TASK_WINDOW_MS)),
});

/** For each kind of target: its position, its name, and its alarm. */
const places = {
  fire: ({ alarm }: Target<'fire'>) => ({
    position: alarm.position,
    address: alarm.formattedAddress,
    fireId: alarm.id,
    type: taskTypeOf(alarm.facts.kind),
  }),
  position: ({ lng, lat, address }: Target<'position'>) => ({
    position: { lng, lat },
    address: address ?? null,
    fireId: null,
    type: taskTypeOf(null),
  }),
  more: ({ task: { position, address, fireId, type } }: Target<'more'>) => ({ position, address, fireId, type }),
};
type Target<K extends DispatchTarget['kind']> = Extract<DispatchTarget, { kind: K }>;
interface Place extends Pick<Dispatch, 'position' | 'fireId' | 'type'> {
  readonly address: string | null;
}
// The table is keyed by the target's own kind, which TypeScript cannot infer.
const placeOf = (target: DispatchTarget): Place => (places[target.kind] as (one: DispatchTarget) => Place)(target);

export const positionOf = (target: DispatchTarget): { readonly lng: number; readonly lat: number } => placeOf(target).position;
export const fireIdOf = (target: DispatchTarget): string | null => placeOf(target).fireId;
export const addressOf = (target: DispatchTarget): string | null => placeOf(target).address;

/** The initial values of a further task for the same target. */
export const repeated = ({ content, priority, reserve, checklist }: NamedTask) => ({
  content,
  priority,
  reserve: reserve ?? '',
  checklist: checklist ?? '',
});

export function dispatchOf(
  target: DispatchTarget,
  fields: DispatchFields,
  memberIds: readonly string[],
  photoIds: readonly string[],
  isAdditional: boolean,
): Dispatch {
  const reserve = fields.reserve?.trim() ?? '';
  const checklist = fields.checklist?.trim() ?? '';
  const { position, fireId, type } = placeOf(target);
  return {
    content: fields.content?.trim() ?? '',
    startsAt: pickedTime(fields.startsAt),
    endsAt: pickedTime(fields.endsAt),
    priority: fields.priority,
    type,
    position,
    fireId,
    memberIds,
    photos: photoIds,
    peopleCount: fields.peopleCount ?? 0,
    vehicleCount: fields.vehicleCount ?? 0,
    equipmentCount: fields.equipmentCount ?? 0,
    reserve: reserve === '' ? null : reserve,
    checklist: checklist === '' ? null : checklist,
    isAdditional: isAdditional || target.kind === 'more',
  };
}

const isTask = (data: unknown): data is NamedTask =>
  typeof data === 'object' && data !== null && 'content' in data && 'members' in data && 'createdAt' in data;

/** The existing task from the data of a 409; null: it was refused for another reason (a closed fire). */
export const openTaskOf = (data: unknown): NamedTask | null => (isTask(data) ? data : null);
