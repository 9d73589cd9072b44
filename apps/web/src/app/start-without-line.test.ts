import { CallFailed } from '@lookout/client';
import { expect, it } from 'vitest';
import { loadOrRecall } from './start-without-line.ts';

const lost = () => Promise.reject(new CallFailed({ kind: 'line-lost' } as never));
const dead = () => Promise.reject(new CallFailed({ kind: 'logged-out' } as never));
const never = () => new Promise<never>(() => undefined);
const start = (load: () => Promise<void>, isStored: boolean, patience: () => Promise<void> = never) => {
  let recalls = 0;
  const recall = async () => {
    recalls += 1;
    return isStored;
  };
  return loadOrRecall({ load, recall, patience }).then(
    () => ['opened', recalls],
    (error: unknown) => [error instanceof CallFailed ? error.outcome.kind : error, recalls],
  );
};

it('an answer opens the page, and the stored user info is not read', async () => {
  expect(await start(async () => undefined, true)).toEqual(['opened', 0]);
});

it('without an answer, or with one that takes too long, the stored user info is used', async () => {
  expect(await start(lost, true)).toEqual(['opened', 1]);
  expect(await start(never, true, async () => undefined)).toEqual(['opened', 1]);
});

it('without stored user info the load fails with its own error', async () => {
  expect(await start(lost, false)).toEqual(['line-lost', 1]);
});

it('a dead session is never opened from stored user info', async () => {
  expect(await start(dead, true)).toEqual(['logged-out', 0]);
});
