import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination } from '../coordinates/geodesic.ts';
import { type Landmark, northCorrection } from './north-correction.ts';

const tower = { lng: 103.59, lat: 31.48 };

/** A landmark as reported by a camera with this north correction and this reading error. */
function landmark(azimuth: number, metres: number, correction: number, noise = 0): Landmark {
  const position = destination(tower, azimuth, metres);
  return { ...position, horizontalDegrees: (((bearingDegrees(tower, position) - correction + noise) % 360) + 360) % 360 };
}

function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

function found(landmarks: readonly Landmark[], present = 0) {
  const answer = northCorrection(tower, landmarks, present);
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer;
}

describe('the north correction', () => {
  it('the correction is exact for exact landmarks, one or many, at any value', () => {
    const correction = fc.double({ min: -179.9, max: 180, noNaN: true });
    const marks = fc.array(fc.tuple(fc.double({ min: 0, max: 360, noNaN: true }), fc.double({ min: 150, max: 20_000, noNaN: true })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(correction, marks, (degrees, spots) => {
        const answer = found(spots.map(([azimuth, metres]) => landmark(azimuth, metres, degrees)));
        const off = Math.abs(answer.correctionDegrees - degrees);
        expect(Math.min(off, 360 - off)).toBeLessThan(1e-9);
        expect(answer.rmsAfterDegrees).toBeLessThan(1e-9);
        expect(answer.residuals.every(({ isLeftOut }) => !isLeftOut)).toBe(true);
      }),
    );
  });

  describe('from 12 landmarks', () => {
    const withinRate = (noise: (draw: () => number) => number): number => {
      const draw = draws(99);
      let within = 0;
      for (let trial = 0; trial < 1000; trial++) {
        const degrees = 360 * draw() - 180;
        const marks = Array.from({ length: 12 }, () => landmark(360 * draw(), 500 + 9500 * draw(), degrees, noise(draw)));
        const off = Math.abs(found(marks).correctionDegrees - degrees);
        if (Math.min(off, 360 - off) < 0.05) within++;
      }
      return within / 1000;
    };

    it('with uniform errors up to 0.1° the correction is within 0.05° (in at least 99 %)', () => {
      expect(withinRate((draw) => 0.2 * draw() - 0.1)).toBeGreaterThan(0.99);
    });

    it('with Gaussian noise of 0.1° the correction is within 0.05° as often as statistics allow (0.1°/√12: 91.7 %)', () => {
      const rate = withinRate((draw) => 0.1 * Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw()));
      expect(rate).toBeGreaterThan(0.89);
    });
  });

  it('one wrong landmark among four is identified and excluded', () => {
    const draw = draws(5);
    for (let trial = 0; trial < 300; trial++) {
      const wrong = trial % 4;
      const error = (draw() < 0.5 ? -1 : 1) * (2 + 170 * draw());
      const marks = Array.from({ length: 4 }, (_, index) =>
        landmark(360 * draw(), 3000, 12.5, index === wrong ? error : 0.2 * draw() - 0.1),
      );
      const { correctionDegrees, residuals, rmsAfterDegrees } = found(marks);
      expect(Math.abs(correctionDegrees - 12.5)).toBeLessThan(0.1);
      expect(residuals.map(({ isLeftOut }) => isLeftOut)).toEqual(marks.map((_, index) => index === wrong));
      expect(Math.abs((residuals[wrong]?.residualDegrees ?? 0) + error)).toBeLessThan(0.2);
      expect(rmsAfterDegrees).toBeLessThan(0.12);
    }
  });

  it('the result contains residuals, and the error before and after', () => {
    const answer = found([landmark(10, 3000, 2, 0.3), landmark(130, 3000, 2, -0.3), landmark(250, 3000, 2)], 0.5);
    expect(answer.correctionDegrees).toBeCloseTo(2, 4);
    expect(answer.residuals.map(({ residualDegrees }) => Number(residualDegrees.toFixed(6)) + 0)).toEqual([-0.3, 0.3, 0]);
    expect(answer.rmsAfterDegrees).toBeCloseTo(Math.sqrt(0.06), 4);
    expect(answer.rmsBeforeDegrees).toBeCloseTo(Math.sqrt(1.5 ** 2 + 0.06), 4);
    expect(answer.standardErrorDegrees).toBeCloseTo(Math.sqrt(0.03), 4);
    expect(found([landmark(10, 3000, 2)]).standardErrorDegrees).toBeNull();
  });

  it('the correction works across 180° and north', () => {
    const answer = found([landmark(359.9, 3000, 179.95, 0.1), landmark(0.1, 3000, 179.95, -0.1), landmark(180, 3000, 179.95)], -179.95);
    expect(answer.correctionDegrees).toBeCloseTo(179.95, 4);
    expect(answer.rmsBeforeDegrees).toBeCloseTo(Math.sqrt(0.1 ** 2 + 0.02 / 3), 3);
  });

  it('the correction is refused without landmarks, with one too near, and for inconsistent ones', () => {
    const refused = (marks: readonly Landmark[]) => northCorrection(tower, marks);
    expect(refused([])).toEqual({ kind: 'refused', reason: 'no-landmarks' });
    expect(refused([landmark(0, 3000, 1), landmark(0, 99, 1)])).toEqual({ kind: 'refused', reason: 'too-near' });
    expect(refused([{ ...tower, horizontalDegrees: 0 }])).toEqual({ kind: 'refused', reason: 'too-near' });
    expect(refused([landmark(0, 3000, 1), landmark(90, 3000, 12)])).toEqual({ kind: 'refused', reason: 'inconsistent' });
    expect(refused([landmark(0, 3000, 1), landmark(90, 3000, 181)])).toEqual({ kind: 'refused', reason: 'inconsistent' });
    expect(refused([landmark(0, 3000, 1), landmark(90, 3000, 2), landmark(180, 3000, 31), landmark(270, 3000, 32)])).toEqual({
      kind: 'refused',
      reason: 'inconsistent',
    });
    expect(refused([landmark(0, 3000, 1), landmark(90, 3000, 6)]).kind).toBe('found');
  });
});
