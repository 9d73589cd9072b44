// The light over a tower's country: where the sun (or, by night, a moon that never sets) stands, and how bright it is.
import type { Position } from '@lookout/domain';
import { lightAt } from '../../picture/photo.ts';
import { solarHour, sunElevationDegrees } from '../../sky/sun.ts';

export interface Light {
  /** 0 (night) … 1 (full day). */
  readonly day: number;
  /** Towards the lamp: a unit vector, east, north, up. */
  readonly east: number;
  readonly north: number;
  readonly up: number;
}

const RADIANS = Math.PI / 180;
const MOON = { elevation: 40, azimuth: 140 } as const;
/** Lower, and the shades of a mountain country would be all of one piece. */
const LOWEST = 12;

/** The same for some minutes, so that the ground need not be painted anew all the time. */
export function lightOver(place: Position, worldMs: number): Light {
  const day = Math.round(lightAt(place, worldMs) * 50) / 50;
  const sun = Math.round(sunElevationDegrees(place, worldMs));
  const [elevation, azimuth] =
    day > 0 ? [Math.max(LOWEST, sun), 180 + Math.round((solarHour(place.lng, worldMs) - 12) * 3) * 5] : [MOON.elevation, MOON.azimuth];
  const level = Math.cos(elevation * RADIANS);
  return { day, east: level * Math.sin(azimuth * RADIANS), north: level * Math.cos(azimuth * RADIANS), up: Math.sin(elevation * RADIANS) };
}
