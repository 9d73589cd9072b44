import { expect, test } from 'vitest';
import { drawsOf } from './draws.ts';

const first = (count: number, next: () => number) => Array.from({ length: count }, next);

test('the same seed and keys give the same draws, another seed or key does not', () => {
  const draw = (seed: number, ...keys: (string | number)[]) => first(5, drawsOf(seed, ...keys).uniform);
  expect(draw(1, 'fires', 'aba', 12)).toEqual(draw(1, 'fires', 'aba', 12));
  expect(draw(2, 'fires', 'aba', 12)).not.toEqual(draw(1, 'fires', 'aba', 12));
  expect(draw(1, 'fires', 'aba', 13)).not.toEqual(draw(1, 'fires', 'aba', 12));
  expect(draw(1, 'ab', 'c')).not.toEqual(draw(1, 'a', 'bc'));
});

test("The generator's output is pinned: an existing world must not change", () => {
  expect(first(3, drawsOf(1, 'pinned').uniform).map((u) => u.toFixed(6))).toMatchInlineSnapshot(`
    [
      "0.246267",
      "0.988172",
      "0.188683",
    ]
  `);
});

test('uniform, normal, poisson and weighted draws have the expected mean', () => {
  const draws = drawsOf(7, 'means');
  const mean = (next: () => number) => first(20_000, next).reduce((sum, value) => sum + value, 0) / 20_000;
  expect(mean(draws.uniform)).toBeCloseTo(0.5, 1);
  expect(mean(draws.normal)).toBeCloseTo(0, 1);
  expect(Math.abs(mean(() => draws.poisson(2.5)) - 2.5)).toBeLessThan(0.05);
  expect(Math.abs(mean(() => (draws.weighted({ rare: 1, common: 3 }) === 'rare' ? 1 : 0)) - 0.25)).toBeLessThan(0.02);
});

test('poisson of mean 0 is always 0', () => {
  expect(first(100, () => drawsOf(3, 'none').poisson(0))).toEqual(Array(100).fill(0));
});
