// The fire danger of one cell: the noon weather of its grid carried to the cell's height and slope, the codes of the day from it, and the
// stand of the cell. Modelled, not observed.
import {
  type DangerRating,
  type DayExtremes,
  type DrySpell,
  dangerRatingOf,
  humidityAt,
  type RatingTable,
} from '@lookout/features/danger/danger-rating.ts';
import type { FireLevel } from '@lookout/features/danger/fire-level.ts';
import { fireLevelOf, fireWeatherOf, type MoistureCodes, type NoonWeather } from '@lookout/features/danger/fire-weather.ts';
import { type FbpStand, fbpHead, type IntensityClass } from './fire-behavior-prediction.ts';

/** Version of the rules below; part of every response. */
export const DANGER_CELL_VERSION = '1';

export interface CellGround {
  /** null: unknown; the noon weather is then used unchanged. */
  readonly heightMetres: number | null;
  readonly slopeDegrees: number;
  /** Direction the slope faces, degrees from north. */
  readonly aspectDegrees: number;
}

export interface CellDay {
  /** Codes of the day before. */
  readonly yesterday: MoistureCodes;
  readonly noon: NoonWeather;
  /** Height at which the noon was observed; null: unknown. */
  readonly noonHeightMetres: number | null;
  /** 1–12. */
  readonly month: number;
  /** Degrees north. */
  readonly latitude: number;
  /** Elevation of the sun above the horizon at noon, degrees (`noonSunDegrees`). */
  readonly sunDegrees: number;
  /** null: the day was stored without it. */
  readonly rated: RatedDay | null;
}

/** The inputs from which LY/T 1172 rates a day. */
export interface RatedDay {
  readonly extremes: DayExtremes;
  readonly drySpell: DrySpell;
  /** The rating table in force where the day was observed. */
  readonly table: RatingTable;
}

/** The danger displayed for a cell. */
export interface CellDanger {
  readonly level: FireLevel;
  readonly fwi: number;
  /** Class in the stand of the cell, on level ground; null: no stand is given. */
  readonly intensityClass: IntensityClass | null;
}

/** International standard atmosphere (ISO 2533), K/m. */
const LAPSE = 0.0065;
/** By how much the sun warms the fuel of a slope that receives twice the sun of level ground, or shade cools it, K. Our own figure, 待核对. */
const SUN_KELVIN = 3;

/** Highest sun of a day: declination by P. I. Cooper, Solar Energy 12, 1969. @param dayOfYear 1–366 */
export function noonSunDegrees(latitude: number, dayOfYear: number): number {
  const declination = 23.45 * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365);
  return 90 - Math.abs(latitude - declination);
}

type Air = Pick<NoonWeather, 'temperatureCelsius' | 'humidityPercent'>;

/** The noon weather at a cell; wind and rain are the grid's. */
export const noonAtCell = (day: CellDay, ground: CellGround): NoonWeather => ({ ...day.noon, ...airAtCell(day.noon, day, ground) });

/**
 * Air carried to a cell. The mixing ratio is taken to be the same at every height (well mixed, as over mountains at noon): the temperature
 * falls by the standard lapse rate, the vapour pressure with the air pressure. Then the slope is applied: more or less sun than level
 * ground warms or cools the fuel, without changing the vapour pressure.
 */
function airAtCell(
  { temperatureCelsius, humidityPercent }: Air,
  { noonHeightMetres, sunDegrees }: Pick<CellDay, 'noonHeightMetres' | 'sunDegrees'>,
  { heightMetres, slopeDegrees, aspectDegrees }: CellGround,
): Air {
  const rise = heightMetres === null || noonHeightMetres === null ? 0 : heightMetres - noonHeightMetres;
  const air = temperatureCelsius - LAPSE * rise;
  const fuel = air + SUN_KELVIN * sunExcess(sunDegrees, slopeDegrees, aspectDegrees);
  const vapour = humidityPercent * pressureShare(rise, temperatureCelsius);
  return { temperatureCelsius: fuel, humidityPercent: humidityAt(vapour, temperatureCelsius, fuel) };
}

/** −1 in its own shade, 0 as level ground, 1 with twice its sun or more. The sun is in the south. */
function sunExcess(sunDegrees: number, slopeDegrees: number, aspectDegrees: number): number {
  const [sun, slope, turn] = [sunDegrees, slopeDegrees, aspectDegrees - 180].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  if (sun <= 0) return 0;
  const onSlope = Math.cos(slope) * Math.sin(sun) + Math.sin(slope) * Math.cos(sun) * Math.cos(turn);
  return Math.min(1, Math.max(0, onSlope) / Math.sin(sun) - 1);
}

/**
 * Air pressure after a rise, as a share of that at the start, by the barometric formula of the standard atmosphere; the temperature is that
 * at the start.
 */
const pressureShare = (rise: number, celsius: number): number => Math.max(0.1, 1 - (LAPSE * rise) / (273.15 + celsius)) ** 5.2559;

/** @param stand null: unknown, or nothing that burns */
export function cellDanger(day: CellDay, ground: CellGround, stand: FbpStand | null): CellDanger {
  const { ffmc, isi, bui, fwi } = fireWeatherOf(day.yesterday, noonAtCell(day, ground), day);
  return { level: fireLevelOf(fwi), fwi, intensityClass: stand === null ? null : fbpHead(stand, { ffmc, isi, bui }).intensityClass };
}

/**
 * The extremes of a day at a cell: its hottest air, taken to be its driest, carried to the cell like the noon weather. The wind is the
 * grid's. Our own reading: LY/T 1172 rates the day of a station, and does not mention slopes (待核对).
 */
export function extremesAtCell(day: CellDay, { extremes }: RatedDay, ground: CellGround): DayExtremes {
  const hottest = { temperatureCelsius: extremes.highestCelsius, humidityPercent: extremes.lowestHumidityPercent };
  const { temperatureCelsius, humidityPercent } = airAtCell(hottest, day, ground);
  return { ...extremes, highestCelsius: temperatureCelsius, lowestHumidityPercent: humidityPercent };
}

/**
 * LY/T 1172 at a cell; dry spell and season are the grid's, because its table has no classes of land cover. @returns null: the day was
 * stored without its extremes
 */
export const cellRating = (day: CellDay, ground: CellGround): DangerRating | null =>
  day.rated && dangerRatingOf(extremesAtCell(day, day.rated, ground), day.rated.drySpell, day.month, day.rated.table);
