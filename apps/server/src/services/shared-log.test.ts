import type { GridNo } from '@lookout/domain';
import { expect, it, vi } from 'vitest';
import { shareLog } from './shared-log.ts';

const GRID = '513221' as GridNo;

it('is read once for all who ask the same, and anew when something was delivered since or the reading failed', async () => {
  let delivered = 7;
  let isReadable = true;
  const since = vi.fn(async () => {
    if (!isReadable) throw new Error('no database');
    return { last: delivered, next: delivered, more: false, messages: [] };
  });
  const log = shareLog({ since, readAfter: async () => [] }, () => delivered);
  const [one, other] = await Promise.all([log.since(GRID, 3, 500), log.since(GRID, 3, 500)]);
  expect([since.mock.calls.length, one === other]).toEqual([1, true]);
  await log.since(GRID, 4, 500);
  await log.since('513222' as GridNo, 3, 500);
  expect(since).toHaveBeenCalledTimes(3);
  delivered = 8;
  expect((await log.since(GRID, 3, 500)).last).toBe(8);
  isReadable = false;
  delivered = 9;
  await expect(log.since(GRID, 3, 500)).rejects.toThrow('no database');
  isReadable = true;
  expect((await log.since(GRID, 3, 500)).last).toBe(9);
});
