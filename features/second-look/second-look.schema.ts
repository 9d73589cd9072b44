// The schemas of second looks, in replies and in live messages.

import { gridNo, position, schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import {
  type AlarmLook,
  LOOK_REASONS,
  LOOK_STATES,
  LOOK_VERDICTS,
  type LookHeat,
  type LookView,
  NO_LOOK_REASONS,
  type SecondLook,
  type SecondLookSetting,
} from './second-look.ts';

const heat = schemaOf<LookHeat>()(z.object({ isHot: z.boolean(), levels: z.number() }));
const reason = z.enum(LOOK_REASONS).nullable();
const verdict = z.enum(LOOK_VERDICTS).nullable();

const view = schemaOf<LookView>()(
  z.object({
    cameraId: z.string(),
    cameraName: z.string(),
    distanceMetres: z.number(),
    azimuthDegrees: z.number(),
    fieldDegrees: z.number().nullable(),
    verdict,
    reason,
    frames: z.number(),
    pictureId: z.string().nullable(),
    takenAt: time.nullable(),
    heat: heat.nullable(),
    box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  }),
);

export const secondLook = schemaOf<SecondLook>()(
  z.object({
    id: z.uuid(),
    gridNo,
    alarmIds: z.array(z.string()),
    position,
    radiusMetres: z.number(),
    priority: z.number(),
    state: z.enum(LOOK_STATES),
    verdict,
    reason,
    heat: heat.nullable(),
    views: z.array(view),
    askedAt: time,
    beganAt: time.nullable(),
    endedAt: time.nullable(),
  }),
);

export const alarmLook = schemaOf<AlarmLook>()(z.object({ look: secondLook.nullable(), why: z.enum(NO_LOOK_REASONS).nullable() }));

export const secondLookSetting = schemaOf<SecondLookSetting>()(
  z.object({
    gridNo,
    gridName: z.string(),
    isOn: z.boolean(),
    fromGridName: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: time.nullable(),
  }),
);
