// Task templates (任务模板) and recurring patrols (定期巡护) on the wire.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WirePatrolOccurrence, WirePatrolRule, WirePlannedPatrol, WireTaskOrder, WireTaskTemplate } from './patrol.schema.ts';
import { type Day, nextOccurrences, type PatrolOccurrence, type PatrolOutcome, type PatrolRoute, type PatrolRule } from './patrol.ts';
import type { TaskOrder, TaskTemplate, TaskTemplateDraft } from './task-template.ts';

/** The actor that sends the tasks of recurring patrols. Always Chinese, because it is stored. */
export const PATROL_SCHEDULE = '定期巡护';

/** Number of next occurrences in a rule's list entry. */
const NEXT_SHOWN = 3;

export const writeRoute = (route: PatrolRoute | null) =>
  route === null ? null : { kind: route.kind, points: route.points.map(({ lng, lat }) => ({ lng, lat })) };

const writeOrder = (order: TaskOrder): WireTaskOrder => ({
  taskContent: order.content,
  priority: order.priority,
  peopleCount: order.peopleCount,
  fireEngine: order.vehicleCount,
  fireEquipment: order.equipmentCount,
  reserve: order.reserve,
  checklist: order.checklist,
});

const readOrder = (w: WireTaskOrder): TaskOrder => ({
  content: w.taskContent,
  priority: w.priority,
  peopleCount: w.peopleCount,
  vehicleCount: w.fireEngine,
  equipmentCount: w.fireEquipment,
  reserve: w.reserve,
  checklist: w.checklist,
});

export const writeTaskTemplate = (t: TaskTemplate, nameOf: GridNames): WireTaskTemplate => ({
  id: t.id,
  gridNo: t.gridNo,
  gridName: nameOf(t.gridNo) ?? t.gridNo,
  name: t.name,
  durationMinutes: t.durationMinutes,
  ...writeOrder(t),
  revision: t.revision,
  updateUser: t.changedBy,
  updateTime: formatTime(t.changedAt),
});

/** The inverse of `writeTaskTemplate`, to the second. */
export const readTaskTemplate = (w: WireTaskTemplate): Named<TaskTemplate> => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  name: w.name,
  durationMinutes: w.durationMinutes,
  ...readOrder(w),
  revision: w.revision,
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
});

/** The request content of a template. */
export const writeTemplateDraft = ({ name, durationMinutes, ...order }: TaskTemplateDraft) => ({
  name,
  durationMinutes,
  ...writeOrder(order),
});

/** A rule with its latest outcome and its next occurrences. */
export interface ListedPatrolRule extends Named<PatrolRule> {
  readonly next: readonly Date[];
  readonly last: { readonly day: Day; readonly outcome: PatrolOutcome } | null;
}

interface RuleNews {
  readonly nameOf: GridNames;
  /** Occurrences at or after this time count as upcoming. */
  readonly from: Date;
  readonly last: ListedPatrolRule['last'];
}

export const writePatrolRule = (r: PatrolRule, { nameOf, from, last }: RuleNews): WirePatrolRule => {
  const { content: c } = r;
  const next = r.state === 'running' ? nextOccurrences(c, from, NEXT_SHOWN) : [];
  return {
    id: r.id,
    gridNo: r.gridNo,
    gridName: nameOf(r.gridNo) ?? r.gridNo,
    ownerGridNo: r.ownerGridNo,
    state: r.state,
    revision: r.revision,
    name: c.name,
    repeat: c.repeat.kind === 'weekdays' ? { kind: 'weekdays', weekdays: [...c.repeat.weekdays] } : c.repeat,
    beginDay: c.beginDay,
    endDay: c.endDay,
    timeOfDay: c.timeOfDay,
    durationMinutes: c.durationMinutes,
    exceptDays: [...c.exceptDays],
    order: writeOrder(c.order),
    members: c.members.map(({ userId, fullName }) => ({ userId, fullName })),
    position: { lng: c.position.lng, lat: c.position.lat },
    address: c.address,
    route: writeRoute(c.route),
    nextTimes: next.map(({ at }) => formatTime(at)),
    last,
    createUser: r.createdBy,
    createTime: formatTime(r.createdAt),
    updateUser: r.changedBy,
    updateTime: formatTime(r.changedAt),
    operatorId: r.writtenById,
    operatorName: r.writtenBy,
    endReason: r.endReason,
  };
};

/** The inverse of `writePatrolRule`, to the second. */
export const readPatrolRule = (w: WirePatrolRule): ListedPatrolRule => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  ownerGridNo: w.ownerGridNo as GridNo,
  state: w.state,
  revision: w.revision,
  content: {
    name: w.name,
    repeat: w.repeat,
    beginDay: w.beginDay,
    endDay: w.endDay,
    timeOfDay: w.timeOfDay,
    durationMinutes: w.durationMinutes,
    exceptDays: w.exceptDays,
    order: readOrder(w.order),
    members: w.members,
    position: w.position,
    address: w.address,
    route: w.route,
  },
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedAt: readTime(w.updateTime),
  writtenBy: w.operatorName,
  writtenById: w.operatorId,
  endReason: w.endReason,
  next: w.nextTimes.map(readTime),
  last: w.last,
});

/** A rule in a request. The server adds the names of the rangers, the address and the grid. */
export interface PatrolDraft extends Omit<PatrolRule['content'], 'members' | 'address' | 'position'> {
  readonly memberIds: readonly string[];
  /** null: the start of the route is used. */
  readonly position: PatrolRule['content']['position'] | null;
}

/** The request content of `createPatrol` and `revisePatrol`. */
export const writePatrolDraft = (d: PatrolDraft) => ({
  name: d.name,
  repeat: d.repeat.kind === 'weekdays' ? { kind: 'weekdays' as const, weekdays: [...d.repeat.weekdays] } : d.repeat,
  beginDay: d.beginDay,
  endDay: d.endDay,
  timeOfDay: d.timeOfDay,
  durationMinutes: d.durationMinutes,
  exceptDays: [...d.exceptDays],
  order: writeOrder(d.order),
  taskMember: [...d.memberIds],
  position: d.position,
  route: writeRoute(d.route),
});

export const writePatrolOccurrence = (o: PatrolOccurrence): WirePatrolOccurrence => ({
  ruleId: o.ruleId,
  day: o.day,
  planTime: formatTime(o.plannedAt),
  outcome: o.outcome,
  taskId: o.taskId,
  skipped: [...o.skipped],
});

/** The inverse of `writePatrolOccurrence`, to the second. */
export const readPatrolOccurrence = ({ planTime, ...w }: WirePatrolOccurrence): PatrolOccurrence => ({
  ...w,
  plannedAt: readTime(planTime),
});

/** A future occurrence. */
export interface PlannedPatrol {
  readonly ruleId: string;
  readonly gridNo: GridNo;
  readonly name: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
}

export const writePlannedPatrol = ({ beginsAt, endsAt, ...planned }: PlannedPatrol): WirePlannedPatrol => ({
  ...planned,
  beginTime: formatTime(beginsAt),
  endTime: formatTime(endsAt),
});

export const readPlannedPatrol = ({ beginTime, endTime, gridNo, ...planned }: WirePlannedPatrol): PlannedPatrol => ({
  ...planned,
  gridNo: gridNo as GridNo,
  beginsAt: readTime(beginTime),
  endsAt: readTime(endTime),
});

/** Readers that turn the replies of calls into domain types, by the name given in the call's row. */
export const patrolReaders = {
  'task-template': readTaskTemplate,
  'patrol-rule': readPatrolRule,
  'patrol-occurrence': readPatrolOccurrence,
  'planned-patrol': readPlannedPatrol,
} as const;
