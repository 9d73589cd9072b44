// A grid's fire-risk level of a day as the specification's call sends it.

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { WireFireLevel } from './danger.schema.ts';
import type { GridFireLevel } from './fire-weather.ts';

export const writeFireLevel = (d: GridFireLevel): WireFireLevel => ({
  gridNo: d.gridNo,
  gridName: d.gridName,
  longitude: d.centre?.lng ?? null,
  latitude: d.centre?.lat ?? null,
  day: d.day,
  level: d.level,
  indexLevel: d.indexLevel,
  fwi: d.fwi,
  ffmc: d.ffmc,
  dmc: d.dmc,
  dc: d.dc,
  isi: d.isi,
  bui: d.bui,
  temperature: d.temperatureCelsius,
  humidity: d.humidityPercent,
  windSpeed: d.windKilometresPerHour,
  rain: d.rainMillimetres,
  driver: d.driver,
  gapDays: d.gapDays,
  source: d.source,
  drivers: [...(d.drivers ?? [])],
  temperatureMax: d.extremes?.highestCelsius ?? null,
  humidityMin: d.extremes?.lowestHumidityPercent ?? null,
  windSpeedMax: d.extremes?.strongestWindKilometresPerHour ?? null,
  dryDays: d.drySpell?.days ?? null,
  rating: d.rating && { ...d.rating, points: { ...d.rating.points } },
  fuels: d.fuels.map(({ fuel, rateMetresPerMinute, intensityKilowattsPerMetre, intensityClass }) => ({
    fuel,
    rate: rateMetresPerMinute,
    intensity: intensityKilowattsPerMetre,
    intensityClass,
  })),
  holidays: [...d.holidays],
  lightning: d.lightning,
  warned: d.warned,
  ...(d.forecastAt && { forecastTime: formatTime(d.forecastAt) }),
});

/** The inverse of `writeFireLevel`. */
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

/** The functions that convert the rows of replies for a client, by the row type's name. */
export const dangerReaders = {
  'fire-level': readFireLevel,
} as const;
