// Fire-use reporting (用火报备): applications to burn, their review, and the burnings in progress.

import {
  errorCode,
  gridNo,
  id,
  latitude,
  longitude,
  numeric,
  optionalText,
  paging,
  requiredText,
  row,
  time,
  timeWindow,
} from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { z } from 'zod';
import { BURNING_PURPOSES, BURNING_STATES, MOST_BURNING_DAYS } from './burning.ts';

export const burning = z.object({
  id: z.uuid(),
  applicant: z.string(),
  phone: z.string(),
  purpose: z.enum(BURNING_PURPOSES),
  position: z.object({ lng: z.number(), lat: z.number() }),
  gridNo: z.string(),
  gridName: z.string(),
  address: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  /** Hectares. */
  area: z.number().nullable(),
  peopleCount: z.number(),
  measures: z.string().nullable(),
  state: z.enum(BURNING_STATES),
  /** Set only for an approved application: its window has not begun, is open, or is over. */
  phase: z.enum(['before', 'burning', 'over']).nullable(),
  createUser: z.string(),
  createTime: z.string(),
  reviewUser: z.string().nullable(),
  reviewTime: z.string().nullable(),
  reviewNote: z.string().nullable(),
});
export type WireBurning = z.output<typeof burning>;

const filter = {
  gridNo: gridNo.nullish(),
  applicant: optionalText(64),
  purpose: z.enum(BURNING_PURPOSES).nullish(),
  state: z.enum(BURNING_STATES).nullish(),
  /** Selects windows that overlap this time. */
  ...timeWindow,
};

const phone = requiredText(32, errorCode('contact-phone-needed')).refine((s) => /^[0-9+()\- ]{5,32}$/.test(s), errorCode('phone-format'));

const draft = z
  .object({
    applicant: requiredText(64, errorCode('applicant-needed')),
    phone,
    purpose: z.enum(BURNING_PURPOSES, errorCode('burning-purpose-needed')),
    position: z.object({ lng: longitude, lat: latitude }, errorCode('burning-place-needed')),
    address: optionalText(200),
    startTime: time,
    endTime: time,
    area: numeric(z.number().min(0).max(100_000)).nullish(),
    peopleCount: numeric(z.number().int().min(0).max(999)).default(0),
    measures: optionalText(500),
  })
  .superRefine(({ startTime, endTime }, context) => {
    const at = (message: string) => context.addIssue({ code: 'custom', path: ['endTime'], message });
    if (endTime <= startTime) at(errorCode('end-not-after-begin'));
    else if (endTime.getTime() - startTime.getTime() > MOST_BURNING_DAYS * DAY_MS)
      at(errorCode('burning-days-at-most', { most: MOST_BURNING_DAYS }));
  });

// Specification §2: the page needs no permission. Every officer reads and applies within his grid.
const listing = { method: 'POST', permission: 'officer', scope: 'list', effect: 'read' } as const;

export const burningCalls = {
  burningPage: row({
    ...listing,
    path: '/fire/api/fireReport/page',
    summary: '用火报备（分页）',
    envelope: 'page',
    input: z.object({ ...filter, ...paging }),
    reply: burning,
    reads: 'burning',
  }),
  burningList: row({
    ...listing,
    path: '/fire/api/fireReport/list',
    summary: '用火报备列表；给出一点时为其周围的，近的在前',
    envelope: 'list',
    input: z.object({
      ...filter,
      longitude: longitude.nullish(),
      latitude: latitude.nullish(),
      /** Metres. */
      radius: numeric(z.number().min(1).max(500_000)).nullish(),
    }),
    reply: burning,
    reads: 'burning',
  }),
  createBurning: row({
    method: 'POST',
    path: '/fire/api/fireReport',
    summary: '申请用火',
    permission: 'officer',
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-burning',
    input: draft,
    reply: z.object({ id: z.uuid() }),
  }),
  reviewBurning: row({
    method: 'POST',
    path: '/fire/api/fireReport/review',
    summary: '审批（approved、refused）或撤回（withdrawn）用火申请；驳回与撤回须说明原因，已有人处理时为 409',
    permission: { anyOf: ['act-on-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'review-burning',
    input: z
      .object({ id, state: z.enum(['approved', 'refused', 'withdrawn'], errorCode('review-outcome')), note: optionalText(200) })
      .refine(({ state, note }) => state === 'approved' || (note ?? '').trim() !== '', {
        path: ['note'],
        message: errorCode('reason-needed'),
      }),
    reply: burning,
    reads: 'burning',
    readsCurrent: 'burning',
  }),
};
