// Going near a fire (接近火场): what its forecast says to those who are sent there, and where they gather instead of at its head. A model's word. Pure.
import type { Position } from '@lookout/domain';
import { type Attack, type SpreadBehaviour, worstBehaviour } from '../spread/spread.ts';

/** Beside where the head runs to: from behind it (上风), or at its side (侧翼). Nobody gathers ahead of it. */
export const ASSEMBLY_SIDES = ['behind', 'flank'] as const;
export type AssemblySide = (typeof ASSEMBLY_SIDES)[number];

/** A place on a road that the forecast leaves alone, seen from the fire. */
export interface AssemblyPoint {
  readonly position: Position;
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
  /** null: where the head runs to is not known. */
  readonly side: AssemblySide | null;
  /** The class of the road. */
  readonly road: { readonly zh: string; readonly en: string };
}

export interface Approach {
  /** Of the newest forecast whose hours are not over. */
  readonly forecastFrom: Date;
  readonly forecastUntil: Date;
  /** In the worst hour to come; null: the model says nothing of heat, or nothing burns any more. */
  readonly attack: Attack | null;
  readonly flameLengthMetres: number | null;
  /** null: no road is known near, or none that is safe. */
  readonly assembly: AssemblyPoint | null;
}

/** 人员不得接近火头: then a team goes, to the assembly point, and no single ranger to the fire. */
export const isHeadClosed = (approach: Pick<Approach, 'attack'> | null): boolean => approach?.attack === 'nobody';

/** Is there anything to warn of? At `not-the-head` one works from the flanks. */
export const warnsOfHead = (approach: Pick<Approach, 'attack'> | null): boolean =>
  isHeadClosed(approach) || approach?.attack === 'not-the-head';

/** The hours that are not over. @param elapsedMinutes since the forecast begins */
export const hoursToCome = <Hour extends Pick<SpreadBehaviour, 'untilMinutes'>>(
  behaviour: readonly Hour[],
  elapsedMinutes: number,
): Hour[] => behaviour.filter(({ untilMinutes }) => untilMinutes > elapsedMinutes);

/** The worst of these hours, as people meet it; of a model that says nothing of heat the first one. */
export const worstHead = <Hour extends Pick<SpreadBehaviour, 'flameLengthMetres' | 'intensityKilowattsPerMetre'>>(
  hours: readonly Hour[],
): Hour | null => worstBehaviour(hours) ?? hours[0] ?? null;
