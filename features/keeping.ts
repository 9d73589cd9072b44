// What of a month's events stays in the log when the month leaves it, by kind; and when an object is open, so that its events stay
// (docs/decisions/0054). The database reads the first table from `log_keeping` and has the second as `is_over_object`; a test compares them.

import type { EventKind, Keeping, ObjectKind, ObjectStates } from '@lookout/domain';
import { isDrill } from './exercise/drill.ts';
import { isSosOpen } from './sos/sos.ts';
import { isInHand } from './task/task.ts';
import { warningState } from './warning/warning.ts';

const keeping = {
  'alarm.recorded': 'always',
  'alarm.linked': 'while-open',
  'alarm.seen': 'while-open',
  'alarm.acknowledged': 'always',
  'alarm.taken-over': 'always',
  'alarm.judged': 'always',
  'alarm.corrected': 'always',
  'alarm.pushed': 'always',
  'alarm.push-withdrawn': 'always',
  'alarm.handled': 'always',
  'alarm.reopened': 'always',
  'alarm.moved': 'always',
  'alarm.edited': 'always',
  'alarm.dispatched': 'always',
  'alarm.progressed': 'always',
  'alarm.messaged': 'while-open',
  'alarm.ordered': 'while-open',
  'alarm.order-received': 'while-open',
  'alarm.order-withdrawn': 'while-open',
  'alarm.closed': 'always',
  'alarm.rekindled': 'always',
  'alarm.deleted': 'always',
  'archive.opened': 'always',
  'archive.revised': 'always',
  'archive.sealed': 'always',
  'document.begun': 'always',
  'document.revised': 'always',
  'document.issued': 'always',
  'document.discarded': 'always',
  'task.dispatched': 'while-open',
  'task.advanced': 'while-open',
  'task.cancelled': 'while-open',
  'task-template.saved': 'until-next-state',
  'task-template.removed': 'until-next-state',
  'patrol.created': 'always',
  'patrol.revised': 'always',
  'patrol.paused': 'always',
  'patrol.resumed': 'always',
  'patrol.ended': 'always',
  'patrol.occurred': 'never',
  'burning.applied': 'while-open',
  'burning.reviewed': 'while-open',
  'known-heat.saved': 'always',
  'known-heat.confirmed': 'always',
  'known-heat.rejected': 'always',
  'known-heat.observed': 'until-next-state',
  'known-heat.removed': 'until-next-state',
  'map-mask.saved': 'always',
  'map-mask.ended': 'until-next-state',
  'danger-rules.saved': 'until-next-state',
  'plan.drafted': 'always',
  'plan.revised': 'always',
  'plan.submitted': 'always',
  'plan.approved': 'always',
  'plan.refused': 'always',
  'plan.superseded': 'always',
  'plan.discarded': 'always',
  'plan-run.started': 'while-open',
  'plan-run.level-changed': 'while-open',
  'plan-run.item-done': 'while-open',
  'plan-run.item-reopened': 'while-open',
  'plan-run.ended': 'while-open',
  'warning.issued': 'always',
  'warning.changed': 'always',
  'warning.lifted': 'always',
  'warning.read': 'while-open',
  'sos.raised': 'while-open',
  'sos.pressed': 'while-open',
  'sos.located': 'while-open',
  'sos.taken': 'while-open',
  'sos.cancelled': 'while-open',
  'sos.closed': 'while-open',
  'camera.saved': 'until-next-state',
  'camera.removed': 'until-next-state',
  'camera.went-online': 'until-next-line',
  'camera.went-offline': 'until-next-line',
  'shift.began': 'while-open',
  'shift.handed-over': 'while-open',
  'shift.relieved': 'while-open',
  'shift.succeeded': 'while-open',
  'mode.set': 'until-next-state',
  'exercise.begun': 'always',
  'exercise.ended': 'always',
  'exercise.judged': 'always',
  'plot.drawn': 'always',
  'plot.revised': 'always',
  'plot.removed': 'always',
  'account.signed-on': 'never',
  'account.switched-grid': 'never',
  'hazard.saved': 'always',
  'hazard.removed': 'always',
  'hazard.restored': 'always',
  'hazard-warning.raised': 'while-open',
  'hazard-warning.risen': 'while-open',
  'hazard-warning.lowered': 'while-open',
  'hazard-warning.lifted': 'while-open',
  'hazard-warning.acknowledged': 'while-open',
  'hazard-warning.handled': 'while-open',
  'hazard-warning.closed': 'while-open',
  'monitoring-point.saved': 'until-next-state',
  'monitoring-point.removed': 'until-next-state',
  // Who is of which fire, and what persons decided, is kept beside the alarms.
  'incident.joined': 'never',
  'incident.split': 'never',
  'incident.merged': 'never',
  'incident.undone': 'never',
  'incident.fact-noted': 'never',
  // The seal itself is a row beside the log.
  'incident.packaged': 'never',
  'due-report.fell-due': 'always',
  'due-report.sent': 'always',
  'due-report.received': 'always',
  'due-report.read': 'always',
  'due-report.escalated': 'always',
  'due-report.told-late': 'always',
  'due-report.lapsed': 'always',
  'reporting-rule.saved': 'until-next-state',
  'resource.saved': 'never',
  'resource.removed': 'never',
  'resource.restored': 'never',
  'resource.confirmed': 'never',
  'register.changed': 'never',
  'setting.changed': 'never',
  // Runs and the table of fuels are rows beside the log.
  'spread.begun': 'never',
  'spread.finished': 'never',
  'spread.failed': 'never',
  'spread.cancelled': 'never',
  // Each states the whole of it, and how it stands is a row beside the log.
  'safety.changed': 'never',
  'safety.alarm-raised': 'never',
  'safety.alarm-taken': 'never',
  'safety.alarm-ended': 'never',
  // The messages are rows beside the log.
  'ranger-message.sent': 'never',
  'ranger-message.read': 'never',
  'fuel.saved': 'never',
  'fuel.reset': 'never',
} as const satisfies { readonly [K in EventKind]: Keeping };

/** What of an event stays in the log when its month leaves. */
export const KEEPING: { readonly [K in EventKind]: Keeping } = keeping;

type KindsKept<Kept extends Keeping> = { [K in EventKind]: (typeof keeping)[K] extends Kept ? K : never }[EventKind];
type ObjectOf<K> = K extends `${infer O}.${string}` ? O : never;
/** The kinds of objects that can be over. */
export type ClosableKind = ObjectOf<KindsKept<'while-open'>> & ObjectKind;

/** Does somebody still have to see to it, or may it still change? What belongs to an exercise is read again as a whole, and counts as open. */
const OPEN: { readonly [O in ClosableKind]: (state: ObjectStates[O], now: Date) => boolean } = {
  alarm: (alarm) => alarm.response.stage === 'open' || alarm.response.stage === 'in-progress' || isDrill(alarm),
  task: ({ task }) => isInHand(task) || isDrill(task),
  // One that was handed over waits for the name of the next officer.
  shift: ({ endedAt, nextName, relieved }) => endedAt === null || (nextName === null && !relieved),
  burning: ({ endsAt }, now) => now <= endsAt,
  'plan-run': ({ endedAt }) => endedAt === null,
  warning: (warning, now) => !['lifted', 'expired'].includes(warningState(warning, now)),
  sos: isSosOpen,
  'hazard-warning': ({ closed }) => closed === null,
};

/** @param state null: it was deleted */
export function isObjectOpen<O extends ClosableKind>(kind: O, state: ObjectStates[O] | null, now: Date): boolean {
  return state !== null && OPEN[kind](state, now);
}

export const isClosable = (kind: ObjectKind): kind is ClosableKind => Object.hasOwn(OPEN, kind);

/** Least numbers of whole months that a log keeps, where it does not keep all: the database refuses fewer. */
export const LEAST_MONTHS = { event: 3, audit: 12 } as const;
