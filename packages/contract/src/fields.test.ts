import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridNo, latitude, longitude, measure, text } from './fields.ts';
import { formatTime, parseTime } from './values.ts';

describe('fields of requests', () => {
  it('a time is Beijing time, or ISO 8601 with its offset; a time that does not exist is refused', () => {
    expect(parseTime('2026-11-21 16:00:00')?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(parseTime('2026-11-21T16:00')?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(parseTime('2026-11-21T08:00:00Z')?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    expect(parseTime('2026-11-21T16:00:00+08:00')?.toISOString()).toBe('2026-11-21T08:00:00.000Z');
    for (const bad of [
      '2026-02-30 10:00:00',
      '2026-13-01 00:00:00',
      '2026-11-21',
      '昨天',
      '',
      '２０２６-11-21 10:00:00',
      '2026-11-21 25:00:00',
    ])
      expect([bad, parseTime(bad)]).toEqual([bad, null]);
  });

  it('a quantity is a number or a text of one, a fill value is null, and anything else is refused', () => {
    const celsius = measure('detectorCelsius');
    expect([21.5, '21.5', -999, '65535', null].map((sent) => celsius.parse(sent))).toEqual([21.5, 21.5, null, null, null]);
    for (const sent of ['', ' ', 'x', true, [1], {}, { toString: 1, valueOf: 2 }]) expect(celsius.safeParse(sent).success).toBe(false);
  });

  it('a time that was written is read back', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1980-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        const seconds = new Date(Math.floor(date.getTime() / 1000) * 1000);
        expect(parseTime(formatTime(seconds))).toEqual(seconds);
      }),
    );
  });

  it('coordinates are within their range, as numbers or as text', () => {
    expect([longitude.parse(103.5), longitude.parse('103.5'), latitude.parse('-90')]).toEqual([103.5, 103.5, -90]);
    for (const bad of [181, '181', '', 'x', null, undefined, [1], Number.NaN, Number.POSITIVE_INFINITY, '1e999'])
      expect([bad, longitude.safeParse(bad).success]).toEqual([bad, false]);
  });

  it('only text that the store cannot hold is refused', () => {
    expect(text().safeParse('山火🔥').success).toBe(true);
    for (const bad of ['a\0b', '\ud800', 'x\udc00y']) expect(text().safeParse(bad).success).toBe(false);
  });

  it('a grid number is six or nine ASCII digits in one text', () => {
    for (const good of ['100000', '513221', '513221100']) expect(gridNo.parse(good)).toBe(good);
    for (const bad of ['５１３２２１', '51%', '5132', '013221', '101000', ['513221'], 513221, '513221 '])
      expect(gridNo.safeParse(bad).success).toBe(false);
  });
});
