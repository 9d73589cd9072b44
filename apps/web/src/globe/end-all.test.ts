import { expect, it } from 'vitest';
import { endAll } from './end-all.ts';

it('every cleanup function runs, and an exception in one of them is reported', () => {
  const ended: string[] = [];
  const told: unknown[] = [];
  const broken = new Error('broken');
  const ends = [
    () => void ended.push('a'),
    () => {
      throw broken;
    },
    () => void ended.push('b'),
  ];
  endAll(ends, (error) => told.push(error));
  expect([ended, told]).toEqual([['a', 'b'], [broken]]);
});
