import { expect, it } from 'vitest';
import { LAND_COVER_STANDS, STAND_OF_COVER, standsByClass } from './land-cover-fbp.ts';
import { LAND_COVER_FUELS } from './land-cover-fuels.ts';

const named = ({ scheme, value }: { readonly scheme: string; readonly value: number }) => `${scheme}/${value}`;

it('every class that has a fuel model has a row', () => {
  const known = new Set(LAND_COVER_STANDS.map(named));
  // Second-level classes of grassland have the row of the first level.
  const missing = LAND_COVER_FUELS.filter((row) => standsByClass()(row.scheme, row.value) === null);
  expect(missing).toEqual([]);
  expect(known.size).toBe(LAND_COVER_STANDS.length);
});

it('a class that does not burn for Wang does not burn here', () => {
  const stand = standsByClass();
  const other = LAND_COVER_FUELS.filter(({ scheme, value, fuelFactor }) => fuelFactor === null && stand(scheme, value)?.stand != null);
  expect(other.map(named)).toEqual([]);
});

it('a deployment’s row overrides ours, and an unknown class has no stand', () => {
  const own = { scheme: 'worldcover', value: 10, stand: { fuel: 'C-5' }, source: '本地', toConfirm: false } as const;
  expect(standsByClass([...LAND_COVER_STANDS, own])('worldcover', 10)).toEqual(own);
  expect(standsByClass()('worldcover', 11)).toBeNull();
});

it('a class of a deployment’s own table has the stand of its kind of cover, like WorldCover’s class of that kind', () => {
  const stand = standsByClass();
  const [forest, grass, farm, other] = [10, 30, 40, 60].map((value) => stand('worldcover', value)?.stand ?? null);
  expect(STAND_OF_COVER).toEqual({ forest, grass, farm, other });
});
