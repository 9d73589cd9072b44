// The field's past in the words of QWeather: the hours of a day (v7 `historical/weather`), and the place search (`city/lookup`) that gives a
// place the number by which they are asked. Unlike QWeather's the past goes up to this hour.
import type { Position } from '@lookout/domain';
import { HOUR_MS, type WorldClock } from '../clock.ts';
import type { WeatherField } from './field.ts';
import { hourReply, type PastHourReply } from './qweather.ts';

export interface PastDayReply {
  readonly code: '200';
  readonly weatherHourly: readonly PastHourReply[];
}

const HOURS = 24;

/** The numbers of places here are the places themselves. */
export const lookupReply = ({ lng, lat }: Position) => ({
  code: '200',
  location: [{ id: `${lng},${lat}`, lon: String(lng), lat: String(lat) }],
});

/**
 * @param date `yyyyMMdd`, the day of the people outside
 * @returns null when it is no day, or none of its hours has come yet
 */
export function pastDayReply(field: WeatherField, clock: WorldClock, position: Position, date: string): PastDayReply | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  const beginsMs = Date.parse(`${year}-${month}-${day}T00:00:00+08:00`);
  if (Number.isNaN(beginsMs)) return null;
  const nowMs = clock.wallOf(clock.now());
  const hours = Array.from({ length: HOURS }, (_, hour) => beginsMs + hour * HOUR_MS).filter((ms) => ms <= nowMs);
  if (hours.length === 0) return null;
  return { code: '200', weatherHourly: hours.map((ms) => hourReply(field.at(position, clock.worldOf(ms)), ms)) };
}
