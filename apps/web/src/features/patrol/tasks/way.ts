// How a place lies from where the ranger stands: along the ground as the crow flies, WGS84. Pure.
import { type CompassPoint, compassOf } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';

export interface Way {
  readonly metres: number;
  /** Clockwise from true north, 0 ≤ b < 360. */
  readonly degrees: number;
  readonly point: CompassPoint;
}

export function wayTo(from: LngLat, to: LngLat): Way {
  const degrees = bearingDegrees(from, to);
  return { metres: distanceMetres(from, to), degrees, point: compassOf(degrees) };
}
