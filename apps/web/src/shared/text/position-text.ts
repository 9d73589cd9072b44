// Positions as text. Pure.
import { formatDecimal, formatDms } from '@lookout/geo';

interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** `103.59012, 31.48000`: shown, and copied. */
export const decimalText = ({ lng, lat }: LngLat, decimals: 4 | 5 = 5): string =>
  `${formatDecimal(lng, decimals)}, ${formatDecimal(lat, decimals)}`;

/** `103°35′24.0″E 31°28′48.0″N` */
export const dmsText = ({ lng, lat }: LngLat): string => `${formatDms(lng, 'lng')} ${formatDms(lat, 'lat')}`;
