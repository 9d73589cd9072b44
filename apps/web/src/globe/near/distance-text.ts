// Distances and directions as they are read at a desk. Pure.
import { type CompassPoint, compassOf } from '@lookout/domain';

export interface NearUnits {
  readonly metres: (n: number) => string;
  readonly kilometres: (text: string) => string;
  readonly compass: Readonly<Record<CompassPoint, string>>;
}

export interface Way {
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
}

/** `东北 3.2 公里`: 850 → 850 米, 3240 → 3.2 公里, 41700 → 42 公里. */
export const wayText = ({ distanceMetres, bearingDegrees }: Way, units: NearUnits): string =>
  `${units.compass[compassOf(bearingDegrees)]} ${distanceText(distanceMetres, units)}`;

export function distanceText(metres: number, units: Pick<NearUnits, 'metres' | 'kilometres'>): string {
  if (metres < 1_000) return units.metres(Math.round(metres));
  const kilometres = metres / 1_000;
  return units.kilometres(kilometres < 10 ? kilometres.toFixed(1).replace('.0', '') : String(Math.round(kilometres)));
}
