// What burns in a tower's picture: where its foot is, whether the foot itself is seen (the very question that decides about a camera
// alarm), and how its smoke stands and drifts.
import { bearingDegrees, distanceMetres, type LngLat, type Surface } from '@lookout/geo';
import { towersSeeing } from '../../cameras/alarm.ts';
import type { Tower } from '../../cameras/towers.ts';
import { burnedHectares, type Fire, powerMegawatts } from '../../fires/fire.ts';
import { plumeHeightMetres } from '../../picture/photo.ts';
import { FURTHEST_METRES } from './ground.ts';

export interface Wind {
  readonly windFromDegrees: number;
  readonly windMetresPerSecond: number;
}

/** A fire as a tower has it before it. */
export interface Burning {
  readonly azimuthDegrees: number;
  readonly metres: number;
  /** Of the foot over the eye's own level. */
  readonly riseMetres: number;
  /** The line to the fire's own ground is open: flames and heat are seen. */
  readonly footIsSeen: boolean;
  readonly megawatts: number;
  /** Across the burning ground. */
  readonly widthMetres: number;
  readonly plumeMetres: number;
  /** Where smoke drifts, metres a second. */
  readonly driftEast: number;
  readonly driftNorth: number;
  /** Keeps the puffs of one fire unlike those of another. */
  readonly salt: number;
}

export type WindAt = (place: LngLat, worldMs: number) => Wind;

interface Standing extends Pick<Burning, 'azimuthDegrees' | 'metres' | 'riseMetres' | 'footIsSeen' | 'salt'> {}

/** Fires around one tower; what does not change of a fire is worked out once. */
export function burningAround(tower: Tower, surface: Surface, windAt: WindAt): (fires: readonly Fire[], worldMs: number) => Burning[] {
  const eye = (surface.heightAt(tower.lng, tower.lat) ?? tower.heightMetres) + tower.towerHeightMetres;
  let known = new Map<string, Standing | null>();

  const standing = (fire: Fire): Standing | null => {
    const metres = distanceMetres(tower, fire.position);
    if (metres < 50 || metres > FURTHEST_METRES) return null;
    return {
      azimuthDegrees: bearingDegrees(tower, fire.position),
      metres,
      riseMetres: fire.heightMetres - eye,
      footIsSeen: towersSeeing(surface, [tower], fire).length > 0,
      salt: [...fire.id].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7),
    };
  };

  return (fires, worldMs) => {
    const now = new Map<string, Standing | null>();
    const burning = fires.flatMap((fire): Burning[] => {
      const before = known.get(fire.id);
      const stands = before === undefined ? standing(fire) : before;
      now.set(fire.id, stands);
      if (stands === null) return [];
      const { windFromDegrees, windMetresPerSecond } = windAt(fire.position, worldMs);
      const towards = ((windFromDegrees + 180) * Math.PI) / 180;
      return [
        {
          ...stands,
          megawatts: powerMegawatts(fire, worldMs),
          widthMetres: 8 + Math.sqrt((burnedHectares(fire, worldMs) * 10_000) / Math.PI),
          plumeMetres: plumeHeightMetres(fire, worldMs),
          driftEast: windMetresPerSecond * Math.sin(towards),
          driftNorth: windMetresPerSecond * Math.cos(towards),
        },
      ];
    });
    known = now;
    // What is nearer covers what is further.
    return burning.toSorted((a, b) => b.metres - a.metres);
  };
}
