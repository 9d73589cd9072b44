import { describe, expect, it } from 'vitest';
import { cellAt } from '../growth/ground.ts';
import { DEFAULT_ENSEMBLE_ERRORS, type EnsembleErrors, memberRequest } from './members.ts';
import { aFire, arrivalsOf, aSquare, BREEZE } from './testing/square-fire.ts';

const ELLIPSE = { semiMajorMetres: 800, semiMinorMetres: 200, azimuthDegrees: 90 };
const NONE: EnsembleErrors = {
  windSpeedLog: 0,
  windFromDegrees: 0,
  deadMoistureLog: 0,
  liveMoistureLog: 0,
  humidityPercent: 0,
  rateLog: 0,
  ignition: null,
};
const many = Array.from({ length: 4_000 }, (_, index) => index);
const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

describe('a member', () => {
  it('a member is the same for a seed and an index, in whatever order members are generated, and no two are alike', () => {
    const of = (seed: number, index: number) => memberRequest(aFire(), { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ELLIPSE }, seed, index);
    const forwards = [0, 1, 2, 3].map((index) => of(7, index));
    const backwards = [3, 2, 1, 0].map((index) => of(7, index)).reverse();
    expect(backwards).toEqual(forwards);
    expect(new Set([...forwards, of(8, 0)].map(({ rateFactor }) => rateFactor)).size).toBe(5);
  });

  it('a member without errors is the requested fire', () => {
    expect(memberRequest(aFire(), NONE, 1, 5)).toEqual({ ...aFire(), rateFactor: 1 });
  });

  it('a member applies the same error to all hours', () => {
    const weather = [BREEZE, { ...BREEZE, atMs: 3_600_000, windSpeedMetresPerSecond: 8, windFromDegrees: 350 }];
    for (const index of [0, 1, 2]) {
      const [first, second] = memberRequest(aFire({ weather }), DEFAULT_ENSEMBLE_ERRORS, 3, index).weather;
      if (first === undefined || second === undefined) expect.fail('two hours were given');
      expect(second.windSpeedMetresPerSecond / first.windSpeedMetresPerSecond).toBeCloseTo(2, 9);
      expect((second.windFromDegrees - first.windFromDegrees + 360) % 360).toBeCloseTo(125, 9);
      expect(first.moisturePercent.oneHour / first.moisturePercent.hundredHour).toBeCloseTo(6 / 8, 9);
    }
  });

  it('members deviate by the stated errors, over many members', () => {
    const members = many.map((index) => memberRequest(aFire(), { ...DEFAULT_ENSEMBLE_ERRORS, ignition: ELLIPSE }, 11, index));
    const hours = members.map(({ weather }) => weather[0] ?? expect.fail('no weather'));
    const within = (found: number, stated: number) => expect(Math.abs(found / stated - 1)).toBeLessThan(0.05);
    within(deviation(hours.map((hour) => Math.log(hour.windSpeedMetresPerSecond))), DEFAULT_ENSEMBLE_ERRORS.windSpeedLog);
    within(deviation(hours.map((hour) => hour.windFromDegrees)), DEFAULT_ENSEMBLE_ERRORS.windFromDegrees);
    within(deviation(hours.map((hour) => Math.log(hour.moisturePercent.oneHour))), DEFAULT_ENSEMBLE_ERRORS.deadMoistureLog);
    within(deviation(hours.map((hour) => Math.log(hour.moisturePercent.liveWoody))), DEFAULT_ENSEMBLE_ERRORS.liveMoistureLog);
    within(deviation(members.map(({ rateFactor = 1 }) => Math.log(rateFactor))), DEFAULT_ENSEMBLE_ERRORS.rateLog);
    const points = members.map(({ ignitions: [ignition] }) => (ignition?.kind === 'point' ? ignition.point : expect.fail('no point')));
    const inside = points.filter(({ east, north }) => (east / 800) ** 2 + (north / 200) ** 2 <= 1).length;
    expect(Math.abs(inside / points.length - 0.95)).toBeLessThan(0.01);
  });

  it('a member is ignited on ground that burns, wherever its ellipse reaches', () => {
    const ground = aSquare(61, 60);
    const shore = { ...ground, fuel: ground.fuel.map((_, cell) => Number(cell % 61 > 30)) };
    for (const index of many.slice(0, 100)) {
      const [ignition] = memberRequest(aFire({ ground: shore }), { ...NONE, ignition: ELLIPSE }, 5, index).ignitions;
      if (ignition?.kind !== 'point') expect.fail('no point');
      expect(shore.fuel[cellAt(shore, ignition.point)]).toBe(0);
    }
  });

  it('a member stays within the limits of a request, however wide the errors', () => {
    const errors = { ...DEFAULT_ENSEMBLE_ERRORS, windSpeedLog: 3, deadMoistureLog: 3, liveMoistureLog: 3, windFromDegrees: 500 };
    for (const index of many.slice(0, 20)) arrivalsOf(memberRequest(aFire({ hours: 0.2 }), errors, 1, index));
  });
});
