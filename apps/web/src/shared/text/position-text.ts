// Positions as text. Pure.
import { formatDecimal, formatDms } from '@lookout/geo';

export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** `103.59012, 31.48000`, as shown and as copied. */
export const decimalText = ({ lng, lat }: LngLat, decimals: 4 | 5 = 5): string =>
  `${formatDecimal(lng, decimals)}, ${formatDecimal(lat, decimals)}`;

/** `103°35′24.0″E 31°28′48.0″N` */
export const dmsText = ({ lng, lat }: LngLat): string => `${formatDms(lng, 'lng')} ${formatDms(lat, 'lat')}`;

/** Specification §9: "Coordinates in popups to 5 and 4 decimals and in degrees/minutes/seconds." */
export const coordinateTexts = (position: LngLat): readonly string[] => [
  decimalText(position, 5),
  decimalText(position, 4),
  dmsText(position),
];
