// The schemas of emergency plans and of their runs, in replies; those of a run also in live messages.

import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { type NamedPlanRun, PLAN_STATES, type Plan } from './plan.ts';

const level = z.literal([1, 2, 3, 4]);
const duty = z.object({ post: z.string(), person: z.string().nullable(), phone: z.string().nullable(), duty: z.string() });
const item = z.object({ id: z.string(), level, text: z.string(), who: z.string(), withinMinutes: z.number() });

export const plan = schemaOf<Named<Plan>>()(
  z.object({
    id: z.uuid(),
    planId: z.uuid(),
    version: z.number(),
    gridNo,
    gridName: z.string(),
    state: z.enum(PLAN_STATES),
    revision: z.number(),
    content: z.object({
      title: z.string(),
      conditions: z.array(z.object({ level, text: z.string() })),
      duties: z.array(duty),
      contacts: z.array(z.object({ name: z.string(), unit: z.string().nullable(), phone: z.string() })),
      items: z.array(item),
      files: z.array(z.object({ id: z.uuid(), name: z.string(), mime: z.string() })),
    }),
    createdBy: z.string(),
    createdAt: time,
    changedBy: z.string(),
    changedById: z.string().nullable(),
    changedAt: time,
    submittedBy: z.string().nullable(),
    submittedById: z.string().nullable(),
    submittedAt: time.nullable(),
    reviewedBy: z.string().nullable(),
    reviewedAt: time.nullable(),
    reviewNote: z.string().nullable(),
  }),
);

export const planRun = schemaOf<NamedPlanRun>()(
  z.object({
    id: z.uuid(),
    gridNo,
    gridName: z.string(),
    fireId: z.string(),
    fireName: z.string(),
    planVersionId: z.string(),
    planTitle: z.string(),
    planVersion: z.number(),
    planGridNo: gridNo,
    planGridName: z.string(),
    level,
    duties: z.array(duty),
    items: z.array(
      item.extend({
        dueAt: time.nullable(),
        done: z.object({ at: time, by: z.string(), note: z.string().nullable() }).nullable(),
      }),
    ),
    steps: z.array(z.object({ at: time, by: z.string(), from: level.nullable(), to: level.nullable(), reason: z.string() })),
    startedAt: time,
    endedAt: time.nullable(),
  }),
);
