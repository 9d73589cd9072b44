// Wire format of a grid's fire-risk level of a day, and of the rules by which it is rated.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { GridNo, Position } from '@lookout/domain';
import type { WireDangerRules, WireFireLevel } from './danger.calls.ts';
import type { DangerRules, DangerRulesInForce } from './danger-rules.ts';
import { type DangerBeside, dangerLevelOf, type FireDay, fireLevelOf, type GridFireLevel } from './fire-weather.ts';
import type { WarnedLevel } from './warned-level.ts';

/** Two decimals, as the published tables print them. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** @param centre the centre of the grid; null: not known */
export const writeFireLevel = (
  d: FireDay & Pick<GridFireLevel, 'forecastAt'>,
  centre: Position | null,
  nameOf: GridNames,
  { rating, fuels, holidays, lightning, warned }: DangerBeside,
): WireFireLevel => ({
  gridNo: d.gridNo,
  gridName: nameOf(d.gridNo) ?? d.gridNo,
  longitude: centre?.lng ?? null,
  latitude: centre?.lat ?? null,
  day: d.day,
  level: dangerLevelOf(d.fwi, rating),
  indexLevel: fireLevelOf(d.fwi),
  fwi: rounded(d.fwi),
  ffmc: rounded(d.ffmc),
  dmc: rounded(d.dmc),
  dc: rounded(d.dc),
  isi: rounded(d.isi),
  bui: rounded(d.bui),
  temperature: d.temperatureCelsius,
  humidity: d.humidityPercent,
  windSpeed: d.windKilometresPerHour,
  rain: d.rainMillimetres,
  driver: d.driver,
  gapDays: d.gapDays,
  source: d.source,
  drivers: (d.drivers ?? []).map(({ driver, drop, levels }) => ({ driver, drop: rounded(drop), levels })),
  temperatureMax: d.extremes?.highestCelsius ?? null,
  humidityMin: d.extremes === undefined ? null : rounded(d.extremes.lowestHumidityPercent),
  windSpeedMax: d.extremes?.strongestWindKilometresPerHour ?? null,
  dryDays: d.drySpell?.days ?? null,
  rating: rating && { ...rating, points: { ...rating.points } },
  fuels: fuels.map(({ fuel, rateMetresPerMinute, intensityKilowattsPerMetre, intensityClass }) => ({
    fuel,
    rate: rounded(rateMetresPerMinute),
    intensity: Math.round(intensityKilowattsPerMetre),
    intensityClass,
  })),
  holidays: [...holidays],
  lightning,
  warned: writeWarnedLevel(warned),
  ...(d.forecastAt && { forecastTime: formatTime(d.forecastAt) }),
});

export const writeWarnedLevel = ({ level, raisedBy }: WarnedLevel): WireFireLevel['warned'] => ({
  level,
  raisedBy: raisedBy.map((cause) => ({ ...cause })),
});

/** The inverse of `writeFireLevel`; the codes have two decimals. */
export const readFireLevel = (w: WireFireLevel): GridFireLevel => ({
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  centre: w.longitude === null || w.latitude === null ? null : { lng: w.longitude, lat: w.latitude },
  day: w.day,
  level: w.level,
  indexLevel: w.indexLevel,
  fwi: w.fwi,
  ffmc: w.ffmc,
  dmc: w.dmc,
  dc: w.dc,
  isi: w.isi,
  bui: w.bui,
  temperatureCelsius: w.temperature,
  humidityPercent: w.humidity,
  windKilometresPerHour: w.windSpeed,
  rainMillimetres: w.rain,
  driver: w.driver,
  gapDays: w.gapDays,
  source: w.source,
  drivers: w.drivers,
  ...(w.temperatureMax !== null &&
    w.humidityMin !== null &&
    w.windSpeedMax !== null && {
      extremes: { highestCelsius: w.temperatureMax, lowestHumidityPercent: w.humidityMin, strongestWindKilometresPerHour: w.windSpeedMax },
    }),
  // `isAtLeast` is part of the rating.
  ...(w.dryDays !== null && { drySpell: { days: w.dryDays, isAtLeast: w.rating?.isAtLeast ?? true } }),
  rating: w.rating,
  fuels: w.fuels.map(({ fuel, rate, intensity, intensityClass }) => ({
    fuel,
    rateMetresPerMinute: rate,
    intensityKilowattsPerMetre: intensity,
    intensityClass,
  })),
  holidays: w.holidays,
  lightning: w.lightning,
  warned: w.warned,
  ...(w.forecastTime !== undefined && { forecastAt: readTime(w.forecastTime) }),
});

/** @param own the rules set for exactly this grid; null: none */
export const writeDangerRules = (
  gridNo: GridNo,
  { rating, ratingFrom, holidays, holidaysFrom, raising, raisingFrom }: DangerRulesInForce,
  own: DangerRules | null,
  nameOf: GridNames,
): WireDangerRules => ({
  gridNo,
  gridName: nameOf(gridNo) ?? gridNo,
  // The rules from the store are shared objects, so the reply gets copies of the arrays.
  rating: structuredClone(rating) as WireDangerRules['rating'],
  ratingFrom,
  holidays: holidays.map((holiday) => ({ ...holiday })),
  holidaysFrom,
  raising: structuredClone(raising) as WireDangerRules['raising'],
  raisingFrom,
  version: own?.version ?? 0,
  updateUser: own?.changedBy ?? null,
  updateTime: own && formatTime(own.changedAt),
});

/** The functions that convert the rows of replies for a client, by the row type's name. */
export const dangerReaders = {
  'fire-level': readFireLevel,
} as const;
