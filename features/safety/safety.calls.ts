// The safety of people near a fire (人员安全): the forecast's result and the way out for each person. An officer takes an alarm, and a ranger
// requests his own safety.

import { gridNo, id, row } from '@lookout/contract';
import { z } from 'zod';
import { ownSafety, personSafety } from './safety.schema.ts';

export const safetyCalls = {
  safetyList: row({
    method: 'POST',
    path: '/oa/api/safety/list',
    summary:
      '人员安全：有告警的、受蔓延推演威胁的与火场附近失联的人员，最急的在前。余量 = 火到达其位置的时间（取较早的一成；单次推演为此另算 20 次）− 步行到最近安全地点的时间。模型推算，不是观测',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish() }),
    reply: personSafety,
  }),
  takeSafety: row({
    method: 'POST',
    path: '/oa/api/safety/take',
    summary: '接手人员安全告警：第二个人得到 409，附接手的人与时间；告警有了新的原因后须重新接手',
    permission: { anyOf: ['act-on-alarms', 'dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'take-safety',
    input: z.object({ id }),
    reply: personSafety,
    current: personSafety,
  }),
  mySafety: row({
    method: 'POST',
    path: '/oa/api/safety/mine',
    summary:
      '护林员本人的安全：撤离路线、数公里内的安全地点、火在附近逐小时的范围，供手机在没有信号时使用，至 validUntil 为止；没有推演威胁到本人时 own 为 null',
    permission: { anyOf: ['report-as-ranger'] },
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    input: z.object({}),
    reply: ownSafety,
  }),
};
