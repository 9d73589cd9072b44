// Times as shown at a desk: Beijing time, ages and short forms.

import { formatTime, readTime } from '@lookout/contract';
import { MINUTE_MS } from '@lookout/domain';
import type { Dayjs } from 'dayjs';

/** The contract's time format, in a date picker's notation. */
export const TIME_FORMAT = 'YYYY-MM-DD HH:mm:ss';

/** The time that was picked: a picker's value is read as Beijing time, whatever the browser's time zone. */
export const pickedTime = (reading: Dayjs): Date => readTime(reading.format(TIME_FORMAT));

/** `11-21 10:15`; the full time is in the element's title or nearby. */
export const dayAndMinute = (at: Date): string => formatTime(at).slice(5, 16);

/** `14:30`, with the date on another day. */
export function clockText(at: Date, now: number): string {
  const text = formatTime(at);
  return text.slice(0, 10) === formatTime(new Date(now)).slice(0, 10) ? text.slice(11, 16) : text.slice(5, 16);
}

export interface AgeMessages {
  readonly now: string;
  readonly minutes: (n: number) => string;
  readonly hours: (n: number) => string;
  readonly days: (n: number) => string;
}

/** A future time counts as just now, because clocks may differ. */
export function ageText(at: Date, now: number, messages: AgeMessages): string {
  const minutes = Math.floor((now - at.getTime()) / MINUTE_MS);
  if (!Number.isFinite(minutes)) return '—';
  if (minutes < 1) return messages.now;
  if (minutes < 60) return messages.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? messages.hours(hours) : messages.days(Math.floor(hours / 24));
}

/** `10:15:02` today, `09-22 10:15` this year, `2018-09-22` before, in Beijing time. */
export function shortTime(at: Date, now: number): string {
  const [text, today] = [formatTime(at), formatTime(new Date(now))];
  if (text.slice(0, 10) === today.slice(0, 10)) return text.slice(11);
  return text.slice(0, 4) === today.slice(0, 4) ? text.slice(5, 16) : text.slice(0, 16);
}
