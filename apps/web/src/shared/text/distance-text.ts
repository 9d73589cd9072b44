// Distances as text. Pure.

export interface DistanceUnits {
  readonly metres: (n: number) => string;
  readonly kilometres: (text: string) => string;
}

interface Precision {
  /** Rounding step below a kilometre. */
  readonly stepMetres: number;
  /** Decimals of kilometres: below ten, and from ten on. */
  readonly decimals: readonly [number, number];
  /** Whether trailing zeros are removed: 3 公里, not 3.0 公里. */
  readonly isTrimmed: boolean;
}

/** A distance is not shown more precisely than it is known. */
const PRECISIONS = {
  /** Between positions on the map: 847 → 847 米, 3240 → 3.2 公里, 41700 → 42 公里. */
  map: { stepMetres: 1, decimals: [1, 0], isTrimmed: true },
  /** To the last position of a phone: 847 → 850 米. */
  phone: { stepMetres: 10, decimals: [1, 0], isTrimmed: false },
  /** To a located fire, precise enough to distinguish the two ends of its range: 3240 → 3.24 公里, 41700 → 41.7 公里. */
  located: { stepMetres: 1, decimals: [2, 1], isTrimmed: false },
} as const satisfies Record<string, Precision>;

export function distanceText(metres: number, units: DistanceUnits, precision: keyof typeof PRECISIONS = 'map'): string {
  const { stepMetres, decimals, isTrimmed } = PRECISIONS[precision];
  if (metres < 1_000) return units.metres(Math.round(metres / stepMetres) * stepMetres);
  const text = (metres / 1_000).toFixed(decimals[metres < 10_000 ? 0 : 1]);
  return units.kilometres(isTrimmed ? text.replace('.0', '') : text);
}
