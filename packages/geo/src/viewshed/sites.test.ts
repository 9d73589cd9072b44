import { describe, expect, it } from 'vitest';
import { seededNumbers } from '../testing/made-terrain.ts';
import type { SeenPosts } from './seen-posts.ts';
import { chooseSites } from './sites.ts';

/** 400 posts in a square with random weights, and 60 candidates, each of which sees a disc with holes. */
function instance(seed: number): { readonly weights: Float64Array; readonly sets: SeenPosts[] } {
  const next = seededNumbers(seed);
  const weights = Float64Array.from({ length: 400 }, () => next() ** 2);
  const sets = Array.from({ length: 60 }, () => {
    const [column, row, radius] = [20 * next(), 20 * next(), 2 + 4 * next()];
    const posts = [...weights.keys()].filter(
      (post) => Math.hypot((post % 20) - column, Math.floor(post / 20) - row) < radius && next() < 0.7,
    );
    return Uint32Array.from(posts);
  });
  return { weights, sets };
}

const chosenOf = ({ weights, sets }: ReturnType<typeof instance>, count: number, seen: SeenPosts[] = []) =>
  chooseSites({ candidates: sets.length, seenFrom: (candidate) => sets[candidate] as SeenPosts, weights, seen, count });

const weightOf = (weights: Float64Array, sets: readonly SeenPosts[]): number =>
  [...new Set(sets.flatMap((posts) => [...posts]))].reduce((sum, post) => sum + (weights[post] as number), 0);

/** The optimum of three sites, by trying all 34,220. */
function bestOfThree({ weights, sets }: ReturnType<typeof instance>): number {
  let most = 0;
  const seenBy = new Uint8Array(400);
  const weightOf = (posts: SeenPosts): number => posts.reduce((sum, post) => sum + (seenBy[post] === 0 ? (weights[post] as number) : 0), 0);
  const mark = (posts: SeenPosts, by: number): void => {
    for (const post of posts) seenBy[post] = (seenBy[post] as number) + by;
  };
  sets.forEach((first, a) => {
    const added = weightOf(first);
    mark(first, 1);
    sets.slice(a + 1).forEach((second, b) => {
      const more = added + weightOf(second);
      mark(second, 1);
      for (const third of sets.slice(a + b + 2)) most = Math.max(most, more + weightOf(third));
      mark(second, -1);
    });
    mark(first, -1);
  });
  return most;
}

describe('the sites of the next towers', () => {
  it('are at most 2 % below the optimum on 30 instances of 60 candidates', () => {
    for (let seed = 1; seed <= 30; seed++) {
      const one = instance(seed);
      const chosen = chosenOf(one, 3);
      const total = chosen.reduce((sum, { addedWeight }) => sum + addedWeight, 0);
      expect(total).toBeCloseTo(
        weightOf(
          one.weights,
          chosen.map(({ candidate }) => one.sets[candidate] as SeenPosts),
        ),
        6,
      );
      expect(total, `instance ${seed}`).toBeGreaterThanOrEqual(0.98 * bestOfThree(one));
    }
  });

  it('are in the order of what each adds, and add nothing that a tower sees already', () => {
    const one = instance(99);
    const seen = [one.sets[0] as SeenPosts, one.sets[1] as SeenPosts];
    const chosen = chosenOf(one, 8, seen);
    const added = chosen.map(({ addedWeight }) => addedWeight);
    expect(added).toEqual(added.toSorted((a, b) => b - a));
    const sites = chosen.map(({ candidate }) => one.sets[candidate] as SeenPosts);
    expect(weightOf(one.weights, [...seen, ...sites]) - weightOf(one.weights, seen)).toBeCloseTo(
      added.reduce((sum, weight) => sum + weight, 0),
      6,
    );
  });

  it('are fewer than asked where no candidate adds anything, as with ten thousand in one place', () => {
    const posts = Uint32Array.of(3, 4, 5);
    const chosen = chooseSites({ candidates: 10_000, seenFrom: () => posts, weights: new Float64Array(9).fill(2), seen: [], count: 5 });
    expect(chosen).toEqual([{ candidate: expect.any(Number), addedWeight: 6 }]);
    const nothing = chooseSites({ candidates: 3, seenFrom: () => posts, weights: [0, 0, 0, Number.NaN, -1, 0], seen: [], count: 2 });
    expect(nothing).toEqual([]);
  });
});
