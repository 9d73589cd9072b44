// 求救 (SOS): raised, located and called off by the ranger, taken and closed by an officer.

import { errorCode, gridNo, id, measure, numeric, optionalText, paging, requiredText, row, sentPosition, time } from '@lookout/contract';
import { z } from 'zod';
import { sos } from './sos.schema.ts';
import { SOS_OUTCOMES } from './sos.ts';

const accuracyMetres = measure('accuracyMetres', errorCode('sos-accuracy'));

const ranger = { permission: { anyOf: ['report-as-ranger'] }, scope: 'none' } as const;
const asSos = { envelope: 'data', reply: sos } as const;
const officer = {
  permission: { anyOf: ['act-on-alarms', 'dispatch'] },
  scope: 'object',
  authority: 'own',
  effect: 'write',
  current: sos,
} as const;

/** The phone's position, current or last known. */
const place = z.object({ position: sentPosition, accuracyMetres, foundAt: time });

export const sosCalls = {
  raiseSos: row({
    ...ranger,
    ...asSos,
    method: 'POST',
    path: '/oa/api/sos',
    summary:
      '护林员求救：id 由手机生成，重发不会重复；未结束时再次求救并入前一次（答复为前一次，pressedAgain.count 为次数，位置随之更新），十分钟内不再发短信；位置可以没有，也可以是较早的（foundAt），在网格之外也接收',
    effect: 'write',
    act: 'raise-sos',
    input: z.object({ id, raisedAt: time, place: place.nullish() }),
  }),
  locateSos: row({
    ...ranger,
    ...asSos,
    method: 'POST',
    path: '/oa/api/sos/locate',
    summary: '护林员补报求救的位置；比已知的更早的不采用',
    effect: 'write',
    act: 'locate-sos',
    input: z.object({ id, place }),
  }),
  cancelSos: row({
    ...ranger,
    ...asSos,
    method: 'POST',
    path: '/oa/api/sos/cancel',
    summary: '护林员取消求救（误触等），须说明原因；再次取消不变',
    effect: 'write',
    act: 'cancel-sos',
    input: z.object({ id, reason: requiredText(200, errorCode('sos-reason-needed')) }),
  }),
  mySos: row({
    ...ranger,
    method: 'POST',
    path: '/oa/api/sos/mine',
    summary: '护林员自己的求救，新的在前，最多十条',
    envelope: 'list',
    effect: 'read',
    input: z.object({}),
    reply: sos,
  }),
  sosPage: row({
    method: 'POST',
    path: '/oa/api/sos/page',
    summary: '求救（分页），新的在前；state 为 open 未结束也未取消，over 其余',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), state: z.enum(['open', 'over']).nullish(), ...paging }),
    reply: sos,
  }),
  takeSos: row({
    ...officer,
    ...asSos,
    method: 'POST',
    path: '/oa/api/sos/take',
    summary: '接手求救：第二个人得到 409，附接手的人与时间',
    act: 'take-sos',
    input: z.object({ id }),
  }),
  closeSos: row({
    ...officer,
    ...asSos,
    method: 'POST',
    path: '/oa/api/sos/close',
    summary: '结束求救，附处置结果；revision 不是现有的时为 409，附现有的',
    act: 'close-sos',
    input: z.object({
      id,
      revision: numeric(z.number().int().min(1)),
      outcome: z.enum(SOS_OUTCOMES, errorCode('sos-outcome-needed')),
      note: optionalText(500),
    }),
  }),
};
