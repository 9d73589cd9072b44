import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFillReading, isFillValue, MEASURE_RANGES, type MeasureKind, measureOrNull, timeFault } from './plausible-measure.ts';

it.each<[MeasureKind, number[], number[]]>([
  ['humidityPercent', [-1, -99, -999, -9_999, 255, 999.9, 65_535], [0, 99, 100, 140]],
  ['detectorCelsius', [-99, -99.9, -999, -9_999, 9_999, 32_767, -32_768], [-41.5, 38, 99, 254]],
  ['airCelsius', [-99, 99.9, 999, -999.9], [-52.3, 48.7, 61]],
  ['strokeKiloamperes', [999, -9_999], [-899, -99, 99, 950]],
  ['windDegrees', [-1, 999, 9_999, 65_535], [0, 99, 255, 360, 400]],
  ['batteryPercent', [-1, 254, 255, 65_535], [0, 99, 100, 101]],
  ['horizontalDegrees', [-999, 9_999, 65_535], [-1, 0, 359.9, 400]],
])('%s treats each of %j as a fill value, and none of %j', (kind, fills, others) => {
  expect(fills.filter((value) => !isFillValue(kind, value))).toEqual([]);
  expect(others.filter((value) => isFillValue(kind, value))).toEqual([]);
  expect(fills.map((value) => measureOrNull(kind, value))).toEqual(fills.map(() => null));
});

it('a possible value of a quantity is never a fill value, and an impossible one is never a value', () => {
  const kinds = Object.keys(MEASURE_RANGES) as MeasureKind[];
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.double({ noNaN: true }), (kind, value) => {
      const [least, most] = MEASURE_RANGES[kind];
      const isIn = value >= least && value <= most;
      expect(measureOrNull(kind, value)).toBe(isIn ? value : null);
      expect(isIn && isFillValue(kind, value)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it('a reading of a quantity without a known range is a fill value only where no gauge would report it', () => {
  expect([-999, -9_999, -32_768, 65_535, 999_999].map(isFillReading)).toEqual([true, true, true, true, true]);
  expect([0, -1, -99, 99, 255, 999, 9_999, -999.5].map(isFillReading)).toEqual(new Array(8).fill(false));
});

const NOW = new Date('2026-11-21T05:30:00Z');
it.each([
  ['1970-01-01T00:00:00Z', 'time-implausible'],
  ['1980-01-06T00:00:00Z', 'time-implausible'],
  // 1,024 weeks earlier.
  ['2007-04-07T05:30:00Z', 'time-implausible'],
  ['2025-11-19T05:30:00Z', 'time-implausible'],
  ['2025-12-01T05:30:00Z', null],
  ['2026-11-21T05:40:00Z', null],
  ['2026-11-21T05:40:01Z', 'in-the-future'],
  ['2062-01-01T00:00:00Z', 'in-the-future'],
])('%s is %s', (at, fault) => {
  expect(timeFault(new Date(at), NOW)).toBe(fault);
});
