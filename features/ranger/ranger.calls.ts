// Rangers: positions received in batches, last positions, tracks, and the totals of their days.

import {
  day,
  errorCode,
  gridNo,
  id,
  LIST_WEIGHT,
  measure,
  numeric,
  optionalText,
  paging,
  row,
  sentPosition,
  time,
  timeWindow,
  whyRefused,
} from '@lookout/contract';
import { z } from 'zod';
import { ATTENDANCE_STEPS, MOST_REPLAYED } from './attendance.ts';
import { attendance, ranger, replayTrack, trackPoint } from './ranger.schema.ts';

/** One position of a batch. Each is judged separately, so that one bad row does not affect the others. */
export const positionRow = z.object({
  userId: z.uuid(errorCode('ranger-id-format')),
  position: sentPosition,
  actualUploadTime: time,
  /** 95 % confidence radius in metres. */
  accuracy: measure('accuracyMetres'),
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
    // Ten thousand rows, in the form sent by phones and machines, are 1.4 MB.
    body: 'large-json',
    input: z
      .array(z.unknown(), errorCode('positions-needed'))
      .max(POSITION_BATCH_LIMIT, errorCode('positions-at-most', { most: POSITION_BATCH_LIMIT })),
    reply: z.object({
      received: z.number(),
      accepted: z.number(),
      duplicates: z.number(),
      rejected: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })),
      /**
       * Rows stored only in the track, which moved no one: more than a day old, or where the person cannot have travelled to. Absent: none.
       */
      storedOnly: z.array(z.object({ index: z.number(), path: z.string(), ...whyRefused })).optional(),
      /**
       * How long a ranger's page waits before its next position: 15,000, in an emergency 7,500. Absent for a feed. A page that ignores it
       * keeps to 15 s.
       */
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
    weight: LIST_WEIGHT,
    input: z.object({
      gridNo: gridNo.nullish(),
      name: optionalText(64),
      position: sentPosition.nullish(),
      /** Only rangers within it are returned. */
      radiusMetres: numeric(z.number().min(1).max(1_000_000)).nullish(),
    }),
    reply: ranger,
  }),
  rangerTrack: row({
    method: 'POST',
    path: '/oa/api/ranger/track',
    summary: '一个护林员走过的路，按手机时间排列；缺省为最近 24 小时',
    permission: { anyOf: ['see-rangers'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({ userId: id, ...timeWindow }),
    reply: trackPoint,
  }),
  rangerReplay: row({
    method: 'POST',
    path: '/oa/api/ranger/replay',
    summary: '若干护林员某日的轨迹（最多 20 人，每人最多 2,000 点，按手机时间），附当日统计与活动；供回放',
    permission: { anyOf: ['see-rangers'] },
    scope: 'object',
    envelope: 'list',
    effect: 'read',
    weight: 20,
    input: z.object({
      userIds: z
        .array(id)
        .min(1, errorCode('rangers-needed'))
        .max(MOST_REPLAYED, errorCode('replayed-at-most', { most: MOST_REPLAYED })),
      day,
    }),
    reply: replayTrack,
  }),
  rangerAttendance: row({
    method: 'POST',
    path: '/oa/api/ranger/attendance',
    summary: '考勤与巡护统计：每个护林员每日、每周或每月一行，按网格与姓名排列；缺省为近 7 天',
    permission: { anyOf: ['see-rangers'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    weight: 20,
    input: z.object({
      gridNo: gridNo.nullish(),
      name: optionalText(64),
      userId: id.nullish(),
      step: z.enum(ATTENDANCE_STEPS).default('day'),
      beginDay: day.nullish(),
      endDay: day.nullish(),
      ...paging,
    }),
    reply: attendance,
  }),
};

/** Formats of a downloaded track, at `trackFilePath` (`userId`, `day`, `format`). */
export const TRACK_FORMATS = ['gpx', 'kml'] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];
export const trackFilePath = '/oa/api/ranger/track/file';
export const TRACK_FILE_SUMMARY = '一个护林员某日的完整轨迹文件：userId、day、format=gpx（缺省）或 kml，时间为 UTC；剔除漂移点，空档处分段';
