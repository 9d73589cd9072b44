// Emergency plans (预案): written, submitted, approved by a second person, and started for a fire.

import { errorCode, FILE_WEIGHT, gridNo, id, numeric, optionalText, paging, requiredText, row, text } from '@lookout/contract';
import { z } from 'zod';
import { plan, planRun } from './plan.schema.ts';
import { PLAN_STATES } from './plan.ts';

const level = numeric(z.number()).pipe(z.literal([1, 2, 3, 4], errorCode('plan-level')));
const listOf = <S extends z.ZodType>(item: S, most: number) =>
  z.array(item).max(most, errorCode('plan-rows-at-most', { most })).default([]);

const PHONE = /^[0-9+()\- ]{5,32}$/;
const phone = text(32).refine((s) => PHONE.test(s), errorCode('phone-format'));
/** Blank counts as null, because a form sends the content of its field. */
const phoneOrNone = z.preprocess((v) => (typeof v === 'string' && v.trim() === '' ? null : v), phone.nullish());

const content = z
  .object({
    title: requiredText(100, errorCode('plan-title-needed')),
    conditions: listOf(z.object({ level, text: text(500) }), 4),
    duties: listOf(
      z.object({
        post: requiredText(64, errorCode('plan-post-needed')),
        person: optionalText(64),
        phone: phoneOrNone,
        duty: requiredText(500, errorCode('plan-duty-needed')),
      }),
      100,
    ),
    contacts: listOf(z.object({ name: requiredText(64, errorCode('plan-contact-needed')), unit: optionalText(100), phone }), 200),
    items: listOf(
      z.object({
        id: requiredText(36, errorCode('id-format')),
        level,
        text: requiredText(200, errorCode('plan-item-needed')),
        who: requiredText(64, errorCode('plan-who-needed')),
        withinMinutes: numeric(
          z
            .number(errorCode('plan-minutes'))
            .int(errorCode('plan-minutes'))
            .min(1, errorCode('plan-minutes'))
            .max(10_080, errorCode('plan-minutes')),
        ),
      }),
      200,
    ),
    files: listOf(z.object({ id, name: text(200), mime: text(64) }), 20),
  })
  .superRefine(({ conditions, items }, context) => {
    const twice = <T>(list: readonly T[], name: string, message: string) => {
      const index = list.findIndex((one, at) => list.indexOf(one) !== at);
      if (index >= 0) context.addIssue({ code: 'custom', path: [name, index], message });
    };
    twice(
      conditions.map((one) => one.level),
      'conditions',
      errorCode('plan-level-twice'),
    );
    twice(
      items.map((one) => one.id),
      'items',
      errorCode('plan-item-twice'),
    );
  });

const reason = requiredText(200, errorCode('reason-needed'));
const revision = numeric(z.number().int().min(1));

// docs/interface.md: every officer may open the page; changing a plan requires bpRecord.
const reads = { permission: 'officer', effect: 'read' } as const;
const writes = { permission: { anyOf: ['dispatch'] }, effect: 'write' } as const;
const ofPlan = { ...writes, scope: 'object', authority: 'whole', reply: plan, current: plan, envelope: 'data' } as const;
const ofRun = { ...writes, scope: 'object', reply: planRun, current: planRun, envelope: 'data' } as const;

export const planCalls = {
  planPage: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/plan/page',
    summary: '预案（分页）：自己网格及其下级的，以及上级已生效的；planId 给出一个预案的所有版本，缺省不含已被取代的',
    scope: 'list',
    envelope: 'page',
    input: z.object({
      gridNo: gridNo.nullish(),
      planId: id.nullish(),
      state: z.enum(PLAN_STATES).nullish(),
      title: optionalText(64),
      ...paging,
    }),
    reply: plan,
  }),
  planOne: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/plan/{id}',
    summary: '预案的一个版本',
    scope: 'object',
    envelope: 'data',
    params: z.object({ id }),
    reply: plan,
  }),
  plansForFire: row({
    ...reads,
    method: 'GET',
    path: '/fire/api/plan/forFire',
    summary: '一起火情适用的预案：所在网格自己的；没有时为最近的上级的',
    scope: 'object',
    envelope: 'list',
    query: z.object({ fireId: id }),
    reply: plan,
  }),
  createPlan: row({
    ...writes,
    method: 'POST',
    path: '/fire/api/plan',
    summary: '新建预案（草稿）',
    scope: 'position',
    envelope: 'data',
    act: 'create-plan',
    input: z.object({ gridNo, content }),
    reply: plan,
  }),
  newPlanVersion: row({
    ...ofPlan,
    authority: 'part',
    method: 'POST',
    path: '/fire/api/plan/newVersion',
    summary: '由已生效的版本新建下一版本（草稿）；已有人在编制时为 409',
    act: 'new-plan-version',
    input: z.object({ id }),
  }),
  revisePlan: row({
    ...ofPlan,
    method: 'PUT',
    path: '/fire/api/plan/{id}',
    summary: '修改草稿：revision 不是现有的时为 409，附现有的预案',
    act: 'revise-plan',
    params: z.object({ id }),
    input: z.object({ revision, content }),
  }),
  submitPlan: row({
    ...ofPlan,
    method: 'POST',
    path: '/fire/api/plan/submit',
    summary: '提交审批',
    act: 'submit-plan',
    input: z.object({ id, revision }),
  }),
  reviewPlan: row({
    ...ofPlan,
    method: 'POST',
    path: '/fire/api/plan/review',
    summary: '审批：由编制、提交人之外的另一人批准（approved）或退回（refused，须说明原因）',
    act: 'review-plan',
    input: z
      .object({ id, state: z.enum(['approved', 'refused'], errorCode('review-outcome')), note: optionalText(200) })
      .refine(({ state, note }) => state === 'approved' || (note ?? '').trim() !== '', {
        path: ['note'],
        message: errorCode('reason-needed'),
      }),
  }),
  discardPlan: row({
    ...writes,
    method: 'DELETE',
    path: '/fire/api/plan/{id}',
    summary: '放弃未生效的草稿',
    scope: 'object',
    authority: 'whole',
    envelope: 'message',
    act: 'discard-plan',
    params: z.object({ id }),
    reply: z.null(),
  }),
  uploadPlanFile: row({
    ...writes,
    method: 'POST',
    path: '/fire/api/plan/file',
    summary: '上传预案附件（PDF、PNG、JPEG，≤10MB）',
    scope: 'none',
    envelope: 'data',
    act: 'upload-plan-file',
    body: 'upload',
    weight: FILE_WEIGHT,
    reply: z.object({ id: z.uuid(), mime: z.string() }),
  }),

  planFileTicket: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/plan/file/ticket',
    summary: '附件的凭票：浏览器自己打开附件（?ticket=）时代替登录令牌',
    // The plan only has to be readable by the caller, so it may belong to a superior grid.
    scope: 'none',
    envelope: 'data',
    input: z.object({ id }),
    reply: z.object({ ticket: z.string() }),
  }),

  planRunPage: row({
    ...reads,
    method: 'POST',
    path: '/fire/api/planRun/page',
    summary: '启动的预案（分页），新的在前：state 为 open 正在响应，ended 已终止',
    scope: 'list',
    envelope: 'page',
    input: z.object({ gridNo: gridNo.nullish(), fireId: id.nullish(), state: z.enum(['open', 'ended']).nullish(), ...paging }),
    reply: planRun,
  }),
  startPlan: row({
    ...ofRun,
    authority: 'part',
    method: 'POST',
    path: '/fire/api/planRun',
    summary: '为一起火情启动预案：id 为已生效的版本；notify 时按职责分工发短信。已启动时为 409',
    act: 'start-plan',
    input: z.object({ fireId: id, id, level, reason, notify: z.boolean().default(false) }),
  }),
  changeRunLevel: row({
    ...ofRun,
    authority: 'whole',
    method: 'POST',
    path: '/fire/api/planRun/level',
    summary: '调整响应级别：from 不是现在的级别时为 409',
    act: 'change-run-level',
    input: z.object({ id, from: level, to: level, reason, notify: z.boolean().default(false) }),
  }),
  tickRunItem: row({
    ...ofRun,
    authority: 'part',
    method: 'POST',
    path: '/fire/api/planRun/item',
    summary: '完成一项处置事项，或撤销误点（done 为 false，须说明原因）；已有人完成时为 409',
    act: 'tick-run-item',
    input: z
      .object({ id, itemId: text(36), done: z.boolean().default(true), note: optionalText(200) })
      .refine(({ done, note }) => done || (note ?? '').trim() !== '', { path: ['note'], message: errorCode('reason-needed') }),
  }),
  endRun: row({
    ...ofRun,
    authority: 'whole',
    method: 'POST',
    path: '/fire/api/planRun/end',
    summary: '终止响应',
    act: 'end-run',
    input: z.object({ id, reason, notify: z.boolean().default(false) }),
  }),
};
