// The fires in a tower's picture: where the foot of each is, whether it is in sight (by the same test that decides on a camera alarm), and
// how its smoke rises and drifts.
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

/** A fire as seen from one tower. */
export interface Burning {
  readonly azimuthDegrees: number;
  readonly metres: number;
  /** Height of the fire's foot above the camera. */
  readonly riseMetres: number;
  /** The line of sight to the fire's position is free: flames and heat are visible. */
  readonly footIsSeen: boolean;
  readonly megawatts: number;
  /** Diameter of the burning area. */
  readonly widthMetres: number;
  readonly plumeMetres: number;
  /** Drift of the smoke, metres a second. */
  readonly driftEast: number;
  readonly driftNorth: number;
  /** Seeds the puffs of smoke, so that no two fires look alike. */
  readonly salt: number;
}

export type WindAt = (place: LngLat, worldMs: number) => Wind;

/** The facts about a fire that do not change while it burns. */
interface FixedFacts extends Pick<Burning, 'azimuthDegrees' | 'metres' | 'riseMetres' | 'footIsSeen' | 'salt'> {}

/** The fires around one tower. The fixed facts of each are computed once. */
export function burningAround(tower: Tower, surface: Surface, windAt: WindAt): (fires: readonly Fire[], worldMs: number) => Burning[] {
  const cameraHeight = (surface.heightAt(tower.lng, tower.lat) ?? tower.heightMetres) + tower.towerHeightMetres;
  let known = new Map<string, FixedFacts | null>();

  const fixedFactsOf = (fire: Fire): FixedFacts | null => {
    const metres = distanceMetres(tower, fire.position);
    if (metres < 50 || metres > FURTHEST_METRES) return null;
    return {
      azimuthDegrees: bearingDegrees(tower, fire.position),
      metres,
      riseMetres: fire.heightMetres - cameraHeight,
      footIsSeen: towersSeeing(surface, [tower], fire).length > 0,
      salt: [...fire.id].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7),
    };
  };

  return (fires, worldMs) => {
    const now = new Map<string, FixedFacts | null>();
    const burning = fires.flatMap((fire): Burning[] => {
      const before = known.get(fire.id);
      const facts = before === undefined ? fixedFactsOf(fire) : before;
      now.set(fire.id, facts);
      if (facts === null) return [];
      const { windFromDegrees, windMetresPerSecond } = windAt(fire.position, worldMs);
      const towards = ((windFromDegrees + 180) * Math.PI) / 180;
      return [
        {
          ...facts,
          megawatts: powerMegawatts(fire, worldMs),
          widthMetres: 8 + Math.sqrt((burnedHectares(fire, worldMs) * 10_000) / Math.PI),
          plumeMetres: plumeHeightMetres(fire, worldMs),
          driftEast: windMetresPerSecond * Math.sin(towards),
          driftNorth: windMetresPerSecond * Math.cos(towards),
        },
      ];
    });
    known = now;
    // Furthest first, since nearer smoke is painted over it.
    return burning.toSorted((a, b) => b.metres - a.metres);
  };
}
