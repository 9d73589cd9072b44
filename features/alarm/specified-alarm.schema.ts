// Schemas of the specification's alarm and of its history (§3): a common part, and the fields of each source. The product's own calls have
// the alarm of own-alarm.schema.ts. A page can load alarm.ts without either.

import { GRID_BASES } from '@lookout/domain';
import { z } from 'zod';
import { drillMark } from '../exercise/drill.schema.ts';
import { CLOSE_OUTCOMES } from './alarm.ts';
import { WIRE_KINDS } from './alarm-kinds.wire.ts';
import { HISTORY_ACTS } from './history-acts.wire.ts';
import { pointing } from './pointing.schema.ts';

const nullable = { number: z.number().nullable(), string: z.string().nullable(), bit: z.literal([0, 1]) };

/** The unit of land cover. */
export const LAND_SHARE = '占像元面积的百分比（%），0–100';
const landShare = nullable.number.describe(LAND_SHARE);

export const commonFields = {
  ...drillMark,
  id: z.uuid(),
  kind: z.enum(WIRE_KINDS),
  fireType: z.enum(['monitor', 'satellite', 'report']),
  type: z.literal([1, 2, 3]),
  findType: z.literal([1, 2, 3, 4, 5]),
  isReal: z.literal([0, 1]).nullable(),
  isTrueNote: nullable.string,
  trueAlarmType: nullable.number,
  isHandle: nullable.bit,
  isPush: nullable.bit,
  isPut: nullable.bit,
  isPutOutNote: nullable.string,
  isPutTime: nullable.string,
  /** The grid whose officer pushed it. */
  isPutGridNo: nullable.string,
  acknowledgedBy: nullable.string,
  acknowledgedById: nullable.string,
  acknowledgedTime: nullable.string,
  judgedBy: nullable.string,
  judgedTime: nullable.string,
  closeTime: nullable.string,
  closedBy: nullable.string,
  outcome: z.enum(CLOSE_OUTCOMES).nullable(),
  closeNote: nullable.string,
  longitude: z.number(),
  latitude: z.number(),
  address: nullable.string,
  formattedAddress: z.string(),
  alarmDatetime: z.string(),
  observationDateTime: z.string(),
  arriveTime: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  gridBasis: z.enum(GRID_BASES),
  gridApproximate: z.boolean(),
  provinceCode: nullable.string,
  cityCode: nullable.string,
  countyCode: nullable.string,
  provinceName: nullable.string,
  cityName: nullable.string,
  countyName: nullable.string,
  /** The fire (火情) the alarm belongs to; null: not assigned yet, or a danger check. */
  incidentId: z.uuid().nullable(),
};

const satellitePart = {
  fireNo: z.string(),
  satellite: z.string(),
  instrument: nullable.string,
  version: nullable.string,
  confidence: z.string(),
  credibility: z.number(),
  brightness: nullable.number,
  brightness2: nullable.number,
  frp: nullable.number,
  scan: nullable.number,
  track: nullable.number,
  daynight: z.enum(['D', 'N']).nullable(),
  observationDatetime: z.string(),
  province: nullable.string,
  city: nullable.string,
  county: nullable.string,
  area: nullable.number,
  observationFrequency: nullable.number,
  pixelArea: nullable.number,
  pixelNumber: nullable.number,
  woodland: landShare,
  grassland: landShare,
  farmland: landShare,
  otherland: landShare,
  strength: nullable.number,
  strengthLevel: nullable.number,
  irImageAddress: nullable.string,
  lightImageAddress: nullable.string,
};

const cameraPart = {
  deviceId: nullable.string,
  monitorId: nullable.string,
  /** Cameras of more than one grid have this `deviceId`, so the alarm is assigned to none of them. */
  deviceAmbiguous: z.boolean(),
  /** The mask (屏蔽区) of the camera in which a machine detected it; null: none. */
  maskName: nullable.string,
  alarmLongitude: z.number(),
  alarmLatitude: z.number(),
  horizonAngle: nullable.number,
  verticalAngle: nullable.number,
  maxHeat: nullable.number,
  alarmType: nullable.string,
  handleOpinions: nullable.string,
  distance: nullable.number,
  near: nullable.number,
  far: nullable.number,
  img1: nullable.string,
  img2: nullable.string,
  picPath1: nullable.string,
  picPath2: nullable.string,
  video1: nullable.string,
  video2: nullable.string,
  videoPath1: nullable.string,
  videoPath2: nullable.string,
};

const reportPart = {
  reportTime: z.string(),
  altitude: nullable.number,
  /** Accuracy of a phone's position, metres. */
  accuracy: nullable.number,
  /** How the person located a fire seen from a distance; null: the person was at the fire, or did not state it. */
  pointing: pointing.nullable(),
  description: nullable.string,
  comment: nullable.string,
  reporterId: nullable.string,
  reporterName: nullable.string,
  reporterPhone: nullable.string,
  picPath1: nullable.string,
  picPath2: nullable.string,
  picPath3: nullable.string,
};

const smokePart = {
  deviceId: z.string(),
  deviceName: nullable.string,
  smokeLevel: nullable.number,
  temperature: nullable.number,
  battery: nullable.number,
  picPath1: nullable.string,
  picPath2: nullable.string,
};

const dangerPart = {
  resourceName: z.string(),
  resourceType: nullable.string,
  position: z.object({ lng: z.number(), lat: z.number() }),
  checkTime: z.string(),
  dangerType: nullable.string,
  status: nullable.bit,
  dangerDescription: nullable.string,
  renovationPic1: nullable.string,
  renovationPic2: nullable.string,
};

export const satelliteAlarm = z.object({ ...commonFields, kind: z.literal('satellite'), ...satellitePart });
export const cameraAlarm = z.object({ ...commonFields, kind: z.literal('monitor'), ...cameraPart });
export const reportAlarm = z.object({ ...commonFields, kind: z.literal('report'), ...reportPart });
export const smokeAlarm = z.object({ ...commonFields, kind: z.literal('smoke'), ...smokePart });
export const dangerAlarm = z.object({ ...commonFields, kind: z.literal('danger'), ...dangerPart });
export const anyAlarm = z.discriminatedUnion('kind', [satelliteAlarm, cameraAlarm, reportAlarm, smokeAlarm, dangerAlarm]);

export type WireSatelliteAlarm = z.output<typeof satelliteAlarm>;
export type WireCameraAlarm = z.output<typeof cameraAlarm>;
export type WireReportAlarm = z.output<typeof reportAlarm>;
export type WireSmokeAlarm = z.output<typeof smokeAlarm>;
export type WireDangerAlarm = z.output<typeof dangerAlarm>;
export type WireAlarm = z.output<typeof anyAlarm>;

export const historyLine = z.object({
  alarmId: z.uuid(),
  act: z.enum(HISTORY_ACTS),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  gridNo: z.string().nullable(),
  desk: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type WireHistoryLine = z.output<typeof historyLine>;
