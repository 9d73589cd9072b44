// Forest-fire danger warnings (森林火险预警): issued, raised or lowered, lifted, and read.

import { errorCode, gridNo, id, numeric, paging, requiredText, row, time } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { z } from 'zod';
import { listedWarning, warning, warningReader } from './warning.schema.ts';
import { MOST_WARNING_DAYS, WARNING_LEVELS } from './warning.ts';

const MOST_AREAS = 50;

const level = z.enum(WARNING_LEVELS, errorCode('warning-level'));
const text = requiredText(500, errorCode('warning-text-needed'));
const reads = { permission: 'officer', effect: 'read' } as const;
// docs/interface.md: every officer may open the page; changing a warning requires bpRecord.
const writes = { permission: { anyOf: ['dispatch'] }, effect: 'write' } as const;
const ofWarning = { ...writes, scope: 'object', authority: 'whole', envelope: 'data', reply: warning, current: warning } as const;

export const warningCalls = {
  warningPage: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/warning/page',
    summary:
      '森林火险预警（分页），新的在前：涉及自己网格的；state 为 open 未解除且未过期，over 已解除或已过期。readAt 为自己阅读现行内容的时间',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), state: z.enum(['open', 'over']).nullish(), ...paging }),
    reply: listedWarning,
  }),
  issueWarning: row({
    ...writes,
    method: 'POST',
    path: '/fire/api/warning',
    summary: '发布预警：areas 为自己网格内的网格号',
    scope: 'position',
    envelope: 'data',
    act: 'issue-warning',
    input: z
      .object({
        areas: z
          .array(gridNo, errorCode('warning-area-needed'))
          .min(1, errorCode('warning-area-needed'))
          .max(MOST_AREAS, errorCode('warning-areas-at-most', { most: MOST_AREAS })),
        level,
        text,
        startsAt: time,
        endsAt: time,
      })
      .superRefine(({ startsAt, endsAt }, context) => {
        const at = (message: string) => context.addIssue({ code: 'custom', path: ['endsAt'], message });
        if (endsAt <= startsAt) at(errorCode('end-not-after-begin'));
        else if (endsAt.getTime() - startsAt.getTime() > MOST_WARNING_DAYS * DAY_MS)
          at(errorCode('warning-days-at-most', { most: MOST_WARNING_DAYS }));
      }),
    reply: warning,
  }),
  changeWarning: row({
    ...ofWarning,
    method: 'POST',
    path: '/fire/api/warning/change',
    summary: '升级、降级或变更预警：revision 不是现有的时为 409，附现有的预警',
    act: 'change-warning',
    input: z.object({ id, revision: numeric(z.number().int().min(1)), level, text, endsAt: time }),
  }),
  liftWarning: row({
    ...ofWarning,
    method: 'POST',
    path: '/fire/api/warning/lift',
    summary: '解除预警，须说明原因',
    act: 'lift-warning',
    input: z.object({ id, revision: numeric(z.number().int().min(1)), reason: requiredText(200, errorCode('reason-needed')) }),
  }),
  readWarning: row({
    method: 'POST',
    path: '/fire/api/warning/read',
    summary: '确认已读现行内容；再次确认不变',
    permission: 'officer',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'part',
    act: 'read-warning',
    input: z.object({ id }),
    reply: z.null(),
  }),
  warningReaders: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/warning/readers',
    summary: '预警区域内自己网格的值班员：谁已读现行内容（readAt），谁未读（null）；未读的在前',
    scope: 'object',
    envelope: 'list',
    query: z.object({ id }),
    reply: warningReader,
  }),
};
