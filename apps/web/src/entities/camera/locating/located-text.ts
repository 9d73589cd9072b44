// Figures of a located place as they are read at a desk. Pure.

interface Units {
  readonly metres: (n: number) => string;
  readonly kilometres: (text: string) => string;
}

/** `850 米`, `3.24 公里`, `41.7 公里`: ten metres near, a hundred far; the band of a range must not vanish in the rounding. */
export function rangeText(metres: number, units: Units): string {
  if (metres < 1_000) return units.metres(Math.round(metres));
  return units.kilometres((metres / 1_000).toFixed(metres < 10_000 ? 2 : 1));
}

/** `62.35°` */
export const angleText = (degrees: number): string => `${degrees.toFixed(2)}°`;
