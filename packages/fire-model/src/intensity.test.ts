import { describe, expect, it } from 'vitest';
import { attackOf, byramIntensity, flameLengthOf } from './intensity.ts';

describe('Byram', () => {
  it('Byram: heat × load × rate: 18,000 kJ/kg × 1 kg/m² × 10 m/min = 3,000 kW/m', () => {
    expect(byramIntensity(18_000, 1, 10)).toBeCloseTo(3000, 9);
  });

  it.each([
    [500, 1.35],
    [2000, 2.56],
    [4000, 3.52],
    [10_000, 5.36],
  ])('%d kW/m has flames of %f m', (intensity, metres) => {
    expect(flameLengthOf(intensity)).toBeCloseTo(metres, 2);
  });
});

describe('how a front can be attacked', () => {
  it.each([
    [0, 'hand-crew'],
    [1.19, 'hand-crew'],
    [1.2, 'machine'],
    [2.39, 'machine'],
    [2.4, 'not-the-head'],
    [3.4, 'nobody'],
    [20, 'nobody'],
  ])('flames of %f m can be attacked by: %s', (metres, attack) => {
    expect(attackOf(metres)).toBe(attack);
  });
});
