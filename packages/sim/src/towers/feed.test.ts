import { expect, test, vi } from 'vitest';
import { createFeed } from './feed.ts';
import { createPicture } from './picture/raster.ts';

test('A viewer that leaves while the terrain is computed gets no picture, and one that joins then gets its own', async () => {
  const waiting: (() => void)[] = [];
  const shoot = vi.fn(createPicture);
  const faults: unknown[] = [];
  const feed = createFeed({
    prepare: () => new Promise<void>((resolve) => waiting.push(resolve)),
    shoot,
    clock: Date.now,
    onFault: (error) => faults.push(error),
  });
  const leave = feed.watch(() => undefined);
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  leave();
  expect(feed.isEncoding()).toBe(false);
  const pictures: boolean[] = [];
  feed.watch(({ isKeyframe }) => pictures.push(isKeyframe));
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  waiting[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(shoot).not.toHaveBeenCalled();
  waiting[1]?.();
  await vi.waitFor(() => expect(pictures).toEqual([true]));
  feed.stop();
  expect([shoot.mock.calls.length, faults]).toEqual([1, []]);
});
