// Rangers: positions in by batch, where each was last, and the way he went.
import { z } from 'zod';
import { errorCode } from '../errors/entry.ts';
import { gridNo, id, latitude, longitude, numeric, optionalText, time, timeWindow, whyRefused } from '../fields.ts';
import { row } from '../row.ts';
import { ranger, trackPoint } from '../wire/live-schemas.ts';

/** One position of a batch; each is judged by itself, so that one bad row costs the others nothing. */
export const positionRow = z.object({
  userId: z.uuid(errorCode('ranger-id-format')),
  position: z.object({ lng: longitude, lat: latitude }),
  actualUploadTime: time,
});
export const POSITION_BATCH_LIMIT = 10_000;

export const rangerCalls = {
  position: row({
    method: 'POST',
    path: '/resource/api/position',
    summary: '接收护林员位置（成批）：逐行报告',
    permission: { feedOr: ['report-as-ranger'] },
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'upload-positions',
    // Ten thousand rows, as phones and machines write them, are 1.4 MB.
    body: 'large-json',
    input: z
      .array(z.unknown(), errorCode('positions-needed'))
      .max(POSITION_BATCH_LIMIT, errorCode('positions-at-most', { most: POSITION_BATCH_LIMIT })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      duplicates: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
      /** How long a ranger's page waits before its next position: 15,000, in an emergency 7,500. Absent for a feed; a page that ignores it stays at 15 s. */
      nextAfterMilliseconds: z.number().optional(),
    }),
  }),
  rangerList: row({
    method: 'POST',
    path: '/oa/api/ranger/list',
    summary: '护林员：最后位置与联系时间、在手任务；给出一点时按距离排列',
    permission: { anyOf: ['see-rangers', 'dispatch'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      name: optionalText(64),
      longitude: longitude.nullish(),
      latitude: latitude.nullish(),
      /** Metres; only those within it. */
      radius: numeric(z.number().min(1).max(1_000_000)).nullish(),
    }),
    reply: ranger,
    reads: 'ranger',
  }),
  rangerTrack: row({
    method: 'POST',
    path: '/oa/api/ranger/track',
    summary: '一个护林员走过的路，按手机时间排列；缺省为最近 24 小时',
    permission: { anyOf: ['see-rangers'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    input: z.object({ userId: id, ...timeWindow }),
    reply: trackPoint,
    reads: 'track-point',
  }),
};
