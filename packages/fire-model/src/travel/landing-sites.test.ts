import { distanceMetres } from '@lookout/geo';
import { describe, expect, it } from 'vitest';
import { landingSites } from './landing-sites.ts';
import { cellAt, placeOfCell } from './walk-ground.ts';

const FRAME = { columns: 61, rows: 61, west: 103.5, north: 31.5, lngDegrees: 0.0006, latDegrees: 0.0006 };
const CELLS = FRAME.columns * FRAME.rows;
const MIDDLE = placeOfCell(FRAME, 30 * 61 + 30);
/** A slope that rises eastwards by so much a cell of 57 m. */
const slope = (metres: number): Float32Array => Float32Array.from({ length: CELLS }, (_, cell) => (cell % 61) * metres);

describe('landing sites', () => {
  it('level and open ground has one site in each sector, the nearest, and none beyond the radius', () => {
    const sites = landingSites({ ...FRAME, heights: slope(0) }, (cell) => cell !== 30 * 61 + 30, MIDDLE, 1_000);
    expect(sites).toHaveLength(8);
    for (const site of sites) expect(distanceMetres(site, MIDDLE)).toBeLessThan(150);
    expect(landingSites({ ...FRAME, heights: slope(0) }, (cell) => cell % 61 > 55, MIDDLE, 1_000)).toEqual([]);
  });

  it('a slope of six degrees is a landing site, one of eight is not', () => {
    expect(landingSites({ ...FRAME, heights: slope(57 * Math.tan(0.105)) }, () => true, MIDDLE)).toHaveLength(8);
    expect(landingSites({ ...FRAME, heights: slope(57 * Math.tan(0.14)) }, () => true, MIDDLE)).toEqual([]);
  });

  it('a site is only where the ground is open and known', () => {
    const open = new Set([10 * 61 + 30, 50 * 61 + 31]);
    const sites = landingSites({ ...FRAME, heights: slope(0) }, (cell) => open.has(cell), MIDDLE, 2_000);
    expect(new Set(sites.map((site) => cellAt(FRAME, site)))).toEqual(open);
    expect(landingSites({ ...FRAME, heights: new Float32Array(CELLS).fill(Number.NaN) }, () => true, MIDDLE)).toEqual([]);
    expect(landingSites({ ...FRAME, heights: slope(0) }, () => true, { lng: 100, lat: 30 })).toEqual([]);
  });
});
