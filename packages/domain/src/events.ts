// Everything that happens, as one tagged union. An event is stored once, in the transaction that makes its change; history, audit, live messages
// and indexes are derived from it.
import {
  type Alarm,
  type AlarmFacts,
  type AlarmKind,
  type AlarmLocation,
  type AlarmResponse,
  type CloseOutcome,
  type CurrentJudgement,
  type Judgement,
  type RecordedAlarm,
  UNANSWERED,
} from './alarm.ts';
import type { Burning, BurningState } from './burning.ts';
import type { Camera, MonitoringPoint } from './camera.ts';
import { applyToDangerRules, type DangerRules, type DangerRulesPayloads } from './danger-rules.ts';
import { applyToDueReport, type DueReport, type DueReportPayloads } from './due-report.ts';
import type { Exercise, ExercisePayloads } from './exercise.ts';
import { type ArchivePayloads, applyToArchive, type FireArchive } from './fire-archive.ts';
import { applyToFireDocument, type FireDocument, type FireDocumentPayloads } from './fire-document.ts';
import type { GridNo } from './grid.ts';
import {
  applyToHazard,
  applyToHazardWarning,
  type Hazard,
  type HazardPayloads,
  type HazardWarning,
  type HazardWarningLevel,
  type HazardWarningPayloads,
} from './hazard.ts';
import type { IncidentPayloads } from './incident.ts';
import {
  applyToKnownHeat,
  applyToMapMask,
  type KnownHeat,
  type KnownHeatPayloads,
  type MapMask,
  type MapMaskPayloads,
} from './known-heat.ts';
import type { ModePayloads, ModeSetting } from './operating-mode.ts';
import { applyToPatrol, type PatrolPayloads, type PatrolRule } from './patrol.ts';
import { applyToPlan, applyToPlanRun, type Plan, type PlanPayloads, type PlanRun, type PlanRunPayloads } from './plan.ts';
import type { Plot, PlotDraft } from './plot.ts';
import type { RangerMessage, RangerMessagePayloads } from './ranger-message.ts';
import type { ReportingRule, ReportingRulePayloads } from './reporting-rule.ts';
import type { ResourcePayloads } from './resource-care.ts';
import type { PersonSafety, SafetyEnd, SafetyPayloads, SafetyReason } from './safety.ts';
import type { Shift, ShiftLoad } from './shift.ts';
import type { AccountPayloads } from './sign-on.ts';
import { applyToSos, type Sos, type SosPayloads } from './sos.ts';
import type { FuelPayloads, SpreadPayloads } from './spread.ts';
import type { Priority, Task, TaskFile, TaskState, TaskStep } from './task.ts';
import { applyToTaskTemplate, type TaskTemplate, type TaskTemplatePayloads } from './task-template.ts';
import { applyToWarning, type Warning, type WarningPayloads } from './warning.ts';

// What every event carries beside its payload.

/** A person, as known when they acted. */
export interface Officer {
  readonly kind: 'officer';
  readonly accountId: string;
  readonly userName: string;
  readonly fullName: string;
  /** 岗位: the unit of the organisation the account belonged to; null when it had none. */
  readonly post: string | null;
  readonly gridNo: GridNo;
  /** The desk they acted from: network address and kind of browser. */
  readonly desk: string | null;
}

/** A machine that sends observations with the feed key. */
export interface Feed {
  readonly kind: 'feed';
  readonly name: string;
}

/** The product itself: a timer, an import, a command. */
export interface System {
  readonly kind: 'system';
  readonly name: string;
}

export type Actor = Officer | Feed | System;

/** Who caused an event, and by which request. */
export interface Origin {
  readonly actor: Actor;
  /** The `X-Request-Id` of the call; null: no call. A page recognises its own changes by it. */
  readonly requestId: string | null;
}

/** An event of one object. `K` is its kind (`alarm.judged`), `P` its payload. */
interface Occurrence<K extends string, P> extends Origin {
  readonly id: string;
  readonly kind: K;
  readonly objectId: string;
  /** Where the object lies afterwards: the grid fence of the event. */
  readonly gridNo: GridNo;
  /** The grid that the object left by this event, whose desks must be notified too; null: it stayed. */
  readonly leftGridNo: GridNo | null;
  /** By the sender's clock; a phone without signal sends late. */
  readonly happenedAt: Date;
  /** When it was stored here. */
  readonly recordedAt: Date;
  readonly payload: P;
}

/** The tagged union of a table of payloads by kind. */
export type OccurrencesOf<P> = { readonly [K in keyof P & string]: Occurrence<K, P[K]> }[keyof P & string];

/** Kind and payload alone: what a decision yields, before the actor and time are added. */
export type ChangesOf<P> = { readonly [K in keyof P & string]: { readonly kind: K; readonly payload: P[K] } }[keyof P & string];

/** With its position in the log: `seq` is global and in commit order. */
export type Logged<E> = E & { readonly seq: number };

/** The name shown for an actor. */
export const actorName = (actor: Actor): string => (actor.kind === 'officer' ? actor.fullName : actor.name);

/** The same with the account, which only a person has. */
const whoActed = (actor: Actor) => ({ name: actorName(actor), accountId: actor.kind === 'officer' ? actor.accountId : null });

// For each kind of object: the payloads of its events, and its state after one.

/** A field of the facts, or the address, before and after an edit. */
export interface FieldChange {
  readonly from: string | number | null;
  readonly to: string | number | null;
}

export interface AlarmPayloads {
  'alarm.recorded': { readonly alarm: RecordedAlarm };
  /** It was made from another alarm: a smoke alarm that was pushed. */
  'alarm.linked': { readonly fromAlarmId: string };
  'alarm.seen': Readonly<Record<never, never>>;
  'alarm.acknowledged': Readonly<Record<never, never>>;
  /** `from`: the full name of the colleague who had it. */
  'alarm.taken-over': { readonly from: string };
  /** `isJoined`: the fire that it is of was in progress already, so that this was no first answer. */
  'alarm.judged': { readonly judgement: Judgement; readonly isJoined?: true };
  'alarm.corrected': { readonly judgement: Judgement; readonly previous: Judgement; readonly reason: string };
  /** `toAlarmId`: the camera alarm that a pushed smoke alarm became. */
  'alarm.pushed': { readonly note: string | null; readonly fromGridNo: GridNo; readonly toAlarmId: string | null };
  'alarm.push-withdrawn': { readonly note: string | null };
  'alarm.handled': { readonly note: string | null; readonly isRenovated: boolean };
  'alarm.reopened': Readonly<Record<never, never>>;
  'alarm.moved': { readonly from: AlarmLocation; readonly to: AlarmLocation; readonly heightMetres: number | null };
  /** By the name of the fact; `address` is the alarm's own. */
  'alarm.edited': { readonly changes: Readonly<Record<string, FieldChange>> };
  'alarm.dispatched': {
    readonly taskId: string;
    readonly members: readonly { readonly userId: string; readonly fullName: string }[];
    readonly priority: Priority;
    readonly content: string;
  };
  /** A task about it advanced, or was cancelled (with a reason). */
  'alarm.progressed': {
    readonly taskId: string;
    readonly state: TaskState | 'cancelled';
    readonly text: string | null;
    readonly photos: readonly string[];
    readonly reason: string | null;
  };
  'alarm.messaged': { readonly content: string; readonly receivers: readonly string[] };
  /** `due`: as desks write a time; null: at once. */
  'alarm.ordered': {
    readonly orderId: string;
    readonly content: string;
    readonly receivers: readonly string[];
    readonly due: string | null;
  };
  /** One receiver has heard the order. */
  'alarm.order-received': {
    readonly orderId: string;
    readonly content: string;
    readonly receiver: string;
    readonly isOnBehalf: boolean;
    readonly note: string | null;
  };
  'alarm.order-withdrawn': { readonly orderId: string; readonly content: string; readonly reason: string };
  'alarm.closed': { readonly outcome: CloseOutcome; readonly note: string | null };
  /** 复燃: a closed fire is in progress again. */
  'alarm.rekindled': { readonly reason: string };
  'alarm.deleted': { readonly reason: string };
}
export type AlarmEvent = OccurrencesOf<AlarmPayloads>;
export type AlarmEventKind = AlarmEvent['kind'];
export type AlarmChange = ChangesOf<AlarmPayloads>;

type Apply<K extends AlarmEventKind> = (alarm: Alarm, event: Extract<AlarmEvent, { kind: K }>) => Alarm | null;

const withResponse = (alarm: Alarm, response: AlarmResponse): Alarm => ({ ...alarm, response });
const unchanged = (alarm: Alarm): Alarm => alarm;

const alarmAppliers: { readonly [K in Exclude<AlarmEventKind, 'alarm.recorded'>]: Apply<K> } = {
  'alarm.linked': unchanged,
  'alarm.seen': unchanged,
  'alarm.acknowledged': acknowledged,
  'alarm.taken-over': acknowledged,
  'alarm.judged': judged,
  'alarm.corrected': judged,
  'alarm.pushed': (alarm, { happenedAt: at, payload: { note, fromGridNo, toAlarmId } }) => {
    const pushed = { ...alarm.response, push: { at, note, fromGridNo } };
    return withResponse(alarm, toAlarmId === null ? pushed : outOfQueue(pushed));
  },
  'alarm.push-withdrawn': (alarm) => withResponse(alarm, { ...alarm.response, push: null }),
  'alarm.handled': (alarm, { payload }) => {
    const { facts } = alarm;
    const handled = withResponse(alarm, outOfQueue(alarm.response));
    return payload.isRenovated && facts.kind === 'danger' ? { ...handled, facts: { ...facts, checkStatus: 'renovated' } } : handled;
  },
  'alarm.reopened': (alarm) => {
    const { acknowledgement, push } = alarm.response;
    return withResponse(alarm, { stage: 'open', acknowledgement, push });
  },
  'alarm.moved': (alarm, { payload: { to, heightMetres } }) => ({ ...alarm, ...to, facts: movedFacts(alarm.facts, heightMetres) }),
  'alarm.edited': (alarm, { payload: { changes } }) => {
    const { address, ...facts } = Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to]));
    return {
      ...alarm,
      ...(address !== undefined && { address: address as string | null }),
      // The deciders take only fields of the alarm's own kind; a record of changes cannot say so in its type.
      facts: { ...alarm.facts, ...facts } as AlarmFacts,
    };
  },
  'alarm.dispatched': (alarm) => withResponse(alarm, outOfQueue(alarm.response)),
  'alarm.progressed': unchanged,
  'alarm.messaged': unchanged,
  'alarm.ordered': unchanged,
  'alarm.order-received': unchanged,
  'alarm.order-withdrawn': unchanged,
  'alarm.closed': (alarm, { actor, happenedAt: at, payload: { outcome, note } }) => {
    const { response } = alarm;
    if (response.stage !== 'in-progress') throw new Error(`alarm ${alarm.id} was closed while ${response.stage}`);
    return withResponse(alarm, { ...response, stage: 'closed', closure: { at, by: actorName(actor), outcome, note } });
  },
  'alarm.rekindled': (alarm) => {
    const { response } = alarm;
    if (response.stage !== 'closed') throw new Error(`alarm ${alarm.id} was reopened while ${response.stage}`);
    const { judgement, acknowledgement, push } = response;
    return withResponse(alarm, { stage: 'in-progress', judgement, acknowledgement, push });
  },
  'alarm.deleted': () => null,
};

/** @returns the alarm after the event; null: it was deleted */
export function applyToAlarm(alarm: Alarm | null, event: AlarmEvent): Alarm | null {
  if (event.kind === 'alarm.recorded') return { ...event.payload.alarm, response: UNANSWERED };
  if (alarm === null) return null;
  // The table is keyed by the kind of this very event; TypeScript cannot follow a key and its value through a mapped lookup.
  return (alarmAppliers[event.kind] as Apply<AlarmEventKind>)(alarm, event as never);
}

function acknowledged(alarm: Alarm, { actor, happenedAt: at }: Pick<AlarmEvent, 'actor' | 'happenedAt'>): Alarm {
  const accountId = actor.kind === 'officer' ? actor.accountId : '';
  return withResponse(alarm, { ...alarm.response, acknowledgement: { at, by: actorName(actor), accountId } });
}

function judged(
  alarm: Alarm,
  { actor, happenedAt: at, payload }: Extract<AlarmEvent, { kind: 'alarm.judged' | 'alarm.corrected' }>,
): Alarm {
  const judgement: CurrentJudgement = { ...payload.judgement, at, by: actorName(actor) };
  const { acknowledgement, push } = alarm.response;
  const stage = judgement.verdict === 'real' ? 'in-progress' : 'dismissed';
  return withResponse(alarm, { stage, judgement, acknowledgement, push });
}

const outOfQueue = (response: AlarmResponse): AlarmResponse => (response.stage === 'open' ? { ...response, stage: 'handled' } : response);

/** The distances were those of the camera's ray and do not apply to the new place; a report takes the height of the place. */
function movedFacts(facts: AlarmFacts, heightMetres: number | null): AlarmFacts {
  if (facts.kind === 'camera') return { ...facts, distanceMetres: null, nearMetres: null, farMetres: null };
  return facts.kind === 'report' && heightMetres !== null ? { ...facts, altitudeMetres: heightMetres } : facts;
}

export type ArchiveEvent = OccurrencesOf<ArchivePayloads>;

interface TaskPayloads {
  /** The task as dispatched, with a first step for each member. */
  'task.dispatched': { readonly task: Task; readonly steps: readonly TaskStep[] };
  'task.advanced': { readonly step: TaskStep };
  'task.cancelled': { readonly reason: string };
}
export type TaskEvent = OccurrencesOf<TaskPayloads>;

/** @returns the task and its steps after the event */
export function applyToTask(file: TaskFile | null, event: TaskEvent): TaskFile | null {
  if (event.kind === 'task.dispatched') return event.payload;
  if (file === null) return null;
  const { task, steps } = file;
  switch (event.kind) {
    case 'task.advanced': {
      const { step } = event.payload;
      const { userId, state, at: stateAt } = step;
      const members = task.members.map((member) => (member.userId === userId ? { ...member, state, stateAt } : member));
      return { task: { ...task, members }, steps: [...steps, step] };
    }
    case 'task.cancelled':
      return { task: { ...task, cancelledAt: event.happenedAt, cancelReason: event.payload.reason }, steps };
  }
}

export interface ShiftPayloads {
  /** `relieved`: the colleague who had the desk; null: it was empty. */
  'shift.began': {
    readonly shift: Shift;
    readonly load: ShiftLoad;
    readonly relieved: { readonly shiftId: string; readonly fullName: string } | null;
  };
  'shift.handed-over': { readonly note: string | null; readonly load: ShiftLoad; readonly successor?: string };
  /** The next officer took the desk without being handed it. */
  'shift.relieved': { readonly load: ShiftLoad };
  /** Somebody took the desk that had been left empty. */
  'shift.succeeded': Readonly<Record<never, never>>;
}
export type ShiftEvent = OccurrencesOf<ShiftPayloads>;

/** @returns the shift after the event */
export function applyToShift(shift: Shift | null, event: ShiftEvent): Shift | null {
  if (event.kind === 'shift.began') return event.payload.shift;
  if (shift === null) return null;
  switch (event.kind) {
    case 'shift.handed-over':
      return {
        ...{ ...shift, ...event.payload.load, endedAt: event.happenedAt, note: event.payload.note },
        successor: event.payload.successor ?? null,
      };
    case 'shift.relieved':
      return { ...shift, ...event.payload.load, endedAt: event.happenedAt, nextName: actorName(event.actor), relieved: true };
    case 'shift.succeeded':
      return { ...shift, nextName: actorName(event.actor) };
  }
}

export type ModeEvent = OccurrencesOf<ModePayloads>;

/** @returns the setting after the event; the object id is the grid's number */
export const applyToMode = (_setting: ModeSetting | null, { payload }: ModeEvent): ModeSetting => payload.setting;

export type ExerciseEvent = OccurrencesOf<ExercisePayloads>;

/** @returns the exercise after the event */
export function applyToExercise(exercise: Exercise | null, event: ExerciseEvent): Exercise | null {
  if (event.kind === 'exercise.begun') return event.payload.exercise;
  if (exercise === null) return null;
  const [by, at] = [actorName(event.actor), event.happenedAt];
  const version = exercise.version + 1;
  return event.kind === 'exercise.ended'
    ? { ...exercise, version, endedAt: at, endedBy: by }
    : { ...exercise, version, verdict: { text: event.payload.text, by, at } };
}

interface BurningPayloads {
  'burning.applied': { readonly burning: Burning };
  'burning.reviewed': { readonly from: BurningState; readonly to: BurningState; readonly note: string | null };
}
export type BurningEvent = OccurrencesOf<BurningPayloads>;

/** @returns the application after the event */
export function applyToBurning(burning: Burning | null, event: BurningEvent): Burning | null {
  if (event.kind === 'burning.applied') return event.payload.burning;
  if (burning === null) return null;
  const { to, note } = event.payload;
  return { ...burning, state: to, reviewedBy: actorName(event.actor), reviewedAt: event.happenedAt, reviewNote: note };
}

interface PlotPayloads {
  'plot.drawn': { readonly plot: Plot };
  /** `gridNo`: where it lies now. */
  'plot.revised': { readonly draft: PlotDraft; readonly gridNo: GridNo; readonly version: number };
  'plot.removed': Pick<Plot, 'kind' | 'name' | 'version'>;
}
export type PlotEvent = OccurrencesOf<PlotPayloads>;

/** The log has plots of before there were symbols. */
const withSymbol = <D extends PlotDraft>(draft: D): D => ({ ...draft, symbol: draft.symbol ?? null });

/** @returns the plot after the event; null: it was removed */
export function applyToPlot(plot: Plot | null, event: PlotEvent): Plot | null {
  if (event.kind === 'plot.drawn') return withSymbol(event.payload.plot);
  if (plot === null || event.kind === 'plot.removed') return null;
  const { draft, gridNo, version } = event.payload;
  return { ...plot, ...withSymbol(draft), gridNo, version, changedBy: actorName(event.actor), changedAt: event.happenedAt };
}

export interface CameraPayloads {
  /** Registered or changed; the new state. */
  'camera.saved': { readonly camera: Camera };
  'camera.went-online': Readonly<Record<never, never>>;
  'camera.went-offline': Readonly<Record<never, never>>;
  'camera.removed': Readonly<Record<never, never>>;
}
type CameraEvent = OccurrencesOf<CameraPayloads>;

/** @returns the camera after the event; null: it was removed */
function applyToCamera(camera: Camera | null, event: CameraEvent): Camera | null {
  if (event.kind === 'camera.saved') return event.payload.camera;
  if (camera === null || event.kind === 'camera.removed') return null;
  return { ...camera, online: event.kind === 'camera.went-online' };
}

interface MonitoringPointPayloads {
  /** Set up or changed; the new state. */
  'monitoring-point.saved': { readonly monitoringPoint: MonitoringPoint };
  'monitoring-point.removed': Readonly<Record<never, never>>;
}
type MonitoringPointEvent = OccurrencesOf<MonitoringPointPayloads>;

/** @returns the monitoring point after the event; null: it was removed */
const applyToMonitoringPoint = (_monitor: MonitoringPoint | null, event: MonitoringPointEvent): MonitoringPoint | null =>
  event.kind === 'monitoring-point.saved' ? event.payload.monitoringPoint : null;

/** Data that is imported in batches. The name is the object id of its events. `gazetteer`: grids, seats and boundaries. */
const REGISTERS = ['resources', 'gazetteer', 'ground', 'land-cover', 'roads'] as const;
export type Register = (typeof REGISTERS)[number];

interface RegisterPayloads {
  /** `count`: entries added, changed or removed. The entries themselves are not in the log. */
  'register.changed': { readonly count: number };
}

interface SettingPayloads {
  /** The object id is the setting's key. The value may be secret and is not in the log. */
  'setting.changed': Readonly<Record<never, never>>;
}

// All kinds together.

export type EventPayloads = AlarmPayloads &
  IncidentPayloads &
  ArchivePayloads &
  FireDocumentPayloads &
  TaskPayloads &
  TaskTemplatePayloads &
  PatrolPayloads &
  BurningPayloads &
  KnownHeatPayloads &
  MapMaskPayloads &
  DangerRulesPayloads &
  PlanPayloads &
  PlanRunPayloads &
  WarningPayloads &
  DueReportPayloads &
  ReportingRulePayloads &
  SosPayloads &
  RangerMessagePayloads &
  SafetyPayloads &
  CameraPayloads &
  ShiftPayloads &
  ModePayloads &
  ExercisePayloads &
  PlotPayloads &
  AccountPayloads &
  HazardPayloads &
  HazardWarningPayloads &
  MonitoringPointPayloads &
  ResourcePayloads &
  RegisterPayloads &
  SpreadPayloads &
  FuelPayloads &
  SettingPayloads;
export type EventKind = keyof EventPayloads;

export type DomainEvent = OccurrencesOf<EventPayloads>;
export type LoggedEvent = Logged<DomainEvent>;
type DomainEventOf<K extends EventKind> = Extract<DomainEvent, { kind: K }>;

/** The state of each kind of object. */
export interface ObjectStates {
  readonly alarm: Alarm;
  /** Which alarms are of which fire is kept beside the alarms; its events say what changed. */
  readonly incident: null;
  readonly archive: FireArchive;
  readonly document: FireDocument;
  readonly task: TaskFile;
  readonly 'task-template': TaskTemplate;
  readonly patrol: PatrolRule;
  readonly burning: Burning;
  readonly 'known-heat': KnownHeat;
  readonly 'map-mask': MapMask;
  readonly 'danger-rules': DangerRules;
  readonly plan: Plan;
  readonly 'plan-run': PlanRun;
  readonly warning: Warning;
  readonly 'due-report': DueReport;
  readonly 'reporting-rule': ReportingRule;
  readonly sos: Sos;
  readonly safety: PersonSafety;
  readonly 'ranger-message': RangerMessage;
  readonly camera: Camera;
  readonly shift: Shift;
  readonly mode: ModeSetting;
  readonly exercise: Exercise;
  readonly plot: Plot;
  readonly account: null;
  readonly hazard: Hazard;
  readonly 'hazard-warning': HazardWarning;
  readonly 'monitoring-point': MonitoringPoint;
  /** Imports write resources without events of their own: no state is kept. */
  readonly resource: null;
  /** Its events only say that it changed: no state is kept. */
  readonly register: null;
  /** Kept beside the log, as they were worked out. */
  readonly spread: null;
  readonly fuel: null;
  readonly setting: null;
}
export type ObjectKind = keyof ObjectStates;
/** What an audit row may be about: the objects of events, and what changes without any. */
export type AuditedKind =
  | ObjectKind
  | 'database'
  | 'gate-image'
  | 'group'
  | 'import'
  | 'map-embed'
  | 'menu'
  | 'incident-policy'
  | 'notification-policy'
  | 'sms-template'
  | 'upload'
  | 'webhook';
type KindsOf<O extends ObjectKind> = Extract<EventKind, `${O}.${string}`>;
export type EventOf<O extends ObjectKind> = DomainEventOf<KindsOf<O>>;

/** The object kind of an event kind: `alarm.judged` happens to an `alarm`. */
export const objectKindOf = (kind: EventKind): ObjectKind => kind.slice(0, kind.indexOf('.')) as ObjectKind;

/** Do the events of this object make up a state? Those of a register, of which the log has thousands, do not; nor do those of a resource, a fire or its forecast. */
export const hasState = (kind: EventKind): boolean =>
  !['account', 'fuel', 'incident', 'register', 'resource', 'setting', 'spread'].includes(objectKindOf(kind));

const appliers: { readonly [O in ObjectKind]: (state: ObjectStates[O] | null, event: EventOf<O>) => ObjectStates[O] | null } = {
  alarm: applyToAlarm,
  incident: () => null,
  archive: (archive, event) => applyToArchive(archive, event, actorName(event.actor)),
  document: (document, event) => applyToFireDocument(document, event, actorName(event.actor)),
  task: applyToTask,
  'task-template': applyToTaskTemplate,
  patrol: (rule, event) => applyToPatrol(rule, event, actorName(event.actor)),
  burning: applyToBurning,
  'known-heat': applyToKnownHeat,
  'map-mask': applyToMapMask,
  'danger-rules': applyToDangerRules,
  plan: (plan, event) => applyToPlan(plan, event, whoActed(event.actor)),
  warning: (warning, event) => applyToWarning(warning, event, actorName(event.actor)),
  'due-report': (report, event) => applyToDueReport(report, event, actorName(event.actor)),
  'reporting-rule': (_rule, event) => event.payload.rule,
  sos: (sos, event) => applyToSos(sos, event, actorName(event.actor)),
  safety: (_safety, event) => event.payload.safety,
  'ranger-message': (_message, event) => event.payload.message,
  'plan-run': (run, event) => applyToPlanRun(run, event, whoActed(event.actor)),
  camera: applyToCamera,
  shift: applyToShift,
  mode: applyToMode,
  exercise: applyToExercise,
  plot: applyToPlot,
  account: () => null,
  hazard: applyToHazard,
  'hazard-warning': (warning, event) => applyToHazardWarning(warning, event, actorName(event.actor)),
  'monitoring-point': applyToMonitoringPoint,
  resource: () => null,
  register: () => null,
  spread: () => null,
  fuel: () => null,
  setting: () => null,
};

/**
 * The state of an object after an event. Pure.
 * @param state null: not created yet, or deleted
 * @returns null: deleted
 */
export function apply<O extends ObjectKind>(state: ObjectStates[O] | null, event: EventOf<O>): ObjectStates[O] | null {
  const applier = appliers[objectKindOf(event.kind) as O];
  return applier(state, event);
}

/** All events of one object, oldest first, folded. */
export const fold = <O extends ObjectKind>(events: readonly EventOf<O>[], first: ObjectStates[O] | null = null): ObjectStates[O] | null =>
  events.reduce<ObjectStates[O] | null>((state, event) => apply<O>(state, event), first);

// Summaries: what the history and the audit show of an event. Shorter than the payload where that is long or kept elsewhere.

type SafetySummary = Pick<PersonSafety, 'userId' | 'fullName' | 'fireId' | 'marginMinutes' | 'class' | 'contact'> & {
  readonly reasons: readonly SafetyReason[];
};

type RangerMessageSummary = Pick<RangerMessage, 'fireId' | 'userId' | 'fullName' | 'sender' | 'content'>;

interface ShortSummaries {
  'alarm.recorded': { readonly alarmKind: AlarmKind };
  'incident.joined': { readonly count: number };
  'archive.opened': Pick<FireArchive, 'fireId' | 'version' | 'corrects'>;
  'archive.revised': { readonly revision: number };
  'document.begun': Pick<FireDocument, 'fireId' | 'kind' | 'corrects'>;
  'document.revised': { readonly revision: number };
  'task.dispatched': { readonly fireId: string | null; readonly memberIds: readonly string[]; readonly priority: number };
  'task.advanced': { readonly state: string };
  'task-template.saved': { readonly name: string };
  'patrol.created': { readonly name: string };
  'patrol.revised': { readonly name: string; readonly revision: number };
  'burning.applied': Pick<Burning, 'applicant' | 'purpose'>;
  'known-heat.saved': { readonly name: string };
  'known-heat.confirmed': { readonly name: string };
  'known-heat.rejected': { readonly name: string; readonly note: string | null };
  'known-heat.observed': { readonly name: string };
  'known-heat.removed': { readonly name: string; readonly reason: string };
  'map-mask.saved': { readonly reason: string };
  'map-mask.ended': { readonly reason: string };
  'danger-rules.saved': { readonly version: number };
  'plan.drafted': { readonly title: string; readonly version: number };
  'plan.revised': { readonly title: string; readonly revision: number };
  'warning.issued': Pick<Warning, 'areas' | 'level' | 'text'>;
  'due-report.fell-due': Pick<DueReport, 'reason' | 'dueAt' | 'fireId'> & { readonly ruleId: string };
  'reporting-rule.saved': Omit<ReportingRule, 'source' | 'changed' | 'confirmed' | 'gridNo'> & { readonly isConfirmation: boolean };
  'sos.raised': Pick<Sos, 'raisedAt'> & { readonly isLocated: boolean };
  'ranger-message.sent': RangerMessageSummary;
  'ranger-message.read': RangerMessageSummary;
  'safety.changed': SafetySummary;
  'safety.alarm-raised': SafetySummary;
  'safety.alarm-taken': SafetySummary;
  'safety.alarm-ended': SafetySummary & { readonly reason: SafetyEnd };
  'plan-run.started': Pick<PlanRun, 'fireId' | 'planTitle' | 'planVersion' | 'level'> & { readonly reason: string };
  'camera.saved': { readonly name: string };
  'monitoring-point.saved': { readonly name: string };
  'resource.saved': { readonly name: string };
  'resource.restored': { readonly name: string };
  'shift.began': { readonly load: ShiftLoad; readonly relieved: EventPayloads['shift.began']['relieved'] };
  'plot.drawn': Pick<Plot, 'kind' | 'name' | 'version'>;
  'plot.revised': Pick<Plot, 'kind' | 'name' | 'version'>;
  'hazard.saved': Pick<Hazard, 'code' | 'name' | 'version'>;
  'hazard.restored': Pick<Hazard, 'code' | 'name' | 'version'>;
  'hazard-warning.raised': Pick<HazardWarning, 'hazardName'> & { readonly level: HazardWarningLevel };
}
/** By kind; without an entry above it is the payload itself. */
type EventSummaries = Omit<EventPayloads, keyof ShortSummaries> & ShortSummaries;
export type EventSummary = { readonly [K in EventKind]: { readonly kind: K; readonly detail: EventSummaries[K] } }[EventKind];

/** Where what left the log can be found. */
export interface ArchivedHistory {
  /** The log has everything from then on. */
  readonly before: Date;
  /** Of the months in which the alarm had events. */
  readonly files: readonly string[];
}

/** What the history of an alarm shows of each event. */
interface HistoryDetails extends Pick<EventSummaries, Exclude<AlarmEventKind, 'alarm.recorded' | 'alarm.pushed' | 'alarm.moved'>> {
  /** `archived`: what its history no longer shows, because its months have left the log. */
  'alarm.recorded': EventSummaries['alarm.recorded'] & { readonly archived?: ArchivedHistory };
  /** `fromGridName`: null for a smoke alarm, which is pushed to nobody and becomes the alarm `toAlarmId`. */
  'alarm.pushed': { readonly note: string | null; readonly fromGridName: string | null; readonly toAlarmId: string | null };
  'alarm.moved': { readonly from: Omit<AlarmLocation, 'gridBasis'>; readonly to: Omit<AlarmLocation, 'gridBasis'> };
}

/** One line of an alarm's history. Person and desk are null where no person acted. */
export type AlarmHistoryLine = {
  readonly [K in AlarmEventKind]: {
    readonly alarmId: string;
    readonly at: Date;
    readonly accountId: string | null;
    readonly fullName: string | null;
    readonly desk: string | null;
    readonly kind: K;
    readonly detail: HistoryDetails[K];
  };
}[AlarmEventKind];

const summaries: { readonly [K in keyof ShortSummaries]: (payload: EventPayloads[K]) => ShortSummaries[K] } = {
  'alarm.recorded': ({ alarm }) => ({ alarmKind: alarm.facts.kind }),
  'incident.joined': ({ members }) => ({ count: members.length }),
  'archive.opened': ({ archive: { fireId, version, corrects } }) => ({ fireId, version, corrects }),
  'archive.revised': ({ revision }) => ({ revision }),
  'document.begun': ({ document: { fireId, kind, corrects } }) => ({ fireId, kind, corrects }),
  'document.revised': ({ revision }) => ({ revision }),
  'task.dispatched': ({ task }) => ({
    fireId: task.fireId,
    memberIds: task.members.map(({ userId }) => userId),
    priority: task.priority,
  }),
  'task.advanced': ({ step }) => ({ state: step.state }),
  'task-template.saved': ({ template: { name } }) => ({ name }),
  'patrol.created': ({ rule: { content } }) => ({ name: content.name }),
  'patrol.revised': ({ content, revision }) => ({ name: content.name, revision }),
  'burning.applied': ({ burning: { applicant, purpose } }) => ({ applicant, purpose }),
  'known-heat.saved': ({ knownHeat: { name } }) => ({ name }),
  'known-heat.confirmed': ({ knownHeat: { name } }) => ({ name }),
  'known-heat.rejected': ({ knownHeat: { name, reviewNote: note } }) => ({ name, note }),
  'known-heat.observed': ({ knownHeat: { name } }) => ({ name }),
  'known-heat.removed': ({ name, reason }) => ({ name, reason }),
  'map-mask.saved': ({ mapMask: { reason } }) => ({ reason }),
  'map-mask.ended': ({ mapMask: { reason } }) => ({ reason }),
  'danger-rules.saved': ({ rules: { version } }) => ({ version }),
  'plan.drafted': ({ plan: { content, version } }) => ({ title: content.title, version }),
  'plan.revised': ({ content, revision }) => ({ title: content.title, revision }),
  'warning.issued': ({ warning: { areas, level, text } }) => ({ areas, level, text }),
  'due-report.fell-due': ({ report: { reason, dueAt, fireId, rule } }) => ({ reason, dueAt, fireId, ruleId: rule.id }),
  'reporting-rule.saved': ({
    rule: { source: _source, changed: _changed, confirmed: _confirmed, gridNo: _gridNo, ...terms },
    isConfirmation,
  }) => ({
    ...terms,
    isConfirmation,
  }),
  'ranger-message.sent': ({ message }) => messageSummary(message),
  'ranger-message.read': ({ message }) => messageSummary(message),
  'safety.changed': ({ safety }) => safetySummary(safety),
  'safety.alarm-raised': ({ safety }) => safetySummary(safety),
  'safety.alarm-taken': ({ safety }) => safetySummary(safety),
  'safety.alarm-ended': ({ safety, reason }) => ({ ...safetySummary(safety), reason }),
  'sos.raised': ({ sos: { raisedAt, place } }) => ({ raisedAt, isLocated: place !== null }),
  'plan-run.started': ({ run: { fireId, planTitle, planVersion, level, steps } }) => ({
    fireId,
    planTitle,
    planVersion,
    level,
    reason: steps[0]?.reason ?? '',
  }),
  'camera.saved': ({ camera: { name } }) => ({ name }),
  'monitoring-point.saved': ({ monitoringPoint: { name } }) => ({ name }),
  'resource.saved': ({ resource: { name } }) => ({ name }),
  'resource.restored': ({ resource: { name } }) => ({ name }),
  'shift.began': ({ load, relieved }) => ({ load, relieved }),
  'plot.drawn': ({ plot: { kind, name, version } }) => ({ kind, name, version }),
  'plot.revised': ({ draft: { kind, name }, version }) => ({ kind, name, version }),
  'hazard.saved': ({ hazard: { code, name, version } }) => ({ code, name, version }),
  'hazard.restored': ({ hazard: { code, name, version } }) => ({ code, name, version }),
  'hazard-warning.raised': ({ warning: { hazardName, highest } }) => ({ hazardName, level: highest }),
};

const messageSummary = ({ fireId, userId, fullName, sender, content }: RangerMessage): RangerMessageSummary => ({
  fireId,
  userId,
  fullName,
  sender,
  content,
});

/** Without the way out and the telephone number. */
const safetySummary = ({ userId, fullName, fireId, marginMinutes, class: of, contact, alarm }: PersonSafety): SafetySummary => ({
  userId,
  fullName,
  fireId,
  marginMinutes,
  class: of,
  contact,
  reasons: alarm?.reasons ?? [],
});

export function summaryOf<K extends EventKind>({ kind, payload }: Pick<DomainEventOf<K>, 'kind' | 'payload'>): EventSummary;
export function summaryOf({ kind, payload }: Pick<DomainEvent, 'kind' | 'payload'>): EventSummary {
  const shorten = (summaries as Partial<Record<EventKind, (payload: unknown) => unknown>>)[kind];
  // The table pairs each kind with its own payload; the pair cannot be followed through the lookup.
  return { kind, detail: shorten ? shorten(payload) : payload } as EventSummary;
}

/** How far a time may lie in the future: a clock that is slightly fast must not lose an alarm, a report or a position. */
export const FUTURE_TOLERANCE_MS = 10 * 60_000;
