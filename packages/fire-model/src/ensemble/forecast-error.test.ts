import { describe, expect, it } from 'vitest';
import { centreOf } from '../growth/ground.ts';
import { grow } from '../growth/grow.ts';
import { isochronesOf } from '../growth/isochrones.ts';
import { forecastErrorOf, placesErrorOf, startFromPerimeter } from './forecast-error.ts';
import { aBox, aFire } from './testing/square-fire.ts';

const GRID = { columns: 100, rows: 100, cellMetres: 10, westMetres: 0, northMetres: 1_000 };
const MIDDLE = { east: 500, north: 500 };
/** A box that grows by 10 m/min on all four sides. */
const boxes = Float32Array.from({ length: 10_000 }, (_, cell) => {
  const { east, north } = centreOf(GRID, cell);
  return Math.max(Math.abs(east - 500), Math.abs(north - 500)) / 10;
});

describe('the error of a forecast', () => {
  it('a forecast that came true has no error', () => {
    const error = forecastErrorOf({ grid: GRID, arrivalMinutes: boxes }, [[aBox(MIDDLE, 200)]], 20);
    expect(error).toMatchObject({
      forecastHectares: 16,
      seenHectares: 16,
      bothHectares: 16,
      areaBias: 1,
      jaccard: 1,
      sorensen: 1,
      frontReached: 1,
    });
    // The outermost cell centres are half a cell inside the outline.
    expect(error.arrivalBiasMinutes).toBeCloseTo(-0.5, 6);
  });

  it('a forecast that is too slow has less area and is late by minutes', () => {
    const error = forecastErrorOf({ grid: GRID, arrivalMinutes: boxes }, [[aBox(MIDDLE, 300)]], 20);
    expect(error).toMatchObject({ forecastHectares: 16, seenHectares: 36, bothHectares: 16 });
    expect(error.areaBias).toBeCloseTo(16 / 36, 9);
    expect(error.jaccard).toBeCloseTo(16 / 36, 9);
    expect(error.sorensen).toBeCloseTo(32 / 52, 9);
    expect(error.arrivalBiasMinutes).toBeCloseTo(9.5, 6);
  });

  it('ground covered by several overlapping areas counts once', () => {
    const [left, right] = [aBox({ east: 450, north: 500 }, 150), aBox({ east: 550, north: 500 }, 150)];
    const { seenHectares } = forecastErrorOf({ grid: GRID, arrivalMinutes: boxes }, [[left], [right]], 20);
    expect(seenHectares).toBeCloseTo((400 * 300) / 10_000, 9);
  });

  it('a forecast in a wrong direction has the right area, half of it in the right place', () => {
    const error = forecastErrorOf({ grid: GRID, arrivalMinutes: boxes }, [[aBox({ east: 700, north: 500 }, 200)]], 20);
    expect(error).toMatchObject({ areaBias: 1, bothHectares: 8, sorensen: 0.5 });
    expect(error.jaccard).toBeCloseTo(1 / 3, 9);
  });

  it('a forecast that reaches only a part of the front reports only the share it reaches', () => {
    const held = boxes.map((minutes, cell) => (centreOf(GRID, cell).east > 500 ? Number.POSITIVE_INFINITY : minutes));
    const { frontReached, arrivalBiasMinutes } = forecastErrorOf({ grid: GRID, arrivalMinutes: held }, [[aBox(MIDDLE, 200)]], 20);
    expect(frontReached).toBe(0.5);
    expect(arrivalBiasMinutes).toBeCloseTo(-0.5, 6);
    const never = boxes.map(() => Number.POSITIVE_INFINITY);
    expect(forecastErrorOf({ grid: GRID, arrivalMinutes: never }, [[aBox(MIDDLE, 200)]], 20).arrivalBiasMinutes).toBeNaN();
  });
});

describe('the error of a forecast by places observed burning', () => {
  const ellipse = { semiMajorMetres: 100, semiMinorMetres: 50, azimuthDegrees: 90 };
  const at = (east: number, north: number) => ({ atMinutes: 20, point: { east, north }, ellipse });
  const of = (...places: Parameters<typeof placesErrorOf>[1]) => placesErrorOf({ grid: GRID, arrivalMinutes: boxes }, places);

  it('the error is the share of places that the fire had reached, within their ellipse, and their mean distance', () => {
    // The area from 300 m to 700 m burns; the ellipse is elongated to the east.
    expect(of(at(600, 500), at(790, 500))).toEqual({ within: 1, meanMetresOff: expect.closeTo(45, 6) });
    expect(of(at(600, 500), at(500, 790))).toEqual({ within: 0.5, meanMetresOff: expect.closeTo(45, 6) });
  });

  it('there is no distance where nothing had burned', () => {
    const none = placesErrorOf({ grid: GRID, arrivalMinutes: boxes.map(() => Number.POSITIVE_INFINITY) }, [at(600, 500)]);
    expect(none).toEqual({ within: 0, meanMetresOff: Number.NaN });
  });
});

describe('the next run', () => {
  it('the next run starts from the observed front: from the perimeter of a steady fire it continues as that fire does', () => {
    const whole = grow(aFire());
    if (!whole.ok) expect.fail(whole.error.en);
    const rings = (isochronesOf(whole.value, [30])[0]?.polygons ?? []).flat();
    const start = startFromPerimeter(whole.value.grid, rings, null);
    const next = grow(aFire({ ...start, hours: 1 }));
    if (!next.ok) expect.fail(next.error.en);
    const seen = (isochronesOf(whole.value, [60])[0]?.polygons ?? []).flat();
    const error = forecastErrorOf(next.value, [seen], 30);
    expect(error.jaccard).toBeGreaterThan(0.9);
    expect(Math.abs(error.areaBias - 1)).toBeLessThan(0.1);
  });

  it('the next run does not return to ground that had burned before', () => {
    const { ground } = aFire();
    const before = ground.fuel.map((_, cell) => Number(cell % 81 < 27));
    const { ignitions, burnt } = startFromPerimeter(ground, [aBox({ east: 0, north: 0 }, 200)], before);
    const next = grow(aFire({ ignitions, burnt, hours: 12 }));
    if (!next.ok) expect.fail(next.error.en);
    next.value.arrivalMinutes.forEach((minutes, cell) => {
      if (before[cell] !== 0) expect(minutes).toBe(Number.POSITIVE_INFINITY);
    });
    expect(next.value.cellsReached).toBeGreaterThan(1_000);
  });
});
