// Steering: hold to move, lens and accessories, presets, tours, absolute positions; one operator at a time (specification §7, §9).

import { bit, errorCode, id, numeric, optionalText, requiredText, row, sentPosition, whenMissing } from '@lookout/contract';
import { z } from 'zod';
import { aim, cameraDirection, operator, preset } from './camera.schema.ts';

const steers = { permission: { anyOf: ['watch-video'] }, scope: 'object' } as const;
/** GET calls with a side effect: they accept the token only in the header, are never cached and never retried. */
const act = { ...steers, method: 'GET', envelope: 'message', effect: 'write', reply: z.undefined(), current: operator } as const;
const own = { ...steers, method: 'POST', current: operator } as const;

const groupId = optionalText(32);
const angle = (low: number, high: number, missing: string) => numeric(z.number(missing).min(low).max(high));
const camera = { cameraId: id };
const share = numeric(z.number().min(0).max(1));
/** A point of the picture, as shares of its width and height from the upper left corner. */
const point = { u: share, v: share };

export const steeringCalls = {
  control: row({
    ...act,
    authority: 'own',
    path: '/resource/api/liveVideo/control',
    summary: '云台与镜头控制：命令号、速度，stop 0 开始 1 停止',
    act: 'steer-camera',
    query: z.object({
      groupId,
      monitorId: id,
      /** The channel's number on its device, or the camera's id; absent: the first channel that can be steered. */
      channelId: optionalText(64),
      controlType: numeric(z.number(whenMissing(errorCode('command-needed'))).int()),
      /** The region's speed value for a step of 1–8. */
      speed: numeric(z.number().min(0).max(100)).nullish(),
      stop: bit.default(0),
    }),
  }),
  tour: row({
    ...act,
    authority: 'own',
    path: '/resource/api/liveVideo/CruiseControl',
    summary: '巡航：StartService（pauseTimeout 120）、StartCruise、PauseCruise',
    act: 'tour-camera',
    query: z.object({
      groupId,
      monitorId: id,
      channelId: optionalText(64),
      controlType: z.enum(['StartService', 'StartCruise', 'PauseCruise'], errorCode('tour-command')),
      pauseTimeout: numeric(z.number().int().min(5).max(3_600)).nullish(),
    }),
  }),
  turnTo: row({
    ...act,
    authority: 'own',
    path: '/resource/api/liveVideo/positionControl',
    summary: '转到水平角、垂直角',
    act: 'turn-camera',
    query: z.object({
      groupId,
      monitorId: id,
      channelId: optionalText(64),
      horizonAngle: angle(-360, 720, errorCode('horizontal-angle-needed')),
      verticalAngle: angle(-90, 90, errorCode('vertical-angle-needed')),
    }),
  }),
  cameraPosition: row({
    ...steers,
    method: 'GET',
    path: '/resource/api/liveVideo/position',
    summary: '摄像头现在朝向哪里',
    envelope: 'data',
    effect: 'read',
    query: z.object(camera),
    reply: cameraDirection,
  }),
  pointAt: row({
    ...own,
    path: '/resource/api/liveVideo/pointAt',
    summary: '把画面上的一点转到中央（u、v 自左上角 0 到 1）',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'turn-camera',
    input: z.object({ ...camera, ...point }),
    reply: z.undefined(),
  }),
  zoomToBox: row({
    ...own,
    path: '/resource/api/liveVideo/zoomToBox',
    summary: '在画面上拉框（自左上角 0 到 1）：向右拉转到框的中央并放大到框，向左拉缩小',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'turn-camera',
    input: z.object({ ...camera, from: z.object(point), to: z.object(point) }),
    reply: z.undefined(),
  }),
  lookAt: row({
    ...own,
    path: '/resource/api/liveVideo/lookAt',
    summary: '把摄像头转向一个地点',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'turn-camera',
    input: z.object({ ...camera, position: sentPosition }),
    reply: aim,
  }),
  operatorNow: row({
    ...steers,
    method: 'GET',
    path: '/resource/api/liveVideo/operator',
    summary: '现在谁在操作',
    envelope: 'data',
    effect: 'read',
    query: z.object(camera),
    reply: operator,
  }),
  operator: row({
    ...own,
    path: '/resource/api/liveVideo/operator',
    summary: '操作权：取得、保持、请求、交出',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'operate-camera',
    input: z.object({ ...camera, act: z.enum(['take', 'keep', 'ask', 'give', 'release'], errorCode('operator-act')) }),
    reply: operator,
  }),
  presets: row({
    ...steers,
    method: 'GET',
    path: '/resource/api/liveVideo/presets',
    summary: '预置位',
    envelope: 'list',
    effect: 'read',
    query: z.object(camera),
    reply: preset,
  }),
  setPreset: row({
    ...own,
    path: '/resource/api/liveVideo/presets',
    summary: '把现在的朝向存为预置位',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'set-preset',
    input: z.object({
      ...camera,
      number: numeric(z.number().int().min(1).max(255)).nullish(),
      name: requiredText(32, errorCode('preset-name-needed')),
    }),
    reply: preset,
  }),
  gotoPreset: row({
    ...own,
    path: '/resource/api/liveVideo/presets/goto',
    summary: '转到预置位',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'turn-camera',
    input: z.object({ ...camera, number: numeric(z.number().int().min(1).max(255)) }),
    reply: z.undefined(),
  }),
  removePreset: row({
    ...own,
    path: '/resource/api/liveVideo/presets/remove',
    summary: '删去预置位',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'remove-preset',
    input: z.object({ ...camera, number: numeric(z.number().int().min(1).max(255)) }),
    reply: z.undefined(),
  }),
};
