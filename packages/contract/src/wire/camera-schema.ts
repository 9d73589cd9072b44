// Monitoring points, cameras and what is asked of them, as they travel, by their schemas (specification §3).
import { STREAM_STATES } from '@lookout/domain';
import { z } from 'zod';
import { wireTime } from '../fields.ts';
import { placedFields } from './resource-schema.ts';

export const camera = z.object({
  id: z.uuid(),
  monitorId: z.uuid().nullable(),
  deviceId: z.string(),
  channelNum: z.number(),
  name: z.string(),
  cameraType: z.string().nullable(),
  towerHeight: z.number().nullable(),
  position: z.object({ lng: z.number(), lat: z.number() }),
  northCorrection: z.number(),
  manufacturer: z.string().nullable(),
  isOnline: z.enum(['0', '1']).nullable(),
  gridNo: z.string(),
});
export type WireCamera = z.output<typeof camera>;

export const monitoringPoint = z.object({
  ...placedFields,
  resourceCode: z.string().nullable(),
  resourceType: z.literal('monitor'),
  towerHeight: z.number().nullable(),
});
export type WireMonitoringPoint = z.output<typeof monitoringPoint>;

/** With how many cameras stand on it, and how many of them are online. */
export const talliedPoint = monitoringPoint.extend({ cameraCount: z.number(), onlineCount: z.number() });
export type WireTalliedPoint = z.output<typeof talliedPoint>;

/** One that watches a check station or an inspection post. */
export const gatePoint = talliedPoint.extend({ postName: z.string() });
export type WireGatePoint = z.output<typeof gatePoint>;

export const checkedCamera = camera.extend({
  monitorName: z.string().nullable(),
  gridName: z.string(),
  state: z.enum(STREAM_STATES),
  stateText: z.string(),
  viewers: z.number(),
  isRecording: z.boolean(),
  /** When its state was last looked at; null: not yet. */
  checkedAt: wireTime.nullable(),
});
export type WireCheckedCamera = z.output<typeof checkedCamera>;

export const recording = z.object({
  cameraId: z.string(),
  beginTime: wireTime,
  endTime: wireTime,
  bytes: z.number(),
  /** Ends `.mp4` before its ticket: history playback. */
  url: z.string(),
});
export type WireRecording = z.output<typeof recording>;

export const seeingCamera = camera.extend({
  monitorName: z.string().nullable(),
  /** Along the ground, metres. */
  distance: z.number(),
  /** True, and as the camera reports it. */
  azimuth: z.number(),
  horizontal: z.number(),
  vertical: z.number(),
  /** The line of sight stands so many metres above the ground where it comes nearest to it. */
  clearance: z.number(),
});
export type WireSeeingCamera = z.output<typeof seeingCamera>;

/** Where a camera looks, as it says itself. */
export const cameraPosition = z.object({
  /** Reported, degrees clockwise. */
  horizontal: z.number(),
  /** Degrees above the horizon; down negative. */
  vertical: z.number(),
  /** 1 is the widest. */
  zoom: z.number(),
  /** True: reported + the camera's north correction. */
  azimuth: z.number(),
  /** Field of view across the picture, degrees; null: the camera's lens is not known. */
  fieldOfView: z.number().nullable(),
  /** Width over height of the picture. */
  aspect: z.number(),
  at: wireTime,
});
export type WireCameraPosition = z.output<typeof cameraPosition>;

export const preset = z.object({ number: z.number(), name: z.string() });

/** Who steers: nobody, oneself, or somebody else. */
export const operator = z.object({
  holder: z.string().nullable(),
  isMine: z.boolean(),
  /** Somebody asks the holder for it. */
  askedBy: z.string().nullable(),
  /** Without a sign of life it is free then. */
  until: wireTime.nullable(),
});
export type WireOperator = z.output<typeof operator>;
