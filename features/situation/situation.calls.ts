// The situation of a fire (火场态势): orders (命令), and documents: the bulletin (火情快报) and the situation map (态势图). Its drawings are plots
// with the fire's id. `fireId` is the alarm's id.

import { errorCode, id, numeric, optionalText, requiredText, row, text, time } from '@lookout/contract';
import { z } from 'zod';
import { type DocumentField, FIRE_DOCUMENT_KINDS, MOST_CORRECTION_REASON, MOST_DRAFT_LENGTH } from './fire-document.ts';
import { MOST_ORDER_RECEIVERS, ORDER_RECEIVERS } from './fire-order.ts';
import { fireDocument, fireOrder } from './situation.schema.ts';

const supports = { anyOf: ['support-decisions'] } as const;
/** The rights to see orders: every desk that covers the fire receives them. */
const hears = { anyOf: ['watch-alarms', 'support-decisions'] } as const;
const receives = { anyOf: ['act-on-alarms', 'dispatch', 'support-decisions'] } as const;

const ofOrder = { scope: 'object', authority: 'part', envelope: 'data', effect: 'write', reply: fireOrder } as const;
const ofDocument = {
  permission: supports,
  scope: 'object',
  authority: 'own',
  envelope: 'data',
  effect: 'write',
  reply: fireDocument,
  current: fireDocument,
} as const;

const receiver = z.object({
  kind: z.enum(ORDER_RECEIVERS).default('post'),
  name: requiredText(64, errorCode('order-receiver-needed')),
  /** The account of a ranger; absent: the receiver is only named in text. */
  userId: id.nullish(),
});

// A draft is stored up to a generous limit; only an issued document has to fit its page.
const field = text(MOST_DRAFT_LENGTH).optional();
const fields = z.object({
  to: field,
  place: field,
  found: field,
  weather: field,
  area: field,
  spread: field,
  forces: field,
  cause: field,
  measures: field,
  next: field,
  title: field,
  note: field,
} satisfies Record<DocumentField, typeof field>);

const revision = numeric(z.number().int().min(1));

export const situationCalls = {
  orderList: row({
    method: 'GET',
    path: '/fire/api/decision/order/list',
    summary: '一起火情的命令，新的在前',
    permission: hears,
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ fireId: id }),
    reply: fireOrder,
  }),
  issueOrder: row({
    ...ofOrder,
    method: 'POST',
    path: '/fire/api/decision/order',
    summary: '下达命令：受令人为岗位（post）、人员（person）或队伍（team）；记入火情经过，各席位立即看到',
    permission: supports,
    act: 'issue-order',
    input: z.object({
      fireId: id,
      receivers: z
        .array(receiver)
        .min(1, errorCode('order-receiver-needed'))
        .max(MOST_ORDER_RECEIVERS, errorCode('order-receivers-at-most', { most: MOST_ORDER_RECEIVERS })),
      content: requiredText(500, errorCode('order-content-needed')),
      dueAt: time.nullish(),
    }),
  }),
  receiveOrder: row({
    ...ofOrder,
    method: 'POST',
    path: '/fire/api/decision/order/receive',
    summary: '登记收到：isOnBehalf 为由指挥员代记（电话、电台）；已登记或已撤回时为 409，附现有的命令',
    permission: receives,
    act: 'receive-order',
    input: z.object({ id, receiverId: text(36), isOnBehalf: z.boolean().default(false), note: optionalText(200) }),
    current: fireOrder,
  }),
  withdrawOrder: row({
    ...ofOrder,
    authority: 'whole',
    method: 'POST',
    path: '/fire/api/decision/order/withdraw',
    summary: '撤回命令，须说明原因；已撤回时为 409，附现有的命令',
    permission: supports,
    act: 'withdraw-order',
    input: z.object({ id, reason: requiredText(200, errorCode('reason-needed')) }),
    current: fireOrder,
  }),

  documentList: row({
    method: 'GET',
    path: '/fire/api/decision/document/list',
    summary: '一起火情的文书（火情快报 bulletin、态势图 situation-map）：草稿与已签发的，新的在前',
    permission: supports,
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ fireId: id }),
    reply: fireDocument,
  }),
  beginDocument: row({
    ...ofDocument,
    method: 'POST',
    path: '/fire/api/decision/document',
    summary: '建立草稿，内容按现有事实填写；corrects 为所更正的已签发文书（须说明原因），内容取自它；已有草稿时为 409，附该草稿',
    act: 'begin-fire-document',
    input: z
      .object({ fireId: id, kind: z.enum(FIRE_DOCUMENT_KINDS), corrects: id.nullish(), reason: optionalText(MOST_CORRECTION_REASON) })
      .refine(({ corrects, reason }) => corrects == null || (reason ?? '').trim() !== '', {
        path: ['reason'],
        message: errorCode('reason-needed'),
      }),
  }),
  reviseDocument: row({
    ...ofDocument,
    method: 'PUT',
    path: '/fire/api/decision/document/{id}',
    summary: '修改草稿，长短不限于一页：revision 不是现有的或已签发时为 409，附现有的文书',
    act: 'revise-fire-document',
    params: z.object({ id }),
    input: z.object({ revision, fields }),
  }),
  issueDocument: row({
    ...ofDocument,
    method: 'POST',
    path: '/fire/api/decision/document/issue',
    summary:
      '签发：内容超出一页或某项过长时为 422，写明是哪一项；按网格与年份编号，内容的规范 JSON（RFC 8785）及其 SHA-256 永久保存，此后不可修改',
    act: 'issue-fire-document',
    input: z.object({ id, revision }),
  }),
  discardDocument: row({
    method: 'DELETE',
    path: '/fire/api/decision/document/{id}',
    summary: '放弃草稿；已签发的不能放弃',
    permission: supports,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'discard-fire-document',
    params: z.object({ id }),
    reply: z.null(),
    current: fireDocument,
  }),
};

/** `?id=&format=pdf|docx`: the file of a document, as issued or in its current draft. */
export const fireDocumentPath = '/fire/api/decision/document/file';
