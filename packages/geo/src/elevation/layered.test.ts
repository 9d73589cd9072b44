import { describe, expect, it } from 'vitest';
import { cellDegrees, TILE_CELLS, TILE_POSTS } from './lattice.ts';
import { BASE_LEVEL, type GroundPiece, layeredGround } from './layered.ts';
import { createSurface } from './surface.ts';
import { decodeTile, encodeTile, heightToValue, NO_DATA } from './tile-format.ts';

const base = { maxLevel: BASE_LEVEL, highestMetres: 6000, post: (i: number, j: number) => ((i * 7 + j * 13) % 50) + 100 };

/** Terrain by a formula in a box, at any resolution. */
function aPiece(box: GroundPiece['box'], maxLevel: number, height: (lng: number, lat: number) => number, degrees = 1 / 3600): GroundPiece {
  const valueAt: GroundPiece['valueAt'] = (level, i, j) => {
    const [lng, lat] = [i * cellDegrees(level) - 180, 90 - j * cellDegrees(level)];
    const isHere = lng >= box.west && lng <= box.east && lat >= box.south && lat <= box.north;
    return isHere ? heightToValue(height(lng, lat)) : NO_DATA;
  };
  return {
    box,
    maxLevel,
    cellDegrees: degrees,
    valueAt,
    fill: (level, x, y, values) => {
      for (const [at, value] of values.entries()) {
        if (value !== NO_DATA) continue;
        values[at] = valueAt(level, x * TILE_CELLS + (at % TILE_POSTS), y * TILE_CELLS + Math.floor(at / TILE_POSTS));
      }
    },
  };
}

const box = { west: 103.01, south: 31.01, east: 103.03, north: 31.03 };
const fine = aPiece(box, 15, (lng, lat) => 2000 + 300 * Math.sin(lng * 900) * Math.cos(lat * 900));
const tileAt = (level: number, lng: number, lat: number) => ({
  x: Math.floor(((lng + 180) / 180) * 2 ** level),
  y: Math.floor(((90 - lat) / 180) * 2 ** level),
});

describe('layered terrain', () => {
  it('every tile of every level equals its posts read one by one', () => {
    const ground = layeredGround([fine], base, 6000);
    for (const level of [12, 13, 15]) {
      const source = ground.sourceAt(level);
      const { x, y } = tileAt(level, 103.0101, 31.0299);
      const tile = decodeTile(encodeTile(source, level, x, y));
      for (let at = 0; at < tile.length; at += 7) {
        const post = source.post(x * TILE_CELLS + (at % TILE_POSTS), y * TILE_CELLS + Math.floor(at / TILE_POSTS));
        expect(tile[at]).toBe(Math.fround(post ?? Number.NaN));
      }
    }
  });

  it('posts of coarser levels coincide with finer ones, inside, outside and across the edge', () => {
    const ground = layeredGround([fine], base, 6000);
    const [coarse, finest] = [ground.sourceAt(12), ground.sourceAt(15)];
    const { x, y } = tileAt(12, 103.0101, 31.0299);
    for (let row = 0; row <= TILE_CELLS; row += 3) {
      for (let column = 0; column <= TILE_CELLS; column += 3) {
        const [i, j] = [x * TILE_CELLS + column, y * TILE_CELLS + row];
        expect(finest.post(i * 8, j * 8)).toBe(coarse.post(i, j));
      }
    }
  });

  it('without finer terrain a fine lattice draws the triangles of the coarse one', () => {
    const ground = layeredGround([fine], base, 6000);
    const [coarse, finest] = [createSurface(ground.sourceAt(12)), createSurface(ground.sourceAt(15))];
    for (let k = 0; k < 200; k++) {
      const [lng, lat] = [90 + k * 0.0137, 25 + k * 0.0071];
      expect(Math.abs((finest.heightAt(lng, lat) ?? 0) - (coarse.heightAt(lng, lat) ?? 0))).toBeLessThanOrEqual(0.31);
    }
  });

  it('layered terrain works with and without a base', () => {
    const inside = [103.02, 31.02] as const;
    const outside = [104, 32] as const;
    const heights = (demo: boolean) => {
      const surface = createSurface(layeredGround([fine], demo ? base : null, 6000).sourceAt(15));
      return [surface.heightAt(...inside), surface.heightAt(...outside)];
    };
    const [over, demo] = heights(true);
    expect(over).toBeGreaterThan(1600);
    expect(demo).toBeLessThan(200);
    expect(heights(false)).toEqual([over, null]);
  });

  it('of two pieces the one with the smaller cells wins, at every level and in any order', () => {
    const rough = aPiece({ west: 103, south: 31, east: 103.04, north: 31.04 }, 16, () => 500, 1 / 300);
    for (const pieces of [
      [fine, rough],
      [rough, fine],
    ]) {
      const ground = layeredGround(pieces, null, 6000);
      expect(ground.maxLevel).toBe(16);
      for (const level of [12, 14, 16]) {
        const { x, y } = tileAt(level, 103.02, 31.02);
        const [i, j] = [x * TILE_CELLS + 20, y * TILE_CELLS + 20];
        const lng = i * cellDegrees(level) - 180;
        const isFine = lng >= box.west && lng <= box.east;
        expect(ground.sourceAt(level).post(i, j) === 500).toBe(!isFine);
      }
    }
    const sameCells = [aPiece(box, 14, () => 10), aPiece(box, 14, () => 20)];
    expect(createSurface(layeredGround(sameCells, null, 6000).sourceAt(14)).heightAt(103.02, 31.02)).toBe(10);
  });

  it('reports the finest level by area', () => {
    const ground = layeredGround([fine], base, 6000);
    const at = (lng: number, lat: number) => ground.maxLevelIn({ west: lng, east: lng, south: lat, north: lat });
    expect([ground.maxLevel, at(103.02, 31.02), at(104, 31.02), layeredGround([], null, 0).maxLevel]).toEqual([15, 15, 12, 12]);
    expect(ground.detail).toEqual([{ ...box, maxLevel: 15 }]);
  });
});
