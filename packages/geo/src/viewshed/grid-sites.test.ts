import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../testing/made-terrain.ts';
import { chooseGridSites, type GridSitesAsked } from './grid-sites.ts';
import type { HeightGrid } from './height-grid.ts';
import { seenPosts } from './seen-posts.ts';
import { chooseSites } from './sites.ts';

const SIDE = 140;
const hills: HeightGrid = {
  columns: SIDE,
  rows: SIDE,
  heights: Float32Array.from({ length: SIDE * SIDE }, (_, post) => {
    const [x, y] = [post % SIDE, Math.floor(post / SIDE)];
    return 1_000 + 300 * Math.sin(x / 21) * Math.cos(y / 17) + 90 * Math.sin(x / 7 + y / 9);
  }),
  northMetres: 90,
  eastMetres: [90, 90],
};
const MAST = { mastMetres: 30, rangeMetres: 3_000, targetMetres: 10 };
const places = (count: number, seed: number) => {
  const next = seededNumbers(seed);
  return Array.from({ length: count }, () => ({ column: next() * (SIDE - 1), row: next() * (SIDE - 1) }));
};
const asked = (given: Partial<GridSitesAsked>): GridSitesAsked => ({
  ...{ grid: hills, weights: new Float32Array(SIDE * SIDE).fill(1), candidates: places(450, 1), ...MAST, towers: [], count: 4 },
  ...given,
});
const totalOf = (chosen: readonly { readonly addedWeight: number }[]): number =>
  chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0);

describe('the best sites on a grid', () => {
  it('are as good as those that are compared on all posts', () => {
    const given = asked({});
    const exact = chooseSites({
      candidates: given.candidates.length,
      seenFrom: (candidate) =>
        seenPosts(hills, { ...(given.candidates[candidate] as { column: number; row: number }), ...MAST }, MAST.targetMetres),
      weights: given.weights,
      seen: [],
      count: given.count,
    });
    expect(totalOf(chooseGridSites(given))).toBeGreaterThanOrEqual(0.99 * totalOf(exact));
  });

  it('add what their own viewsheds show, and nothing that a tower sees', () => {
    const tower = { column: 70, row: 70, ...MAST };
    const unseen = new Float32Array(SIDE * SIDE).fill(1);
    for (const post of seenPosts(hills, tower, MAST.targetMetres)) unseen[post] = 0;
    const given = asked({ towers: [tower] });
    for (const { candidate, addedWeight } of chooseGridSites(given)) {
      let added = 0;
      for (const post of seenPosts(hills, { ...(given.candidates[candidate] as { column: number; row: number }), ...MAST }, 10)) {
        added += unseen[post] as number;
        unseen[post] = 0;
      }
      expect(addedWeight).toBe(added);
    }
  });

  it('are found without the viewsheds of candidates that have no weight within range', () => {
    const weights = new Float32Array(SIDE * SIDE);
    for (let row = 20; row < 40; row++) weights.fill(1, row * SIDE + 20, row * SIDE + 40);
    let viewsheds = 0;
    const count = (share: number): void => {
      viewsheds += 1;
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    };
    const chosen = chooseGridSites(asked({ weights, count: 1, candidates: places(399, 5), onStep: count }));
    expect(chosen).toHaveLength(1);
    expect(viewsheds).toBeLessThan(300);
  });

  it('are none where there is nothing to see, and one where thousands of candidates lie in one place', () => {
    expect(chooseGridSites(asked({ weights: new Float32Array(SIDE * SIDE) }))).toEqual([]);
    const crowd = Array.from({ length: 10_000 }, () => ({ column: 60, row: 80 }));
    expect(chooseGridSites(asked({ candidates: crowd }))).toHaveLength(1);
  });

  it('end where a step throws', () => {
    const cancel = (): void => {
      throw new Error('cancelled');
    };
    expect(() => chooseGridSites(asked({ onStep: cancel }))).toThrow('cancelled');
  });
});
