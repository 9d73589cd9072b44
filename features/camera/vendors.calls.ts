// The calls that the specification names after a vendor's platform: ChinaTower, aqishi, guide. A platform that is not configured refuses
// with a message.

import { bit, errorCode, id, numeric, optionalText, requiredText, row, timeWindow, whenMissing } from '@lookout/contract';
import { z } from 'zod';
import { streamReply } from '../video/video.calls.ts';
import { operator } from './camera.schema.ts';

/** Specification §5. */
const WRONG_STEP = errorCode('step-range');

const watches = { permission: { anyOf: ['watch-video'] } } as const;
const read = { ...watches, method: 'GET', effect: 'read' } as const;
/** The platform's token, from `authentication`; absent: the server's own token. */
const token = optionalText(500);
/** 0 start, 1 stop. */
const stop = bit.default(0);
const step = numeric(z.number(WRONG_STEP).int(WRONG_STEP).min(1, WRONG_STEP).max(8, WRONG_STEP)).nullish();
const command = numeric(z.number(whenMissing(errorCode('command-needed'))).int());
const speed = numeric(z.number().min(0).max(100)).nullish();

export const vendorCalls = {
  chinaTowerPreview: row({
    ...read,
    path: '/resource/api/ChinaTower/previewURLs',
    summary: '铁塔视频预览地址（cameraIndexCode，transmode=1）',
    scope: 'object',
    envelope: 'list',
    query: z.object({
      cameraIndexCode: requiredText(128, errorCode('camera-number-needed')),
      transmode: numeric(z.number().int().min(1).max(1)).default(1),
    }),
    reply: streamReply,
  }),
  guideControl: row({
    ...watches,
    method: 'POST',
    path: '/resource/api/guide/getVideoControl',
    summary:
      '高德红外云台控制：enumCode 1 方向（direction 1–8，101 自动聚焦）、2 变倍变焦光圈（operation 1–6，step 1–8）、3 附件（operation 2 灯、3 雨刷、4 风扇、5 加热）；stop 0 开始 1 停止',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'steer-camera',
    current: operator,
    input: z.object({
      id,
      monitorId: id.nullish(),
      enumCode: z.preprocess((v) => (typeof v === 'number' ? String(v) : v), requiredText(32, errorCode('enum-code-needed'))),
      direction: numeric(z.number().int()).nullish(),
      /** If absent, `direction` is used as the operation. The specification names only `direction` (§7). */
      operation: numeric(z.number().int()).nullish(),
      step,
      stop,
      speed,
    }),
    reply: z.undefined(),
  }),
  aqishiLogin: row({
    ...read,
    path: '/resource/api/aqishi/authentication',
    summary: '奇石视频平台：取得平台令牌',
    scope: 'none',
    envelope: 'data',
    reply: z.object({ token: z.string() }),
  }),
  aqishiMove: row({
    ...watches,
    method: 'POST',
    path: '/resource/api/aqishi/ptzCmd',
    summary: '奇石：云台方向 1–8，101 自动聚焦',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'steer-camera',
    current: operator,
    query: z.object({ token }),
    input: z.object({ cameraId: id, cmd: command, speed, stop }),
    reply: z.undefined(),
  }),
  aqishiZoom: row({
    ...watches,
    method: 'POST',
    path: '/resource/api/aqishi/zoomCmd',
    summary: '奇石：变倍、变焦、光圈 1–6',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'steer-camera',
    current: operator,
    query: z.object({ token }),
    input: z.object({ cameraId: id, cmd: command, step, stop }),
    reply: z.undefined(),
  }),
  aqishiPreview: row({
    ...read,
    path: '/resource/api/aqishi/preview',
    summary: '奇石：预览地址',
    scope: 'object',
    envelope: 'list',
    query: z.object({ cameraId: id, token }),
    reply: streamReply,
  }),
  aqishiFiles: row({
    ...read,
    path: '/resource/api/aqishi/files',
    summary: '奇石：录像文件',
    scope: 'object',
    envelope: 'list',
    query: z.object({ cameraId: id, token, ...timeWindow }),
    reply: z.object({
      name: z.string(),
      beginTime: z.string().nullable(),
      endTime: z.string().nullable(),
      bytes: z.number().nullable(),
      url: z.string(),
    }),
  }),
  aqishiStatistics: row({
    ...read,
    path: '/resource/api/aqishi/statistics',
    summary: '奇石：设备数与在线数',
    scope: 'none',
    envelope: 'data',
    query: z.object({ token }),
    reply: z.object({ total: z.number(), online: z.number() }),
  }),
};
