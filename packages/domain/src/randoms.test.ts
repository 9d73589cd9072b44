import { expect, it } from 'vitest';
import { randomsOf } from './randoms.ts';

it('a seed gives the same numbers from 0 to 1 each time, and another seed gives others', () => {
  const numbersOf = (seed: number) => Array.from({ length: 100 }, randomsOf(seed));
  expect(numbersOf(7)).toEqual(numbersOf(7));
  expect(numbersOf(7)).not.toEqual(numbersOf(8));
  for (const number of numbersOf(7)) expect(number >= 0 && number < 1).toBe(true);
});
