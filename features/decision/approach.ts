// Approaching a fire (接近火场): what its forecast means for the people sent there, and where they assemble instead of at its head. A model's
// estimate. Pure.
import type { Position } from '@lookout/domain';
import { type Attack, type SpreadBehaviour, worstBehaviour } from '../spread/spread-result.ts';

/** The side of the fire relative to the heading of its head: behind it (上风), or at its flank (侧翼). People never assemble ahead of it. */
export const ASSEMBLY_SIDES = ['behind', 'flank'] as const;
export type AssemblySide = (typeof ASSEMBLY_SIDES)[number];

/** A place on a road that the forecast does not reach, as distance and bearing from the fire. */
export interface AssemblyPoint {
  readonly position: Position;
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
  /** null: the heading of the head is not known. */
  readonly side: AssemblySide | null;
  /** The class of the road. */
  readonly road: { readonly zh: string; readonly en: string };
}

export interface Approach {
  /** The start of the newest forecast whose hours have not all passed. */
  readonly forecastFrom: Date;
  readonly forecastUntil: Date;
  /** In the worst remaining hour; null: the model gives no heat, or nothing burns any more. */
  readonly attack: Attack | null;
  readonly flameLengthMetres: number | null;
  /** null: no road nearby is known, or none is safe. */
  readonly assembly: AssemblyPoint | null;
}

/** 人员不得接近火头: a team is then sent to the assembly point, and no single ranger to the fire. */
export const isHeadClosed = (approach: Pick<Approach, 'attack'> | null): boolean => approach?.attack === 'nobody';

/** Whether there is a warning to show. At `not-the-head` people work from the flanks. */
export const warnsOfHead = (approach: Pick<Approach, 'attack'> | null): boolean =>
  isHeadClosed(approach) || approach?.attack === 'not-the-head';

/** The hours that have not passed. @param elapsedMinutes since the start of the forecast */
export const hoursToCome = <Hour extends Pick<SpreadBehaviour, 'untilMinutes'>>(
  behaviour: readonly Hour[],
  elapsedMinutes: number,
): Hour[] => behaviour.filter(({ untilMinutes }) => untilMinutes > elapsedMinutes);

/** The worst of these hours for people on site; for a model without heat output, the first hour. */
export const worstHead = <Hour extends Pick<SpreadBehaviour, 'flameLengthMetres' | 'intensityKilowattsPerMetre'>>(
  hours: readonly Hour[],
): Hour | null => worstBehaviour(hours) ?? hours[0] ?? null;
