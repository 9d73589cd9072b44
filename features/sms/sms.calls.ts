// Short messages about a fire: written from a template, stored in an outbox, sent by a gateway if there is one.

import {
  errorCode,
  gridNo,
  id,
  LIST_WEIGHT,
  optionalText,
  paging,
  requiredText,
  row,
  text,
  timeWindow,
  withDrills,
} from '@lookout/contract';
import { splitJoined } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { SMS_STATES } from './short-message.ts';
import { shortMessage, sms, smsReceiver, smsTemplate } from './sms.schema.ts';

const writes = { anyOf: ['act-on-alarms'] } as const;
const phone = text(32)
  .transform((s) => s.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\+?[0-9]{5,20}$/, errorCode('phone-format')));

/** One message per receiver. */
const receiverCount = ({ phones, userIds }: Partial<Record<'phones' | 'userIds', readonly unknown[] | null>>): number =>
  (phones?.length ?? 0) + (userIds?.length ?? 0);

export const smsCalls = {
  smsSubmit: row({
    method: 'POST',
    path: '/fire/api/smsAba/newSubmits',
    summary: '就一条火警发短信：收件人为电话或用户，内容取自模板或手写',
    permission: writes,
    scope: 'object',
    envelope: 'list',
    effect: 'write',
    authority: 'own',
    act: 'send-sms',
    daily: { budget: 'messages', of: receiverCount },
    query: z.object({ fireNme: optionalText(100), fireId: id }),
    input: z.object({
      phones: z.preprocess(
        (v) => (typeof v === 'string' ? splitJoined(v) : v),
        z
          .array(phone)
          .max(100, errorCode('phones-at-most', { most: 100 }))
          .nullish(),
      ),
      userIds: z.preprocess(
        (v) => (typeof v === 'string' ? splitJoined(v) : v),
        z
          .array(id)
          .max(100, errorCode('users-at-most', { most: 100 }))
          .nullish(),
      ),
      templateId: id.nullish(),
      content: optionalText(500),
    }),
    reply: sms,
    reads: 'short-message',
  }),
  smsList: row({
    method: 'POST',
    path: '/fire/api/smsAba/list',
    summary: '短信发件箱，新的在前',
    permission: writes,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({
      gridNo: gridNo.nullish(),
      fireId: id.nullish(),
      state: z.enum(SMS_STATES).nullish(),
      phone: optionalText(32),
      withDrills,
      ...timeWindow,
    }),
    reply: sms,
    reads: 'short-message',
  }),
  smsPage: row({
    method: 'POST',
    path: '/fire/api/smsAba/page',
    summary: '短信发件箱（分页）',
    permission: writes,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      fireId: id.nullish(),
      state: z.enum(SMS_STATES).nullish(),
      phone: optionalText(32),
      withDrills,
      ...timeWindow,
      ...paging,
    }),
    reply: shortMessage,
  }),
  smsPreview: row({
    method: 'GET',
    path: '/fire/api/smsAba/preview',
    summary: '模板填入一条火警后的内容',
    permission: writes,
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ fireId: id, templateId: id }),
    reply: z.object({ content: z.string() }),
  }),
  smsReceivers: row({
    method: 'GET',
    path: '/fire/api/smsAba/receivers',
    summary: '短信可选的收件人：网格内的用户与其电话，没有电话的也列出',
    permission: writes,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: smsReceiver,
  }),
  smsTemplates: row({
    method: 'GET',
    path: '/fire/api/smsAba/templates',
    summary: '短信模板：本网格的，然后是上级的，最近的在前；可用的空格：{地点} {时间} {来源} {火情} {备注} {编号}',
    permission: writes,
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: smsTemplate,
  }),
  smsPutTemplate: row({
    method: 'POST',
    path: '/fire/api/smsAba/template',
    summary: '新建或修改短信模板；不写 gridNo 时新模板属于自己的网格，上级的模板不能修改',
    permission: { anyOf: ['administer-users'] },
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'put-sms-template',
    input: z.object({
      id: id.nullish(),
      gridNo: gridNo.nullish(),
      name: requiredText(64, errorCode('template-name-needed')),
      content: requiredText(500, errorCode('template-content-needed')),
    }),
    reply: z.object({ id: z.uuid() }),
  }),
  smsDeleteTemplate: row({
    method: 'DELETE',
    path: '/fire/api/smsAba/template/{id}',
    summary: '删除短信模板',
    permission: { anyOf: ['administer-users'] },
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'delete-sms-template',
    params: z.object({ id }),
    reply: z.null(),
  }),
};
