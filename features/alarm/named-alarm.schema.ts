// The schema of an alarm in the product's own calls. The calls of the specification and the live messages have that of alarm.schema.ts.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { GRID_BASES } from '@lookout/domain';
import { z } from 'zod';
import { LAND_SHARE } from './alarm.schema.ts';
import { CLOSE_OUTCOMES, FIND_TYPES, type NamedAlarm, REAL_FIRE_TYPES } from './alarm.ts';
import { POINTING_MANNERS } from './pointing.ts';

const number = z.number().nullable();
const text = z.string().nullable();
const landShare = number.describe(LAND_SHARE);
/** The ids of the uploads. */
const pictures = z.array(z.string());

const satellite = z.object({
  kind: z.literal('satellite'),
  fireNo: z.string(),
  satellite: z.string(),
  instrument: text,
  version: text,
  confidence: z.string(),
  credibility: z.number(),
  brightnessKelvin: number,
  brightness2Kelvin: number,
  frpMegawatts: number,
  scanKilometres: number,
  trackKilometres: number,
  dayNight: z.enum(['day', 'night']).nullable(),
  areaHectares: number,
  observationFrequency: number,
  pixelAreaHectares: number,
  pixelNumber: number,
  woodland: landShare,
  grassland: landShare,
  farmland: landShare,
  otherland: landShare,
  strength: number,
  strengthLevel: number,
  infraredImage: text,
  visibleImage: text,
});

const camera = z.object({
  kind: z.literal('camera'),
  deviceId: text,
  monitoringPointId: text,
  isDeviceAmbiguous: z.boolean(),
  maskName: text,
  horizontalDegrees: number,
  verticalDegrees: number,
  maxHeat: number,
  distanceMetres: number,
  nearMetres: number,
  farMetres: number,
  alarmType: text,
  handleOpinions: text,
  pictures,
  videos: z.array(z.string()),
});

const report = z.object({
  kind: z.literal('report'),
  altitudeMetres: number,
  accuracyMetres: number,
  pointing: z
    .object({
      by: z.enum(POINTING_MANNERS),
      from: z.object({ position, accuracyMetres: number, ageSeconds: z.number() }).nullable(),
      azimuthDegrees: number,
      distanceMetres: number,
      declinationDegrees: number,
    })
    .nullable(),
  description: text,
  comment: text,
  reporterId: text,
  reporterName: text,
  reporterPhone: text,
  pictures,
});

const smoke = z.object({
  kind: z.literal('smoke'),
  deviceId: z.string(),
  deviceName: text,
  smokeLevel: number,
  temperatureCelsius: number,
  batteryPercent: number,
  pictures,
});

const danger = z.object({
  kind: z.literal('danger'),
  resourceName: z.string(),
  resourceType: text,
  dangerType: text,
  dangerDescription: text,
  checkStatus: z.enum(['open', 'renovated']),
  renovationPictures: pictures,
});

const judgement = z.object({
  verdict: z.enum(['false', 'real']),
  note: text,
  realFireType: z.enum(REAL_FIRE_TYPES).nullable(),
  at: time,
  by: z.string(),
});
const answered = {
  acknowledgement: z.object({ at: time, by: z.string(), accountId: z.string() }).nullable(),
  push: z.object({ at: time, note: text, fromGridNo: gridNo }).nullable(),
};
const response = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('open'), ...answered }),
  z.object({ stage: z.literal('handled'), ...answered }),
  z.object({ stage: z.literal('dismissed'), judgement, ...answered }),
  z.object({ stage: z.literal('in-progress'), judgement, ...answered }),
  z.object({
    stage: z.literal('closed'),
    judgement,
    closure: z.object({ at: time, by: z.string(), outcome: z.enum(CLOSE_OUTCOMES), note: text }),
    ...answered,
  }),
]);

export const alarm = schemaOf<NamedAlarm>()(
  z.object({
    id: z.uuid(),
    findType: z.enum(FIND_TYPES),
    position,
    observedAt: time,
    arrivedAt: time,
    address: text,
    formattedAddress: z.string(),
    gridNo,
    gridName: z.string(),
    gridBasis: z.enum(GRID_BASES),
    areaNames: z.object({ province: text, prefecture: text, county: text }),
    facts: z.discriminatedUnion('kind', [satellite, camera, report, smoke, danger]),
    response,
    incidentId: z.uuid().exactOptional(),
    exerciseId: z.uuid().exactOptional(),
  }),
);
