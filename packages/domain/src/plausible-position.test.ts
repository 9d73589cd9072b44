import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHINA_RANGE, positionFault, positionRowFault } from './plausible-position.ts';

const { west, south, east, north } = CHINA_RANGE;
const lngs = fc.double({ min: west, max: east, noNaN: true });
const lats = fc.double({ min: south, max: north, noNaN: true });

describe('positionFault', () => {
  it.each([
    ['a county seat', 103.59, 31.48, null],
    ['the western, southern, eastern and northern ends of China', 73.5, 39.4, null],
    ['Zengmu Ansha', 112.28, 3.97, null],
    ['the mouth of the Ussuri', 135.08, 48.45, null],
    ['Mohe', 123.25, 53.56, null],
    ['no fix', 0, 0, 'zero'],
    ['no fix, with noise', -0.0004, 0.0099, 'zero'],
    ['the equator south of China', 103, 0, 'outside'],
    ['half a fix', 103.59, 0, 'outside'],
    ['the other half', 0, 31.48, 'outside'],
    ['a row read in the wrong order', 31.48, 103.59, 'swapped'],
    ['Paris', 2.35, 48.86, 'outside'],
    ['a fill value', -999, -999, 'outside'],
    ['a full field of 16 bits', 65_535, 65_535, 'outside'],
    ['no number', Number.NaN, 31.48, 'outside'],
    ['metres of a projection', 36_500_000, 3_400_000, 'outside'],
  ] as const)('%s', (_, lng, lat, fault) => {
    expect(positionFault({ lng, lat })).toBe(fault);
  });

  it('accepts every place of the range and recognises each of them when swapped', () => {
    fc.assert(
      fc.property(lngs, lats, (lng, lat) => {
        expect(positionFault({ lng, lat })).toBeNull();
        expect(positionFault({ lng: lat, lat: lng })).toBe('swapped');
      }),
      { numRuns: 50 },
    );
  });

  it('rejects a row with a reason that contains its numbers', () => {
    expect(positionRowFault({ lng: 103.59, lat: 31.48 })).toBeNull();
    expect(positionRowFault({ lng: 0, lat: 0 })).toEqual({ code: 'position-zero', params: {} });
    expect(positionRowFault({ lng: 31.48, lat: 103.59 })).toEqual({ code: 'position-swapped', params: { lng: 31.48, lat: 103.59 } });
    expect(positionRowFault({ lng: 2.35, lat: 48.86 })).toEqual({ code: 'position-outside', params: { lng: 2.35, lat: 48.86 } });
  });
});
