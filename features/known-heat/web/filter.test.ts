import { expect, it } from 'vitest';
import { readHeatFilter, readMaskFilter, readOutline } from './filter.ts';

const url = (text: string) => {
  const params = new URLSearchParams(text);
  return { get: (name: string) => params.get(name) };
};

it('a place in the URL is searched around, five kilometres wide unless another distance is named', () => {
  expect(readHeatFilter(url('near=103.59, 31.48'))).toMatchObject({ longitude: 103.59, latitude: 31.48, radius: 5_000 });
  expect(readHeatFilter(url('near=103.59, 31.48&within=1000'))).toMatchObject({ radius: 1_000 });
  expect(readHeatFilter(url('near=there&within=1000&kind=volcano'))).toMatchObject({ longitude: null, radius: null, kind: null });
});

it('masks are those that stand, those that are over, or all', () => {
  expect(readMaskFilter(url('state=standing')).isStanding).toBe(true);
  expect(readMaskFilter(url('state=over')).isStanding).toBe(false);
  expect(readMaskFilter(url('')).isStanding).toBeNull();
});

it('an outline is read line by line, and the first line that is no position is named', () => {
  expect(readOutline('103.1, 31.1\n\n103.2, 31.1\n103.2, 31.2')).toEqual({
    corners: [
      { lng: 103.1, lat: 31.1 },
      { lng: 103.2, lat: 31.1 },
      { lng: 103.2, lat: 31.2 },
    ],
  });
  expect(readOutline('103.1, 31.1\nthere')).toEqual({ badLine: 2 });
});
