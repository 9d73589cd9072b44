// The quality of patrols: each ranger's month, and the dangerous forest that no patrol saw, by grid and as a picture.
import { errorCode, gridNo, HEAVY, id, optionalText, paging, row } from '@lookout/contract';
import { z } from 'zod';
import { patrolGaps, patrolQuality } from './patrol-quality.schema.ts';
import { GAP_CELLS, isMonth } from './patrol-quality.ts';

const MONTH_LENGTH = 7;

/** `YYYY-MM`; default: the present month. */
const month = z
  .string()
  .max(MONTH_LENGTH, { error: errorCode('month-format'), abort: true })
  .refine(isMonth, errorCode('month-format'))
  .nullish();

const seen = { permission: { anyOf: ['see-rangers'] }, method: 'POST', effect: 'read' } as const;

export const patrolQualityCalls = {
  patrolQuality: row({
    ...seen,
    path: '/oa/api/ranger/quality',
    summary:
      '巡护质量：每个护林员某月的里程、爬升、停留，看到的林地与高火险林地公顷数，以及需要核实的疑问（乘车、跳点、与他人同行、与往日轨迹相同），按网格与姓名排列；pendingDays 为还在计算的天数',
    scope: 'list',
    envelope: 'page',
    weight: HEAVY,
    input: z.object({ gridNo: gridNo.nullish(), name: optionalText(64), userId: id.nullish(), month, ...paging }),
    reply: patrolQuality,
  }),
  patrolGaps: row({
    ...seen,
    path: '/oa/api/ranger/gaps',
    summary:
      '巡护空白：一个市州的各县（或一个县）的林地、高火险林地，以及到月末（本月为今天）超过7、14、30、90天无人看到的高火险林地公顷数；pendingGrids 为还在计算的县数，unknownGrids 为没有边界的县',
    scope: 'object',
    envelope: 'data',
    weight: HEAVY,
    input: z.object({ gridNo, month }),
    reply: z.object({
      asOfDay: z.string(),
      rows: z.array(patrolGaps),
      pendingGrids: z.number(),
      unknownGrids: z.array(z.string()),
      /** Ranger's days before `asOfDay` whose sight is not computed yet. */
      pendingDays: z.number(),
    }),
  }),
  patrolGapPicture: row({
    ...seen,
    path: '/oa/api/ranger/gaps/picture',
    summary: '一个县的巡护空白图（PNG，附范围与图例）：每格林地距上次被看到的天数；给出 userId 时只算此人看到的',
    scope: 'object',
    envelope: 'data',
    weight: HEAVY,
    input: z.object({ gridNo, month, userId: id.nullish(), cells: z.enum(GAP_CELLS).default('dangerous') }),
    reply: z.object({
      gridNo,
      gridName: z.string(),
      asOfDay: z.string(),
      dangerDay: z.string().nullable(),
      columns: z.number(),
      rows: z.number(),
      west: z.number(),
      south: z.number(),
      east: z.number(),
      north: z.number(),
      image: z.string(),
      /** Forest last seen up to `days` days before; null: longer ago, or never. */
      legend: z.array(z.object({ days: z.number().nullable(), colour: z.string(), hectares: z.number() })),
    }),
  }),
};
