// Which cameras see a fire, and at which angles: the terrain decides, by the very ray with which the product will look for the place.
import { bearingDegrees, CURVATURE_PER_METRE, distanceMetres, locate, type Surface } from '@lookout/geo';
import type { Fire } from '../fires/fire.ts';
import type { Tower } from './towers.ts';

export interface Angles {
  /** True, clockwise from north. */
  readonly azimuthDegrees: number;
  /** Above the horizon; down is negative. */
  readonly tiltDegrees: number;
}

export interface InSight extends Angles {
  readonly tower: Tower;
  readonly metres: number;
}

/** So far from the fire's own ground the ray may end, and it is still this fire that is seen. */
const NEAR_ENOUGH = { metres: 60, share: 0.02 } as const;

/** The towers whose line to the fire's own ground is free, nearest first. */
export const towersSeeing = (surface: Surface, towers: readonly Tower[], fire: Fire): InSight[] =>
  towers
    .filter(({ stage }) => stage === fire.stage)
    .flatMap((tower) => inSight(surface, tower, fire) ?? [])
    .toSorted((a, b) => a.metres - b.metres);

function inSight(surface: Surface, tower: Tower, fire: Fire): InSight | null {
  const metres = distanceMetres(tower, fire.position);
  if (metres > tower.rangeMetres || metres < 100) return null;
  const rise = fire.heightMetres - (tower.heightMetres + tower.towerHeightMetres);
  const angles = {
    azimuthDegrees: bearingDegrees(tower, fire.position),
    tiltDegrees: (Math.atan(rise / metres - metres * CURVATURE_PER_METRE) * 180) / Math.PI,
  };
  const hit = groundSeen(surface, tower, angles);
  if (hit === null || Math.abs(hit - metres) > Math.max(NEAR_ENOUGH.metres, metres * NEAR_ENOUGH.share)) return null;
  return { ...angles, tower, metres };
}

/** How far away the ray meets the ground, metres; null: it does not. */
export function groundSeen(surface: Surface, tower: Tower, { azimuthDegrees, tiltDegrees }: Angles): number | null {
  const { lng, lat, towerHeightMetres } = tower;
  return locate({ lng, lat, towerHeightMetres, azimuthDegrees, tiltDegrees }, surface)?.distanceMetres ?? null;
}
