// Duty shifts: the officer in charge of a grid's desk, and the handover to the next.

import { errorCode, gridNo, optionalText, paging, requiredText, row, timeWindow } from '@lookout/contract';
import { z } from 'zod';
import { shift } from './shift.schema.ts';

const onDuty = { anyOf: ['act-on-alarms'] } as const;

export const shiftCalls = {
  shiftNow: row({
    method: 'GET',
    path: '/fire/api/duty/desk',
    summary: '谁在值班：本网格当前的班次，与上一班的交接',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: z.object({ present: shift.nullable(), former: shift.nullable() }),
  }),
  shiftTake: row({
    method: 'POST',
    path: '/fire/api/duty/take',
    summary: '接班；席位有人时须明确替换（relieve）',
    permission: onDuty,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'take-desk',
    input: z.object({ relieve: z.boolean().nullish() }),
    reply: shift,
    current: shift,
  }),
  shiftHandOver: row({
    method: 'POST',
    path: '/fire/api/duty/handover',
    summary: '交班：写明接班人（successor），有在燃火情时须附说明；未处理火警与在燃火情的数量随之记录',
    permission: onDuty,
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'hand-over-desk',
    input: z.object({ successor: requiredText(30, errorCode('successor-needed')), note: optionalText(500) }),
    reply: shift,
    current: shift,
  }),
  shiftSuccessors: row({
    method: 'GET',
    path: '/fire/api/duty/successors',
    summary: '可接班的人：本网格值班名单上的账号姓名；也可以填写名单以外的人',
    permission: onDuty,
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    reply: z.array(z.string()),
  }),
  shiftPage: row({
    method: 'POST',
    path: '/fire/api/duty/page',
    summary: '交接班记录（分页）',
    permission: onDuty,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), ...timeWindow, ...paging }),
    reply: shift,
  }),
};
