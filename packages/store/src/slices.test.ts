import { expect, it } from 'vitest';
import { createSlices, mapInSlices } from './slices.ts';

const rows = Array.from({ length: 2_000 }, (_, n) => n);
/** Takes fifty microseconds. */
const slow = (n: number): number => {
  const until = performance.now() + 0.05;
  while (performance.now() < until);
  return n * 2;
};

it('maps in order, while the event loop continues to turn', async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await mapInSlices(rows, slow)).toEqual(rows.map((n) => n * 2));
  isOver = true;
  expect(turns).toBeGreaterThan(5);
});

it('runs one slice of all such work at each turn of the event loop', async () => {
  let [turns, slices, isOver] = [0, 0, false];
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  let clock = 0;
  const work = async (): Promise<void> => {
    const sliceEnds = createSlices(() => clock);
    for (let n = 0; n < 10; n += 1) {
      clock += 100;
      await sliceEnds();
      slices += 1;
    }
  };
  await Promise.all([work(), work(), work()]);
  isOver = true;
  expect(slices).toBe(30);
  expect(turns).toBeGreaterThanOrEqual(28);
});

it('fails as the mapping does, and small work does not wait at all', async () => {
  await expect(
    mapInSlices(rows, (n) => {
      if (n === 1_500) throw new Error('row 1500');
      return n;
    }),
  ).rejects.toThrow('row 1500');
  expect(createSlices(() => 0)()).toBeUndefined();
});
