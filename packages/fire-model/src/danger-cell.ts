// The danger of one cell of ground: the noon of its grid carried to the cell's height and slope, the codes of the day from it, and what stands there. A model,
// not observed.
import {
  type DangerRating,
  type DayExtremes,
  type DrySpell,
  dangerRatingOf,
  humidityAt,
  type RatingTable,
} from '@lookout/features/danger/danger-rating.ts';
import { type FireLevel, fireLevelOf, fireWeatherOf, type MoistureCodes, type NoonWeather } from '@lookout/features/danger/fire-weather.ts';
import { type FbpStand, fbpHead, type IntensityClass } from './fire-behavior-prediction.ts';

/** Of the rules below; part of what every answer says. */
export const DANGER_CELL_VERSION = '1';

export interface CellGround {
  /** null: not known; the noon is taken as it is. */
  readonly heightMetres: number | null;
  readonly slopeDegrees: number;
  /** The slope faces, degrees from north. */
  readonly aspectDegrees: number;
}

export interface CellDay {
  /** Of the day before. */
  readonly yesterday: MoistureCodes;
  readonly noon: NoonWeather;
  /** Where the noon was observed; null: not known. */
  readonly noonHeightMetres: number | null;
  /** 1–12. */
  readonly month: number;
  /** Degrees north. */
  readonly latitude: number;
  /** Of the sun at noon above the horizon, degrees (`noonSunDegrees`). */
  readonly sunDegrees: number;
  /** null: the day was stored without it. */
  readonly rated: RatedDay | null;
}

/** What LY/T 1172 rates a day by. */
export interface RatedDay {
  readonly extremes: DayExtremes;
  readonly drySpell: DrySpell;
  /** In force where the day was observed. */
  readonly table: RatingTable;
}

/** What is seen of a cell. */
export interface CellDanger {
  readonly level: FireLevel;
  readonly fwi: number;
  /** In what stands there, on level ground; null: no stand is given. */
  readonly intensityClass: IntensityClass | null;
}

/** International standard atmosphere (ISO 2533), K/m. */
const LAPSE = 0.0065;
/** By which the sun warms the fuel of a slope that has twice the sun of level ground, or cools that of one in shade, K. Our own figure, 待核对. */
const SUN_KELVIN = 3;

/** Highest sun of a day: declination by P. I. Cooper, Solar Energy 12, 1969. @param dayOfYear 1–366 */
export function noonSunDegrees(latitude: number, dayOfYear: number): number {
  const declination = 23.45 * Math.sin((2 * Math.PI * (284 + dayOfYear)) / 365);
  return 90 - Math.abs(latitude - declination);
}

type Air = Pick<NoonWeather, 'temperatureCelsius' | 'humidityPercent'>;

/** The noon at a cell; wind and rain are the grid's. */
export const noonAtCell = (day: CellDay, ground: CellGround): NoonWeather => ({ ...day.noon, ...airAtCell(day.noon, day, ground) });

/**
 * Air carried to a cell. Air of the same mixture is taken at every height (well mixed, as over mountains at noon): its temperature falls by the standard lapse,
 * its vapour pressure with the pressure of the air. Then the fuel's slope: more or less sun than level ground warms or cools it, without changing the vapour.
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

/** −1 in its own shade, 0 as level ground, 1 with twice its sun or more. The sun stands in the south. */
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

/** Barometric formula of the standard atmosphere over a rise, from the temperature below. */
const pressureShare = (rise: number, celsius: number): number => Math.max(0.1, 1 - (LAPSE * rise) / (273.15 + celsius)) ** 5.2559;

/** @param stand null: unknown, or nothing burns */
export function cellDanger(day: CellDay, ground: CellGround, stand: FbpStand | null): CellDanger {
  const { ffmc, isi, bui, fwi } = fireWeatherOf(day.yesterday, noonAtCell(day, ground), day);
  return { level: fireLevelOf(fwi), fwi, intensityClass: stand === null ? null : fbpHead(stand, { ffmc, isi, bui }).intensityClass };
}

/**
 * The extremes of a day at a cell: its hottest air, taken to be its driest, carried as the noon is. The wind is the grid's. Our own reading: LY/T 1172 rates
 * the day of a station, and says nothing of slopes (待核对).
 */
export function extremesAtCell(day: CellDay, { extremes }: RatedDay, ground: CellGround): DayExtremes {
  const hottest = { temperatureCelsius: extremes.highestCelsius, humidityPercent: extremes.lowestHumidityPercent };
  const { temperatureCelsius, humidityPercent } = airAtCell(hottest, day, ground);
  return { ...extremes, highestCelsius: temperatureCelsius, lowestHumidityPercent: humidityPercent };
}

/** LY/T 1172 at a cell; dry spell and season are the grid's, for its table has no classes of land cover. @returns null: nobody knows what it rates */
export const cellRating = (day: CellDay, ground: CellGround): DangerRating | null =>
  day.rated && dangerRatingOf(extremesAtCell(day, day.rated, ground), day.rated.drySpell, day.month, day.rated.table);
