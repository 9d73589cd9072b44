import { alarmTermsZh } from '@lookout/features/alarm/parts/messages.ts';
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { ageText, clockText, pickedTime, shortTime } from './time-text.ts';

const now = Date.parse('2026-11-21T15:00:00+08:00');
const minute = 60_000;
const beijing = (text: string) => new Date(`${text.replace(' ', 'T')}+08:00`);

it('an age is as short as possible', () => {
  const ages = [-5, 0, 0.99, 1, 59.9, 60, 47.99 * 60, 48 * 60, 3000 * 24 * 60].map((minutes) =>
    ageText(new Date(now - minutes * minute), now, alarmTermsZh.age),
  );
  expect(ages).toEqual(['刚刚', '刚刚', '刚刚', '1分钟前', '59分钟前', '1小时前', '47小时前', '2天前', '3000天前']);
  expect(ageText(new Date(Number.NaN), now, alarmTermsZh.age)).toBe('—');
});

it("a time of today is shown without a date, one of this year without a year; the day is Beijing's", () => {
  expect(['2026-11-21 09:12:05', '2026-09-22 10:15:00', '2018-09-22 10:15:00'].map((time) => shortTime(beijing(time), now))).toEqual([
    '09:12:05',
    '09-22 10:15',
    '2018-09-22 10:15',
  ]);
  const justAfterMidnight = Date.parse('2026-11-21T16:30:00Z');
  expect(shortTime(beijing('2026-11-22 00:10:00'), justAfterMidnight)).toBe('00:10:00');
});

it('the end of muting shows its date if it is another day', () => {
  expect([clockText(new Date(now + 15 * minute), now), clockText(new Date(now + 600 * minute), now)]).toEqual(['15:15', '11-22 01:00']);
});

it('a time of today is shown without a date', () => {
  expect([clockText(beijing('2026-11-21 09:05:33'), now), clockText(beijing('2026-11-20 23:05:33'), now)]).toEqual([
    '09:05',
    '11-20 23:05',
  ]);
});

it('a picker’s value is read as Beijing time', () => {
  expect(pickedTime(dayjs('2026-11-21 15:00:00')).getTime()).toBe(now);
});
