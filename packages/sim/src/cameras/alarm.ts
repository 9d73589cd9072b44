// Camera alarms: a camera detects a visible fire after a while of panning. Chimneys and farm fires raise alarms too, because a camera
// cannot tell them apart.

import { MINUTE_MS } from '@lookout/domain';
import { bearingDegrees, CURVATURE_PER_METRE, distanceMetres, locate, type Surface } from '@lookout/geo';
import { type Draws, drawsOf } from '../draws.ts';
import { type Fire, type FireKind, isBurning, nearestBurning, powerMegawatts } from '../fires/fire.ts';
import type { Tower } from './towers.ts';

export interface CameraAlarm {
  /** The same in every run; the server recognises a repeated alarm by it. */
  readonly id: string;
  readonly fire: Fire;
  readonly tower: Tower;
  /** World time. */
  readonly seenAtMs: number;
  /** The angle as the camera reports it, without its north correction. */
  readonly horizonAngle: number;
  readonly verticalAngle: number;
  readonly channel: 'visible' | 'thermal';
  /** °C; null on the visible channel. */
  readonly maxHeat: number | null;
}

/** Time from the start of a fire to its detection: smoke must rise, and a panning camera returns to a direction after some minutes. */
export const SEEING_DELAY_MINUTES = { least: 3, most: 25 } as const;
/** Share of the fires in sight that the camera detects. */
const foundChance: Readonly<Record<FireKind, number>> = { forest: 0.9, grassland: 0.8, farm: 0.6, chimney: 1 };
/** Chance that a second tower with a line of sight raises an alarm too. */
const SECOND_CHANCE = 0.35;
/** Mean number of false alarms that a chimney raises in a day. */
const CHIMNEY_ALARMS_A_DAY = 3;
const ANGLE_ERROR_DEGREES = 0.03;

/** All camera alarms about a fire, in order. */
export function cameraAlarmsOf(seed: number, fire: Fire, towers: readonly Tower[], surface: Surface): CameraAlarm[] {
  const seeing = towersSeeing(surface, towers, fire).slice(0, 2);
  const [nearest] = seeing;
  if (nearest === undefined) return [];
  const draws = drawsOf(seed, 'seen', fire.id);
  if (fire.kind === 'chimney') {
    return Array.from({ length: draws.poisson(CHIMNEY_ALARMS_A_DAY) }, () => draws.between(fire.startsAtMs, fire.endsAtMs))
      .toSorted((a, b) => a - b)
      .map((ms, n) => raised(surface, fire, nearest, Math.round(ms), n, draws));
  }
  const { least, most } = SEEING_DELAY_MINUTES;
  return seeing
    .filter((_, n) => draws.chance(n === 0 ? foundChance[fire.kind] : SECOND_CHANCE))
    .map((sight) => ({ sight, ms: Math.round(fire.startsAtMs + draws.between(least, most) * MINUTE_MS) }))
    .filter(({ ms }) => isBurning(fire, ms))
    .toSorted((a, b) => a.ms - b.ms)
    .map(({ sight, ms }, n) => raised(surface, fire, sight, ms, n, draws));
}

function raised(surface: Surface, fire: Fire, sight: InSight, seenAtMs: number, n: number, draws: Draws): CameraAlarm {
  const { tower, azimuthDegrees, tiltDegrees } = frontSeen(surface, fire, sight, seenAtMs);
  const read = {
    azimuthDegrees: azimuthDegrees + ANGLE_ERROR_DEGREES * draws.normal(),
    tiltDegrees: tiltDegrees + ANGLE_ERROR_DEGREES * draws.normal(),
  };
  // A reading with error may point just over a crest, where the ray does not meet the terrain; then the exact angles are reported.
  const angles = groundSeen(surface, tower, read) === null ? { azimuthDegrees, tiltDegrees } : read;
  const isHeat = fire.kind === 'chimney' || draws.chance(0.6);
  return {
    id: `${fire.id}-c${n}`,
    fire,
    tower,
    seenAtMs,
    horizonAngle: round((angles.azimuthDegrees - tower.northCorrectionDegrees + 360) % 360),
    verticalAngle: round(angles.tiltDegrees),
    channel: isHeat ? 'thermal' : 'visible',
    maxHeat: isHeat ? Math.round(heatOf(fire, seenAtMs) * draws.between(0.9, 1.1)) : null,
  };
}

/** A thermal camera measures the mean over a pixel, far below the temperature of the flames. */
const heatOf = (fire: Fire, ms: number): number =>
  fire.kind === 'chimney' ? 120 : Math.min(620, 140 + 90 * Math.sqrt(powerMegawatts(fire, ms)));

const round = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;

// Determines which cameras see a fire, and at which angles, on the terrain with the same ray that the product uses to locate the fire.

interface Angles {
  /** True, clockwise from north. */
  readonly azimuthDegrees: number;
  /** The angle above the horizon; down is negative. */
  readonly tiltDegrees: number;
}

interface InSight extends Angles {
  readonly tower: Tower;
  readonly metres: number;
}

/** The ray may end this far from the fire's position and still count as seeing this fire. */
const NEAR_ENOUGH = { metres: 60, share: 0.02 } as const;

/** The smoke rises where the front faces the tower. When a fold of the terrain hides that point, the camera stays on the fire's origin. */
function frontSeen(surface: Surface, fire: Fire, sight: InSight, ms: number): InSight {
  const position = nearestBurning(fire, ms, sight.tower);
  const heightMetres = surface.heightAt(position.lng, position.lat);
  return (heightMetres === null ? null : inSight(surface, sight.tower, { position, heightMetres })) ?? sight;
}

/** The towers with a free line of sight to the fire's position, nearest first. */
export const towersSeeing = (surface: Surface, towers: readonly Tower[], fire: Fire): InSight[] =>
  towers
    .filter(({ stage }) => stage === fire.stage)
    .flatMap((tower) => inSight(surface, tower, fire) ?? [])
    .toSorted((a, b) => a.metres - b.metres);

function inSight(surface: Surface, tower: Tower, fire: Pick<Fire, 'position' | 'heightMetres'>): InSight | null {
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

/** The distance at which the ray meets the terrain, metres; null when it does not. */
function groundSeen(surface: Surface, tower: Tower, { azimuthDegrees, tiltDegrees }: Angles): number | null {
  const { lng, lat, towerHeightMetres } = tower;
  return locate({ lng, lat, towerHeightMetres, azimuthDegrees, tiltDegrees }, surface)?.distanceMetres ?? null;
}
