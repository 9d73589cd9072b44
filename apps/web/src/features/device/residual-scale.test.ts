import { describe, expect, it } from 'vitest';
import { heightOf, residualScale } from './residual-scale.ts';

describe('the scale of the residuals', () => {
  it.each([
    [[], 0.1],
    [[0, 0.003], 0.1],
    [[-0.1], 0.1],
    [[0.11, -0.04], 0.2],
    [[-3.2, 0.1], 5],
    [[7], 10],
    [[-180], 200],
  ])('%j → ± %d°', (residuals, limit) => {
    expect(residualScale(residuals).limit).toBe(limit);
  });

  it('zero lies in the middle, the largest within', () => {
    const residuals = [-2.4, 0, 1.1];
    const scale = residualScale(residuals);
    expect(heightOf(0, scale, 100)).toBe(50);
    expect(heightOf(scale.limit, scale, 100)).toBe(0);
    for (const residual of residuals) expect(Math.abs(heightOf(residual, scale, 100) - 50)).toBeLessThanOrEqual(50);
    expect(heightOf(-2.4, scale, 100)).toBeGreaterThan(50);
  });
});
