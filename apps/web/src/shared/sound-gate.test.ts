import { expect, it, vi } from 'vitest';
import { createSoundGate } from './sound-gate.ts';
import { aSoundContext, aSoundPage, settled } from './testing/sound-page.ts';

it('makes a context with the first gesture, tries again until the browser allows it, and says so once', async () => {
  const { page, listeners, gesture } = aSoundPage(false);
  const context = aSoundContext(1);
  const makeContext = vi.fn(() => context);
  const [onAllowed, heard, unheard] = [vi.fn(), vi.fn(), vi.fn()];
  const gate = createSoundGate(page, makeContext, onAllowed);
  gate.subscribe(heard);
  gate.subscribe(unheard)();
  await settled();
  expect([gate.blocked(), gate.context(), makeContext.mock.calls.length]).toEqual([true, null, 0]);

  await gesture();
  expect([gate.blocked(), gate.context(), onAllowed.mock.calls.length, listeners.size]).toEqual([true, null, 0, 2]);

  await Promise.all([gesture('keydown'), gesture()]);
  expect([gate.blocked(), makeContext.mock.calls.length, listeners.size]).toEqual([false, 1, 0]);
  expect(gate.context()).toBe(context);
  expect([onAllowed, heard, unheard].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

it('needs no gesture where there was one before', async () => {
  const gate = createSoundGate(aSoundPage(true).page, () => aSoundContext(), vi.fn());
  await settled();
  expect(gate.blocked()).toBe(false);
});

it('stopped, it listens no more and closes the context', async () => {
  const { page, listeners } = aSoundPage(true);
  const context = aSoundContext(1);
  const gate = createSoundGate(page, () => context, vi.fn());
  await settled();
  expect(listeners.size).toBe(2);
  gate.stop();
  await settled();
  expect([listeners.size, context.state, gate.blocked()]).toEqual([0, 'closed', true]);
});
