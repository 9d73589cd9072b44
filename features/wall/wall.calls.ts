// The wall (大屏) `/wall`: all that it shows in one reply, the forecast of a fire, and the totals of a grid's duty, which the monitor also
// shows.

import { gridNo, id, numeric, row } from '@lookout/contract';
import { z } from 'zod';
import { dutySums, wall, wallForecast } from './wall.schema.ts';

const watches = { permission: { anyOf: ['watch-alarms'] }, scope: 'list', envelope: 'data', effect: 'read' } as const;

export const wallCalls = {
  wall: row({
    ...watches,
    method: 'POST',
    path: '/fire/api/wall',
    summary: '大屏 /wall：在燃火情、最近告警、态势汇总与值班人；since 之后没有变化时 wall 为 null',
    // Higher weight, because one reply contains several lists.
    weight: 2,
    embeds: ['wall'],
    input: z.object({ gridNo: gridNo.nullish(), since: numeric(z.number().int().min(0)).nullish() }),
    reply: z.object({
      /** The newest sequence number of the log, to be sent as the next `since`. */
      last: z.number(),
      /** Epoch milliseconds on the server's clock. */
      now: z.number(),
      wall: wall.nullable(),
    }),
  }),
  wallForecast: row({
    method: 'GET',
    path: '/fire/api/wall/forecast',
    summary: '大屏 /wall：一起在燃火情最新的蔓延推演，各时的轮廓（模型推算，非观测）；没有时为 null',
    permission: { anyOf: ['support-decisions'] },
    embeds: ['wall'],
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    query: z.object({ id }),
    reply: wallForecast.nullable(),
  }),
  dutySums: row({
    ...watches,
    method: 'GET',
    path: '/fire/api/dutySums',
    summary: '态势汇总：待研判、在燃、过火面积（公顷）、今日关闭、在办任务、巡护在岗、生效预警；无权看的为 null',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: dutySums,
  }),
};
