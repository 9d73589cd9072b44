// Locating the fire that a camera sees, and finding the cameras that see a place. A camera's ray is intersected with the terrain.

import { errorCode, gridNo, id, numeric, row, sentPosition } from '@lookout/contract';
import { z } from 'zod';
import { seeingCamera, sight, triangulatedPosition } from './camera.schema.ts';

const sees = { permission: { anyOf: ['watch-video'] }, effect: 'read' } as const;
const degrees = (low: number, high: number) => numeric(z.number().min(low).max(high));

export const sightCalls = {
  camerasThatSee: row({
    ...sees,
    method: 'POST',
    path: '/resource/api/camera/see',
    summary: '哪些摄像头看得见这个地点：由高程判断通视，近的在前',
    weight: 5,
    scope: 'list',
    envelope: 'list',
    input: z.object({
      gridNo: gridNo.nullish(),
      position: sentPosition,
      maxDistanceMetres: numeric(z.number().min(100).max(50_000)).nullish(),
    }),
    reply: seeingCamera,
  }),
  locateInPicture: row({
    ...sees,
    method: 'POST',
    path: '/resource/api/liveVideo/locate',
    summary: '画面上的一点在地面何处（u、v 自左上角 0 到 1）',
    scope: 'object',
    envelope: 'data',
    input: z.object({ cameraId: id, u: numeric(z.number().min(0).max(1)), v: numeric(z.number().min(0).max(1)) }),
    reply: sight,
  }),
  triangulate: row({
    ...sees,
    method: 'POST',
    path: '/fire/api/monitorFirealarm/crossing',
    summary: '两个以上摄像头交会求火点，附 95% 误差椭圆',
    scope: 'list',
    envelope: 'data',
    input: z.object({
      gridNo: gridNo.nullish(),
      bearings: z
        .array(z.object({ cameraId: id, horizontalDegrees: degrees(-360, 720) }))
        .min(2, errorCode('bearings-of-two-needed'))
        .max(16),
    }),
    reply: triangulatedPosition,
  }),
};
