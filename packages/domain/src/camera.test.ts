import { expect, it } from 'vitest';
import { isInSector } from './camera.ts';

const sector = { name: '烟囱', fromHorizontal: 350, toHorizontal: 10, fromVertical: 2, toVertical: -6 };

it.each([
  [{ horizontal: 0, vertical: 0 }, true],
  [{ horizontal: 350, vertical: -6 }, true],
  [{ horizontal: 370, vertical: 2 }, true],
  [{ horizontal: 11, vertical: 0 }, false],
  [{ horizontal: 349, vertical: 0 }, false],
  [{ horizontal: 0, vertical: 2.1 }, false],
  [{ horizontal: -5, vertical: 0 }, true],
])('%o lies in a sector over north: %s', (angles, isIn) => {
  expect(isInSector(sector, angles)).toBe(isIn);
});

it('from and to the same is the whole circle', () => {
  expect(isInSector({ ...sector, fromHorizontal: 90, toHorizontal: 90 }, { horizontal: 200, vertical: 0 })).toBe(true);
});
