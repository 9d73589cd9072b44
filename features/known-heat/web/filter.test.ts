import { expect, it } from 'vitest';
import { readHeatFilter, readMaskFilter, readOutline } from './filter.ts';

const url = (text: string) => {
  const params = new URLSearchParams(text);
  return { get: (name: string) => params.get(name) };
};

it('a search near a place in the URL has a radius of five kilometres unless another distance is named', () => {
  expect(readHeatFilter(url('near=103.59, 31.48'))).toMatchObject({
    around: { centre: { lng: 103.59, lat: 31.48 }, radiusMetres: 5_000 },
  });
  expect(readHeatFilter(url('near=103.59, 31.48&within=1000'))).toMatchObject({ around: { radiusMetres: 1_000 } });
  expect(readHeatFilter(url('near=there&within=1000&kind=volcano'))).toMatchObject({ around: null, kind: null });
});

it('the masks listed are the active ones, the ended ones, or all', () => {
  expect(readMaskFilter(url('state=standing')).isStanding).toBe(true);
  expect(readMaskFilter(url('state=over')).isStanding).toBe(false);
  expect(readMaskFilter(url('')).isStanding).toBeNull();
});

it('an outline is parsed line by line, and the first invalid line is named', () => {
  expect(readOutline('103.1, 31.1\n\n103.2, 31.1\n103.2, 31.2')).toEqual({
    corners: [
      { lng: 103.1, lat: 31.1 },
      { lng: 103.2, lat: 31.1 },
      { lng: 103.2, lat: 31.2 },
    ],
  });
  expect(readOutline('103.1, 31.1\nthere')).toEqual({ badLine: 2 });
});
