// A fire of the demo world: where it is, how it grows and dies. Everything about it follows from its few numbers and the time.
import type { Position } from '@lookout/domain';
import type { Settlement, StageId } from '../places.ts';

/** `chimney` is no fire: heat that satellites report again and again, the classic false alarm. */
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
  /** What it has burned when it is out. */
  readonly finalHectares: number;
  readonly peakMegawatts: number;
  /** The settlement whose people may see it. */
  readonly near: Settlement;
  readonly nearMetres: number;
}

/** No fire of the demo world burns longer: whoever looks for fires need not look further back. */
export const LONGEST_FIRE_HOURS = 14;

const ageOf = ({ startsAtMs, endsAtMs }: Fire, ms: number): number => (ms - startsAtMs) / (endsAtMs - startsAtMs);

export const isBurning = (fire: Fire, ms: number): boolean => ms >= fire.startsAtMs && ms < fire.endsAtMs;

/** Burned so far, hectares: slow at first, quick in the middle, never less than before. */
export function burnedHectares(fire: Fire, ms: number): number {
  const age = Math.min(1, Math.max(0, ageOf(fire, ms)));
  return fire.finalHectares * age * age * (3 - 2 * age);
}

/** Fire radiative power now, megawatts: up in the first third of its life, then dying away. A chimney's does not change. */
export function powerMegawatts(fire: Fire, ms: number): number {
  if (!isBurning(fire, ms)) return 0;
  if (fire.kind === 'chimney') return fire.peakMegawatts;
  const age = ageOf(fire, ms);
  const share = age < 0.35 ? age / 0.35 : 1 - (age - 0.35) / 0.65;
  return fire.peakMegawatts * Math.max(0.05, share);
}
