// Input of a report when the person points at a fire seen from a distance.

import { errorCode, latitude, longitude, measure, numeric } from '@lookout/contract';
import { z } from 'zod';
import { POINTING_MANNERS, POINTING_METRES } from './pointing.ts';

const azimuthRange = errorCode('pointing-azimuth');
const distanceRange = errorCode('pointing-distance', POINTING_METRES);

/** Complete or absent. A place on the map needs nothing else; a direction needs where the person stood, and a distance. */
export const pointingInput = z
  .object({
    manner: z.enum(POINTING_MANNERS),
    fromLongitude: longitude.nullish(),
    fromLatitude: latitude.nullish(),
    fromAccuracy: measure('accuracyMetres'),
    fromAge: numeric(z.number().min(0).max(86_400)).nullish(),
    azimuth: numeric(z.number(azimuthRange).min(0, azimuthRange).lt(360, azimuthRange)).nullish(),
    distance: numeric(z.number(distanceRange).min(POINTING_METRES.least, distanceRange).max(POINTING_METRES.most, distanceRange)).nullish(),
    declination: numeric(z.number().min(-180).max(180)).nullish(),
  })
  .superRefine(({ manner, fromLongitude, fromLatitude, azimuth, distance }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if ((fromLongitude == null) !== (fromLatitude == null)) fault('fromLongitude', errorCode('pointing-half-a-place'));
    if (manner === 'map') return;
    if (fromLongitude == null && fromLatitude == null) fault('fromLongitude', errorCode('pointing-from-needed'));
    if (azimuth == null) fault('azimuth', azimuthRange);
    if (distance == null) fault('distance', distanceRange);
  });
