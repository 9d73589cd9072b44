import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDecimal, formatDms, parseCoordinate, parsePosition } from './text.ts';

const value = (degrees: unknown) => ({ ok: true, value: degrees });
const fault = (error: string) => ({ ok: false, error });

describe('degrees, minutes, seconds', () => {
  it('degrees, minutes and seconds are written with prime marks and the letter of the hemisphere', () => {
    expect(formatDms(103.59, 'lng')).toBe('103°35′24.0″E');
    expect(formatDms(-0.5, 'lat')).toBe('0°30′00.0″S');
    expect(formatDms(31.01, 'lat')).toBe('31°00′36.0″N');
    expect(formatDms(-0.000_000_1, 'lng')).toBe('0°00′00.0″E');
  });

  it('60″ or 60′ is never shown: rounding carries', () => {
    expect(formatDms(103.999_999, 'lng')).toBe('104°00′00.0″E');
    expect(formatDms(30.016_66, 'lat')).toBe('30°01′00.0″N');
    fc.assert(
      fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (lng) => {
        expect(formatDms(lng, 'lng')).toMatch(/^\d{1,3}°[0-5]\d′[0-5]\d\.\d″[EW]$/);
      }),
    );
  });

  it('the text is parsed back exactly to a tenth of a second', () => {
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (lat) => {
        const read = parseCoordinate(formatDms(lat, 'lat'), 'lat');
        expect(read.ok && Math.abs(read.value - lat)).toBeLessThanOrEqual(0.05 / 3600 + 1e-9);
      }),
    );
  });
});

describe('decimals', () => {
  it('there are 5 or 4 decimals, and no negative zero', () => {
    expect([formatDecimal(103.590_123_4), formatDecimal(103.590_123_4, 4), formatDecimal(-0.000_001), formatDecimal(-3.5, 4)]).toEqual([
      '103.59012',
      '103.5901',
      '0.00000',
      '-3.5000',
    ]);
  });
});

describe('reading a coordinate', () => {
  it.each([
    ['103.59', 103.59],
    ['+103.59', 103.59],
    ['-103.59', -103.59],
    ['−103.59', -103.59],
    ['103.59E', 103.59],
    ['103.59 w', -103.59],
    ['东经103.59°', 103.59],
    ['东经 103.59 度', 103.59],
    ['103°35′24.0″E', 103.59],
    ['103°35\'24"E', 103.59],
    ["103°35'24''E", 103.59],
    ['103°35′24′′', 103.59],
    ['103º35’24”', 103.59],
    ['103度35分24秒', 103.59],
    ['东经103度35分24秒', 103.59],
    ['１０３．５９', 103.59],
    ['１０３°３５′２４″Ｅ', 103.59],
    ['103 35 24', 103.59],
    ['103:35:24', 103.59],
    ['103-35-24', 103.59],
    ['103.35.24', 103.59],
    ['E 103-35-24', 103.59],
    ['经度：103°35′24″', 103.59],
    ['东103°35′24″', 103.59],
    ['E：１０３度３５分２４秒', 103.59],
    ["E103°35.4'", 103.59],
    ['西经0°30′', -0.5],
    ['  103.59\t', 103.59],
    ['180', 180],
  ])('%s', (text, degrees) => {
    const read = parseCoordinate(text, 'lng');
    expect(read.ok && read.value).toBeCloseTo(degrees, 9);
  });

  it('an invalid coordinate is refused with the reason', () => {
    expect(parseCoordinate(' 　', 'lng')).toEqual(fault('empty'));
    expect(parseCoordinate('abc', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('103,59', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('103.5°30′', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('-103.5W', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('E103.5E', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('1e2', 'lng')).toEqual(fault('unreadable'));
    expect(parseCoordinate('180.1', 'lng')).toEqual(fault('out-of-range'));
    expect(parseCoordinate('90°00′00.1″', 'lat')).toEqual(fault('out-of-range'));
    expect(parseCoordinate('31°60′', 'lat')).toEqual(fault('out-of-range'));
    expect(parseCoordinate('31°59′60″', 'lat')).toEqual(fault('out-of-range'));
    expect(parseCoordinate('东经103', 'lat')).toEqual(fault('wrong-axis'));
    expect(parseCoordinate('31N', 'lng')).toEqual(fault('wrong-axis'));
  });

  it('any spelling of degrees, minutes and seconds is the same place', () => {
    const part = (most: number) => fc.integer({ min: 0, max: most });
    const signs = fc.constantFrom(
      ['°', '′', '″'],
      ['度', '分', '秒'],
      ['°', "'", '"'],
      ['˚', '’', '’’'],
      ['-', '-', ''],
      ['.', '.', ''],
      [' ', ' ', ''],
      [':', '：', ''],
      ['° ', '′ ', '″'],
    );
    const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const around = fc.constantFrom(['', ''], ['E', ''], ['', 'E'], ['东经', ''], ['经度', ''], [' ', '　']);
    fc.assert(
      fc.property(part(179), part(59), part(59), signs, around, fc.boolean(), (d, m, s, [of, and, last], [before, after], isWide) => {
        const spelt = `${before}${d}${of}${m}${and}${s}${last}${after}`;
        const read = parseCoordinate(isWide ? fullWidth(spelt) : spelt, 'lng');
        expect(read.ok ? read.value : read.error, spelt).toBeCloseTo(d + m / 60 + s / 3600, 9);
      }),
      { numRuns: 60 },
    );
  });

  it('parsing never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parsePosition(text)));
  });
});

describe('reading a position', () => {
  it.each([
    '103.59, 31.48',
    '103.59 31.48',
    '103.59，31.48',
    '东经103°35′24″，北纬31°28′48″',
    '北纬31°28′48″东经103°35′24″',
    '北纬31度28分48秒 东经103度35分24秒',
    '31.48N 103.59E',
    'N31.48 E103.59',
    '31°28′48.0″N, 103°35′24.0″E',
    '103°35′24.0″E31°28′48.0″N',
    '103 35 24 31 28 48',
    '31-28-48N 103-35-24E',
    '纬度31.48 经度103.59',
  ])('%s', (text) => {
    const read = parsePosition(text);
    expect(read.ok && read.value.lng).toBeCloseTo(103.59, 9);
    expect(read.ok && read.value.lat).toBeCloseTo(31.48, 9);
  });

  it('an invalid position is refused with the reason', () => {
    expect(parsePosition('')).toEqual(fault('empty'));
    expect(parsePosition('103.59')).toEqual(fault('unreadable'));
    expect(parsePosition('103 35 31 28')).toEqual(fault('unreadable'));
    expect(parsePosition('1,2,3')).toEqual(fault('unreadable'));
    expect(parsePosition('31.48, 103.59')).toEqual(fault('out-of-range'));
    expect(parsePosition('31.48N, 30N')).toEqual(fault('wrong-axis'));
    expect(parsePosition('-120.5, 0')).toEqual(value({ lng: -120.5, lat: 0 }));
  });
});
