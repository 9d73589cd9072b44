// Whether people are safe: the margin between the arrival of the fire and the walk to a safe place, and how large such a place must be.
//
// Margin: M. J. Campbell and others, Fire 2(3):40, 2019. Separation of four flame heights: B. W. Butler and J. D. Cohen, International
// Journal of Wildland Fire 8(2), 1998; the size is calculated as in `firelab/behave`.

import type { MarginClass } from '@lookout/features/safety/safety.ts';

/** Metres of separation for a metre of flame height. */
export const SEPARATION_FLAME_HEIGHTS = 4;

export const separationMetresOf = (flameHeightMetres: number): number => SEPARATION_FLAME_HEIGHTS * flameHeightMetres;

export interface SafetyZoneNeed {
  readonly flameHeightMetres: number;
  readonly people: number;
  /** Area of one person. 50 ft² in `firelab/behave`. */
  readonly personSquareMetres: number;
  readonly machines: number;
  /** Area of one machine. 300 ft² in `firelab/behave`. */
  readonly machineSquareMetres: number;
}

/** A round safe place: the people and machines in the middle, and the separation around them. */
export function safetyZoneOf({ flameHeightMetres, people, personSquareMetres, machines, machineSquareMetres }: SafetyZoneNeed): {
  readonly separationMetres: number;
  readonly radiusMetres: number;
  readonly squareMetres: number;
} {
  const separationMetres = separationMetresOf(flameHeightMetres);
  const radiusMetres = separationMetres + Math.sqrt((people * personSquareMetres + machines * machineSquareMetres) / Math.PI);
  return { separationMetres, radiusMetres, squareMetres: Math.PI * radiusMetres ** 2 };
}

/** Upper limits of the margin classes, minutes. 30 is the product's alarm; the others 待核对. */
export const MARGIN_LIMITS: readonly { readonly belowMinutes: number; readonly class: MarginClass }[] = [
  { belowMinutes: 0, class: 'too-late' },
  { belowMinutes: 30, class: 'alarm' },
  { belowMinutes: 60, class: 'watch' },
];

export interface SafetyMargin {
  /** null: the fire does not arrive, or there is no way out. */
  readonly minutes: number | null;
  readonly class: MarginClass;
}

/**
 * The arrival time of the fire at the place minus the walking time to the nearest safe place.
 * @param arrivalMinutes of the fire, the tenth percentile; null: not within the forecast
 * @param escapeSeconds to the nearest safe place; null: none is reached before the fire closes the route
 */
export function safetyMarginOf(arrivalMinutes: number | null, escapeSeconds: number | null): SafetyMargin {
  if (arrivalMinutes === null) return { minutes: null, class: 'not-threatened' };
  if (escapeSeconds === null) return { minutes: null, class: 'no-way-out' };
  const minutes = arrivalMinutes - escapeSeconds / 60;
  return { minutes, class: MARGIN_LIMITS.find(({ belowMinutes }) => minutes < belowMinutes)?.class ?? 'safe' };
}

export const isMarginAlarm = (margin: Pick<SafetyMargin, 'class'>): boolean => ['too-late', 'alarm', 'no-way-out'].includes(margin.class);
