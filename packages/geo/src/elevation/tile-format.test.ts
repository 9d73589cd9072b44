import { describe, expect, it } from 'vitest';
import { isTile, type TerrainSource } from './lattice.ts';
import { demoRelief } from './relief.ts';
import { childTileMask, decodeTile, encodeTile, heightToValue, NO_DATA, quantised, TILE_BYTES, valueToHeight } from './tile-format.ts';

const relief = demoRelief(1);
const tile = (z: number, x: number, y: number): Float32Array => decodeTile(encodeTile(relief, z, x, y));
const column = (posts: Float32Array, c: number): number[] => Array.from({ length: 65 }, (_, row) => posts[row * 65 + c] ?? Number.NaN);
const row = (posts: Float32Array, r: number): number[] => [...posts.subarray(r * 65, r * 65 + 65)];

describe('a terrain tile', () => {
  it('a tile has the same posts on its edges as its neighbours', () => {
    const here = tile(12, 6453, 1331);
    expect(column(here, 64)).toEqual(column(tile(12, 6454, 1331), 0));
    expect(row(here, 64)).toEqual(row(tile(12, 6453, 1332), 0));
  });

  it('a tile has every second post of its four children', () => {
    const parent = tile(11, 3226, 665);
    for (const [east, south] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const child = tile(12, 6452 + east, 1330 + south);
      for (let r = 0; r <= 32; r++)
        for (let c = 0; c <= 32; c++) expect(child[r * 2 * 65 + c * 2]).toBe(parent[(r + south * 32) * 65 + c + east * 32]);
    }
  });

  it('a tile is 65 × 65 little-endian uint16 of 0.2 m from −1,000 m, from the north-west', () => {
    const source: TerrainSource = { maxLevel: 12, post: (i, j) => (i === 0 && j === 0 ? null : i === 1 && j === 0 ? 0 : j) };
    const bytes = encodeTile(source, 12, 0, 0);
    expect(bytes.byteLength).toBe(TILE_BYTES);
    expect([...bytes.subarray(0, 4)]).toEqual([0xff, 0xff, 0x88, 0x13]); // no data, 5000 = (0 + 1000) / 0.2
    expect(bytes[65 * 2]).toBe((5000 + 5) & 0xff);
    expect(decodeTile(bytes)[0]).toBeNaN();
    expect(decodeTile(bytes)[64 * 65]).toBe(64);
  });

  it('a tile clamps heights to its range', () => {
    expect([heightToValue(-5000), heightToValue(99_999), heightToValue(null), heightToValue(Number.NaN)]).toEqual([
      0,
      NO_DATA - 1,
      NO_DATA,
      NO_DATA,
    ]);
    expect(valueToHeight(NO_DATA)).toBeNull();
  });

  it('a tile is lossless for a source that is already rounded', () => {
    const source = quantised({ maxLevel: 12, post: (i, j) => Math.sqrt(i * 3 + j * 7) });
    const posts = decodeTile(encodeTile(source, 12, 100, 50));
    expect(posts[0]).toBe(Math.fround(source.post(6400, 3200) ?? Number.NaN));
    expect(quantised(source).post(6400, 3200)).toBe(source.post(6400, 3200));
  });

  it('a tile is refused outside the scheme, beyond the finest level, and when it is truncated', () => {
    expect(() => encodeTile(relief, 13, 0, 0)).toThrow(RangeError);
    expect(() => encodeTile(relief, 0, 2, 0)).toThrow(RangeError);
    expect(() => decodeTile(new Uint8Array(TILE_BYTES - 1))).toThrow(RangeError);
    expect([isTile(0, 1, 0), isTile(0, 0, 1), isTile(1.5, 0, 0), isTile(12, 8191, 4095), isTile(-1, 0, 0)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('a tile has all four children, and none at the finest level', () => {
    expect([childTileMask(0, 12), childTileMask(11, 12), childTileMask(12, 12)]).toEqual([15, 15, 0]);
  });
});
