// 消息: short texts between desks and rangers about a fire.

import { bit, errorCode, gridNo, id, paging, requiredText, row, time } from '@lookout/contract';
import { z } from 'zod';
import { rangerMessage } from './ranger-message.schema.ts';
import { MOST_MESSAGE_CHARACTERS } from './ranger-message.ts';

const ranger = { permission: { anyOf: ['report-as-ranger'] }, scope: 'none' } as const;
const asMessage = { reply: rangerMessage, reads: 'ranger-message' } as const;

const written = {
  /** Made by the sender. */
  id,
  fireId: id,
  content: requiredText(MOST_MESSAGE_CHARACTERS, errorCode('ranger-message-empty')),
  /** By the sender's time. */
  writeTime: time.nullish(),
};
/** As many as a page shows at once. */
const ids = z.array(id).min(1).max(200);

export const rangerMessageCalls = {
  sendRangerMessage: row({
    method: 'POST',
    path: '/oa/api/rangerMessage',
    summary: '席位就一起火给护林员发消息：id 由页面生成，重发不会重复',
    permission: { anyOf: ['act-on-alarms', 'dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    act: 'send-ranger-message',
    daily: { budget: 'ranger-messages' },
    input: z.object({ ...written, userId: id }),
    ...asMessage,
  }),
  rangerMessagePage: row({
    method: 'POST',
    path: '/oa/api/rangerMessage/page',
    summary: '席位与护林员互发的消息（分页），新的在前；waiting 为 1 时只列席位未读的',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), userId: id.nullish(), fireId: id.nullish(), waiting: bit.nullish(), ...paging }),
    ...asMessage,
  }),
  readRangerMessages: row({
    method: 'POST',
    path: '/oa/api/rangerMessage/read',
    summary: '席位已读护林员发来的消息，限于自己的网格；已读过的不变',
    permission: { anyOf: ['act-on-alarms', 'dispatch'] },
    scope: 'object',
    envelope: 'list',
    effect: 'write',
    act: 'read-ranger-messages',
    input: z.object({ ids }),
    ...asMessage,
  }),
  sendOwnMessage: row({
    ...ranger,
    method: 'POST',
    path: '/oa/api/rangerMessage/own',
    summary: '护林员就一起火给席位发消息：限于他的任务、他上报的或发给过他消息的火情；id 由手机生成，重发不会重复',
    envelope: 'data',
    effect: 'write',
    act: 'send-own-message',
    daily: { budget: 'ranger-messages' },
    input: z.object(written),
    ...asMessage,
  }),
  myMessages: row({
    ...ranger,
    method: 'POST',
    path: '/oa/api/rangerMessage/mine',
    summary: '护林员自己的消息，新的在前，最多 200 条',
    envelope: 'list',
    effect: 'read',
    input: z.object({}),
    ...asMessage,
  }),
  readMyMessages: row({
    ...ranger,
    method: 'POST',
    path: '/oa/api/rangerMessage/mine/read',
    summary: '护林员已读发给他的消息，限于他自己的；已读过的不变',
    envelope: 'list',
    effect: 'write',
    act: 'read-own-messages',
    input: z.object({ ids }),
    ...asMessage,
  }),
};
