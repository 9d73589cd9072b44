// A fire of the demo world: its position, growth and end. Its state depends only on these few numbers, its front and the time.
import { haversineMetres, type Position } from '@lookout/domain';
import type { Settlement, StageId } from '../places.ts';
import { burningPlaces, CELL_HECTARES, cellsBurnedBy, type FireFront } from './front.ts';

/** `chimney` is not a fire but a heat source that satellites report repeatedly, the classic false alarm. */
export type FireKind = 'forest' | 'grassland' | 'farm' | 'chimney';

export interface Fire {
  /** The same in every run of the same seed. */
  readonly id: string;
  readonly stage: StageId;
  readonly kind: FireKind;
  readonly position: Position;
  readonly heightMetres: number;
  /** World time. */
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Burned area when the fire is out. With a front: the area at which crews contain it, if it grows that large. */
  readonly finalHectares: number;
  readonly peakMegawatts: number;
  /** The nearest settlement, whose people may report it. */
  readonly near: Settlement;
  readonly nearMetres: number;
  /** When the fire reaches which places. null: the fire does not spread, as on a field and in a chimney. */
  readonly front: FireFront | null;
}

/** The longest duration of a fire, which limits how far back fires must be searched for. */
export const LONGEST_FIRE_HOURS = 14;

const ageOf = ({ startsAtMs, endsAtMs }: Fire, ms: number): number => (ms - startsAtMs) / (endsAtMs - startsAtMs);

export const isBurning = (fire: Fire, ms: number): boolean => ms >= fire.startsAtMs && ms < fire.endsAtMs;

/**
 * Burned area so far, hectares, in whole cells of the front. Without a front the area grows slowly at first and fast in the middle. Never
 * decreases.
 */
export function burnedHectares(fire: Fire, ms: number): number {
  if (fire.front !== null) return cellsBurnedBy(fire.front, ms) * CELL_HECTARES;
  const age = Math.min(1, Math.max(0, ageOf(fire, ms)));
  return fire.finalHectares * age * age * (3 - 2 * age);
}

/** Fire radiative power now, megawatts: rises during the first third, then declines. Constant for a chimney. */
export function powerMegawatts(fire: Fire, ms: number): number {
  if (!isBurning(fire, ms)) return 0;
  if (fire.kind === 'chimney') return fire.peakMegawatts;
  const age = ageOf(fire, ms);
  const share = age < 0.35 ? age / 0.35 : 1 - (age - 0.35) / 0.65;
  return fire.peakMegawatts * Math.max(0.05, share);
}

/** The places that burn; never empty while the fire burns. */
export function placesBurning(fire: Fire, ms: number): Position[] {
  if (!isBurning(fire, ms)) return [];
  return fire.front === null ? [fire.position] : burningPlaces(fire.front, ms);
}

/** The burning place nearest to an observer. */
export function nearestBurning(fire: Fire, ms: number, from: Position): Position {
  const [first = fire.position, ...others] = placesBurning(fire, ms);
  return others.reduce((near, place) => (haversineMetres(place, from) < haversineMetres(near, from) ? place : near), first);
}
