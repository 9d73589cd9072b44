import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openGeoTiffRaster } from '@lookout/ingest';
import { writeTiff } from '@lookout/ingest/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bestSites } from './best-sites.ts';
import { sight, USAGE } from './command.ts';
import { viewshedFile } from './viewshed-file.ts';

/** UTM zone 48 north: 61 × 41 cells of 30 m around 105° E. The tower stands in column 20, row 20; a wall runs along column 40. */
const COLUMNS = 61;
const ROWS = 41;
const UTM = {
  columns: COLUMNS,
  rows: ROWS,
  keys: [
    [1024, 1],
    [3072, 32_648],
  ],
  origin: [500_000 - 20.5 * 30, 3_500_000 + 20.5 * 30],
  cell: [30, 30],
} as const;
const TOWER = { longitude: 105, latitude: 31.634_740_7 };
/** A column further east. */
const EAST_DEGREES = 30 / 94_900;
const at = (column: number, row = 20) => ({
  longitude: TOWER.longitude + (column - 20) * EAST_DEGREES,
  latitude: TOWER.latitude - ((row - 20) * 30) / 110_880,
});

let folder = '';
const file = (name: string): string => path.join(folder, name);
const cells = Array.from({ length: COLUMNS * ROWS }, (_, cell) => ({ column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) }));
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sight-'));
  const wall = ({ column }: { readonly column: number }): number => (column === 40 ? 1_600 : 1_500);
  await writeFile(file('wall.tif'), writeTiff({ ...UTM, values: cells.map(wall) }));
  const holed = cells.map((cell) => (cell.row < 5 || cell.column === 10 ? -9_999 : wall(cell)));
  await writeFile(file('hole.tif'), writeTiff({ ...UTM, values: holed, noData: '-9999' }));
  const forest = cells.map(({ column }) => (column > 40 ? 5 : column < 10 ? -3 : 0));
  await writeFile(file('forest.tif'), writeTiff({ ...UTM, values: forest }));
});
afterAll(() => rm(folder, { recursive: true }));

const view = (given: object = {}) =>
  viewshedFile(
    JSON.stringify({
      ...{ dem: file('wall.tif'), ...TOWER, mastMetres: 30, targetMetres: 10, rangeMetres: 5_000, out: file('out.tif') },
      ...given,
    }),
  );
const sites = (given: object = {}) =>
  bestSites(
    JSON.stringify({ dem: file('wall.tif'), candidates: [], mastMetres: 30, targetMetres: 0, rangeMetres: 5_000, count: 2, ...given }),
  );
const errorOf = async (answer: Promise<object>): Promise<string> => {
  const found = await answer;
  return 'error' in found ? String(found.error) : expect.fail(JSON.stringify(found));
};

describe('the raster of what a mast sees', () => {
  it('lies on the cells of the elevation file: 1 seen, 0 hidden', async () => {
    expect(await view()).toEqual({ out: file('out.tif'), seen: 41 * 41, hidden: 20 * 41, unknown: 0 });
    const raster = await openGeoTiffRaster(file('out.tif'));
    const values = await raster.read({ column: 0, row: 0, columns: COLUMNS, rows: ROWS });
    const elevation = await openGeoTiffRaster(file('wall.tif'));
    expect({ ...raster.georeference }).toEqual({ ...elevation.georeference });
    expect(raster.geoTags).toEqual(elevation.geoTags);
    expect(raster.isNoData(255)).toBe(true);
    expect([...cells.keys()].filter((cell) => values[cell] !== (cell % COLUMNS <= 40 ? 1 : 0))).toEqual([]);
    await Promise.all([raster.close(), elevation.close()]);
  });

  it('has smoke behind the wall that rises high enough, and 255 beyond the range', async () => {
    expect(await view({ targetMetres: 200, rangeMetres: 1_210 })).toMatchObject({ hidden: 0 });
    const near = await view({ rangeMetres: 300 });
    const seen = 'seen' in near ? near.seen : 0;
    expect(Math.abs(seen / (Math.PI * 10 ** 2) - 1)).toBeLessThan(0.05);
    expect(near).toMatchObject({ hidden: 0, unknown: COLUMNS * ROWS - seen });
    // Between posts no post lies within a metre: everything is out of range, and nothing is refused.
    expect(await view({ ...at(20.5, 20.5), rangeMetres: 1 })).toEqual({
      out: file('out.tif'),
      seen: 0,
      hidden: 0,
      unknown: COLUMNS * ROWS,
    });
  });

  it('has 255 in a hole of the elevation and behind it', async () => {
    await view({ dem: file('hole.tif') });
    const raster = await openGeoTiffRaster(file('out.tif'));
    const values = await raster.read({ column: 0, row: 0, columns: COLUMNS, rows: ROWS });
    const value = (column: number, row: number) => values[row * COLUMNS + column];
    expect([value(10, 20), value(5, 20), value(20, 2), value(12, 20), value(50, 20)]).toEqual([255, 255, 255, 1, 0]);
    await raster.close();
  });

  it('of an SRTM file lies on its posts', async () => {
    const posts = Buffer.alloc(1201 * 1201 * 2);
    for (let post = 0; post < 1201 * 1201; post++) posts.writeInt16BE(500 + (post % 7), post * 2);
    await writeFile(file('N31E105.hgt'), posts);
    const answer = await view({ dem: file('N31E105.hgt'), longitude: 105.5, latitude: 31.5, rangeMetres: 2_000 });
    expect(answer).toMatchObject({ unknown: expect.any(Number) });
    const raster = await openGeoTiffRaster(file('out.tif'));
    expect(raster.georeference.projection).toBeNull();
    expect(raster.georeference.cells[2]).toBeCloseTo(105, 9);
    expect(raster.georeference.cells[5]).toBeCloseTo(32, 9);
    await raster.close();
  });

  it.each([
    [{ longitude: 106 }, 'longitude：高程文件不含这个位置'],
    [{ ...at(10), dem: 'hole' }, 'longitude：塔下没有高程数据'],
    [{ dem: 'missing' }, 'dem：打不开'],
    [{ dem: 'out-folder' }, 'dem：'],
    [{ out: 'nowhere' }, 'out：写不了'],
    [{ mastMetres: -1 }, 'mastMetres：'],
    [{ rangeMetres: 0 }, 'rangeMetres：'],
    [{ rangeMetres: 1e9 }, 'rangeMetres：'],
    [{ latitude: 'north' }, 'latitude：'],
  ])('is refused with the field and the reason: %j', async (given, said) => {
    const { dem, out } = given as { readonly dem?: string; readonly out?: string };
    const named = { ...(dem && { dem: file(dem === 'hole' ? 'hole.tif' : dem) }), ...(out && { out: file(`${out}/out.tif`) }) };
    expect(await errorOf(view({ ...given, ...named }))).toContain(said);
  });
});

describe('the best sites', () => {
  const candidates = [
    { id: 'west', ...at(20) },
    { id: 'near', ...at(25) },
    { id: 'east', ...at(50) },
  ];

  it('see most together, each with what it adds, best first', async () => {
    // West of the wall, with the wall itself, are 41 columns, east of it 20.
    const answer = await sites({ candidates });
    const [first, second] = 'error' in answer ? expect.fail(answer.error) : answer.chosen;
    expect([['west', 'near'].includes(String(first?.id)), second?.id]).toEqual([true, 'east']);
    expect([first?.addedWeight, second?.addedWeight]).toEqual([41 * 41, 20 * 41]);
    expect(answer).toMatchObject({ totalWeight: COLUMNS * ROWS });
  });

  it('count what the file of weights says, and nothing that a tower sees already', async () => {
    const forest = { weights: file('forest.tif'), count: 3 };
    expect(await sites({ candidates, ...forest })).toEqual({ chosen: [{ id: 'east', addedWeight: 5 * 20 * 41 }], totalWeight: 4_100 });
    const towers = [{ ...at(52), mastMetres: 40 }];
    expect(await sites({ candidates, towers, ...forest })).toEqual({ chosen: [], totalWeight: 0 });
  });

  it('are one where thousands of candidates lie in one place', async () => {
    const crowd = Array.from({ length: 10_000 }, (_, id) => ({ id, ...at(20) }));
    expect(await sites({ candidates: crowd, count: 5, rangeMetres: 200 })).toMatchObject({ chosen: [{ addedWeight: expect.any(Number) }] });
  });

  it.each([
    [{ candidates: [] }, 'candidates'],
    [{ candidates: [{ id: 1, longitude: 100, latitude: 30 }] }, 'candidates[0]：高程文件不含这个位置'],
    [{ candidates, towers: [{ longitude: 100, latitude: 30, mastMetres: 3 }] }, 'towers[0]：高程文件不含这个位置'],
    [{ candidates, weights: 'missing.tif' }, 'weights：'],
    [{ candidates, count: 0 }, 'count：'],
  ])('are refused with the field and the reason: case %#', async (given, said) => {
    expect(await errorOf(sites(given))).toContain(said);
  });
});

describe('the command', () => {
  const run = async (words: readonly string[], input = '') => {
    const printed: string[] = [];
    const code = await sight(words, { input: Readable.from([input]), print: (text) => void printed.push(text) });
    return { code, printed: printed.join('\n') };
  };

  it('prints one line of JSON, and ends with 1 for a refused question', async () => {
    const question = { dem: file('wall.tif'), ...TOWER, mastMetres: 30, targetMetres: 10, rangeMetres: 5_000, out: file('line.tif') };
    const done = await run(['viewshed'], JSON.stringify(question));
    expect([done.code, JSON.parse(done.printed)]).toEqual([0, expect.objectContaining({ out: file('line.tif') })]);
    expect((await readFile(file('line.tif'))).length).toBeGreaterThan(COLUMNS * ROWS);
    expect(await run(['site'], '{')).toMatchObject({ code: 1, printed: expect.stringContaining('输入不是 JSON') });
  });

  it('explains itself, and refuses what it does not know', async () => {
    expect(await run(['--help'])).toEqual({ code: 0, printed: USAGE });
    expect(await run(['view'])).toEqual({ code: 2, printed: USAGE });
    expect(await run([])).toEqual({ code: 2, printed: USAGE });
  });
});
