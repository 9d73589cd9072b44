// Setup of cameras (摄像头设置, 设备纠偏): links, lens, masks and tours, and north correction by landmarks.

import { errorCode, gridNo, id, numeric, optionalText, requiredText, row, sentPosition, time, whyRefused } from '@lookout/contract';
import { z } from 'zod';
import { cameraSetup, northFit } from './camera.schema.ts';

const edits = { permission: { anyOf: ['set-up-cameras'] }, scope: 'object' } as const;

const degrees = (low: number, high: number) => numeric(z.number().min(low).max(high));

/** The address and credentials of a channel, as every call receives them. The password is write-only: no reply contains it. */
export const linkFields = {
  controlUrl: optionalText(500),
  channelCode: optionalText(128),
  streamUrl: optionalText(500),
  subStreamUrl: optionalText(500),
  userName: optionalText(64),
  password: optionalText(128),
};

export const tourStop = z.object({
  preset: numeric(z.number().int().min(1).max(255)),
  seconds: numeric(z.number().int().min(1).max(3_600)),
});

export const fieldOfView = degrees(0.1, 180).nullish();

const lens = {
  /** Absent: unchanged, but not carried over to another address. */
  isBasicAllowed: z.boolean().nullish(),
  widestFieldDegrees: fieldOfView,
  narrowestFieldDegrees: fieldOfView,
};

/** Angles are in degrees, as the camera reports them. A sector may cross north. */
const sector = z.object({
  name: requiredText(32, errorCode('name-needed')),
  fromHorizontal: degrees(-360, 360),
  toHorizontal: degrees(-360, 360),
  fromVertical: degrees(-90, 90),
  toVertical: degrees(-90, 90),
});

export const cameraSetupCalls = {
  cameraSetup: row({
    ...edits,
    method: 'GET',
    path: '/resource/api/camera/setup',
    summary: '一个摄像头的设置（不含密码）',
    envelope: 'data',
    effect: 'read',
    query: z.object({ cameraId: id }),
    reply: cameraSetup,
  }),
  updateCameraSetup: row({
    ...edits,
    method: 'PUT',
    path: '/resource/api/camera/setup',
    summary: '修改一个摄像头的设置；没有给出密码则不变',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'update-camera-setup',
    input: z.object({
      cameraId: id,
      ...linkFields,
      ...lens,
      towerHeightMetres: numeric(z.number().min(0).max(1000)).nullish(),
      northCorrectionDegrees: degrees(-360, 360).nullish(),
      masks: z.array(sector.extend({ endsAt: time.nullish() })).max(64),
      ranges: z.array(sector).max(16),
      tour: z.array(tourStop).max(64),
    }),
    reply: z.undefined(),
  }),
  relinkCameras: row({
    method: 'PUT',
    path: '/resource/api/camera/link',
    summary: '改变若干摄像头的地址，其余设置不变；逐条说明未能更改的',
    permission: { anyOf: ['set-up-cameras'] },
    scope: 'list',
    envelope: 'data',
    effect: 'write',
    act: 'relink-cameras',
    input: z.object({
      gridNo: gridNo.nullish(),
      cameras: z
        .array(
          z.object({
            deviceId: requiredText(128, errorCode('device-number-needed')),
            channelNum: numeric(z.number().int().min(0).max(10_000)).default(1),
            /** Fields that are left out keep their value. */
            link: z.object({ ...linkFields, ...lens, tour: z.array(tourStop).max(64).nullish() }),
          }),
        )
        .max(1_000),
    }),
    reply: z.object({ changed: z.number(), rejected: z.array(z.object({ index: z.number(), ...whyRefused })) }),
  }),
  correctNorth: row({
    // 设备纠偏 requires the permission of 视频预览, as do all the calls it makes.
    permission: { anyOf: ['watch-video'] },
    scope: 'object',
    method: 'POST',
    path: '/resource/api/camera/correctNorth',
    summary: '设备纠偏：由已知位置的地标求正北修正，给出修正前后的残差；save 为真则保存',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'correct-north',
    input: z.object({
      cameraId: id,
      landmarks: z
        .array(z.object({ name: optionalText(32), position: sentPosition, horizontalDegrees: degrees(-360, 720) }))
        .min(1, errorCode('landmark-needed'))
        .max(64),
      save: z.boolean().default(false),
    }),
    reply: northFit,
  }),
};
