// Texts of distances with bearings, camera height and the scale bar. Pure.
import { type CompassPoint, compassOf } from '@lookout/domain';
import { type DistanceUnits, distanceText } from '../shared/text/distance-text.ts';

interface NearUnits extends DistanceUnits {
  readonly compass: Readonly<Record<CompassPoint, string>>;
}

interface Way {
  readonly distanceMetres: number;
  /** Clockwise from north. */
  readonly bearingDegrees: number;
}

/** `东北 3.2 公里` */
export const wayText = ({ distanceMetres, bearingDegrees }: Way, units: NearUnits): string =>
  `${units.compass[compassOf(bearingDegrees)]} ${distanceText(distanceMetres, units)}`;

interface ScaleBar {
  readonly metres: number;
  readonly pixels: number;
  /** `500 m`, `20 km`. */
  readonly label: string;
}

/** The scale bar: the longest of 1, 2, 5 × 10ⁿ metres that fits. */
export function scaleBarOf(metresPerPixel: number, maxPixels = 100): ScaleBar | null {
  if (!Number.isFinite(metresPerPixel) || metresPerPixel <= 0) return null;
  const longest = metresPerPixel * maxPixels;
  const magnitude = 10 ** Math.floor(Math.log10(longest));
  const metres = ([5, 2, 1].find((step) => step * magnitude <= longest) ?? 1) * magnitude;
  return { metres, pixels: Math.round(metres / metresPerPixel), label: metres >= 1000 ? `${metres / 1000} km` : `${metres} m` };
}

/** Camera height: `850 m`, `12.4 km`, `1,240 km`. */
export function heightText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return kilometres < 100 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres).toLocaleString('en-US')} km`;
}
