// Schemas of an alarm and of an officer's requests about it in the product's own calls, in the domain's shape. The calls of the specification
// and the live messages have the alarm of specified-alarm.schema.ts.

import { errorCode, gridNo, position, requiredText, schemaOf, text as textUpTo, time } from '@lookout/contract';
import { GRID_BASES } from '@lookout/domain';
import { z } from 'zod';
import {
  CLOSE_OUTCOMES,
  type Correction,
  FIND_TYPES,
  type Handling,
  type Judgement,
  type NamedAlarm,
  REAL_FIRE_TYPES,
  type Rekindling,
} from './alarm.ts';
import { POINTING_MANNERS } from './pointing.ts';
import { LAND_SHARE } from './specified-alarm.schema.ts';

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

const verdict = z.enum(['false', 'real']);
const realFireType = z.enum(REAL_FIRE_TYPES).nullable();
const currentJudgement = z.object({ verdict, note: text, realFireType, at: time, by: z.string() });
const answered = {
  acknowledgement: z.object({ at: time, by: z.string(), accountId: z.string() }).nullable(),
  push: z.object({ at: time, note: text, fromGridNo: gridNo }).nullable(),
};
const response = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('open'), ...answered }),
  z.object({ stage: z.literal('handled'), ...answered }),
  z.object({ stage: z.literal('dismissed'), judgement: currentJudgement, ...answered }),
  z.object({ stage: z.literal('in-progress'), judgement: currentJudgement, ...answered }),
  z.object({
    stage: z.literal('closed'),
    judgement: currentJudgement,
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

/** In the replay of a desk. */
export const pastAlarms = z.array(alarm);

// Requests. An empty note is no note.

const noteUpTo = (most: number) =>
  textUpTo(most)
    .nullable()
    .transform((note) => note || null);
/** Specification §5: at most 70 characters. */
const judgementFields = { verdict, note: noteUpTo(70), realFireType };

function checkType({ verdict, realFireType }: Judgement, context: z.RefinementCtx): void {
  if (verdict === 'false' && realFireType !== null)
    context.addIssue({ code: 'custom', path: ['realFireType'], message: errorCode('only-real-fire-has-type') });
}

export const correction = schemaOf<Correction>()(
  z.object({ ...judgementFields, reason: requiredText(200, errorCode('correction-reason-needed')) }).superRefine(checkType),
);

export const handling = schemaOf<Handling>()(z.object({ note: noteUpTo(200), isRenovated: z.boolean() }));

export const rekindling = schemaOf<Rekindling>()(z.object({ reason: requiredText(200, errorCode('rekindling-reason-needed')) }));
