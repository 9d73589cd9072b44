import { describe, expect, it } from 'vitest';
import { gatewaySpeed, isPtzStep, type PtzSpeedRule, ptzSpeed, ptzSpeedPercent } from './ptz-speed.ts';

const steps = [1, 2, 3, 4, 5, 6, 7, 8];

describe('ptz speed', () => {
  // Proves §9.2c
  it('Sichuan sends the step, capped at 7', () => {
    expect(steps.map((step) => ptzSpeed(step, { kind: 'capped', max: 7 }))).toEqual([1, 2, 3, 4, 5, 6, 7, 7]);
  });

  // Proves §9.2c
  it('the others send the step as a rounded percentage of eight', () => {
    expect(steps.map((step) => ptzSpeed(step, { kind: 'share', steps: 8 }))).toEqual([13, 25, 38, 50, 63, 75, 88, 100]);
  });

  it('a gateway receives the speed of the step: at most 7 in Sichuan, else the percentage', () => {
    const sent = (rule: PtzSpeedRule) => steps.map((step) => gatewaySpeed(ptzSpeedPercent(ptzSpeed(step, rule), rule), rule));
    expect(sent({ kind: 'capped', max: 7 })).toEqual([1, 2, 3, 4, 5, 6, 7, 7].map((speed) => ({ speed, step: speed })));
    expect(sent({ kind: 'share', steps: 8 })).toEqual([13, 25, 38, 50, 63, 75, 88, 100].map((speed, n) => ({ speed, step: n + 1 })));
    expect([0, 101].map((percent) => gatewaySpeed(percent, { kind: 'capped', max: 7 }).speed)).toEqual([1, 7]);
  });

  // Proves §5.6, §9.2b
  it('a step is a whole number from 1 to 8', () => {
    expect([0, 1, 8, 9, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map(isPtzStep)).toEqual([false, true, true, false, false, false, false]);
  });
});
