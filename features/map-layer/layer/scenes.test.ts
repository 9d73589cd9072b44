import { describe, expect, it } from 'vitest';
import { levelShownAt } from './scenes.ts';

const ALL = [9, 11, 13, 15, 17, 19];

describe('local 3D levels', () => {
  // Proves §9.9
  it('levels switch at the heights of the specification: above 300000, 60000, 25000, 8000 and 1500 m', () => {
    const edges = [
      [300_000.1, 9],
      [300_000, 11],
      [60_000.1, 11],
      [60_000, 13],
      [25_000.1, 13],
      [25_000, 15],
      [8000.1, 15],
      [8000, 17],
      [1500.1, 17],
      [1500, 19],
      [0, 19],
    ] as const;
    expect(edges.map(([height]) => levelShownAt(height, ALL))).toEqual(edges.map(([, level]) => level));
  });

  it('a missing level is replaced by the next coarser one, else by the coarsest', () => {
    expect(levelShownAt(1000, [9, 13])).toBe(13);
    expect(levelShownAt(400_000, [13, 15])).toBe(13);
    expect(levelShownAt(1000, [])).toBeNull();
  });
});
