// The objects whose events are in the log, from all features. An event is stored once, in the transaction that makes its change; history, audit, live
// messages and indexes are derived from it.
import {
  type DomainEvent,
  type DomainEventOf,
  type EventKind,
  type EventObject,
  type EventOf,
  type EventPayloads,
  type ObjectKind,
  type ObjectStates,
  objectKindOf,
  registerObject,
  settingObject,
} from '@lookout/domain';
import { alarmObject } from './alarm/alarm-events.ts';
import { accountObject } from './auth/sign-on.ts';
import { burningObject } from './burning/burning.ts';
import { cameraObject, monitoringPointObject } from './camera/camera.ts';
import { dangerRulesObject } from './danger/danger-rules.ts';
import { exerciseObject } from './exercise/exercise.ts';
import { archiveObject } from './fire-archive/fire-archive.ts';
import { hazardObject, hazardWarningObject } from './hazard/hazard.ts';
import { incidentObject } from './incident/incident.ts';
import { knownHeatObject, mapMaskObject } from './known-heat/known-heat.ts';
import { modeObject } from './operating-mode/operating-mode.ts';
import { planObject, planRunObject } from './plan/plan.ts';
import { plotObject } from './plot/plot.ts';
import { rangerMessageObject } from './ranger-message/ranger-message.ts';
import { dueReportObject } from './reporting/due-report.ts';
import { reportingRuleObject } from './reporting/reporting-rule.ts';
import { resourceObject } from './resource/resource-care.ts';
import { safetyObject } from './safety/safety.ts';
import { shiftObject } from './shift/shift.ts';
import { fireDocumentObject } from './situation/fire-document.ts';
import { sosObject } from './sos/sos.ts';
import { fuelObject, spreadObject } from './spread/spread.ts';
import { patrolObject } from './task/patrol.ts';
import { taskObject } from './task/task.ts';
import { taskTemplateObject } from './task/task-template.ts';
import { warningObject } from './warning/warning.ts';

/** Every kind of object, by the first part of the kinds of its events. */
const objects = {
  alarm: alarmObject,
  incident: incidentObject,
  archive: archiveObject,
  document: fireDocumentObject,
  task: taskObject,
  'task-template': taskTemplateObject,
  patrol: patrolObject,
  burning: burningObject,
  'known-heat': knownHeatObject,
  'map-mask': mapMaskObject,
  'danger-rules': dangerRulesObject,
  plan: planObject,
  'plan-run': planRunObject,
  warning: warningObject,
  'due-report': dueReportObject,
  'reporting-rule': reportingRuleObject,
  sos: sosObject,
  safety: safetyObject,
  'ranger-message': rangerMessageObject,
  camera: cameraObject,
  'monitoring-point': monitoringPointObject,
  shift: shiftObject,
  mode: modeObject,
  exercise: exerciseObject,
  plot: plotObject,
  account: accountObject,
  hazard: hazardObject,
  'hazard-warning': hazardWarningObject,
  resource: resourceObject,
  register: registerObject,
  spread: spreadObject,
  fuel: fuelObject,
  setting: settingObject,
};
type Objects = typeof objects;
type AnyObject = EventObject<unknown, unknown, Readonly<Record<string, (payload: never) => unknown>>>;

type PayloadsOf<O> = O extends EventObject<infer P, infer _S, infer _Short> ? P : never;
type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type AllPayloads = Intersected<{ [K in keyof Objects]: PayloadsOf<Objects[K]> }[keyof Objects]>;
type AllStates = { readonly [K in keyof Objects]: Objects[K] extends EventObject<infer _P, infer S, infer _Short> ? S : never };

declare module '@lookout/domain/event.ts' {
  interface EventPayloads extends AllPayloads {}
  interface ObjectStates extends AllStates {}
}

// The table pairs each kind of object with its events and its state; TypeScript cannot follow the pair through the lookup.
const objectOf = (kind: EventKind): AnyObject => objects[objectKindOf(kind)] as unknown as AnyObject;

/** Do the events of this object make up a state? */
export const hasState = (kind: EventKind): boolean => objectOf(kind).apply !== null;

/**
 * The state of an object after an event. Pure.
 * @param state null: not created yet, or deleted
 * @returns null: deleted
 */
export const apply = <O extends ObjectKind>(state: ObjectStates[O] | null, event: EventOf<O>): ObjectStates[O] | null =>
  (objectOf(event.kind).apply?.(state, event as never) ?? null) as ObjectStates[O] | null;

/** All events of one object, oldest first, folded. */
export const fold = <O extends ObjectKind>(events: readonly EventOf<O>[], first: ObjectStates[O] | null = null): ObjectStates[O] | null =>
  events.reduce<ObjectStates[O] | null>((state, event) => apply<O>(state, event), first);

// Summaries: what the history and the audit show of an event. Shorter than the payload where that is long or stored elsewhere.

type ShortOf<O> =
  O extends EventObject<infer _P, infer _S, infer Short>
    ? { [K in keyof Short]: Short[K] extends (payload: never) => infer T ? T : never }
    : never;
type ShortSummaries = Intersected<{ [K in keyof Objects]: ShortOf<Objects[K]> }[keyof Objects]>;
/** By kind; without a summary of its own it is the payload itself. */
type EventSummaries = Omit<EventPayloads, keyof ShortSummaries> & ShortSummaries;
export type EventSummary = { readonly [K in EventKind]: { readonly kind: K; readonly detail: EventSummaries[K] } }[EventKind];

export function summaryOf<K extends EventKind>({ kind, payload }: Pick<DomainEventOf<K>, 'kind' | 'payload'>): EventSummary;
export function summaryOf({ kind, payload }: Pick<DomainEvent, 'kind' | 'payload'>): EventSummary {
  const shorten = objectOf(kind).summaries?.[kind];
  return { kind, detail: shorten ? shorten(payload as never) : payload } as EventSummary;
}

// What stays in the log (decision 0054). The database reads the first table from `log_keeping` and has the second as `is_over_object`; a test compares them.

/** What of an event stays in the log when its month leaves. */
export const KEEPING = Object.assign({}, ...Object.values(objects).map(({ keeping }) => keeping)) as EventObject<
  EventPayloads,
  never,
  never
>['keeping'];

/** @param state null: it was deleted */
export const isObjectOpen = <O extends ObjectKind>(kind: O, state: ObjectStates[O] | null, now: Date): boolean =>
  state !== null && ((objects[kind] as unknown as AnyObject).isOpen?.(state, now) ?? false);

/** Can objects of this kind be over? */
export const isClosable = (kind: ObjectKind): boolean => (objects[kind] as unknown as AnyObject).isOpen !== undefined;
