// What a day's Fire Weather Index means to a duty officer: one of five levels, and which input drives it.
import type { Position } from './alarm.ts';
import {
  type FireWeather,
  type FireWeatherPlace,
  fireWeatherOf,
  type MoistureCodes,
  type NoonWeather,
  START_UP_CODES,
} from './fire-weather.ts';
import type { GridNo, Named } from './grid.ts';

/** 1 很低 … 5 很高. */
export type FireLevel = 1 | 2 | 3 | 4 | 5;

/**
 * Where levels 2, 3, 4 and 5 begin: an index of exactly 11.2 is level 3. The breaks of the European Forest Fire Information System between
 * very low, low, moderate, high and very high.
 */
export const FIRE_LEVEL_BREAKS = [5.2, 11.2, 21.3, 38] as const;

export const fireLevelOf = (fwi: number): FireLevel => (1 + FIRE_LEVEL_BREAKS.filter((from) => fwi >= from).length) as FireLevel;

/** 风、湿度、气温、旱情 (what the days before have dried), 少雨. */
export const FIRE_DRIVERS = ['wind', 'humidity', 'temperature', 'drought', 'rain'] as const;
export type FireDriver = (typeof FIRE_DRIVERS)[number];

/** A mild day: what each input is put to when one asks what it does. A millimetre of rain wets the litter and nothing below it. */
export const MILD_NOON: NoonWeather = { temperatureCelsius: 10, humidityPercent: 60, windKilometresPerHour: 5, rainMillimetres: 1 };

/**
 * The input that drives a day's index most: the one whose replacement by its mild value (`MILD_NOON`; for drought the start-up codes of duff
 * and humus) lowers the index most, the others left as they were. What is milder already is not replaced. Of equals the first of
 * `FIRE_DRIVERS`.
 * @returns null when no replacement lowers it: nothing drives the index of a mild day
 */
export function fireDriverOf(yesterday: MoistureCodes, noon: NoonWeather, place: FireWeatherPlace): FireDriver | null {
  const { temperatureCelsius: t, humidityPercent: h, windKilometresPerHour: w, rainMillimetres: r } = noon;
  const milder: Readonly<Record<FireDriver, readonly [MoistureCodes, NoonWeather]>> = {
    wind: [yesterday, { ...noon, windKilometresPerHour: Math.min(w, MILD_NOON.windKilometresPerHour) }],
    humidity: [yesterday, { ...noon, humidityPercent: Math.max(h, MILD_NOON.humidityPercent) }],
    temperature: [yesterday, { ...noon, temperatureCelsius: Math.min(t, MILD_NOON.temperatureCelsius) }],
    drought: [{ ...yesterday, dmc: Math.min(yesterday.dmc, START_UP_CODES.dmc), dc: Math.min(yesterday.dc, START_UP_CODES.dc) }, noon],
    rain: [yesterday, { ...noon, rainMillimetres: Math.max(r, MILD_NOON.rainMillimetres) }],
  };
  const { fwi } = fireWeatherOf(yesterday, noon, place);
  let most: { readonly driver: FireDriver | null; readonly drop: number } = { driver: null, drop: 0 };
  for (const driver of FIRE_DRIVERS) {
    const drop = fwi - fireWeatherOf(...milder[driver], place).fwi;
    if (drop > most.drop) most = { driver, drop };
  }
  return most.driver;
}

/** The fire weather of a grid on one day. */
export interface FireDay extends FireWeather, NoonWeather {
  readonly gridNo: GridNo;
  /** `YYYY-MM-DD`, Beijing's. */
  readonly day: string;
  readonly driver: FireDriver | null;
  /** Days just before that nobody observed: the codes went on from the last known day. */
  readonly gapDays: number;
  readonly source: 'qweather' | 'demo';
}

/** As a desk is given it. */
export interface GridFireLevel extends Named<FireDay> {
  /** Of the grid; null: not known. */
  readonly centre: Position | null;
  readonly level: FireLevel;
}
