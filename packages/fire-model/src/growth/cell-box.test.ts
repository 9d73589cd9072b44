import { describe, expect, it } from 'vitest';
import { boxAround, boxWithout, EMPTY_BOX, finiteBox, gridOfBox, isEmptyBox } from './cell-box.ts';
import { cellAt, centreOf } from './ground.ts';

const GRID = { columns: 7, rows: 5, cellMetres: 30, westMetres: -100, northMetres: 400 };

describe('boxes of cells', () => {
  it('a box contains every cell that does not have the value, and no row or column more', () => {
    const minutes = new Float32Array(35).fill(Number.POSITIVE_INFINITY);
    expect(isEmptyBox(finiteBox(GRID, minutes))).toBe(true);
    for (const cell of [9, 19, 25]) minutes[cell] = 3;
    expect(finiteBox(GRID, minutes)).toEqual({ left: 2, right: 5, top: 1, bottom: 3 });
    const counts = new Uint16Array(35).fill(9);
    counts[34] = 0;
    expect(boxWithout(GRID, counts, 9)).toEqual({ left: 6, right: 6, top: 4, bottom: 4 });
  });

  it('the union of boxes contains both; an empty box adds nothing', () => {
    const one = { left: 2, right: 5, top: 1, bottom: 3 };
    expect(boxAround(one, EMPTY_BOX)).toEqual(one);
    expect(boxAround({ left: 0, right: 3, top: 2, bottom: 4 }, one)).toEqual({ left: 0, right: 5, top: 1, bottom: 4 });
  });

  it('a box as a separate grid has its cells at the same places', () => {
    const box = { left: 2, right: 5, top: 1, bottom: 3 };
    const part = gridOfBox(GRID, box);
    expect([part.columns, part.rows]).toEqual([4, 3]);
    expect(centreOf(part, 0)).toEqual(centreOf(GRID, 9));
    expect(cellAt(GRID, centreOf(part, 11))).toBe(26);
  });
});
