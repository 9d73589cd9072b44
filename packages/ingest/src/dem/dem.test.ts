import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemFile, openDem, placingOf } from './index.ts';
import { type TinyTiff, writeTiff } from './testing/write-tiff.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-dem-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function opened<T>(name: string, content: Uint8Array, use: (dem: DemFile) => Promise<T>): Promise<T> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const dem = await openDem(file);
  try {
    return await use(dem);
  } finally {
    await dem.close();
  }
}
const whole = (dem: DemFile) => dem.read({ column: 0, row: 0, columns: dem.columns, rows: dem.rows });
const degrees: readonly (readonly [number, number])[] = [
  [1024, 2],
  [1025, 1],
  [2048, 4326],
];
const tiff = (more: Partial<TinyTiff> = {}): Buffer =>
  writeTiff({ columns: 3, rows: 2, values: [1, 2, 3, 4, 5, 6], keys: degrees, origin: [103, 31], cell: [0.1, 0.2], ...more });
/** The centre of the first cell. */
const corner = (name: string, more: Partial<TinyTiff>) =>
  opened(name, tiff(more), async (dem) => {
    const [lng, lat] = placingOf(dem.georeference).toPosition(0, 0);
    return [Number(lng.toFixed(5)), Number(lat.toFixed(5))];
  });

describe('a GeoTIFF', () => {
  it('The heights are read by windows, and cells are located by their centres', async () => {
    await opened('a.tif', tiff(), async (dem) => {
      expect([...(await whole(dem))]).toEqual([1, 2, 3, 4, 5, 6]);
      expect([...(await dem.read({ column: 1, row: 1, columns: 2, rows: 1 }))]).toEqual([5, 6]);
      const [column, row] = placingOf(dem.georeference).toCell(103.25, 30.7);
      expect([column, row]).toEqual([expect.closeTo(2, 9), expect.closeTo(1, 9)]);
    });
    expect(await corner('area.tif', {})).toEqual([103.05, 30.9]);
    const points = degrees.map(([key, value]) => [key, key === 1025 ? 2 : value] as const);
    expect(await corner('point.tif', { keys: points })).toEqual([103, 31]);
  });

  it('Cells have no data when they are declared so, NaN, −32768 or outside the range of heights on Earth', async () => {
    const read = (name: string, more: Partial<TinyTiff>) => opened(name, tiff(more), async (dem) => [...(await whole(dem))]);
    const none = Number.NaN;
    expect(await read('n1.tif', { noData: '-9999', values: [1, -9999, 3, none, -32_768, 3e38] })).toEqual([1, none, 3, none, none, none]);
    expect(await read('n2.tif', { kind: 'int16', noData: '0', values: [0, 2, -32_768, 4, -12, 6] })).toEqual([none, 2, none, 4, -12, 6]);
  });

  it('Heights in feet are converted to metres', async () => {
    const keys = [...degrees, [4099, 9002] as const];
    await opened('feet.tif', tiff({ keys }), async (dem) => expect((await whole(dem))[1]).toBeCloseTo(0.6096, 4));
  });

  it.each<[string, readonly (readonly [number, number])[], [number, number], readonly (readonly [number, number])[]]>([
    [
      'UTM by code',
      [
        [1024, 1],
        [3072, 32_648],
      ],
      [407_800.41, 3_483_064.9],
      [],
    ],
    [
      'CGCS2000 3° zone by code',
      [
        [1024, 1],
        [3072, 4543],
      ],
      [651_500, 3_484_000],
      [],
    ],
    // Origins computed by gdaltransform from 103.6, 31.475.
    [
      'a conic of another country by code',
      [
        [1024, 1],
        [3072, 2154],
      ],
      [8_101_918.47, 10_392_073.35],
      [],
    ],
    [
      'a polar stereographic by code',
      [
        [1024, 1],
        [3072, 3995],
      ],
      [6_758_917.5, 1_635_154.23],
      [],
    ],
    [
      'equal areas of the world by code',
      [
        [1024, 1],
        [3072, 6933],
      ],
      [9_995_978.63, 3_821_088.01],
      [],
    ],
    [
      'UTM by its projection code',
      [
        [1024, 1],
        [3072, 32_767],
        [2048, 4326],
        [3074, 16_048],
        [3076, 9001],
      ],
      [407_800.41, 3_483_064.9],
      [],
    ],
    [
      'a projection of its own',
      [
        [1024, 1],
        [3072, 32_767],
        [2048, 4326],
        [3074, 32_767],
        [3075, 1],
        [3076, 9001],
      ],
      [-94_692.5, 3_483_064.9],
      [
        [3080, 105],
        [3081, 0],
        [3082, 0],
        [3083, 0],
        [3092, 0.9996],
      ],
    ],
  ])('It lies where %s states', async (name, keys, origin, doubles) => {
    const [lng, lat] = await corner(`${name}.tif`, { keys, doubles, origin, cell: [1, 1] });
    expect(lng).toBeGreaterThan(103.5);
    expect(lng).toBeLessThan(104.5);
    expect(lat).toBeCloseTo(31.475, 1);
  });

  it.each<[string, Partial<TinyTiff>, string]>([
    ['no coordinate system', { keys: [] }, 'geotiff-without-system'],
    [
      'an unknown code',
      {
        keys: [
          [1024, 1],
          [3072, 20_790],
        ],
      },
      'system-unknown {"epsg":20790}',
    ],
    [
      'Xi’an 1980',
      {
        keys: [
          [1024, 1],
          [3072, 2349],
        ],
      },
      '{"system":"xian-1980","epsg":2349}',
    ],
    [
      'an unknown method',
      {
        keys: [
          [1024, 1],
          [3072, 32_767],
          [2048, 4326],
          [3075, 99],
        ],
      },
      'projection-method-unknown {"method":99}',
    ],
    [
      'another prime meridian',
      {
        keys: [
          [1024, 1],
          [3072, 32_767],
          [2051, 8903],
          [3075, 1],
        ],
      },
      'prime-meridian-unknown {"epsg":8903}',
    ],
    ['no place', { origin: undefined as never }, 'geotiff-without-place'],
    ['three bands', { bands: 3, values: Array.from({ length: 18 }, () => 1) }, 'geotiff-bands {"bands":3}'],
    ['a picture', { kind: 'uint8' }, 'geotiff-eight-bits'],
    ['a compression that cannot be unpacked', { compression: 50_002 }, 'geotiff-compression {"method":"JPEG XL"}'],
    ['a compression that nobody knows', { compression: 60_000 }, 'geotiff-compression {"method":"TIFF 60000"}'],
  ])('It is refused with a specific reason: %s', async (name, more, reason) => {
    await expect(opened(`${name}.tif`, tiff(more), async () => undefined)).rejects.toThrow(reason);
  });
});

describe('an .hgt', () => {
  const bytes = (side: number, heights: Readonly<Record<number, number>> = {}): Buffer => {
    const all = Buffer.alloc(side * side * 2);
    for (const [at, height] of Object.entries(heights)) all.writeInt16BE(height, Number(at) * 2);
    return all;
  };

  it('An .hgt lies where its name states, its outer posts on whole degrees', async () => {
    await opened('N31E103.hgt', bytes(1201, { 0: 500, 1: -32_768, [1201 * 1201 - 1]: -7 }), async (dem) => {
      const { toPosition } = placingOf(dem.georeference);
      expect([dem.columns, toPosition(0, 0), toPosition(1200, 1200).map((degree) => Number(degree.toFixed(9)))]).toEqual([
        1201,
        [103, 32],
        [104, 31],
      ]);
      expect([...(await dem.read({ column: 0, row: 0, columns: 2, rows: 1 }))]).toEqual([500, Number.NaN]);
      expect([...(await dem.read({ column: 1200, row: 1200, columns: 1, rows: 1 }))]).toEqual([-7]);
    });
    await opened('S01W070.SRTMGL1.hgt', bytes(3601), async (dem) => expect(placingOf(dem.georeference).toPosition(0, 0)).toEqual([-70, 0]));
  });

  it.each([
    ['mountain.hgt', bytes(1201), 'hgt-name'],
    ['N91E103.hgt', bytes(1201), 'hgt-corner'],
    ['N32E103.hgt', bytes(1000), 'hgt-size'],
  ])('%s is refused: %#', async (name, content, reason) => {
    await expect(opened(name, content, async () => undefined)).rejects.toThrow(reason);
  });
});

it.each([
  ['notes.txt', Buffer.from('heights'), 'not-elevation'],
  ['empty.tif', Buffer.alloc(0), 'file-empty'],
  ['packed.zip', Buffer.from('504b0304', 'hex'), 'elevation-packed'],
  ['cut.tif', tiff().subarray(0, 20), 'geotiff-too-small'],
])('%s is refused with its reason', async (name, content, reason) => {
  await expect(opened(name, content, async () => undefined)).rejects.toThrow(reason);
});
