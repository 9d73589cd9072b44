// Long work on the server's own thread, in slices: between them other work runs, so that no alarm waits.
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/** `work` for each item in turn, in slices of some milliseconds. */
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
