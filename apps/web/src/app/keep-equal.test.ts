import { expect, it } from 'vitest';
import { keepEqual } from './keep-equal.ts';

const answer = (minute: number, name = '汶川县') => ({
  list: [{ id: 'a', at: new Date(60_000 * minute), names: [name] }, null, 3],
  more: undefined,
});

it('an equal reply is the same object, dates included', () => {
  const first = answer(1);
  expect(keepEqual(first, answer(1))).toBe(first);
});

it('only changed parts are new objects', () => {
  const before = [answer(1), answer(2)];
  const after = [answer(1), answer(3)];
  const shared = keepEqual(before, after) as typeof before;
  expect(shared).toEqual(after);
  expect(shared[0]).toBe(before[0]);
  expect(shared[1]?.list[0]).not.toBe(before[1]?.list[0]);
});

it.each([
  [[1, 2], [1]],
  [[1], [1, undefined]],
  [{ a: 1, b: undefined }, { a: 1 }],
  [{ a: 1 }, { b: 1 }],
  [null, {}],
  [{ a: [] }, { a: {} }],
  [new Date(0), 0],
])('%j is not %j', (before, after) => {
  expect(keepEqual(before, after)).toEqual(after);
  expect(keepEqual(before, after)).not.toBe(before);
});
