// Runs long work on the main thread in slices. Between two slices the event loop turns, so that an arriving alarm waits for one slice and
// not for a list of twenty thousand rows. Of all such work, one slice runs at each turn (decision 0094).

/** Length of a slice. The row that is being processed may exceed it slightly. */
const SLICE_MS = 4;

const waiting: (() => void)[] = [];

function turn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(turn);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(turn);
  });
}

/**
 * For one piece of work: call the returned function as often as convenient. Whenever a slice is over, it waits for a turn of the event
 * loop.
 * @param now milliseconds
 */
export function createSlices(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let until = now() + SLICE_MS;
  return () => {
    if (now() < until) return undefined;
    return nextTurn().then(() => {
      until = now() + SLICE_MS;
    });
  };
}

/** Like `rows.map(map)`, but in slices. @throws whatever `map` throws */
export async function mapInSlices<T, U>(rows: readonly T[], map: (row: T, index: number) => U): Promise<U[]> {
  const mapped: U[] = [];
  const sliceEnds = createSlices();
  for (const [index, row] of rows.entries()) {
    mapped.push(map(row, index));
    const turn = sliceEnds();
    if (turn !== undefined) await turn;
  }
  return mapped;
}
