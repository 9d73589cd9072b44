// Figures as people read them: metres or kilometres; square metres, hectares (公顷) or square kilometres; degrees.
import { marks } from '../../../shared/text/marks.ts';

export interface Units {
  readonly m: string;
  readonly km: string;
  readonly m2: string;
  readonly ha: string;
  readonly km2: string;
}

const HECTARE = 10_000;
const SQUARE_KILOMETRE = 1_000_000;

const grouped = (value: number, decimals: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** `852.4 米`, `12.345 公里`. */
export const lengthText = (metres: number, { m, km }: Units): string =>
  metres < 1000 ? `${grouped(metres, 1)} ${m}` : `${grouped(metres / 1000, 3)} ${km}`;

/** `7,500.0 平方米`, `12.34 公顷`, `1.234 平方公里`; below a hectare metres, from a square kilometre on kilometres with the hectares. */
export function areaText(squareMetres: number, { m2, ha, km2 }: Units): string {
  if (squareMetres < HECTARE) return `${grouped(squareMetres, 1)} ${m2}`;
  const hectares = `${grouped(squareMetres / HECTARE, 2)} ${ha}`;
  return squareMetres < SQUARE_KILOMETRE ? hectares : `${grouped(squareMetres / SQUARE_KILOMETRE, 3)} ${km2}${marks().brackets(hectares)}`;
}

/** `45.0°`; 360 after rounding is north again. */
export const bearingText = (degrees: number): string => `${(Math.round(degrees * 10) / 10) % 360 === 0 ? '0.0' : degrees.toFixed(1)}°`;

/** `1,234.5 米`, with its sign for a difference. */
export const heightText = (metres: number, { m }: Units): string => `${grouped(metres, 1)} ${m}`;

/** `36.9°（75.0%）`: rise over horizontal distance. */
export function slopeText(riseMetres: number, awayMetres: number): string {
  const degrees = (Math.atan2(riseMetres, awayMetres) * 180) / Math.PI;
  const percent = awayMetres === 0 ? '∞' : ((riseMetres / awayMetres) * 100).toFixed(1);
  return `${degrees.toFixed(1)}°${marks().brackets(`${percent}%`)}`;
}
