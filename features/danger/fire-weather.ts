// The Canadian Forest Fire Weather Index: computes today's codes and indices from the weather at noon and yesterday's moisture codes. The
// equation numbers are those of C. E. Van Wagner and T. L. Pickett, Equations and FORTRAN program for the Canadian Forest Fire Weather
// Index System, Canadian Forestry Service, Forestry Technical Report 33, Ottawa 1985. For the reasoning see C. E. Van Wagner, Development
// and structure of the Canadian Forest Fire Weather Index System, Forestry Technical Report 35, Ottawa 1987.

import type { GridNo, Named, Position } from '@lookout/domain';
import type { DangerRating, DayExtremes, DrySpell } from './danger-rating.ts';
import type { FireLevel } from './fire-level.ts';
import type { WarnedLevel } from './warned-level.ts';

/** Observation at noon, in the open. */
export interface NoonWeather {
  readonly temperatureCelsius: number;
  /** 0–100. */
  readonly humidityPercent: number;
  /** Wind speed 10 m above the ground. */
  readonly windKilometresPerHour: number;
  /** In the preceding 24 hours. */
  readonly rainMillimetres: number;
}

/** Moisture of the fuels, carried from one day to the next. */
export interface MoistureCodes {
  /** Fine Fuel Moisture Code, 0–101: litter; time lag in hours. */
  readonly ffmc: number;
  /** Duff Moisture Code: loose duff; time lag of a dozen days. */
  readonly dmc: number;
  /** Drought Code: deep, compact humus; time lag of some fifty days. */
  readonly dc: number;
}

/** A day's codes and the indices computed from them. */
export interface FireWeather extends MoistureCodes {
  /** Initial Spread Index. */
  readonly isi: number;
  /** Buildup Index: the fuel available. */
  readonly bui: number;
  /** Fire Weather Index: intensity of a spreading fire. */
  readonly fwi: number;
}

/** The parameters that determine the day lengths. */
interface MonthAndLatitude {
  /** 1–12. */
  readonly month: number;
  /** Degrees north; from 30° on the day lengths are those of the publication. */
  readonly latitude: number;
}

/** Codes to start from when the previous days are unknown: three days after snow melt (1985, p. 7). */
export const START_UP_CODES: MoistureCodes = { ffmc: 85, dmc: 6, dc: 15 };

/**
 * Scale of the F scale, percent moisture: 250 · 59.5 / 101, so that code 0 is exactly a moisture of 250 %. Report 33 prints the rounded
 * value 147.2; the published 48-day table was computed with the exact value.
 */
const F_SCALE = (250 * 59.5) / 101;

export function fireWeatherOf(yesterday: MoistureCodes, noon: NoonWeather, season: MonthAndLatitude): FireWeather {
  const ffmc = fineFuelMoistureCode(yesterday.ffmc, noon);
  const dmc = duffMoistureCode(yesterday.dmc, noon, season);
  const dc = droughtCode(yesterday.dc, noon, season);
  const isi = initialSpreadIndex(ffmc, noon.windKilometresPerHour);
  const bui = buildupIndex(dmc, dc);
  return { ffmc, dmc, dc, isi, bui, fwi: fireWeatherIndex(isi, bui) };
}

/** Moisture of the litter, percent, from its code: the inverse of equation 10 (1 in the publication). */
const moistureOfCode = (ffmc: number): number => (F_SCALE * (101 - ffmc)) / (59.5 + ffmc);

/** Equations 1 to 10. */
function fineFuelMoistureCode(yesterday: number, noon: NoonWeather): number {
  const { temperatureCelsius: t, humidityPercent: h, windKilometresPerHour: w } = noon;
  const wetted = wettedLitter(moistureOfCode(yesterday), noon.rainMillimetres);
  // Effect of the air: 11 at its dampest; colder air leaves the litter damper. The last two terms of equations 4 and 5.
  const air = 0.18 * (21.1 - t) * (1 - Math.exp(-0.115 * h));
  const dryEquilibrium = 0.942 * h ** 0.679 + 11 * Math.exp((h - 100) / 10) + air;
  const wetEquilibrium = 0.618 * h ** 0.753 + 10 * Math.exp((h - 100) / 10) + air;
  const moisture =
    wetted > dryEquilibrium
      ? dryEquilibrium + (wetted - dryEquilibrium) * 10 ** -rate(h / 100, w, t)
      : wetted < wetEquilibrium
        ? wetEquilibrium - (wetEquilibrium - wetted) * 10 ** -rate((100 - h) / 100, w, t)
        : wetted;
  return clamp((59.5 * (250 - moisture)) / (F_SCALE + moisture), 0, 101);
}

/** Equations 2 and 3: the canopy intercepts the first half millimetre; the litter holds at most 250 %. */
function wettedLitter(moisture: number, rainMillimetres: number): number {
  if (rainMillimetres <= 0.5) return moisture;
  const rain = rainMillimetres - 0.5;
  const soaked = moisture + 42.5 * rain * Math.exp(-100 / (251 - moisture)) * (1 - Math.exp(-6.93 / rain));
  const correction = moisture > 150 ? 0.0015 * (moisture - 150) ** 2 * Math.sqrt(rain) : 0;
  return Math.min(250, soaked + correction);
}

/** Equations 6 (drying; share of humidity) and 7 (wetting; share of dryness), by wind and warmth: powers of ten a day. */
const rate = (share: number, windKilometresPerHour: number, celsius: number): number =>
  (0.424 * (1 - share ** 1.7) + 0.0694 * Math.sqrt(windKilometresPerHour) * (1 - share ** 8)) * 0.581 * Math.exp(0.0365 * celsius);

/**
 * Effective day lengths of equation 16, January first: those of the publication (46° N, used from 30° N on), and those for 20° N, used
 * below 30° N (B. D. Lawson and O. B. Armitage, Weather guide for the Canadian Forest Fire Danger Rating System, Natural Resources Canada
 * 2008).
 */
const DAY_LENGTHS_46N = [6.5, 7.5, 9, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8, 7, 6] as const;
const DAY_LENGTHS_20N = [7.9, 8.4, 8.9, 9.5, 9.9, 10.2, 10.1, 9.7, 9.1, 8.6, 8.1, 7.8] as const;

/** Equations 11 to 17. */
function duffMoistureCode(yesterday: number, noon: NoonWeather, { month, latitude }: MonthAndLatitude): number {
  const wetted = noon.rainMillimetres > 1.5 ? wettedDuff(yesterday, noon.rainMillimetres) : yesterday;
  const lengths = latitude < 30 ? DAY_LENGTHS_20N : DAY_LENGTHS_46N;
  const temperature = Math.max(noon.temperatureCelsius, -1.1) + 1.1;
  const drying = 1.894 * temperature * (100 - noon.humidityPercent) * (lengths[month - 1] ?? Number.NaN) * 1e-6;
  return wetted + 100 * drying;
}

/**
 * Equations 11 to 15. Two constants follow the published table: 280 · e^(−0.023 P) in 12, where report 33 prints e^(5.6348 − P / 43.43),
 * and 43.43 · 5.6348 in 15 for its rounded 244.72.
 */
function wettedDuff(yesterday: number, rainMillimetres: number): number {
  const rain = 0.92 * rainMillimetres - 1.27;
  const moisture = 20 + 280 * Math.exp(-0.023 * yesterday);
  const slope =
    yesterday <= 33 ? 100 / (0.5 + 0.3 * yesterday) : yesterday <= 65 ? 14 - 1.3 * Math.log(yesterday) : 6.2 * Math.log(yesterday) - 17.2;
  const soaked = moisture + (1000 * rain) / (48.77 + slope * rain);
  return Math.max(0, 43.43 * (5.6348 - Math.log(soaked - 20)));
}

/** Day-length adjustments of equation 22, January first. They are valid north of 20° N (Lawson and Armitage 2008). */
const DROUGHT_DAY_LENGTHS = [-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5, 2.4, 0.4, -1.6, -1.6] as const;

/** Equations 18 to 23. */
function droughtCode(yesterday: number, noon: NoonWeather, { month }: MonthAndLatitude): number {
  const wetted = noon.rainMillimetres > 2.8 ? wettedHumus(yesterday, noon.rainMillimetres) : yesterday;
  const warmth = 0.36 * (Math.max(noon.temperatureCelsius, -2.8) + 2.8);
  const evaporation = Math.max(0, warmth + (DROUGHT_DAY_LENGTHS[month - 1] ?? Number.NaN));
  return wetted + 0.5 * evaporation;
}

/** Equations 18 to 21. */
function wettedHumus(yesterday: number, rainMillimetres: number): number {
  const rain = 0.83 * rainMillimetres - 1.27;
  const moisture = 800 * Math.exp(-yesterday / 400) + 3.937 * rain;
  return Math.max(0, 400 * Math.log(800 / moisture));
}

/** Equations 24 to 26. */
function initialSpreadIndex(ffmc: number, windKilometresPerHour: number): number {
  const moisture = moistureOfCode(ffmc);
  const dryness = 91.9 * Math.exp(-0.1386 * moisture) * (1 + moisture ** 5.31 / 4.93e7);
  return 0.208 * Math.exp(0.05039 * windKilometresPerHour) * dryness;
}

/** Equation 27. */
function buildupIndex(dmc: number, dc: number): number {
  if (dmc === 0) return 0;
  const blend = (0.8 * dmc * dc) / (dmc + 0.4 * dc);
  if (dmc <= 0.4 * dc) return blend;
  return Math.max(0, dmc - (1 - blend / dmc) * (0.92 + (0.0114 * dmc) ** 1.7));
}

/** Equations 28 to 30. */
function fireWeatherIndex(isi: number, bui: number): number {
  const fuel = bui <= 80 ? 0.626 * bui ** 0.809 + 2 : 1000 / (25 + 108.64 * Math.exp(-0.023 * bui));
  const intensity = 0.1 * isi * fuel;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: the publication's own constant, not the logarithm it rounds
  return intensity > 1 ? Math.exp(2.72 * (0.434 * Math.log(intensity)) ** 0.647) : intensity;
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Lower limits of levels 2, 3, 4 and 5: an index of exactly 11.2 is level 3. These are the breaks of the European Forest Fire Information
 * System between very low, low, moderate, high and very high.
 */
export const FIRE_LEVEL_BREAKS = [5.2, 11.2, 21.3, 38] as const;

export const fireLevelOf = (fwi: number): FireLevel => (1 + FIRE_LEVEL_BREAKS.filter((from) => fwi >= from).length) as FireLevel;

/**
 * The level of a day that is displayed, that orders alarms and that warnings use: the national level (LY/T 1172) if it is known, otherwise
 * the level of the index.
 * @param fwi Canadian Fire Weather Index
 * @param rating null: the extremes of the day or its dry spell are not known
 */
export const dangerLevelOf = (fwi: number, rating: Pick<DangerRating, 'level'> | null): FireLevel => rating?.level ?? fireLevelOf(fwi);

/** 风、湿度、气温、旱情 (from the days before), 少雨. */
export const FIRE_DRIVERS = ['wind', 'humidity', 'temperature', 'drought', 'rain'] as const;
export type FireDriver = (typeof FIRE_DRIVERS)[number];

/** A mild day: the values that replace each input to measure its effect. A millimetre of rain wets only the litter. */
export const MILD_NOON: NoonWeather = { temperatureCelsius: 10, humidityPercent: 60, windKilometresPerHour: 5, rainMillimetres: 1 };

/** The effect of one input on a day's index. */
export interface FireDriving {
  readonly driver: FireDriver;
  /** How much lower the index would be with the input's mild value. */
  readonly drop: number;
  /** How many levels lower; 0: the input drives the index, but the level would be the same without it. */
  readonly levels: number;
}

/**
 * What raises a day's index, strongest first: each input whose replacement by its mild value (`MILD_NOON`; for drought the start-up codes
 * of duff and humus) lowers the index, with the others unchanged. An input that is already milder is not replaced. Ties keep the order of
 * `FIRE_DRIVERS`.
 * @returns empty if no replacement lowers the index: a mild day
 */
export function fireDriversOf(yesterday: MoistureCodes, noon: NoonWeather, season: MonthAndLatitude): readonly FireDriving[] {
  const { temperatureCelsius: t, humidityPercent: h, windKilometresPerHour: w, rainMillimetres: r } = noon;
  const milder: Readonly<Record<FireDriver, readonly [MoistureCodes, NoonWeather]>> = {
    wind: [yesterday, { ...noon, windKilometresPerHour: Math.min(w, MILD_NOON.windKilometresPerHour) }],
    humidity: [yesterday, { ...noon, humidityPercent: Math.max(h, MILD_NOON.humidityPercent) }],
    temperature: [yesterday, { ...noon, temperatureCelsius: Math.min(t, MILD_NOON.temperatureCelsius) }],
    drought: [{ ...yesterday, dmc: Math.min(yesterday.dmc, START_UP_CODES.dmc), dc: Math.min(yesterday.dc, START_UP_CODES.dc) }, noon],
    rain: [yesterday, { ...noon, rainMillimetres: Math.max(r, MILD_NOON.rainMillimetres) }],
  };
  const { fwi } = fireWeatherOf(yesterday, noon, season);
  return FIRE_DRIVERS.map((driver) => {
    const without = fireWeatherOf(...milder[driver], season).fwi;
    return { driver, drop: fwi - without, levels: fireLevelOf(fwi) - fireLevelOf(without) };
  })
    .filter(({ drop }) => drop > 0)
    .sort((a, b) => b.drop - a.drop);
}

/** The strongest of `fireDriversOf`; null: a mild day, nothing drives the index. */
export const fireDriverOf = (...day: Parameters<typeof fireDriversOf>): FireDriver | null => fireDriversOf(...day)[0]?.driver ?? null;

/** The fire weather of a grid on one day. */
export interface FireDay extends FireWeather, NoonWeather {
  readonly gridNo: GridNo;
  /** `YYYY-MM-DD`, Beijing time. */
  readonly day: string;
  readonly driver: FireDriver | null;
  /** All inputs that drive the index, strongest first; absent: computed by an older version. */
  readonly drivers?: readonly FireDriving[];
  /** The inputs of LY/T 1172: of the 24 hours up to noon, or of the day for a forecast; absent: computed by an older version. */
  readonly extremes?: DayExtremes;
  readonly drySpell?: DrySpell;
  /** Number of unobserved days just before: the codes continue from the last known day. */
  readonly gapDays: number;
  readonly source: 'qweather' | 'demo';
}

/** Behaviour of a fire's head in one of the fuels of the Canadian FBP System, on level terrain. */
export interface FuelDanger {
  /** C-3, D-1 … */
  readonly fuel: string;
  readonly rateMetresPerMinute: number;
  readonly intensityKilowattsPerMetre: number;
  readonly intensityClass: 1 | 2 | 3 | 4 | 5 | 6;
}

/** Data of a grid's day in addition to the index. */
export interface DangerBeside {
  /** LY/T 1172; null: the day was stored before its inputs were recorded. */
  readonly rating: DangerRating | null;
  readonly fuels: readonly FuelDanger[];
  /** The names of the holidays. */
  readonly holidays: readonly string[];
  /** Lightning strokes on the day so far; null: no feed had reported any by then, or the day is in the future. */
  readonly lightning: number | null;
  /** The warned level, by the rules of the grid. */
  readonly warned: WarnedLevel;
}

export interface GridFireLevel extends Named<FireDay>, DangerBeside {
  /** The centre of the grid; null: not known. */
  readonly centre: Position | null;
  /** `dangerLevelOf`: by LY/T 1172 if known, otherwise by the index. */
  readonly level: FireLevel;
  /** The level by the Canadian index. */
  readonly indexLevel: FireLevel;
  /** When the weather service was queried for the forecast; absent: observed. */
  readonly forecastAt?: Date;
}

/** Two decimals, as the published tables print them. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A day of a grid as it is listed, with rounded indices. */
export const gridFireLevelOf = (
  day: FireDay & Pick<GridFireLevel, 'forecastAt'>,
  grid: Pick<GridFireLevel, 'gridName' | 'centre'>,
  { rating, fuels, holidays, lightning, warned }: DangerBeside,
): GridFireLevel => ({
  ...grid,
  gridNo: day.gridNo,
  day: day.day,
  level: dangerLevelOf(day.fwi, rating),
  indexLevel: fireLevelOf(day.fwi),
  fwi: rounded(day.fwi),
  ffmc: rounded(day.ffmc),
  dmc: rounded(day.dmc),
  dc: rounded(day.dc),
  isi: rounded(day.isi),
  bui: rounded(day.bui),
  temperatureCelsius: day.temperatureCelsius,
  humidityPercent: day.humidityPercent,
  windKilometresPerHour: day.windKilometresPerHour,
  rainMillimetres: day.rainMillimetres,
  driver: day.driver,
  gapDays: day.gapDays,
  source: day.source,
  drivers: (day.drivers ?? []).map(({ driver, drop, levels }) => ({ driver, drop: rounded(drop), levels })),
  ...(day.extremes && { extremes: { ...day.extremes, lowestHumidityPercent: rounded(day.extremes.lowestHumidityPercent) } }),
  ...(day.drySpell && { drySpell: day.drySpell }),
  rating,
  fuels: fuels.map(({ rateMetresPerMinute, intensityKilowattsPerMetre, ...fuel }) => ({
    ...fuel,
    rateMetresPerMinute: rounded(rateMetresPerMinute),
    intensityKilowattsPerMetre: Math.round(intensityKilowattsPerMetre),
  })),
  holidays,
  lightning,
  warned,
  ...(day.forecastAt && { forecastAt: day.forecastAt }),
});
