import { describe, expect, it } from 'vitest';
import { turnOf } from './weather.ts';

/** Direction of the picture's tip (up) after a rotation: right and up on the screen. */
const tip = (turn: number) => ({ right: Math.round(-Math.sin(turn)) + 0, up: Math.round(Math.cos(turn)) + 0 });

describe('the wind arrow', () => {
  it.each([
    ['a north wind blows to the south', 0, 0, { right: 0, up: -1 }],
    ['a west wind blows to the east', 270, 0, { right: 1, up: 0 }],
    ['an east wind blows to the west', 90, 0, { right: -1, up: 0 }],
    ['seen by who looks east, a west wind blows away from one', 270, 90, { right: 0, up: 1 }],
  ])('%s', (_, from, heading, expected) => {
    const at = tip(turnOf(from, heading));
    expect(at.right).toBeCloseTo(expected.right);
    expect(at.up).toBeCloseTo(expected.up);
  });
});
