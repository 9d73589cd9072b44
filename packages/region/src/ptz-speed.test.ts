import { describe, expect, it } from 'vitest';
import { isPtzStep, ptzSpeed } from './ptz-speed.ts';

const steps = [1, 2, 3, 4, 5, 6, 7, 8];

describe('ptz speed', () => {
  it('Sichuan sends the step, capped at 7', () => {
    expect(steps.map((step) => ptzSpeed(step, { kind: 'capped', max: 7 }))).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  });

  it('the others send the step as rounded percent of eight', () => {
    expect(steps.map((step) => ptzSpeed(step, { kind: 'share', steps: 8 }))).toEqual([13, 25, 38, 50, 63, 75, 88, 100]);
  });

  it('a step is a whole number from 1 to 8', () => {
    expect([0, 1, 8, 9, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map(isPtzStep)).toEqual([false, true, true, false, false, false, false]);
  });
});
