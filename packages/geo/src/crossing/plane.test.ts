import { describe, expect, it } from 'vitest';
import { crossLines, ellipse95 } from './plane.ts';

const line = (east: number, north: number, azimuthDegrees: number, weight = 1) => ({ east, north, azimuthDegrees, weight });
const twoLines = [line(0, 0, 45), line(10_000, 0, 315)];

describe('lines in a plane (values of domain-notes)', () => {
  it('two cross where they cross', () => {
    const found = crossLines(twoLines);
    expect(found?.east).toBeCloseTo(5000, 9);
    expect(found?.north).toBeCloseTo(5000, 9);
  });

  it('three, unweighted, come closest at (4938.93, 5001.07)', () => {
    const found = crossLines([...twoLines, line(5000, 12_000, 181)]);
    expect(found?.east.toFixed(2)).toBe('4938.93');
    expect(found?.north.toFixed(2)).toBe('5001.07');
  });

  it('a heavy line draws the place to itself', () => {
    const found = crossLines([...twoLines, line(5000, 12_000, 181, 1e9)]);
    // On the third line: 7,000 m south of its camera it has come 7,000·tan 1° west.
    expect(found?.east).toBeCloseTo(5000 - (12_000 - (found?.north ?? 0)) * Math.tan(Math.PI / 180), 3);
  });

  it('parallel ones have no crossing', () => {
    expect(crossLines([line(0, 0, 30), line(1000, 0, 30), line(0, 500, 210)])).toBeNull();
    expect(crossLines([line(0, 0, 30)])).toBeNull();
  });
});

describe('the 95 % ellipse', () => {
  it('of two lines at right angles with the same weight is a circle of 2.448 standard deviations', () => {
    const { covariance } = crossLines([line(0, 0, 45, 1 / 400), line(10_000, 0, 315, 1 / 400)]) ?? { covariance: null };
    expect(covariance).not.toBeNull();
    if (covariance === null) return;
    const { semiMajorMetres, semiMinorMetres } = ellipse95(covariance);
    expect(semiMajorMetres).toBeCloseTo(2.448 * 20, 6);
    expect(semiMinorMetres).toBeCloseTo(2.448 * 20, 6);
  });

  it.each([0, 30, 90, 135, 179])('lies along %i° when what is unsure lies there', (azimuth) => {
    const radians = (azimuth * Math.PI) / 180;
    const [east, north] = [Math.sin(radians), Math.cos(radians)];
    const cov = (a: number, b: number) => 900 * a * b;
    const across = (a: number, b: number) => 100 * a * b;
    const found = ellipse95({
      eastEast: cov(east, east) + across(north, north),
      eastNorth: cov(east, north) - across(east, north),
      northNorth: cov(north, north) + across(east, east),
    });
    expect(found.semiMajorMetres).toBeCloseTo(2.448 * 30, 6);
    expect(found.semiMinorMetres).toBeCloseTo(2.448 * 10, 6);
    expect(found.azimuthDegrees).toBeCloseTo(azimuth, 6);
  });
});
