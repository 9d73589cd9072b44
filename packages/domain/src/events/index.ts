// The language of the house: everything that happens, as one tagged union. It is stored once, in the transaction that changes what stands;
// history, audit, live messages and indexes are derived from it.
import type { Alarm } from '../alarm.ts';
import type { Burning } from '../burning.ts';
import type { Camera, MonitoringPoint } from '../camera.ts';
import type { Plot } from '../plot.ts';
import type { Shift } from '../shift.ts';
import type { TaskFile } from '../task.ts';
import { type AlarmPayloads, applyToAlarm } from './alarm.ts';
import { applyToBurning, type BurningPayloads } from './burning.ts';
import { applyToCamera, type CameraPayloads } from './camera.ts';
import type { Logged, OccurrencesOf } from './event.ts';
import { applyToMonitoringPoint, type MonitoringPointPayloads, type RegisterPayloads, type SettingPayloads } from './installation.ts';
import { applyToPlot, type PlotPayloads } from './plot.ts';
import { applyToShift, type ShiftPayloads } from './shift.ts';
import { applyToTask, type TaskPayloads } from './task.ts';

export * from './alarm.ts';
export * from './burning.ts';
export * from './camera.ts';
export * from './event.ts';
export * from './installation.ts';
export * from './plot.ts';
export * from './shift.ts';
export * from './summary.ts';
export * from './task.ts';

export type EventPayloads = AlarmPayloads &
  TaskPayloads &
  BurningPayloads &
  CameraPayloads &
  ShiftPayloads &
  PlotPayloads &
  MonitoringPointPayloads &
  RegisterPayloads &
  SettingPayloads;
export type EventKind = keyof EventPayloads;

/** Something that happened, as it is decided and stored. */
export type DomainEvent = OccurrencesOf<EventPayloads>;
/** As the log gives it back. */
export type LoggedEvent = Logged<DomainEvent>;
export type DomainEventOf<K extends EventKind> = Extract<DomainEvent, { kind: K }>;

/** What each kind of object is folded into. */
export interface ObjectStates {
  readonly alarm: Alarm;
  readonly task: TaskFile;
  readonly burning: Burning;
  readonly camera: Camera;
  readonly shift: Shift;
  readonly plot: Plot;
  readonly 'monitoring-point': MonitoringPoint;
  /** Its events only say that it changed: nothing is folded. */
  readonly register: null;
  readonly setting: null;
}
export type ObjectKind = keyof ObjectStates;
type KindsOf<O extends ObjectKind> = Extract<EventKind, `${O}.${string}`>;
export type EventOf<O extends ObjectKind> = DomainEventOf<KindsOf<O>>;

/** The object kind of an event kind: `alarm.judged` happens to an `alarm`. */
export const objectKindOf = (kind: EventKind): ObjectKind => kind.slice(0, kind.indexOf('.')) as ObjectKind;

/** Is there something that the events of this object are folded into? Of a register the log has thousands, and nothing to fold. */
export const hasState = (kind: EventKind): boolean => !['register', 'setting'].includes(objectKindOf(kind));

const appliers: { readonly [O in ObjectKind]: (state: ObjectStates[O] | null, event: EventOf<O>) => ObjectStates[O] | null } = {
  alarm: applyToAlarm,
  task: applyToTask,
  burning: applyToBurning,
  camera: applyToCamera,
  shift: applyToShift,
  plot: applyToPlot,
  'monitoring-point': applyToMonitoringPoint,
  register: () => null,
  setting: () => null,
};

/**
 * What an object looks like after an event. Pure: the same state and event always give the same.
 * @param state null: nothing is known of it yet, or it is gone
 * @returns null: it is gone
 */
export function apply<O extends ObjectKind>(state: ObjectStates[O] | null, event: EventOf<O>): ObjectStates[O] | null {
  const applier = appliers[objectKindOf(event.kind) as O];
  return applier(state, event);
}

/** All events of one object, oldest first, folded. */
export const fold = <O extends ObjectKind>(events: readonly EventOf<O>[], first: ObjectStates[O] | null = null): ObjectStates[O] | null =>
  events.reduce<ObjectStates[O] | null>((state, event) => apply<O>(state, event), first);
