// Schemas of emergency plans and of their runs, in replies; those of a run also in live messages. A page loads the readers in the
// neighbouring file without the schemas.

import { z } from 'zod';
import { PLAN_STATES } from './plan.ts';

const level = z.literal([1, 2, 3, 4]);
const planDuty = z.object({ post: z.string(), person: z.string().nullable(), phone: z.string().nullable(), duty: z.string() });
const planItem = z.object({
  id: z.string(),
  level,
  text: z.string(),
  who: z.string(),
  /** Counted from when the item's level was reached. */
  withinMinutes: z.number(),
});

export const planContent = z.object({
  title: z.string(),
  conditions: z.array(z.object({ level, text: z.string() })),
  duties: z.array(planDuty),
  contacts: z.array(z.object({ name: z.string(), unit: z.string().nullable(), phone: z.string() })),
  items: z.array(planItem),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), mime: z.string() })),
});

export const plan = z.object({
  id: z.uuid(),
  /** The same for all versions of a plan. */
  planId: z.uuid(),
  version: z.number(),
  gridNo: z.string(),
  gridName: z.string(),
  state: z.enum(PLAN_STATES),
  /** Incremented by each change. */
  revision: z.number(),
  content: planContent,
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateUserId: z.string().nullable(),
  updateTime: z.string(),
  submitUser: z.string().nullable(),
  submitUserId: z.string().nullable(),
  submitTime: z.string().nullable(),
  reviewUser: z.string().nullable(),
  reviewTime: z.string().nullable(),
  reviewNote: z.string().nullable(),
});
export type WirePlan = z.output<typeof plan>;

export const planRun = z.object({
  id: z.uuid(),
  gridNo: z.string(),
  gridName: z.string(),
  fireId: z.string(),
  fireName: z.string(),
  planVersionId: z.string(),
  planTitle: z.string(),
  planVersion: z.number(),
  /** The grid whose plan runs: the fire's own grid, or a superior. */
  planGridNo: z.string(),
  planGridName: z.string(),
  level,
  duties: z.array(planDuty),
  items: z.array(
    planItem.extend({
      dueTime: z.string().nullable(),
      done: z.object({ time: z.string(), user: z.string(), note: z.string().nullable() }).nullable(),
    }),
  ),
  steps: z.array(z.object({ time: z.string(), user: z.string(), from: level.nullable(), to: level.nullable(), reason: z.string() })),
  startTime: z.string(),
  endTime: z.string().nullable(),
});
export type WirePlanRun = z.output<typeof planRun>;
