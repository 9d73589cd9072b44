// The schemas of cameras and monitoring points: first those of the specification's calls (§3), then those in the domain's shape.
import { gridNo, position, schemaOf, time, wireTime } from '@lookout/contract';
import { z } from 'zod';
import { assetFields } from '../resource/resource.schema.ts';
import {
  type Aim,
  type CameraDirection,
  type CameraOperator,
  type CameraSetup,
  type NorthFit,
  type Preset,
  type Recording,
  type SeeingCamera,
  type Sight,
  type Snapshot,
  STREAM_STATES,
  type TriangulatedPosition,
} from './camera.ts';

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

/** The range of a position that is located by a camera's angles, in the call of docs/interface.md. */
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

export const seeingCamera = schemaOf<SeeingCamera>()(
  z.object({
    id: z.uuid(),
    deviceId: z.string(),
    channelNum: z.number(),
    name: z.string(),
    cameraType: z.string().nullable(),
    manufacturer: z.string().nullable(),
    monitoringPointId: z.uuid().nullable(),
    towerHeightMetres: z.number().nullable(),
    northCorrectionDegrees: z.number(),
    position,
    gridNo,
    online: z.boolean(),
    monitoringPointName: z.string().nullable(),
    distanceMetres: z.number(),
    azimuthDegrees: z.number(),
    horizontalDegrees: z.number(),
    verticalDegrees: z.number(),
    clearanceMetres: z.number(),
  }),
);

export const cameraDirection = schemaOf<CameraDirection>()(
  z.object({
    horizontalDegrees: z.number(),
    verticalDegrees: z.number(),
    zoom: z.number(),
    azimuthDegrees: z.number(),
    fieldOfViewDegrees: z.number().nullable(),
    aspect: z.number(),
    at: time,
  }),
);

export const aim = schemaOf<Aim>()(
  z.object({ horizontalDegrees: z.number(), verticalDegrees: z.number(), distanceMetres: z.number(), isVisible: z.boolean() }),
);

export const sight = schemaOf<Sight>()(
  z.object({
    horizontalDegrees: z.number(),
    verticalDegrees: z.number(),
    azimuthDegrees: z.number(),
    position,
    heightMetres: z.number(),
    distanceMetres: z.number(),
    nearMetres: z.number(),
    farMetres: z.number(),
    band: z.object({ nearMetres: z.number(), farMetres: z.number(), halfWidthMetres: z.number() }),
    eye: z.object({ position, heightMetres: z.number().nullable() }),
  }),
);

export const triangulatedPosition = schemaOf<TriangulatedPosition>()(
  z.object({
    position,
    heightMetres: z.number().nullable(),
    ellipse: z.object({ semiMajorMetres: z.number(), semiMinorMetres: z.number(), azimuthDegrees: z.number() }),
  }),
);

export const preset = schemaOf<Preset>()(z.object({ number: z.number(), name: z.string() }));

export const operator = schemaOf<CameraOperator>()(
  z.object({ holder: z.string().nullable(), isMine: z.boolean(), askedBy: z.string().nullable(), until: time.nullable() }),
);

export const recording = schemaOf<Recording>()(
  z.object({ cameraId: z.string(), beganAt: time, endedAt: time, bytes: z.number(), url: z.string() }),
);

export const snapshot = schemaOf<Snapshot>()(z.object({ pictureId: z.uuid(), takenAt: time }));

const sector = z.object({
  name: z.string(),
  fromHorizontal: z.number(),
  toHorizontal: z.number(),
  fromVertical: z.number(),
  toVertical: z.number(),
});

/** It has no field for the password. */
export const cameraSetup = schemaOf<CameraSetup>()(
  z.object({
    cameraId: z.string(),
    name: z.string(),
    controlUrl: z.string().nullable(),
    streamUrl: z.string().nullable(),
    subStreamUrl: z.string().nullable(),
    userName: z.string().nullable(),
    channelCode: z.string().nullable(),
    isBasicAllowed: z.boolean(),
    hasPassword: z.boolean(),
    northCorrectionDegrees: z.number(),
    towerHeightMetres: z.number().nullable(),
    widestFieldDegrees: z.number().nullable(),
    narrowestFieldDegrees: z.number().nullable(),
    masks: z.array(sector.extend({ endsAt: time.nullable() })),
    ranges: z.array(sector),
    tour: z.array(z.object({ preset: z.number(), seconds: z.number() })),
  }),
);

const landmarkFit = z.object({ rmsDegrees: z.number(), residualsDegrees: z.array(z.number()) });

export const northFit = schemaOf<NorthFit>()(
  z.object({
    correctionDegrees: z.number(),
    before: landmarkFit,
    after: landmarkFit,
    outliers: z.array(z.number()),
    isSaved: z.boolean(),
  }),
);
