// Setup of cameras (摄像头设置, 设备纠偏): links, lens, masks and tours, and north correction by landmarks.

import { errorCode, gridNo, id, latitude, longitude, numeric, optionalText, requiredText, row, time, whyRefused } from '@lookout/contract';
import { z } from 'zod';

const edits = { permission: { anyOf: ['set-up-cameras'] }, scope: 'object' } as const;

const degrees = (low: number, high: number) => numeric(z.number().min(low).max(high));

/** The address and credentials of a channel. The password is write-only: no reply contains it. */
export const cameraLink = z.object({
  /** Address of the device (`http://host:port/onvif/device_service`) or of the vendor's platform. */
  controlUrl: optionalText(500),
  /** The vendor's identifier of the channel: ONVIF profile, ISAPI channel, index code. */
  channelCode: optionalText(128),
  /** Address of the stream, when it is not requested from the device: `rtsp://…`, `rtsps://…`, `http://….flv`. */
  streamUrl: optionalText(500),
  subStreamUrl: optionalText(500),
  userName: optionalText(64),
  /** Whether the password may be sent in clear text (HTTP and RTSP Basic). Absent: unchanged, but not carried over to another address. */
  basicAllowed: z.boolean().nullish(),
});

const tourStop = z.object({ preset: numeric(z.number().int().min(1).max(255)), seconds: numeric(z.number().int().min(1).max(3_600)) });

/** Fields that are left out keep their value. */
export const newCameraLink = z.object({
  ...cameraLink.shape,
  password: optionalText(128),
  widestFieldOfView: degrees(0.1, 180).nullish(),
  narrowestFieldOfView: degrees(0.1, 180).nullish(),
  /** 巡航: the presets that the camera visits in turn. */
  tour: z.array(tourStop).max(64).nullish(),
});

/** Angles are in degrees, as the camera reports them. A sector may cross north. */
const sector = z.object({
  name: requiredText(32, errorCode('name-needed')),
  fromHorizontal: degrees(-360, 360),
  toHorizontal: degrees(-360, 360),
  fromVertical: degrees(-90, 90),
  toVertical: degrees(-90, 90),
});

const settings = {
  /** Horizontal field of view at the widest and at the narrowest zoom, degrees. */
  widestFieldOfView: degrees(0.1, 180).nullish(),
  narrowestFieldOfView: degrees(0.1, 180).nullish(),
  /**
   * Automatic detections inside a mask (chimneys, roads) are marked and raise no sound. A mask is ignored after its end time; without one
   * it does not expire.
   */
  masks: z.array(sector.extend({ endTime: time.nullish() })).max(64),
  /** Where the camera may be turned; empty: everywhere. */
  ranges: z.array(sector).max(16),
  tour: z.array(tourStop).max(64),
};

export const cameraSetup = z.object({
  cameraId: z.string(),
  name: z.string(),
  ...cameraLink.shape,
  basicAllowed: z.boolean(),
  hasPassword: z.boolean(),
  northCorrection: z.number(),
  towerHeight: z.number().nullable(),
  ...settings,
  masks: z.array(sector.extend({ endTime: z.string().nullable() })),
});
export type CameraSetup = z.output<typeof cameraSetup>;

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
      ...cameraLink.shape,
      password: optionalText(128),
      towerHeight: numeric(z.number().min(0).max(1000)).nullish(),
      northCorrection: degrees(-360, 360).nullish(),
      ...settings,
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
            link: newCameraLink,
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
        .array(z.object({ name: optionalText(32), lng: longitude, lat: latitude, horizontal: degrees(-360, 720) }))
        .min(1, errorCode('landmark-needed'))
        .max(64),
      save: z.boolean().default(false),
    }),
    reply: z.object({
      /** To be added to the reported angle, degrees, −180 < … ≤ 180. */
      correction: z.number(),
      before: z.object({ rms: z.number(), residuals: z.array(z.number()) }),
      after: z.object({ rms: z.number(), residuals: z.array(z.number()) }),
      /** The landmarks that do not fit the others, by index. */
      outliers: z.array(z.number()),
      isSaved: z.boolean(),
    }),
  }),
};
