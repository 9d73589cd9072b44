// The replay of a desk (回放): its lists at a past moment, and the positions of its people. Later events are in the event log (duty.ts).

import { errorCode, gridNo, numeric, row, time } from '@lookout/contract';
import { z } from 'zod';
import { deskMoment, positionColumns } from './replay.schema.ts';

/** The longest period of positions in one request; a replay sends several. */
export const MOST_POSITIONS_SECONDS = 86_400;

export const replayCalls = {
  deskMoment: row({
    method: 'GET',
    path: '/fire/api/replay/moment',
    summary:
      '某一时刻席位上的全部：未处置与在燃的火警、所属火情、未完成的任务、标绘、运行模式、求救、报送件，均为当时所知；seq 为当时的日志编号，其后的事件由 event 取得。日志中已没有的时刻为 410',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: 20,
    query: z.object({ at: time, gridNo: gridNo.nullish() }),
    reply: deskMoment,
  }),
  receivedPositions: row({
    method: 'GET',
    path: '/fire/api/replay/positions',
    summary:
      '一段时间（至多一天）内收到的护林员位置，按人成列，按收到的先后；同一 everySeconds 内只取最后一个；坐标为百万分之一度，逐个为与前一个的差',
    permission: { anyOf: ['see-rangers'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: 20,
    query: z
      .object({
        beginTime: time,
        endTime: time,
        everySeconds: numeric(z.number().int().min(1).max(MOST_POSITIONS_SECONDS)).default(1),
        gridNo: gridNo.nullish(),
      })
      .refine(({ beginTime, endTime }) => endTime >= beginTime, { path: ['endTime'], error: errorCode('end-before-begin') })
      .refine(({ beginTime, endTime }) => endTime.getTime() - beginTime.getTime() <= MOST_POSITIONS_SECONDS * 1_000, {
        path: ['endTime'],
        error: errorCode('window-at-most-a-day'),
      }),
    reply: positionColumns,
    reads: 'received-positions',
  }),
};
