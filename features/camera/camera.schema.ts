// Wire schemas of cameras and monitoring points (specification §3).
import { wireTime } from '@lookout/contract';
import { z } from 'zod';
import { assetFields } from '../resource/resource.schema.ts';
import { STREAM_STATES } from './camera.ts';

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
  ...assetFields,
  resourceCode: z.string().nullable(),
  resourceType: z.literal('monitor'),
  towerHeight: z.number().nullable(),
});
export type WireMonitoringPoint = z.output<typeof monitoringPoint>;

/** A monitoring point with the number of its cameras, and of those online. */
export const talliedPoint = monitoringPoint.extend({ cameraCount: z.number(), onlineCount: z.number() });
export type WireTalliedPoint = z.output<typeof talliedPoint>;

/** A monitoring point that watches a check station or an inspection post. */
export const gatePoint = talliedPoint.extend({ postName: z.string() });
export type WireGatePoint = z.output<typeof gatePoint>;

export const checkedCamera = camera.extend({
  monitorName: z.string().nullable(),
  gridName: z.string(),
  state: z.enum(STREAM_STATES),
  stateText: z.string(),
  viewers: z.number(),
  isRecording: z.boolean(),
  /** When its state was last checked; null: not yet. */
  checkedAt: wireTime.nullable(),
});
export type WireCheckedCamera = z.output<typeof checkedCamera>;

export const recording = z.object({
  cameraId: z.string(),
  beginTime: wireTime,
  endTime: wireTime,
  bytes: z.number(),
  /** The path part ends in `.mp4`, before the ticket: history playback. */
  url: z.string(),
});
export type WireRecording = z.output<typeof recording>;

export const seeingCamera = camera.extend({
  monitorName: z.string().nullable(),
  /** Distance along the terrain, metres. */
  distance: z.number(),
  /** `azimuth` is true; `horizontal` and `vertical` are as the camera reports them. */
  azimuth: z.number(),
  horizontal: z.number(),
  vertical: z.number(),
  /** Minimum height of the line of sight above the terrain, metres. */
  clearance: z.number(),
});
export type WireSeeingCamera = z.output<typeof seeingCamera>;

/** The direction that a camera reports. */
export const cameraPosition = z.object({
  /** Reported, degrees clockwise. */
  horizontal: z.number(),
  /** Degrees above the horizon; negative below it. */
  vertical: z.number(),
  /** 1 is the widest angle. */
  zoom: z.number(),
  /** True: reported + the camera's north correction. */
  azimuth: z.number(),
  /** Horizontal field of view, degrees; null: the camera's lens is not known. */
  fieldOfView: z.number().nullable(),
  /** Aspect ratio of the picture: width over height. */
  aspect: z.number(),
  at: wireTime,
});
export type WireCameraPosition = z.output<typeof cameraPosition>;

export const preset = z.object({ number: z.number(), name: z.string() });

/** Who has the operator's lock: no user, the caller, or another user. */
export const operator = z.object({
  holder: z.string().nullable(),
  isMine: z.boolean(),
  /** Who has requested the lock from its holder. */
  askedBy: z.string().nullable(),
  /** When the lock expires unless renewed. */
  until: wireTime.nullable(),
});
export type WireOperator = z.output<typeof operator>;

export const sightedBand = {
  /** Metres along the terrain from the tower's foot, at the points where rays with 0.1° lower and 0.1° higher tilt meet the terrain. */
  near: z.number(),
  far: z.number(),
  /**
   * If azimuth and tilt each have a standard error of 0.1°, the fire lies, with at least 95 % probability, between `near` and `far` of this
   * band and at most `halfWidth` from the ray; metres.
   */
  band: z.object({ near: z.number(), far: z.number(), halfWidth: z.number() }),
};
