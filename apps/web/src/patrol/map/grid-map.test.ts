import { TILE_POSTS } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { shaded, stitched, tilesFor } from '../../globe/relief.ts';
import { boxOf, ringsOf } from './grid-map.ts';

describe('the map of a grid', () => {
  it('has the outer rings of its boundary, and no rings for an unreadable one', () => {
    const ring = [
      [103, 31],
      [104, 31],
      [104, 32],
      [103, 31],
    ];
    expect(ringsOf(JSON.stringify({ type: 'Polygon', coordinates: [ring, ring] }))).toEqual([ring]);
    expect(ringsOf(JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] }))).toEqual([ring, ring]);
    expect([ringsOf(null), ringsOf('{'), ringsOf('{"type":"Point","coordinates":[1,2]}')]).toEqual([[], [], []]);
    expect(boxOf([{ rings: [ring as never] }])).toEqual({ west: 103, south: 31, east: 104, north: 32 });
    expect(boxOf([])).toBeNull();
  });

  it('is as fine as a county allows, and coarser for a larger grid: never more than 150 tiles', () => {
    const county = tilesFor({ west: 102.9, south: 30.8, east: 103.8, north: 31.8 }, 12);
    const prefecture = tilesFor({ west: 100.5, south: 30.5, east: 104.5, north: 34.3 }, 12);
    expect([county.level, prefecture.level]).toEqual([11, 8]);
    for (const { west, east, north, south } of [county, prefecture])
      expect((east - west + 1) * (south - north + 1)).toBeLessThanOrEqual(150);
  });

  it('is shaded: a slope facing the light is brighter than one facing away, and unknown terrain is grey', () => {
    const tile = new Float32Array(TILE_POSTS * TILE_POSTS);
    // A ridge running north to south in the middle.
    for (let at = 0; at < tile.length; at++) tile[at] = 3_000 - 60 * Math.abs((at % TILE_POSTS) - 32);
    tile[0] = Number.NaN;
    const posts = stitched([tile], 1);
    const pixels = shaded(posts, { west: 103, south: 31, east: 103.1, north: 31.1 });
    const green = (column: number) => pixels[(30 * posts.columns + column) * 4 + 1] ?? 0;
    expect(green(10)).toBeGreaterThan(green(54));
    expect([...pixels.subarray(0, 4)]).toEqual([232, 232, 232, 255]);
  });
});
