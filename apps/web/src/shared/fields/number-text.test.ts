import { expect, it } from 'vitest';
import { readNumber, textOfNumber } from './number-text.ts';

const COUNT = { min: 0, max: 999, isWhole: true } as const;

// Proves §5.4
it.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['999', 999],
  ['１２', 12],
  ['1000', Number.NaN],
  ['1.5', Number.NaN],
  ['1.0', 1],
  ['-5', Number.NaN],
  ['－5', Number.NaN],
  ['a12', Number.NaN],
  ['1e2', Number.NaN],
  ['1 2', Number.NaN],
])('a count that is typed as “%s” is %s, never another number', (text, value) => expect(readNumber(text, COUNT)).toBe(value));

it('a number without bounds accepts signs, fractions and the decimal point of a Chinese keyboard', () => {
  expect(['-1.25', '−3', '2。5', '.5', '+4', '5.'].map((text) => readNumber(text, {}))).toEqual([-1.25, -3, 2.5, 0.5, 4, 5]);
  expect([readNumber('-', {}), readNumber('.', {}), readNumber('1..2', {})]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

it('null and NaN are shown as an empty text', () => {
  expect([textOfNumber(null), textOfNumber(Number.NaN), textOfNumber(0), textOfNumber(-1.5)]).toEqual(['', '', '0', '-1.5']);
});
