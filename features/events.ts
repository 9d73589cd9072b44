// Everything that happens, as one tagged union. An event is stored once, in the transaction that makes its change; history, audit, live messages
// and indexes are derived from it.

import type {
  DomainEvent,
  DomainEventOf,
  EventKind,
  EventOf,
  EventPayloads,
  ObjectKind,
  ObjectStates,
  RegisterPayloads,
  SettingPayloads,
} from '@lookout/domain';
import { actorName, objectKindOf, whoActed } from '@lookout/domain';
import type { Alarm, AlarmKind, AlarmLocation } from './alarm/alarm.ts';
import { type AlarmEventKind, type AlarmPayloads, applyToAlarm } from './alarm/alarm-events.ts';
import type { AccountPayloads } from './auth/sign-on.ts';
import { applyToBurning, type Burning, type BurningPayloads } from './burning/burning.ts';
import {
  applyToCamera,
  applyToMonitoringPoint,
  type Camera,
  type CameraPayloads,
  type MonitoringPoint,
  type MonitoringPointPayloads,
} from './camera/camera.ts';
import { applyToDangerRules, type DangerRules, type DangerRulesPayloads } from './danger/danger-rules.ts';
import { applyToExercise, type Exercise, type ExercisePayloads } from './exercise/exercise.ts';
import { type ArchivePayloads, applyToArchive, type FireArchive } from './fire-archive/fire-archive.ts';
import {
  applyToHazard,
  applyToHazardWarning,
  type Hazard,
  type HazardPayloads,
  type HazardWarning,
  type HazardWarningLevel,
  type HazardWarningPayloads,
} from './hazard/hazard.ts';
import type { IncidentPayloads } from './incident/incident.ts';
import {
  applyToKnownHeat,
  applyToMapMask,
  type KnownHeat,
  type KnownHeatPayloads,
  type MapMask,
  type MapMaskPayloads,
} from './known-heat/known-heat.ts';
import { applyToMode, type ModePayloads, type ModeSetting } from './operating-mode/operating-mode.ts';
import { applyToPlan, applyToPlanRun, type Plan, type PlanPayloads, type PlanRun, type PlanRunPayloads } from './plan/plan.ts';
import { applyToPlot, type Plot, type PlotPayloads } from './plot/plot.ts';
import type { RangerMessage, RangerMessagePayloads } from './ranger-message/ranger-message.ts';
import { applyToDueReport, type DueReport, type DueReportPayloads } from './reporting/due-report.ts';
import type { ReportingRule, ReportingRulePayloads } from './reporting/reporting-rule.ts';
import type { ResourcePayloads } from './resource/resource-care.ts';
import type { PersonSafety, SafetyEnd, SafetyPayloads, SafetyReason } from './safety/safety.ts';
import { applyToShift, type Shift, type ShiftLoad, type ShiftPayloads } from './shift/shift.ts';
import { applyToFireDocument, type FireDocument, type FireDocumentPayloads } from './situation/fire-document.ts';
import { applyToSos, type Sos, type SosPayloads } from './sos/sos.ts';
import type { FuelPayloads, SpreadPayloads } from './spread/spread.ts';
import { applyToPatrol, type PatrolPayloads, type PatrolRule } from './task/patrol.ts';
import { applyToTask, type TaskFile, type TaskPayloads } from './task/task.ts';
import { applyToTaskTemplate, type TaskTemplate, type TaskTemplatePayloads } from './task/task-template.ts';
import { applyToWarning, type Warning, type WarningPayloads } from './warning/warning.ts';

// All kinds together.

type AllPayloads = AlarmPayloads &
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
/** The state of each kind of object. */
interface AllStates {
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

declare module '@lookout/domain/event.ts' {
  interface EventPayloads extends AllPayloads {}
  interface ObjectStates extends AllStates {}
}

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
