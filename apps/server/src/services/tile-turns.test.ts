import { expect, it, vi } from 'vitest';
import { createTileTurns } from './tile-turns.ts';

const desk = (account: string, signal?: AbortSignal) => ({ whose: { account, grid: account, isDuty: true }, ...(signal && { signal }) });

/** Creates one tile at a time; each ends when it is released. */
function openTiles() {
  const tiles = createTileTurns<string>({ atOnce: 1 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (account: string, key: string, signal?: AbortSignal) =>
    tiles.tile(desk(account, signal), key, (inTurn) =>
      inTurn(() => {
        begun.push(key);
        return new Promise<string>((resolve) => ends.set(key, () => resolve(key)));
      }),
    );
  const release = async (key: string): Promise<void> => {
    await vi.waitFor(() => expect(ends.has(key)).toBe(true));
    ends.get(key)?.();
  };
  return { ask, begun, release };
}

it('A tile is created once for all concurrent callers, and tiles of another account come between those of one that requests many', async () => {
  const { ask, begun, release } = openTiles();
  const all = [...['1', '2', '3', '4'].map((key) => ask('a', key)), ask('b', '1'), ask('b', '5')];
  for (const key of ['1', '5', '2', '3', '4']) await release(key);
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', '1', '5']);
  expect(begun).toEqual(['1', '5', '2', '3', '4']);
});

it('A tile is not created when all its callers have left before its turn, and is created when one of them remains', async () => {
  const { ask, begun, release } = openTiles();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = ask('a', 'held');
  const unwanted = [ask('a', 'unwanted', first.signal), ask('b', 'unwanted', second.signal)].map((pending) =>
    pending.catch((error: { readonly code: string }) => error.code),
  );
  const wanted = [ask('a', 'wanted', first.signal).catch(() => 'gone'), ask('b', 'wanted')];
  first.abort();
  second.abort();
  expect(await Promise.all(unwanted)).toEqual(['call-abandoned', 'call-abandoned']);
  // A new request for the same tile still gets it.
  const anew = ask('c', 'unwanted');
  for (const key of ['held', 'unwanted', 'wanted']) await release(key);
  expect(await Promise.all([running, wanted[1], anew])).toEqual(['held', 'wanted', 'unwanted']);
  expect(begun.toSorted()).toEqual(['held', 'unwanted', 'wanted']);
});
