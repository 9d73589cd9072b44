// Emergency plans (预案) and their runs for a fire, in the wire format.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import type { WirePlan, WirePlanRun } from './plan.schema.ts';
import type { Plan, PlanContent, PlanRun } from './plan.ts';

const orNull = <A, B>(value: A | null, write: (value: A) => B): B | null => (value === null ? null : write(value));
/** The arrays of a domain value are read-only; those of a reply are mutable. */
const copied = <T>(list: readonly T[]): T[] => list.map((one) => ({ ...one }));

const writeContent = ({ title, conditions, duties, contacts, items, files }: PlanContent) => ({
  title,
  conditions: copied(conditions),
  duties: copied(duties),
  contacts: copied(contacts),
  items: copied(items),
  files: copied(files),
});

export const writePlan = (p: Plan, nameOf: GridNames): WirePlan => ({
  id: p.id,
  planId: p.planId,
  version: p.version,
  gridNo: p.gridNo,
  gridName: nameOf(p.gridNo) ?? p.gridNo,
  state: p.state,
  revision: p.revision,
  content: writeContent(p.content),
  createUser: p.createdBy,
  createTime: formatTime(p.createdAt),
  updateUser: p.changedBy,
  updateUserId: p.changedById,
  updateTime: formatTime(p.changedAt),
  submitUser: p.submittedBy,
  submitUserId: p.submittedById,
  submitTime: orNull(p.submittedAt, formatTime),
  reviewUser: p.reviewedBy,
  reviewTime: orNull(p.reviewedAt, formatTime),
  reviewNote: p.reviewNote,
});

/** The inverse of `writePlan`, to the second. */
export const readPlan = (w: WirePlan): Named<Plan> => ({
  id: w.id,
  planId: w.planId,
  version: w.version,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  state: w.state,
  revision: w.revision,
  content: w.content,
  createdBy: w.createUser,
  createdAt: readTime(w.createTime),
  changedBy: w.updateUser,
  changedById: w.updateUserId,
  changedAt: readTime(w.updateTime),
  submittedBy: w.submitUser,
  submittedById: w.submitUserId,
  submittedAt: orNull(w.submitTime, readTime),
  reviewedBy: w.reviewUser,
  reviewedAt: orNull(w.reviewTime, readTime),
  reviewNote: w.reviewNote,
});

/** A run with the names of the fire's grid and of the plan's grid. */
export type NamedPlanRun = Named<PlanRun> & { readonly planGridName: string };

export const writePlanRun = (r: PlanRun, nameOf: GridNames): WirePlanRun => ({
  id: r.id,
  gridNo: r.gridNo,
  gridName: nameOf(r.gridNo) ?? r.gridNo,
  fireId: r.fireId,
  fireName: r.fireName,
  planVersionId: r.planVersionId,
  planTitle: r.planTitle,
  planVersion: r.planVersion,
  planGridNo: r.planGridNo,
  planGridName: nameOf(r.planGridNo) ?? r.planGridNo,
  level: r.level,
  duties: copied(r.duties),
  items: r.items.map(({ dueAt, done, ...item }) => ({
    ...item,
    dueTime: orNull(dueAt, formatTime),
    done: orNull(done, ({ at, by, note }) => ({ time: formatTime(at), user: by, note })),
  })),
  steps: r.steps.map(({ at, by, from, to, reason }) => ({ time: formatTime(at), user: by, from, to, reason })),
  startTime: formatTime(r.startedAt),
  endTime: orNull(r.endedAt, formatTime),
});

/** The inverse of `writePlanRun`, to the second. */
export const readPlanRun = (w: WirePlanRun): NamedPlanRun => ({
  id: w.id,
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  fireId: w.fireId,
  fireName: w.fireName,
  planVersionId: w.planVersionId,
  planTitle: w.planTitle,
  planVersion: w.planVersion,
  planGridNo: w.planGridNo as GridNo,
  planGridName: w.planGridName,
  level: w.level,
  duties: w.duties,
  items: w.items.map(({ dueTime, done, ...item }) => ({
    ...item,
    dueAt: orNull(dueTime, readTime),
    done: orNull(done, ({ time, user, note }) => ({ at: readTime(time), by: user, note })),
  })),
  steps: w.steps.map(({ time, user, from, to, reason }) => ({ at: readTime(time), by: user, from, to, reason })),
  startedAt: readTime(w.startTime),
  endedAt: orNull(w.endTime, readTime),
});

/** The readers by which a client parses the replies of calls, by the name that a row gives. */
export const planReaders = {
  plan: readPlan,
  'plan-run': readPlanRun,
} as const;
