// Fire-risk level (火险等级) by grid and day, in the five levels of LY/T 1172. In addition: the Canadian Fire Weather Index, the fuels of the
// FBP System, what drives a day, and how well the levels predicted where fires burned.

import { day, errorCode, gridNo, HEAVY, latitude, longitude, numeric, row, whyRefused } from '@lookout/contract';
import { z } from 'zod';
import {
  DANGER_GRID_BY,
  dangerCell,
  dangerGrid,
  dangerRaising,
  dangerRules,
  dangerVerification,
  fireLevel,
  gridFireLevel,
  holiday,
  ratingTable,
  STROKES_AT_ONCE,
} from './danger.schema.ts';
import { MOST_HOLIDAYS } from './danger-rules.ts';

export const fireLevelCalls = {
  fireLevel: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/getFireLevel',
    summary:
      '火险等级，某日（缺省为最近的观测日，其后七日为预报，以天气服务所及为限）：self 只网格本身，children 网格与其下级，counties 到县（没有县的市州为其本身）',
    permission: { anyOf: ['watch-alarms'] },
    embeds: ['danger', 'wall'],
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: 5,
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
    reply: gridFireLevel,
  }),
  dangerGrid: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/grid',
    summary:
      '一个市州或县的火险格网图（约1公里，PNG，附范围、图例与输入）：气象按高度与坡向推到每格；by 为 rating（LY/T 1172：气温与湿度推到每格，风、连旱、季节为县的；缺省）、index（加拿大 FWI 的等级）或 intensity（地类对应可燃物的火头强度级）。模型推算，非观测',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: HEAVY,
    query: z.object({ gridNo, day: day.nullish(), by: z.enum(DANGER_GRID_BY).default('rating') }),
    reply: dangerGrid,
  }),
  dangerCell: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/cell',
    summary:
      '火险格网图中一处所在的格（gridNo 的图；全国与省取该处所在市州的）：等级与强度级、LY/T 1172 各项的值与分、按规则的预警等级、推到此格的气象、海拔、坡度坡向、地类、成因；该处不在任何一格内的（在网格以外，或该处所在市州这一天没有格网图）为 null。与格网图同一规则；模型推算，非观测',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 5,
    query: z.object({ gridNo, longitude, latitude, day: day.nullish() }),
    reply: dangerCell.nullable(),
  }),
  dangerRules: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/rules',
    summary:
      '对一个网格有效的火险规则：LY/T 1172 计分表、节假日，及节假日与雷电把预警等级抬高几级，各附出处与是否待核对；本级未设的从上级，都未设的为产品自带',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo }),
    reply: dangerRules,
  }),
  saveDangerRules: row({
    method: 'POST',
    path: '/fire/api/fireAlarmLevel/rules',
    summary:
      '设定一个网格的火险规则；rating、holidays、raising 为 null 的从上级；version 为所见本级设定（own）的版本（没有为 0），不符时为 409，附现有的',
    permission: { anyOf: ['dispatch'] },
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'save-danger-rules',
    input: z.object({
      gridNo,
      rating: ratingTable.nullable(),
      holidays: z
        .array(holiday)
        .max(MOST_HOLIDAYS, errorCode('items-at-most', { most: MOST_HOLIDAYS }))
        .nullable(),
      raising: dangerRaising.nullable(),
      version: numeric(z.number().int().min(0)),
    }),
    reply: dangerRules,
    current: dangerRules,
  }),
  putLightning: row({
    method: 'POST',
    path: '/fire/api/lightning/ingest',
    summary: '接收雷电定位（成批）：逐行报告，同一时间同一位置只记一次，保存 90 日',
    permission: { feedOr: ['act-on-alarms'], national: true },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'upload-lightning',
    body: 'large-json',
    input: z.array(z.unknown(), errorCode('strokes-needed')).max(STROKES_AT_ONCE, errorCode('items-at-most', { most: STROKES_AT_ONCE })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      duplicates: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
    }),
  }),
  verifyFireLevels: row({
    method: 'GET',
    path: '/fire/api/fireAlarmLevel/verification',
    summary:
      '火险等级的检验：一段时间内（缺省 90 日，至多 366 日）各级的网格日数与所起的属实火情，FWI、按现行规则抬高后的预警等级、LY/T 1172 各一表',
    permission: { anyOf: ['see-statistics'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: HEAVY,
    query: z.object({ gridNo, beginDay: day.nullish(), endDay: day.nullish() }),
    reply: dangerVerification,
  }),
};
