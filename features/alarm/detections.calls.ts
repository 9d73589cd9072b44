// Calls for detections by cameras, for alarms that an officer raises from live video, and for the point where a camera's ray meets the
// terrain.

import { errorCode, id, latitude, longitude, measure, numeric, optionalText, row, text, time, whenMissing } from '@lookout/contract';
import { photo, photos } from '@lookout/contract/photo.ts';
import { z } from 'zod';
import { sightedBand } from '../camera/camera.schema.ts';

/** Machines with the feed key, and people who see alarms or use the ranger's app. */
export const raisesAlarms = { feedOr: ['watch-alarms', 'report-as-ranger'] } as const;

/** A new alarm. `remark`: which part of it was not accepted as sent; absent: none. */
export const raised = z.object({ id: z.uuid(), remark: z.string().optional() });

const recordingAddress = text(300);

export const detectionCalls = {
  createMonitorAlarm: row({
    method: 'POST',
    path: '/fire/api/monitorFirealarm',
    summary: '接收摄像头的发现：带位置，或带角度（由高程求火点）',
    permission: raisesAlarms,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-camera-alarm',
    input: z
      .object({
        deviceId: optionalText(128),
        monitorId: id.nullish(),
        longitude: longitude.nullish(),
        latitude: latitude.nullish(),
        horizonAngle: measure('horizontalDegrees'),
        verticalAngle: measure('verticalDegrees'),
        maxHeat: measure('maxHeat'),
        alarmDatetime: time,
        findType: numeric(z.number().int().min(1).max(2)).nullish(),
        alarmType: optionalText(64),
        address: optionalText(200),
        pictures: photos,
        img1: photo.nullish(),
        img2: photo.nullish(),
        picPath1: photo.nullish(),
        picPath2: photo.nullish(),
        /** Addresses of the recordings: `http(s)://…` of another system, or one of this platform. */
        videos: z.array(recordingAddress).max(2).nullish(),
        video1: recordingAddress.nullish(),
        video2: recordingAddress.nullish(),
        videoPath1: recordingAddress.nullish(),
        videoPath2: recordingAddress.nullish(),
      })
      .superRefine((v, ctx) => {
        const hasPosition = v.longitude != null && v.latitude != null;
        if ((v.longitude == null) !== (v.latitude == null))
          ctx.addIssue({ code: 'custom', path: [v.longitude == null ? 'longitude' : 'latitude'], message: errorCode('only-half-a-place') });
        else if (!hasPosition && (v.horizonAngle == null || v.verticalAngle == null))
          ctx.addIssue({ code: 'custom', path: ['longitude'], message: errorCode('place-or-angles-needed') });
        else if (!hasPosition && v.monitorId == null && v.deviceId == null)
          ctx.addIssue({ code: 'custom', path: ['monitorId'], message: errorCode('device-of-angles-needed') });
      }),
    reply: raised,
  }),
  raiseFromVideo: row({
    method: 'GET',
    path: '/resource/api/liveVideo/addAlarm',
    summary: '由实时画面报警：朝向，可附人工改正的位置和抓拍',
    permission: { anyOf: ['watch-video'] },
    scope: 'object',
    envelope: 'created',
    effect: 'write',
    authority: 'own',
    act: 'create-camera-alarm',
    query: z.object({
      groupId: optionalText(32),
      monitorId: id,
      /** The channel's number on its device, or the camera's id. */
      channelId: optionalText(64),
      /** As the camera reports them. */
      horizonAngle: numeric(
        z
          .number(whenMissing(errorCode('horizontal-angle-needed')))
          .min(-360)
          .max(720),
      ),
      verticalAngle: numeric(
        z
          .number(whenMissing(errorCode('vertical-angle-needed')))
          .min(-90)
          .max(90),
      ),
      /** Position corrected by the officer; absent: where the ray meets the terrain. */
      longitude: longitude.nullish(),
      latitude: latitude.nullish(),
      picPath1: photo.nullish(),
    }),
    reply: raised,
  }),
  locate: row({
    method: 'POST',
    path: '/fire/api/monitorFirealarm/locate',
    summary: '由塔和角度求火点：视线与地面的第一个交点',
    permission: { feedOr: ['watch-alarms'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    input: z.object({
      monitorId: id.nullish(),
      lng: longitude.nullish(),
      lat: latitude.nullish(),
      towerHeight: numeric(z.number().min(0).max(1000)).nullish(),
      horizontal: numeric(
        z
          .number(whenMissing(errorCode('bearing-needed')))
          .min(-360)
          .max(720),
      ),
      vertical: numeric(
        z
          .number(whenMissing(errorCode('tilt-needed')))
          .min(-90)
          .max(90),
      ),
    }),
    reply: z.object({ lng: z.number(), lat: z.number(), height: z.number(), distance: z.number(), ...sightedBand }),
  }),
};
