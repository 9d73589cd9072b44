// Runs long work on the main thread in slices. Other work runs in between, so that no alarm waits.
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/** Runs `work` for each item in turn, in slices of some milliseconds. */
export async function inSlices<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  let began = performance.now();
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  return results;
}
