// Whether the probabilities are reliable: of the cells forecast to burn with a probability, that share burns, when the true fires are drawn
// from the stated errors.
import { describe, expect, it } from 'vitest';
import type { GrowthRequest } from '../growth/request.ts';
import { DEFAULT_ENSEMBLE_ERRORS, type EnsembleErrors, memberRequest } from './members.ts';
import { addMember, createTally, probabilityBy } from './tally.ts';
import { aFire, arrivalsOf, aSquare, BREEZE } from './testing/square-fire.ts';

const SITUATIONS = 20;
/** Enough to detect an ensemble that is far off. */
const FEW_SITUATIONS = 8;
const TRUTHS_EACH = 10;
const MEMBERS = 60;
const BY_MINUTES = 120;
/** Forecast probabilities, grouped around 10, 30, 50, 70 and 90 %. */
const CLASSES = [0.1, 0.3, 0.5, 0.7, 0.9];
const HALF_WIDTH = 0.1;

const ERRORS: EnsembleErrors = {
  ...DEFAULT_ENSEMBLE_ERRORS,
  ignition: { semiMajorMetres: 250, semiMinorMetres: 120, azimuthDegrees: 30 },
};

/** Situations with different winds and moistures, on 60 × 60 cells of 40 m. */
const situation = (index: number): GrowthRequest =>
  aFire({
    ground: aSquare(60, 40),
    hours: 2,
    weather: [
      {
        ...BREEZE,
        windSpeedMetresPerSecond: 2 + (index % 5),
        windFromDegrees: 36 * index,
        moisturePercent: { ...BREEZE.moisturePercent, oneHour: 5 + (index % 4) },
      },
    ],
  });

/** By class: the average forecast probability, and the share that burned. */
function reliability(stated: EnsembleErrors, really: EnsembleErrors, situations: number) {
  const sums = CLASSES.map(() => ({ cells: 0, said: 0, burned: 0 }));
  for (let index = 0; index < situations; index++) {
    const base = situation(index);
    const tally = createTally(base.ground, 120, 15);
    for (let member = 0; member < MEMBERS; member++) addMember(tally, arrivalsOf(memberRequest(base, stated, index, member)));
    const probability = probabilityBy(tally, BY_MINUTES);
    for (let truth = 0; truth < TRUTHS_EACH; truth++) {
      const { quarters } = arrivalsOf(memberRequest(base, really, 1_000_000 + index, truth));
      probability.forEach((value, cell) => {
        const sum = sums[CLASSES.findIndex((middle) => Math.abs(value - middle) <= HALF_WIDTH)];
        if (value === 0 || sum === undefined) return;
        sum.cells += 1;
        sum.said += value;
        sum.burned += Number((quarters[cell] as number) <= 4 * BY_MINUTES);
      });
    }
  }
  return sums.map(({ cells, said: total, burned }) => ({ cells, said: total / cells, burned: burned / cells }));
}

describe('of 200 fires', () => {
  it('as many cells burn as were forecast, within 7 %', () => {
    for (const { cells, said, burned } of reliability(ERRORS, ERRORS, SITUATIONS)) {
      expect(cells).toBeGreaterThan(1_000);
      expect(Math.abs(burned - said)).toBeLessThan(0.07);
    }
  });

  it('an overconfident ensemble is detected', () => {
    const { windSpeedLog, windFromDegrees, deadMoistureLog, rateLog, ignition } = ERRORS;
    const sure = {
      ...ERRORS,
      windSpeedLog: windSpeedLog / 4,
      windFromDegrees: windFromDegrees / 4,
      deadMoistureLog: deadMoistureLog / 4,
      rateLog: rateLog / 4,
      ignition: ignition && { ...ignition, semiMajorMetres: 60, semiMinorMetres: 30 },
    };
    expect(Math.max(...reliability(sure, ERRORS, FEW_SITUATIONS).map(({ said, burned }) => Math.abs(burned - said)))).toBeGreaterThan(0.1);
  });
});
