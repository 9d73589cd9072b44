import { readFileSync } from 'node:fs';
import { covers, type GridNo, levelOf, parseGridNo } from '@lookout/domain';
import { describe, expect, test } from 'vitest';
import { createAreaIndex } from '../../packages/geo/src/areas/area-index.ts';
import { farOutline } from '../../packages/geo/src/areas/far-outline.ts';
import { prefectureAreas, readBoundaries, readGrids, readSeats, readTowns } from '../../packages/store/seed/read.ts';

const grids = readGrids();
const names = new Map(grids.map((grid) => [grid.no, grid.name]));
const boundaries = readBoundaries();
const prefectures = createAreaIndex(prefectureAreas(boundaries));
const counties = createAreaIndex(boundaries.filter((area) => area.level === 'county'));

describe('a known place lies in its prefecture', () => {
  test.each([
    ['成都', 104.066, 30.572, '510100'],
    ['马尔康', 102.206, 31.906, '513200'],
    ['汶川', 103.59, 31.48, '513200'],
    ['北京', 116.391, 39.907, '110100'],
    ['哈尔滨', 126.642, 45.757, '230100'],
    ['卫辉', 114.065, 35.404, '410700'],
    ['曲靖', 103.797, 25.502, '530300'],
    ['三亚', 109.512, 18.253, '460200'],
    ['永兴岛', 112.338, 16.834, '460300'],
    ['东莞, which has no counties', 113.752, 23.02, '441900'],
    ['莱芜, merged into 济南', 117.677, 36.214, '370100'],
    ['哈密, renumbered', 93.514, 42.833, '650500'],
    ['那曲, renumbered', 92.051, 31.476, '540600'],
    ['山南', 91.773, 29.237, '540500'],
    ['重庆 districts', 106.551, 29.563, '500100'],
    ['重庆 counties: 奉节', 109.464, 31.019, '500200'],
    ['加格达奇, an exclave', 124.139, 50.408, '232700'],
    ['石河子, directly under its region', 86.041, 44.305, '659000'],
    ['台北', 121.565, 25.033, '710000'],
    ['香港', 114.158, 22.285, '810000'],
    ['澳门', 113.543, 22.19, '820000'],
  ])('%s', (_, lng, lat, no) => expect(prefectures.at(lng, lat)).toBe(no));
});

describe('a place outside China lies in no prefecture', () => {
  test.each([
    ['Pyongyang', 125.754, 39.02],
    ['Hanoi', 105.834, 21.028],
    ['Ulaanbaatar', 106.905, 47.887],
    ['Vladivostok', 131.885, 43.116],
    ['Tokyo', 139.692, 35.69],
    ['Kathmandu', 85.324, 27.717],
    ['Almaty', 76.886, 43.239],
    ['Blagoveshchensk, across the river from 黑河', 127.54, 50.29],
    ['Myitkyina', 97.396, 25.383],
    ['the origin', 0, 0],
    ['the pole', 0, 90],
  ])('%s', (_, lng, lat) => expect(prefectures.at(lng, lat)).toBe(null));
});

test('every province and prefecture of the tree has a boundary with its centre inside', () => {
  const drawn = new Map(boundaries.map((area) => [area.no, area]));
  const missing = grids.filter(({ no, level }) => (level === 'province' || level === 'prefecture') && !drawn.has(no));
  expect(missing).toEqual([]);
  for (const area of boundaries)
    expect([area.no, createAreaIndex([area]).at(area.centre.lng, area.centre.lat)]).toEqual([area.no, area.no]);
});

test('province and prefecture never disagree: a place in a prefecture also lies in its province', () => {
  const provinces = createAreaIndex(boundaries.filter((area) => area.level === 'province'));
  for (const [lng, lat] of positionsOverChina(20_000))
    expect(provinces.at(lng, lat)?.slice(0, 2)).toBe(prefectures.at(lng, lat)?.slice(0, 2));
});

test('of 2,070 random places in all prefectures, at least 300 m from a border, 99.5 % lie in the county where the source draws them', () => {
  const places = JSON.parse(readFileSync(new URL('drawn-places.json', import.meta.url), 'utf8')) as [number, number, GridNo][];
  expect(places.length).toBeGreaterThan(2_000);
  const level = (no: GridNo) => (levelOf(no) === 'county' ? counties : prefectures);
  const wrong = places.filter(([lng, lat, no]) => level(no).at(lng, lat) !== no);
  expect(wrong.length).toBeLessThanOrEqual(0.005 * places.length);
});

test('a county that is drawn lies in its own prefecture, and together they fill it', () => {
  expect(counties.at(116.416, 39.928)).toBe('110101');
  expect(counties.at(112.602, 35.067)).toBe('419001');
  for (const [lng, lat] of positionsOverChina(20_000)) {
    const county = counties.at(lng, lat);
    const prefecture = prefectures.at(lng, lat);
    if (county !== null) expect(prefecture).toBe(`${county.slice(0, 4)}00`);
    else if (prefecture !== null) expect(WITHOUT_COUNTIES).toContain(prefecture);
  }
});

/**
 * Prefectures without counties (Dongguan, Zhongshan, Danzhou), Sansha, Haixi, where the source leaves the north undivided, and provinces
 * drawn as a whole.
 */
const WITHOUT_COUNTIES = ['441900', '442000', '460300', '460400', '632800', '710000', '810000', '820000'];

test('every county of the tree is drawn, except the development zones and counties founded since', () => {
  const drawn = new Set(boundaries.map(({ no }) => no));
  const missing = grids.filter(({ no, level }) => level === 'county' && !drawn.has(no)).map(({ no }) => no);
  // The last two digits 71 to 79 are development zones of the statistical codes.
  const founded = missing.filter((no) => !/7[1-9]$/.test(no));
  expect(founded).toEqual([
    ...['232762', '232763', '232764', '330113', '330114', '330383', '360113', '440311'],
    ...['460321', '460322', '460323', '632803', '632857', '659010', '659011', '659012'],
  ]);
  expect(missing).toHaveLength(140);
  // If the land of a founded county is drawn within another county, that county lists it.
  const included = boundaries.flatMap(({ alsoHolds }) => alsoHolds).filter((no) => founded.includes(no));
  expect([...new Set(included)].sort()).toEqual(['232763', '232764', '330113', '330114', '330383', '360113', '440311']);
});

test('the tree is complete: every number is valid, occurs once, and has a parent that covers it', () => {
  const all = [...grids, ...readTowns()];
  const known = new Set<GridNo>(all.map((grid) => grid.no));
  expect(known.size).toBe(all.length);
  for (const grid of all) {
    if (parseGridNo(grid.no) !== grid.no || grid.name === '' || grid.level !== levelOf(grid.no)) expect.fail(grid.no);
    if (grid.parentNo === null ? grid.no !== '100000' : !known.has(grid.parentNo) || !covers(grid.parentNo, grid.no)) expect.fail(grid.no);
  }
  expect(grids.filter((grid) => grid.level === 'province')).toHaveLength(34);
});

test('every county of the demo prefectures has its seat, in its prefecture and under its name', () => {
  const seats = readSeats();
  for (const seat of seats)
    expect([seat.no, prefectures.at(seat.lng, seat.lat), seat.name]).toEqual([seat.no, `${seat.no.slice(0, 4)}00`, names.get(seat.no)]);
  // The seat must lie in its own county, or in one that still holds its land (钱塘 and 红谷滩 were formed from two).
  const isAtHome = (no: GridNo, county: GridNo | null) =>
    county === no || boundaries.some((area) => area.no === county && area.alsoHolds.includes(no));
  expect(seats.filter(({ no, lng, lat }) => !isAtHome(no, counties.at(lng, lat)))).toEqual([]);
  const seated = new Set(seats.map((seat) => seat.no));
  const demo = grids.filter(({ no, level }) => level === 'county' && /^(5132|4107|5303|23)/.test(no));
  // Only development zones of the statistical codes have no seat, and Songling, whose land lies within 150700.
  expect(demo.map(({ no }) => no).filter((no) => !seated.has(no))).toEqual(['230671', '232762', '410771', '410772', '410773']);
});

test('of fifty thousand positions over the mainland’s bounding box, those inside get a county', () => {
  const positions = positionsOverChina(50_000);
  let inside = 0;
  for (const [lng, lat] of positions) if (prefectures.at(lng, lat) !== null) inside++;
  expect(inside).toBeGreaterThan(20_000);
});

/** The same positions every time: a low-discrepancy sequence over the mainland’s bounding box (R2 sequence, M. Roberts 2018). */
function positionsOverChina(count: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => [73 + ((0.7548776662466927 * i) % 1) * 62, 18 + ((0.5698402909980532 * i) % 1) * 36]);
}

test('at the coarsest level all counties of the country are at most 2.5 MB of JSON and all prefectures 1.5 MB, and none is lost', () => {
  const megabytesOf = (level: string) =>
    JSON.stringify(boundaries.filter((area) => area.level === level).map(({ farGeometry }) => farOutline(farGeometry))).length / 1e6;
  expect(megabytesOf('county')).toBeLessThan(2.5);
  expect(megabytesOf('prefecture')).toBeLessThan(1.5);
  expect(boundaries.filter(({ farGeometry }) => farOutline(farGeometry).coordinates.flat(2).length < 4)).toEqual([]);
});
