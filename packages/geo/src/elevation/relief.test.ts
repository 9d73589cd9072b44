import { describe, expect, it } from 'vitest';
import { TILE_CELLS, TILE_POSTS } from './lattice.ts';
import { demoRelief, RELIEF_MAX_LEVEL, STAGE } from './relief.ts';
import { createSurface } from './surface.ts';
import { encodeTile, heightToValue } from './tile-format.ts';

const relief = demoRelief(1);
const surface = createSurface(relief);

/** FNV-1a over the bytes: changes when any post changes. */
function checksum(bytes: Uint8Array): string {
  let h = 0x811c9dc5;
  for (const byte of bytes) h = Math.imul(h ^ byte, 0x01000193);
  return (h >>> 0).toString(16).padStart(8, '0');
}

function* positionsOnStage(step: number): Generator<[number, number]> {
  for (let lng = STAGE.west; lng <= STAGE.east; lng += step) for (let lat = STAGE.south; lat <= STAGE.north; lat += step) yield [lng, lat];
}

describe('the demo relief', () => {
  it('the relief is the same on every machine: these tiles have these bytes', () => {
    const tiles: [number, number, number][] = [
      [0, 1, 0],
      [5, 50, 10],
      [12, 6453, 1331],
      [12, 6425, 1290],
      [12, 6691, 1242],
    ];
    expect(tiles.map(([z, x, y]) => checksum(encodeTile(relief, z, x, y)))).toEqual([
      'ede9d4d0',
      'b18addf5',
      '7a34a4c9',
      'faa2951d',
      'e6150851',
    ]);
  });

  it('the relief has the same values tile by tile as post by post, to the bit, on every level and over the date line', () => {
    const tiles: [number, number, number][] = [
      [0, 0, 0],
      [3, 15, 3],
      [6, 100, 20],
      [9, 806, 166],
      [12, 6453, 1331],
      [12, 6380, 1275],
      [12, 6425, 1290],
      [12, 6691, 1242],
      [12, 5900, 1100],
      [12, 8191, 2047],
    ];
    // In reverse order and with another relief instance, so that cached state cannot agree by chance.
    const alone = demoRelief(1);
    for (const [level, x, y] of tiles) {
      const stride = 2 ** (RELIEF_MAX_LEVEL - level);
      const values = relief.values?.(level, x, y) ?? new Uint16Array();
      const posts = new Uint16Array(TILE_POSTS * TILE_POSTS);
      for (let at = posts.length - 1; at >= 0; at--) {
        const [i, j] = [x * TILE_CELLS + (at % TILE_POSTS), y * TILE_CELLS + Math.floor(at / TILE_POSTS)];
        posts[at] = heightToValue(alone.post(i * stride, j * stride));
      }
      expect({ level, x, y, values }).toEqual({ level, x, y, values: posts });
    }
  });

  it('a tile takes at most 4 ms of CPU', () => {
    const fresh = demoRelief(1);
    const cpuOf = (x: number): number => {
      const before = process.cpuUsage();
      for (let y = 1320; y < 1340; y++) fresh.values?.(RELIEF_MAX_LEVEL, x, y);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000 / 20;
    };
    expect(Math.min(...[6440, 6441, 6442, 6443, 6444].map(cpuOf))).toBeLessThan(4);
  });

  it('another seed moves the ridges, and the same seed gives the same relief', () => {
    const tile = encodeTile(relief, 12, 6453, 1331);
    expect(encodeTile(demoRelief(1), 12, 6453, 1331)).toEqual(tile);
    expect(encodeTile(demoRelief(2), 12, 6453, 1331)).not.toEqual(tile);
  });

  it('the stage is between 1,000 and 5,000 m, with low valleys and a high north-west', () => {
    const heights = [...positionsOnStage(0.04)].map(([lng, lat]) => surface.heightAt(lng, lat) ?? Number.NaN);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(1000);
    expect(Math.max(...heights)).toBeLessThanOrEqual(5000);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(2500);
    expect(surface.heightAt(103.59, 31.48)).toBeCloseTo(1326, -2); // Wenchuan, in its valley
    expect(surface.heightAt(101.7, 32.9)).toBeCloseTo(3290, -2); // Aba county
  });

  it('the other demo places have plausible heights', () => {
    expect(surface.heightAt(114.06, 35.4)).toBeLessThan(500); // Weihui
    expect(surface.heightAt(126.6, 45.8)).toBeLessThan(600); // Harbin
    expect(surface.heightAt(103.8, 25.5)).toBeGreaterThan(1300); // Qujing
    expect(surface.heightAt(91.1, 32)).toBeGreaterThan(4000); // the plateau
    expect(surface.heightAt(125, 30)).toBe(0); // East China Sea
    expect(surface.heightAt(-120, -40)).toBe(0);
  });

  it('slopes are plausible: nine in ten below 35°, none of 60°', () => {
    const slopes: number[] = [];
    for (const [lng, lat] of positionsOnStage(0.02)) {
      const i = Math.round((lng + 180) / surface.cellDegrees);
      const j = Math.round((90 - lat) / surface.cellDegrees);
      const here = relief.post(i, j) ?? Number.NaN;
      const east = ((relief.post(i + 1, j) ?? Number.NaN) - here) / (surface.cellDegrees * 111_320 * Math.cos((lat * Math.PI) / 180));
      const south = ((relief.post(i, j + 1) ?? Number.NaN) - here) / (surface.cellDegrees * 110_900);
      slopes.push((Math.atan(Math.hypot(east, south)) * 180) / Math.PI);
    }
    expect(slopes.filter((slope) => slope < 35).length / slopes.length).toBeGreaterThan(0.9);
    expect(Math.max(...slopes)).toBeLessThan(60);
  });

  it('the relief closes around the world: 180° E is 180° W', () => {
    const last = 2 ** (RELIEF_MAX_LEVEL + 1) * 64;
    for (const j of [0, 60_000, 131_072, 262_144]) expect(relief.post(last, j)).toBe(relief.post(0, j));
  });
});
