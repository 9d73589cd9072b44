import { describe, expect, it } from 'vitest';
import { arrivalIn, arrivalRasterOf, arrivalStepMinutes, NEVER_STEP } from './arrival-raster.ts';

const NEVER = Number.POSITIVE_INFINITY;
const frame = { columns: 4, rows: 3, west: 100, north: 30, lngDegrees: 0.1, latDegrees: 0.1 };
const at = (column: number, row: number) => ({ lng: 100 + (column + 0.5) * 0.1, lat: 30 - (row + 0.5) * 0.1 });

describe('stored arrival times', () => {
  it('arrival times fit into a byte for any number of hours', () => {
    expect([1, 4, 5, 8, 9, 24].map(arrivalStepMinutes)).toEqual([1, 1, 2, 2, 3, 6]);
    for (let hours = 1; hours <= 24; hours++) expect((hours * 60) / arrivalStepMinutes(hours)).toBeLessThan(NEVER_STEP);
  });

  it('only the box that burns is stored, with times rounded down to whole steps', () => {
    const early = Float32Array.of(NEVER, NEVER, NEVER, NEVER, NEVER, 0, 59.9, NEVER, NEVER, NEVER, 1_440, NEVER);
    const middle = Float32Array.of(NEVER, NEVER, NEVER, NEVER, NEVER, 5, 120, NEVER, NEVER, NEVER, NEVER, NEVER);
    const raster = arrivalRasterOf(frame, 24, early, middle);
    expect(raster).toMatchObject({ stepMinutes: 6, frame: { columns: 2, rows: 2, lngDegrees: 0.1, latDegrees: 0.1 } });
    expect([raster.frame.west, raster.frame.north].map((degrees) => degrees.toFixed(6))).toEqual(['100.100000', '29.900000']);
    expect([...raster.early]).toEqual([0, 9, NEVER_STEP, 240]);
    expect([...raster.middle]).toEqual([0, 20, NEVER_STEP, NEVER_STEP]);
    const [soon, later] = [arrivalIn(raster, raster.early), arrivalIn(raster, raster.middle)];
    expect([at(1, 1), at(2, 1), at(1, 2), at(2, 2)].map(soon)).toEqual([0, 54, NEVER, 1_440]);
    expect(later(at(2, 1))).toBe(120);
    expect([at(0, 0), at(3, 1), { lng: 0, lat: 0 }].map(soon)).toEqual([NEVER, NEVER, NEVER]);
  });

  it('a ground on which nothing burns is stored as one cell that does not burn', () => {
    const none = new Float32Array(12).fill(NEVER);
    const raster = arrivalRasterOf(frame, 1, none, none);
    expect([...raster.early]).toEqual([NEVER_STEP]);
  });
});
