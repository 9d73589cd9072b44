import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOsmWays } from './osm-ways.ts';
import { osmPbfOf, type TinyOsm } from './testing/osm.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-osm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Uint8Array, mostNodes = 100) {
  const file = path.join(folder, 'x.osm.pbf');
  await writeFile(file, content);
  return readOsmWays(file, { keys: ['highway', 'name'], isWanted: ({ highway }) => highway !== undefined, mostNodes });
}

/** Ids beyond 32 bits, as in real data. */
const BIG = 11_000_000_000;
const TOWN: TinyOsm = {
  nodes: [
    { id: 1, lng: 103.5, lat: 31.4 },
    { id: 2, lng: 103.51, lat: 31.41 },
    { id: BIG, lng: 103.52, lat: 31.42 },
    { id: BIG + 1, lng: 103.53, lat: 31.43 },
  ],
  ways: [
    { id: 7, refs: [1, 2, BIG], tags: { highway: 'primary', name: '国道', source: 'x' } },
    { id: 8, refs: [1, 2], tags: { waterway: 'river' } },
    { id: 9, refs: [1, 2, 5, BIG, BIG + 1, 6], tags: { highway: 'track' } },
  ],
};

describe('the ways of an extract', () => {
  it('Ways get the positions of their nodes; a way with missing nodes is split into runs', async () => {
    const { ways, incomplete } = await read(osmPbfOf(TOWN));
    expect(incomplete).toBe(1);
    expect(ways).toEqual([
      { id: 7, tags: { highway: 'primary', name: '国道' }, runs: [[at(103.5, 31.4), at(103.51, 31.41), at(103.52, 31.42)]] },
      {
        id: 9,
        tags: { highway: 'track' },
        runs: [
          [at(103.5, 31.4), at(103.51, 31.41)],
          [at(103.52, 31.42), at(103.53, 31.43)],
        ],
      },
    ]);
  });

  it('Uncompressed blocks are read, and other compressions are refused by name', async () => {
    expect((await read(osmPbfOf(TOWN, 1))).ways).toEqual((await read(osmPbfOf(TOWN))).ways);
    for (const [packing, method] of [
      [4, 'LZMA'],
      [6, 'LZ4'],
      [7, 'Zstandard'],
    ] as const)
      await expect(read(osmPbfOf(TOWN, packing))).rejects.toMatchObject({ fault: { code: 'osm-compression', params: { method } } });
  });

  it.each([
    ['a file of something else', Buffer.from('PK\x03\x04 not a map at all, but long enough to be one'), 'not-osm-pbf'],
    ['an empty file', Buffer.alloc(0), 'not-osm-pbf'],
    ['one that is cut short', osmPbfOf(TOWN).subarray(0, -9), 'osm-pbf-unreadable'],
    ['one with a damaged block', damaged(osmPbfOf(TOWN)), 'osm-pbf-unreadable'],
  ])('%s is refused', async (_name, content, code) => {
    await expect(read(content)).rejects.toMatchObject({ fault: { code } });
  });

  it('An extract whose ways need more nodes than memory allows is refused', async () => {
    await expect(read(osmPbfOf(TOWN), 8)).rejects.toMatchObject({ fault: { code: 'osm-too-many-nodes', params: { most: 8 } } });
  });
});

function damaged(file: Buffer): Buffer {
  file.fill(0xff, file.length - 20, file.length - 8);
  return file;
}

const at = (lng: number, lat: number) => ({ lng: expect.closeTo(lng, 9), lat: expect.closeTo(lat, 9) });
