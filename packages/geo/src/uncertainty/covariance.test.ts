import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addCovariances,
  alongCovariance,
  boxCovariance,
  combineEstimates,
  covarianceOfEllipse95,
  ellipse95,
  largestSigmaMetres,
  mahalanobisSquared,
  roundCovariance,
} from './covariance.ts';

const metres = fc.double({ min: 1, max: 5_000, noNaN: true });
const azimuth = fc.double({ min: 0, max: 180, noNaN: true, maxExcluded: true });
const offset = fc.record({ east: fc.double({ min: -1e4, max: 1e4, noNaN: true }), north: fc.double({ min: -1e4, max: 1e4, noNaN: true }) });
const covariance = fc.tuple(azimuth, metres, metres).map(([degrees, along, across]) => alongCovariance(degrees, along, across));

describe('the error of a position', () => {
  it('an error along an azimuth has its larger axis there', () => {
    const ellipse = ellipse95(alongCovariance(30, 1_000, 100));
    expect(ellipse.azimuthDegrees).toBeCloseTo(30, 9);
    expect(ellipse.semiMajorMetres).toBeCloseTo(2_448, 6);
    expect(ellipse.semiMinorMetres).toBeCloseTo(244.8, 6);
    const back = covarianceOfEllipse95(ellipse);
    expect(ellipse95(back).azimuthDegrees).toBeCloseTo(30, 9);
    expect(ellipse95(back).semiMajorMetres).toBeCloseTo(2_448, 6);
  });

  it('the error of a pixel of 375 m is its length divided by the square root of 12', () => {
    const { eastEast } = boxCovariance(375 / Math.sqrt(12), 375 / Math.sqrt(12));
    expect(Math.sqrt(eastEast)).toBeCloseTo(108.253, 3);
  });

  it('the largest deviation of an error is the maximum over all directions', () => {
    fc.assert(
      fc.property(covariance, azimuth, ({ eastEast, eastNorth, northNorth }, degrees) => {
        const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
        const variance = eastEast * sine * sine + 2 * eastNorth * sine * cosine + northNorth * cosine * cosine;
        expect(Math.sqrt(variance)).toBeLessThanOrEqual(largestSigmaMetres({ eastEast, eastNorth, northNorth }) * (1 + 1e-9));
      }),
    );
  });
});

describe('D²', () => {
  it('D² of three deviations in one direction is nine', () => {
    expect(mahalanobisSquared({ east: 300, north: 0 }, roundCovariance(100))).toBeCloseTo(9, 9);
    expect(mahalanobisSquared({ east: 0, north: 300 }, boxCovariance(1, 100))).toBeCloseTo(9, 9);
  });

  it('D² is the same in both directions, and smaller when another error is added', () => {
    fc.assert(
      fc.property(offset, covariance, covariance, ({ east, north }, one, other) => {
        const there = mahalanobisSquared({ east, north }, one);
        expect(mahalanobisSquared({ east: -east, north: -north }, one)).toBe(there);
        expect(mahalanobisSquared({ east, north }, addCovariances(one, other))).toBeLessThanOrEqual(there * (1 + 1e-6) + 1e-9);
      }),
    );
  });
});

describe('several estimates', () => {
  it('estimates of equal error meet in the middle, with the error divided by the square root of their number', () => {
    const combined = combineEstimates([
      { east: -10, north: 0, covariance: roundCovariance(100) },
      { east: 10, north: 0, covariance: roundCovariance(100) },
    ]);
    expect(combined.east).toBeCloseTo(0, 9);
    expect(combined.covariance.northNorth).toBeCloseTo(5_000, 6);
  });

  it('estimates that disagree more than their errors explain have a larger combined error (Birge)', () => {
    const apart = [-500, 500].map((east) => ({ east, north: 0, covariance: roundCovariance(100) }));
    // χ² = 2 · 25 with 2 degrees of freedom: 25 times the variance.
    expect(combineEstimates(apart).covariance.eastEast).toBeCloseTo(5_000 * 25, 4);
  });

  it('estimates have the same result in any order', () => {
    const estimate = fc.tuple(offset, covariance).map(([at, error]) => ({ ...at, covariance: error }));
    fc.assert(
      fc.property(fc.array(estimate, { minLength: 2, maxLength: 8 }), (estimates) => {
        const [there, back] = [combineEstimates(estimates), combineEstimates(estimates.toReversed())];
        expect(Math.abs(there.east - back.east)).toBeLessThan(1e-6 * (1 + Math.abs(there.east)) * 1e3);
        expect(Math.abs(there.north - back.north)).toBeLessThan(1e-6 * (1 + Math.abs(there.north)) * 1e3);
      }),
    );
  });
});
