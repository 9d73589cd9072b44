import { describe, expect, it } from 'vitest';
import type { TerrainSource } from './lattice.ts';
import { demoRelief } from './relief.ts';
import { createSurface } from './surface.ts';
import { decodeTile, encodeTile } from './tile-format.ts';

const relief = demoRelief(1);

/** The height in a decoded tile as Cesium computes it, from the south-west corner (HeightmapTerrainData.js, interpolateHeight). */
function cesiumHeight(posts: Float32Array, west: number, south: number, size: number, lng: number, lat: number): number {
  const fromWest = ((lng - west) * 64) / size;
  const fromSouth = ((lat - south) * 64) / size;
  const column = Math.min(Math.trunc(fromWest), 63);
  const row = Math.min(Math.trunc(fromSouth), 63);
  const dx = fromWest - column;
  const dy = fromSouth - row;
  const post = (r: number, c: number): number => posts[(64 - r) * 65 + c] ?? Number.NaN;
  const [sw, se, nw, ne] = [post(row, column), post(row, column + 1), post(row + 1, column), post(row + 1, column + 1)];
  return dy < dx ? sw + dx * (se - sw) + dy * (ne - se) : sw + dx * (ne - nw) + dy * (nw - sw);
}

/** A fixed sequence of pseudo-random positions (linear congruential). */
function places(count: number): { lng: number; lat: number }[] {
  let state = 20_261_121;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => ({ lng: 100.5 + 4 * next(), lat: 30.5 + 4 * next() }));
}

describe('the surface', () => {
  it('the surface equals what the globe draws from the encoded tile, at 200 positions, to a centimetre', () => {
    const surface = createSurface(relief);
    const size = 180 / 2 ** 12;
    for (const { lng, lat } of places(200)) {
      const x = Math.floor((lng + 180) / size);
      const y = Math.floor((90 - lat) / size);
      const posts = decodeTile(encodeTile(relief, 12, x, y));
      const drawn = cesiumHeight(posts, x * size - 180, 90 - (y + 1) * size, size, lng, lat);
      expect(Math.abs((surface.heightAt(lng, lat) ?? Number.NaN) - drawn)).toBeLessThanOrEqual(0.01);
    }
  });

  it('the surface has at a post the height of the post', () => {
    const surface = createSurface(relief);
    for (const [i, j] of [
      [412_980, 85_200],
      [413_056, 85_184], // the corner of four tiles
    ] as const) {
      const height = surface.heightAt(i * surface.cellDegrees - 180, 90 - j * surface.cellDegrees);
      expect(height).toBeCloseTo(relief.post(i, j) ?? Number.NaN, 2);
    }
  });

  it('the surface returns the same heights when far more tiles are used than it caches', () => {
    const roomy = createSurface(relief);
    const tight = createSurface(relief, { keepTiles: 2 });
    const list = places(60);
    expect(tight.heightsAt(list)).toEqual(roomy.heightsAt(list));
    expect(tight.heightsAt(list)).toEqual(roomy.heightsAt(list));
  });

  it('the surface returns the same heights from single posts as from a tile', () => {
    const surface = createSurface(relief);
    const around = places(100).map(({ lng, lat }) => ({ lng: 103 + (lng - 102.5) / 200, lat: 31 + (lat - 32.5) / 200 }));
    const first = surface.heightsAt(around);
    expect(surface.heightsAt(around)).toEqual(first);
  });

  it('the surface creates no tile for single positions and one tile where there are many, and keeps it while it is in use', () => {
    let posts = 0;
    const source: TerrainSource = {
      maxLevel: 12,
      post: () => {
        posts++;
        return 5;
      },
    };
    const surface = createSurface(source, { keepTiles: 4 });
    for (let k = 0; k < 100; k++) surface.heightAt(90 + k * 0.05, 35);
    expect(posts).toBe(300);
    for (let k = 0; k < 1000; k++) surface.heightAt(103, 31);
    expect(posts).toBe(300 + 64 * 3 + 4225);
    for (let k = 0; k < 50; k++) {
      surface.tile(7000 + k, 1000);
      surface.heightAt(103, 31);
    }
    expect(posts).toBe(300 + 64 * 3 + 4225 * 51);
  });

  it('the height is null where a post of the triangle is missing, and for positions not on Earth', () => {
    const hole: TerrainSource = { maxLevel: 12, post: (i, j) => (i === 412_980 && j === 85_200 ? null : 100) };
    const surface = createSurface(hole);
    const cell = surface.cellDegrees;
    const at = (i: number, j: number): number | null => surface.heightAt(i * cell - 180, 90 - j * cell);
    expect(at(412_980.2, 85_200.2)).toBeNull();
    expect(at(412_980.8, 85_200.8)).toBe(100);
    for (const [lng, lat] of [
      [181, 0],
      [0, 91],
      [Number.NaN, 0],
      [0, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(surface.heightAt(lng, lat)).toBeNull();
    }
    for (const [lng, lat] of [
      [180, 0],
      [-180, 0],
      [0, 90],
      [0, -90],
    ] as const) {
      expect(surface.heightAt(lng, lat)).toBe(100);
    }
  });
});
