import { expect, it } from 'vitest';
import type { Attack } from '../spread/spread-result.ts';
import { hoursToCome, isHeadClosed, warnsOfHead, worstHead } from './approach.ts';

const hour = (untilMinutes: number, flameLengthMetres: number | null, attack: Attack | null) => ({
  ...{ untilMinutes, flameLengthMetres, attack },
  intensityKilowattsPerMetre: flameLengthMetres === null ? null : 100 * flameLengthMetres,
});

it('the worst remaining hour counts; a model without heat output gives no warning', () => {
  const hours = [hour(60, 5, 'nobody'), hour(120, 1, 'hand-crew'), hour(180, 3, 'not-the-head')];
  const attackAt = (elapsed: number) => worstHead(hoursToCome(hours, elapsed))?.attack ?? null;
  expect([-10, 59, 60, 120, 180].map(attackAt)).toEqual(['nobody', 'nobody', 'not-the-head', 'not-the-head', null]);
  const silent = [hour(60, null, null), hour(120, null, null)];
  expect(worstHead(hoursToCome(silent, 0))).toBe(silent[0]);
  const warned = (['hand-crew', 'machine', 'not-the-head', 'nobody', null] as const).map((attack) => [
    isHeadClosed({ attack }),
    warnsOfHead({ attack }),
  ]);
  expect(warned).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [true, true],
    [false, false],
  ]);
  expect([isHeadClosed(null), warnsOfHead(null)]).toEqual([false, false]);
});
