// How a person located a fire seen from a distance, to the wire and back.

import type { WirePointing } from './pointing.schema.ts';
import type { Pointing } from './pointing.ts';

export const writePointing = ({ by, from, azimuthDegrees, distanceMetres, declinationDegrees }: Pointing): WirePointing => ({
  manner: by,
  fromLongitude: from?.position.lng ?? null,
  fromLatitude: from?.position.lat ?? null,
  fromAccuracy: from?.accuracyMetres ?? null,
  fromAge: from?.ageSeconds ?? null,
  azimuth: azimuthDegrees,
  distance: distanceMetres,
  declination: declinationDegrees,
});

/** The inverse of `writePointing`. Fields that a call leaves out are unknown. */
export const readPointing = (
  w: { readonly [F in keyof WirePointing]?: WirePointing[F] | undefined } & Pick<WirePointing, 'manner'>,
): Pointing => ({
  by: w.manner,
  from:
    w.fromLongitude == null || w.fromLatitude == null
      ? null
      : {
          position: { lng: w.fromLongitude, lat: w.fromLatitude },
          accuracyMetres: w.fromAccuracy ?? null,
          ageSeconds: w.fromAge ?? 0,
        },
  azimuthDegrees: w.azimuth ?? null,
  distanceMetres: w.distance ?? null,
  declinationDegrees: w.declination ?? null,
});
