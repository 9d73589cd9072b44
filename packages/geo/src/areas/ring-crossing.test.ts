import { describe, expect, it } from 'vitest';
import { ringCrosses } from './ring-crossing.ts';

describe('a ring crosses itself', () => {
  it.each<[string, [number, number][], boolean]>([
    [
      'a square, closed',
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
        [0, 0],
      ],
      false,
    ],
    [
      'a square, open',
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      false,
    ],
    [
      'a triangle',
      [
        [0, 0],
        [1, 0],
        [0, 1],
      ],
      false,
    ],
    [
      'a concave area',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0.5],
        [0, 2],
      ],
      false,
    ],
    [
      'corners on a line',
      [
        [0, 0],
        [1, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
      false,
    ],
    [
      'a repeated point',
      [
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      false,
    ],
    [
      'a bow tie',
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      true,
    ],
    [
      'an edge through a corner',
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [1, 0],
        [0, 2],
      ],
      true,
    ],
    [
      'a spike that runs back',
      [
        [0, 0],
        [2, 0],
        [1, 0],
        [1, 1],
      ],
      true,
    ],
    [
      'two points',
      [
        [0, 0],
        [1, 1],
        [0, 0],
      ],
      true,
    ],
  ])('%s', (_, ring, crosses) => {
    expect(ringCrosses(ring)).toBe(crosses);
    expect(ringCrosses(ring.toReversed())).toBe(crosses);
  });

  it('a ring of five thousand points is checked quickly', () => {
    const ring = Array.from({ length: 5_000 }, (_, at): [number, number] => {
      const angle = (at / 5_000) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
    expect(ringCrosses(ring)).toBe(false);
    expect(ringCrosses([...ring.slice(0, 2_500), [0, 5], ...ring.slice(2_500, 4_000), [2, 0.5]])).toBe(true);
  });
});
