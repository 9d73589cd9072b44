// Fire-risk level (火险等级): the Canadian Fire Weather Index by grid and day, in five levels.
import { z } from 'zod';
import { says } from '../errors/said.ts';
import { gridNo } from '../fields.ts';
import { row } from '../row.ts';
import { parseTime } from '../times.ts';
import { fireLevel } from '../wire/fire-level-schema.ts';

const day = z.string().refine((s) => /^\d{4}-\d{2}-\d{2}$/.test(s) && parseTime(`${s} 00:00:00`) !== null, says('day-format'));

export const fireLevelCalls = {
  fireLevel: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/getFireLevel',
    summary: '火险等级，某日（缺省为最近一日）：self 只网格本身，children 网格与其下级，counties 到县（没有县的市州为其本身）',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish(), day: day.nullish(), level: z.enum(['self', 'children', 'counties']).default('children') }),
    reply: fireLevel,
    reads: 'fire-level',
  }),
  fireLevelDays: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/days',
    summary: '一个网格逐日的火险等级，最近的在后',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    query: z.object({ gridNo, beginDay: day.nullish(), endDay: day.nullish() }),
    reply: fireLevel,
    reads: 'fire-level',
  }),
};
