import { describe, expect, it } from 'vitest';
import { createMarkCells } from './mark-cells.ts';

const aMark = (overrides: { readonly id: string; readonly lng?: number; readonly lat?: number }) => ({
  lng: 103.45,
  lat: 31.3,
  ...overrides,
});

describe('marks by place', () => {
  it('a box contains the marks inside it, edges included, also after a mark moved or was removed', () => {
    const cells = createMarkCells<ReturnType<typeof aMark>>();
    for (const [id, lng] of [
      ['a', 100],
      ['b', 101],
      ['c', 102],
      ['d', 110],
    ] as const)
      cells.put(aMark({ id, lng, lat: 30 }));
    const box = { west: 100, south: 29.9, east: 102, north: 30 };
    const inBox = (): string[] => cells.within(box, 10).map(({ id }) => id);
    expect(inBox()).toEqual(['a', 'b', 'c']);
    cells.put(aMark({ id: 'a', lng: 120, lat: 30 }));
    cells.put(aMark({ id: 'd', lng: 101.5, lat: 30 }));
    cells.remove('b');
    cells.remove('nobody');
    expect([inBox(), cells.size()]).toEqual([['c', 'd'], 3]);
  });

  it('no more marks than the limit are returned', () => {
    const cells = createMarkCells<ReturnType<typeof aMark>>();
    for (let index = 0; index < 20; index++) cells.put(aMark({ id: `a${index}` }));
    expect(cells.within({ west: 103, south: 31, east: 104, north: 32 }, 7)).toHaveLength(7);
  });
});
