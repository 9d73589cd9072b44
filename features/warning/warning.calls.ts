// Forest-fire danger warnings (森林火险预警): issued, raised or lowered, lifted, and read.

import { errorCode, gridNo, id, numeric, paging, requiredText, row, time } from '@lookout/contract';
import { DAY_MS } from '@lookout/domain';
import { z } from 'zod';
import { warning } from './warning.schema.ts';
import { MOST_WARNING_DAYS, WARNING_LEVELS } from './warning.ts';

const MOST_AREAS = 50;

const level = z.enum(WARNING_LEVELS, errorCode('warning-level'));
const text = requiredText(500, errorCode('warning-text-needed'));
const reads = { permission: 'officer', effect: 'read' } as const;
// docs/interface.md: every officer may open the page; changing a warning requires bpRecord.
const writes = { permission: { anyOf: ['dispatch'] }, effect: 'write' } as const;
const ofWarning = { ...writes, scope: 'object', envelope: 'data', reply: warning, reads: 'warning', readsCurrent: 'warning' } as const;

export const warningCalls = {
  warningPage: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/warning/page',
    summary:
      '森林火险预警（分页），新的在前：涉及自己网格的；state 为 open 未解除且未过期，over 已解除或已过期。readTime 为自己阅读现行内容的时间',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), state: z.enum(['open', 'over']).nullish(), ...paging }),
    reply: z.object({ warning, readTime: z.string().nullable() }),
    reads: 'listed-warning',
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
        validFrom: time,
        validTo: time,
      })
      .superRefine(({ validFrom, validTo }, context) => {
        const at = (message: string) => context.addIssue({ code: 'custom', path: ['validTo'], message });
        if (validTo <= validFrom) at(errorCode('end-not-after-begin'));
        else if (validTo.getTime() - validFrom.getTime() > MOST_WARNING_DAYS * DAY_MS)
          at(errorCode('warning-days-at-most', { most: MOST_WARNING_DAYS }));
      }),
    reply: warning,
    reads: 'warning',
  }),
  changeWarning: row({
    ...ofWarning,
    method: 'POST',
    path: '/fire/api/warning/change',
    summary: '升级、降级或变更预警：revision 不是现有的时为 409，附现有的预警',
    act: 'change-warning',
    input: z.object({ id, revision: numeric(z.number().int().min(1)), level, text, validTo: time }),
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
    act: 'read-warning',
    input: z.object({ id }),
    reply: z.null(),
  }),
  warningReaders: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/warning/readers',
    summary: '预警区域内自己网格的值班员：谁已读现行内容（readTime），谁未读（null）；未读的在前',
    scope: 'object',
    envelope: 'list',
    query: z.object({ id }),
    reply: z.object({
      userId: z.string(),
      fullName: z.string(),
      gridNo: z.string(),
      gridName: z.string(),
      readTime: z.string().nullable(),
    }),
  }),
};
