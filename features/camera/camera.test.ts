import type { GridNo } from '@lookout/domain';
import { expect, it } from 'vitest';
import { isInSector, isOfSeveralOwners, shareOwner } from './camera.ts';

const sector = { name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: 2, toVertical: -6 };

it.each([
  [{ horizontal: 0, vertical: 0 }, true],
  [{ horizontal: 350, vertical: -6 }, true],
  [{ horizontal: 370, vertical: 2 }, true],
  [{ horizontal: 11, vertical: 0 }, false],
  [{ horizontal: 349, vertical: 0 }, false],
  [{ horizontal: 0, vertical: 2.1 }, false],
  [{ horizontal: -5, vertical: 0 }, true],
])('whether %o lies in a sector that crosses north: %s', (angles, isIn) => {
  expect(isInSector(sector, angles)).toBe(isIn);
});

it('equal from and to angles mean the whole circle', () => {
  expect(isInSector({ ...sector, fromHorizontal: 90, toHorizontal: 90 }, { horizontal: 200, vertical: 0 })).toBe(true);
});

it.each([
  ['513221', '513221', true],
  ['513221001', '513221002', true],
  ['513200', '513221', true],
  ['513221', '513222', false],
  ['513221001', '410781', false],
] as const)('cameras of %s and %s may belong to one device: %s', (a, b, may) => {
  expect([shareOwner(a as GridNo, b as GridNo), shareOwner(b as GridNo, a as GridNo)]).toEqual([may, may]);
});

it('several owners are found wherever they appear in the list of cameras', () => {
  const cameras = (...grids: string[]) => grids.map((gridNo) => ({ gridNo: gridNo as GridNo }));
  expect(isOfSeveralOwners(cameras('513221', '513221002', '410781'))).toBe(true);
  expect(isOfSeveralOwners(cameras('513221', '513221002'))).toBe(false);
  expect(isOfSeveralOwners([])).toBe(false);
});
