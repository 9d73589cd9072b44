import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePopup } from './placement.ts';

const room = { left: 60, top: 12, right: 994, bottom: 670 };
const size = { width: 420, height: 600 };

describe('the popup', () => {
  it('is to the right of its marker if there is room, otherwise to the left', () => {
    expect(placePopup({ x: 400, y: 100 }, size, room)).toEqual({ x: 424, y: 44, side: 'right' });
    expect(placePopup({ x: 700, y: 100 }, size, room)).toEqual({ x: 256, y: 44, side: 'left' });
  });

  it('covers its marker only if neither side has room', () => {
    expect(placePopup({ x: 300, y: 100 }, size, { ...room, right: 600 })).toEqual({ x: 180, y: 44, side: 'over' });
  });

  it('remains inside the free space, and does not cover a marker next to it', () => {
    const coordinate = fc.integer({ min: -3000, max: 5000 });
    const sides = new Set<string>();
    fc.assert(
      fc.property(coordinate, coordinate, fc.integer({ min: 1, max: 658 }), (x, y, height) => {
        const placed = placePopup({ x, y }, { ...size, height }, room);
        expect(placed.x).toBeGreaterThanOrEqual(room.left);
        expect(placed.y).toBeGreaterThanOrEqual(room.top);
        expect(placed.x + size.width).toBeLessThanOrEqual(room.right);
        expect(placed.y + height).toBeLessThanOrEqual(room.bottom);
        sides.add(placed.side);
        const isClear = { right: placed.x > x, left: placed.x + size.width < x, over: true };
        expect(isClear[placed.side]).toBe(true);
      }),
      {
        examples: [
          [400, 100, 600],
          [700, 100, 600],
        ],
      },
    );
    expect([...sides]).toEqual(expect.arrayContaining(['left', 'right']));
  });

  it('keeps its header visible when it is taller than the free space', () => {
    expect(placePopup({ x: 400, y: 900 }, { width: 420, height: 2000 }, room).y).toBe(room.top);
  });
});
