// A grid's fire-risk level of a day on the wire.
import { type FireDay, fireLevelOf, type GridFireLevel, type GridNo, type Position } from '@lookout/domain';
import type { WireFireLevel } from '../calls/fire-level.ts';
import { formatTime, readTime } from '../values.ts';
import type { GridNames } from './alarm.ts';

/** Two decimals, as the published tables print them. */
const rounded = (value: number): number => Math.round(value * 100) / 100;

/** @param centre of the grid; null: not known */
export const writeFireLevel = (
  d: FireDay & Pick<GridFireLevel, 'forecastAt'>,
  centre: Position | null,
  nameOf: GridNames,
): WireFireLevel => ({
  gridNo: d.gridNo,
  gridName: nameOf(d.gridNo) ?? d.gridNo,
  longitude: centre?.lng ?? null,
  latitude: centre?.lat ?? null,
  day: d.day,
  level: fireLevelOf(d.fwi),
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
  ...(d.forecastAt && { forecastTime: formatTime(d.forecastAt) }),
});

/** The inverse of `writeFireLevel`; the codes to two decimals. */
export const readFireLevel = (w: WireFireLevel): GridFireLevel => ({
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  centre: w.longitude === null || w.latitude === null ? null : { lng: w.longitude, lat: w.latitude },
  day: w.day,
  level: w.level,
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
  ...(w.forecastTime !== undefined && { forecastAt: readTime(w.forecastTime) }),
});
