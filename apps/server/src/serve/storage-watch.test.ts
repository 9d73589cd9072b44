import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { watchStorage } from './storage-watch.ts';

it('A server that refused something for lack of disk space reports this for ten seconds', async () => {
  let now = 0;
  const storage = watchStorage(tmpdir(), () => now);
  expect(await storage.whyDegraded()).toBeNull();
  storage.turnedAway('server-busy');
  expect(await storage.whyDegraded()).toBeNull();
  storage.turnedAway('disk-full');
  now = 9_999;
  expect(await storage.whyDegraded()).toBe('disk: full, alarms are refused');
  now = 10_000;
  expect(await storage.whyDegraded()).toBeNull();
});
