// Forecast probabilities compared with what burns: how cells are counted, and that the stated errors of the ensemble are needed for fires
// that it was not fitted to.
import { DEFAULT_ENSEMBLE_ERRORS, type EnsembleErrors, type Growth, type MemberArrivals, memberArrivals } from '@lookout/fire-model';
import { describe, expect, test } from 'vitest';
import { demoCase, demoGround, HOURS, membersOf } from './demo-forecasts.ts';
import {
  addFire,
  biasOf,
  brierScore,
  brierSkill,
  createReliability,
  jaccardOf,
  type Reliability,
  SEVENTY,
  sharesOf,
} from './reliability.ts';

const NEVER = Number.POSITIVE_INFINITY;
const GRID = { columns: 3, rows: 1, cellMetres: 60, westMetres: 0, northMetres: 0 };
const member = (...arrivalMinutes: number[]): MemberArrivals =>
  memberArrivals({ grid: GRID, limitMinutes: 60, arrivalMinutes: Float32Array.from(arrivalMinutes) } as Growth);

describe('counting', () => {
  // All of ten members burn the first cell, seven the second, none the third.
  const members = Array.from({ length: 10 }, (_, n) => member(0, n < 7 ? 30 : NEVER, NEVER));
  const counted = (...truth: number[]): Reliability => {
    const sums = createReliability();
    addFire(sums, 1, Float32Array.from(truth), members, 1);
    return sums;
  };

  test('a cell belongs to the class of its forecast probability, and counts as burned if it burned', () => {
    const { classes } = counted(0, 45, NEVER);
    expect(classes[10]).toEqual({ cells: 1, stated: 1, burned: 1 });
    expect(classes[7]?.cells).toBe(1);
    expect(classes[7]?.stated).toBeCloseTo(0.7, 6);
    expect(classes[7]?.burned).toBe(1);
    expect(counted(0, NEVER, NEVER).classes[7]?.burned).toBe(0);
  });

  test('a cell that neither a member nor the truth reaches does not count, a cell that only the truth reaches does', () => {
    expect(counted(0, 45, NEVER).classes[0]?.cells).toBe(0);
    expect(counted(0, 45, 59).classes[0]).toEqual({ cells: 1, stated: 0, burned: 1 });
    expect(counted(0, 45, 61).classes[0]?.cells).toBe(0);
  });

  test("the Brier score is computed from the probabilities, the Jaccard index and the bias from the ensemble's median area", () => {
    const sums = counted(0, NEVER, 59);
    expect(brierScore(sums)).toBeCloseTo((0 + 0.7 ** 2 + 1) / 3, 6);
    expect(sums.byFire).toEqual([{ seed: 1, trueCells: 2, middleCells: 2, bothCells: 1 }]);
    expect(sums.byFire.map(jaccardOf)).toEqual([1 / 3]);
    expect(sums.byFire.map(biasOf)).toEqual([1]);
  });
});

describe('on fires of the demo world', () => {
  const FIRES = 24;
  const SURE: EnsembleErrors = {
    windSpeedLog: 0,
    windFromDegrees: 0,
    deadMoistureLog: 0,
    liveMoistureLog: 0,
    humidityPercent: 0,
    rateLog: 0,
    ignition: null,
  };
  const ground = demoGround();
  const cases = Array.from({ length: FIRES }, (_, n) => demoCase(20_001 + n, ground));
  const reliabilityOf = (errors: EnsembleErrors, members: number, { isPlaceKnown = false, rateFactor = 1 } = {}): Reliability => {
    const sums = createReliability();
    for (const one of cases) {
      const asked = { ...one, base: { ...one.base, rateFactor } };
      addFire(sums, one.seed, one.truth, membersOf(asked, errors, members, isPlaceKnown ? null : one.ellipse), HOURS);
    }
    return sums;
  };
  const ours = reliabilityOf(DEFAULT_ENSEMBLE_ERRORS, 12);

  test('a seed gives the same fire each time', () => {
    expect(demoCase(20_001, ground)).toEqual(cases[0]);
  });

  test('a forecast that states no errors is overconfident, and one with the stated errors is much less so', () => {
    /** Forecast minus observed share of the cells forecast to burn with 65 % and more: the overstatement, 0 … 1. */
    const overstated = ({ classes }: Reliability): number => {
      const likely = classes.slice(7);
      const sum = (of: (one: (typeof likely)[number]) => number): number => likely.reduce((total, one) => total + of(one), 0);
      return sum((one) => one.stated - one.burned) / sum(({ cells }) => cells);
    };
    const sure = overstated(reliabilityOf(SURE, 1, { isPlaceKnown: true }));
    expect(sure).toBeGreaterThan(0.2);
    expect(Math.abs(overstated(ours))).toBeLessThan(sure / 2);
  });

  // `npm run bench -- calibration` has the promised figure, from 200 fires and 100 members. The cells of one fire are correlated, so 24
  // fires give a wide band.
  const LEAST_SKILL = 0.05;
  const BAND = { least: 0.5, most: 0.9 } as const;
  const burnedOfSeventy = (sums: Reliability): number => sharesOf(sums)[SEVENTY]?.burned as number;

  test('a forecast has more skill than the overall burned share, and of the cells forecast to burn with 70 % about that share burns', () => {
    expect(brierSkill(ours)).toBeGreaterThan(LEAST_SKILL);
    expect(burnedOfSeventy(ours)).toBeGreaterThan(BAND.least);
    expect(burnedOfSeventy(ours)).toBeLessThan(BAND.most);
  });

  test.each([
    { what: 'three times too fast', rateFactor: 3, isOutside: (share: number) => share < BAND.least },
    { what: 'three times too slow', rateFactor: 1 / 3, isOutside: (share: number) => share > BAND.most },
  ])('a forecast that is $what is detected by both scores', ({ rateFactor, isOutside }) => {
    const wrong = reliabilityOf(DEFAULT_ENSEMBLE_ERRORS, 10, { rateFactor });
    expect(brierSkill(wrong)).toBeLessThan(0);
    expect(isOutside(burnedOfSeventy(wrong))).toBe(true);
  });
});
