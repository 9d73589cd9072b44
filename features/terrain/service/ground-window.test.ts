import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeOfCell } from '@lookout/fire-model';
import { areaAround, cellDegrees, createSurface, demoLandCover, demoRelief, placeInBox, postBoxOf } from '@lookout/geo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGroundWindows, UNKNOWN_CLASS } from './ground-window.ts';

const CENTRE = { lng: 103.55, lat: 31.48 };

let dataDir: string;
let ofDemo: ReturnType<typeof createGroundWindows>;
let ofNothing: ReturnType<typeof createGroundWindows>;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ground-window-'));
  [ofDemo, ofNothing] = [createGroundWindows({ dataDir, demo: true }), createGroundWindows({ dataDir, demo: false })];
});
afterAll(async () => {
  await Promise.all([ofDemo?.stop(), ofNothing?.stop()]);
  await rm(dataDir, { recursive: true });
});

describe('a window of terrain', () => {
  it('has elevation and land cover of the demo world in every cell, marked as invented', async () => {
    const { frame, grid, heights, classes, table, elevation, landCover } = await ofDemo.read({
      centre: CENTRE,
      halfMetres: 1_500,
      cellMetres: 30,
    });
    expect([grid.columns, grid.rows, heights.length, classes.length]).toEqual([101, 101, 101 * 101, 101 * 101]);
    const surface = createSurface(demoRelief());
    const coverAt = demoLandCover(surface.heightAt);
    for (const cell of [0, 100, 5_050, 10_200]) {
      const { lng, lat } = placeOfCell(frame, cell);
      expect(heights[cell]).toBe(Math.fround(surface.heightAt(lng, lat) as number));
      expect(table[classes[cell] as number]).toMatchObject({ scheme: 'igbp', value: coverAt(lng, lat) });
    }
    expect({ elevation, landCover }).toEqual({
      elevation: { origin: 'demo', version: '' },
      landCover: { origin: 'demo', version: '', files: ['演示地类'] },
    });
    expect(heights.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('has no data where nothing was imported', async () => {
    const { heights, classes, table, elevation, landCover } = await ofNothing.read({
      centre: CENTRE,
      halfMetres: 300,
      cellMetres: 30,
    });
    expect(heights.every(Number.isNaN)).toBe(true);
    expect(classes.every((index) => index === UNKNOWN_CLASS)).toBe(true);
    expect([table, elevation.origin, landCover.origin]).toEqual([[], 'none', 'none']);
  });

  it('is refused when it has too many cells', async () => {
    await expect(ofDemo.read({ centre: CENTRE, halfMetres: 50_000, cellMetres: 30 })).rejects.toThrow('at most 4000000');
  });
});

describe('the ground on posts', () => {
  it('is that of the surface and the land cover at each post, across tiles, at the level of the relief and a coarser one', async () => {
    const surface = createSurface(demoRelief());
    const coverAt = demoLandCover(surface.heightAt);
    for (const level of [12, 11]) {
      const box = postBoxOf(areaAround(CENTRE, 6_000), level);
      const { heights, classes, table, elevation } = await ofDemo.posts(box, true);
      expect([heights.length, elevation.origin]).toEqual([box.columns * box.rows, 'demo']);
      expect(heights.buffer).toBeInstanceOf(SharedArrayBuffer);
      for (let post = 0; post < heights.length; post += 37) {
        const { lng, lat } = placeInBox(box, post % box.columns, Math.floor(post / box.columns));
        expect(heights[post]).toBeCloseTo(surface.heightAt(lng, lat) as number, 1);
        expect(table[classes?.[post] as number]?.value).toBe(coverAt(lng, lat));
      }
    }
  });

  it('is unknown where nothing was imported, has no classes where none are wanted, and is refused when it is too large', async () => {
    const box = postBoxOf(areaAround(CENTRE, 500), 12);
    const { heights, classes, elevation } = await ofNothing.posts(box, false);
    expect([heights.every(Number.isNaN), classes, elevation.origin]).toEqual([true, null, 'none']);
    await expect(ofDemo.posts({ ...box, columns: 3_000, rows: 3_000 }, false)).rejects.toThrow('at most 4000000');
  });

  it('reaches the edges of the lattice', async () => {
    const last = 2 ** 12 * 64;
    const { heights } = await ofDemo.posts({ level: 12, west: 2 * last - 3, north: last - 3, columns: 4, rows: 4 }, false);
    expect(heights.length).toBe(16);
    expect(cellDegrees(12) * last).toBe(180);
  });
});

describe('the land cover at positions far apart', () => {
  it('equals that of a window around each of them', async () => {
    const places = [CENTRE, { lng: 103.2, lat: 31.1 }, { lng: 104.4, lat: 30.6 }, { lng: 102.6, lat: 32.4 }];
    const covers = await ofDemo.coverAt(places);
    const beside = await Promise.all(places.map((centre) => ofDemo.read({ centre, halfMetres: 30, cellMetres: 30 })));
    expect(covers).toEqual(beside.map(({ classes, table }) => ({ ...table[classes[4] as number], file: '演示地类' })));
    expect(new Set(covers.map((cover) => cover?.value)).size).toBeGreaterThan(1);
  });

  it('is unknown where nothing was imported', async () => {
    expect(await ofNothing.coverAt([CENTRE, CENTRE])).toEqual([null, null]);
    expect(await ofNothing.coverAt([])).toEqual([]);
  });
});
