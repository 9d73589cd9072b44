// Fire-use reporting (用火报备): applications to burn, their review, and the burnings in progress.

import { errorCode, gridNo, id, numeric, optionalText, paging, requiredText, row, sentPosition, time, timeWindow } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { z } from 'zod';
import { burning } from './burning.schema.ts';
import { BURNING_PURPOSES, BURNING_STATES, MOST_BURNING_DAYS } from './burning.ts';

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
    position: z.object(sentPosition.shape, errorCode('burning-place-needed')),
    address: optionalText(200),
    startsAt: time,
    endsAt: time,
    areaHectares: numeric(z.number().min(0).max(100_000)).nullish(),
    peopleCount: numeric(z.number().int().min(0).max(999)).default(0),
    measures: optionalText(500),
  })
  .superRefine(({ startsAt, endsAt }, context) => {
    const at = (message: string) => context.addIssue({ code: 'custom', path: ['endsAt'], message });
    if (endsAt <= startsAt) at(errorCode('end-not-after-begin'));
    else if (endsAt.getTime() - startsAt.getTime() > MOST_BURNING_DAYS * DAY_MS)
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
  }),
  burningList: row({
    ...listing,
    path: '/fire/api/fireReport/list',
    summary: '用火报备列表；给出一点时为其周围的，近的在前',
    envelope: 'list',
    input: z.object({
      ...filter,
      around: z.object({ centre: sentPosition, radiusMetres: numeric(z.number().min(1).max(500_000)).nullish() }).nullish(),
    }),
    reply: burning,
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
    authority: 'own',
    act: 'review-burning',
    input: z
      .object({ id, state: z.enum(['approved', 'refused', 'withdrawn'], errorCode('review-outcome')), note: optionalText(200) })
      .refine(({ state, note }) => state === 'approved' || (note ?? '').trim() !== '', {
        path: ['note'],
        message: errorCode('reason-needed'),
      }),
    reply: burning,
    current: burning,
  }),
};
