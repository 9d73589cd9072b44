import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { mayActFor, ownGrids } from './sign-on.ts';

const grid = (no: string) => no as GridNo;

it("an account's grids are its own grid first, then the granted grids that none of its other grids covers", () => {
  const holder = { gridNo: grid('513221'), grids: [grid('513222'), grid('410781'), grid('513221100'), grid('513222')] };
  expect(ownGrids(holder)).toEqual(['513221', '513222', '410781']);
  // The own grid is listed even if a wider one was granted, because the account belongs to it.
  expect(ownGrids({ gridNo: grid('513221'), grids: [grid('513200')] })).toEqual(['513221', '513200']);
});

it.each([
  ['513200', true],
  ['513221', true],
  ['513221100', true],
  ['410781', true],
  ['410782', false],
  ['510000', false],
  ['100000', false],
])('an account of 513200 that was granted 410781 acts for %s: %s', (no, may) =>
  expect(mayActFor({ gridNo: grid('513200'), grids: [grid('410781')] }, grid(no))).toBe(may),
);
