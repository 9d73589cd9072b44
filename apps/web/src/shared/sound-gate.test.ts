import { expect, it, vi } from 'vitest';
import { createSoundGate } from './sound-gate.ts';
import { aSoundContext, aSoundPage, settled } from './testing/sound-page.ts';

it('creates a context with the first gesture, retries until the browser allows sound, and reports that once', async () => {
  const { page, listeners, gesture } = aSoundPage(false);
  const context = aSoundContext(true);
  const makeContext = vi.fn(() => context);
  const [onAllowed, allowed, unheard] = [vi.fn(), vi.fn(), vi.fn()];
  const gate = createSoundGate(page, makeContext, onAllowed);
  gate.subscribe(allowed);
  gate.subscribe(unheard)();
  await settled();
  expect([gate.blocked(), gate.play(vi.fn()), makeContext.mock.calls.length]).toEqual([true, false, 0]);

  await gesture();
  expect([gate.blocked(), gate.play(vi.fn()), onAllowed.mock.calls.length, listeners.size]).toEqual([true, false, 0, 2]);

  await Promise.all([gesture('keydown'), gesture()]);
  expect([gate.blocked(), makeContext.mock.calls.length, listeners.size]).toEqual([false, 1, 0]);
  expect([onAllowed, allowed, unheard].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
});

it('needs no gesture if there was one before', async () => {
  const gate = createSoundGate(aSoundPage(true).page, () => aSoundContext(), vi.fn());
  await settled();
  expect(gate.blocked()).toBe(false);
});

/** @param refusals see aSoundContext */
async function anAllowedGate(...refusals: readonly boolean[]) {
  const { page, listeners, gesture } = aSoundPage(true);
  const context = aSoundContext(...refusals);
  let waiting: (() => void) | null = null;
  const gate = createSoundGate(
    page,
    () => context,
    vi.fn(),
    (run) => {
      waiting = run;
      return () => {
        waiting = null;
      };
    },
  );
  await settled();
  const pass = async () => {
    waiting?.();
    await settled();
  };
  return { gate, context, listeners, gesture, pass };
}

it('the context runs only while a sound is playing', async () => {
  const { gate, context, pass } = await anAllowedGate();
  expect([gate.blocked(), context.state]).toEqual([false, 'suspended']);
  const signal = vi.fn();
  expect(gate.play(signal)).toBe(true);
  await settled();
  expect([signal.mock.calls, context.state]).toEqual([[[context]], 'running']);
  await pass();
  expect([gate.blocked(), context.state]).toEqual([false, 'suspended']);
  gate.play(signal);
  await settled();
  expect([signal.mock.calls.length, context.state]).toEqual([2, 'running']);
});

it('a context that may not resume waits for another gesture and reports it', async () => {
  const { gate, context, listeners, gesture } = await anAllowedGate(false, true);
  const heard = vi.fn();
  gate.subscribe(heard);
  gate.play(vi.fn());
  await settled();
  expect([gate.blocked(), listeners.size, heard.mock.calls.length]).toEqual([true, 2, 1]);
  await gesture();
  expect([gate.blocked(), context.state, heard.mock.calls.length]).toEqual([false, 'running', 2]);
});

it('once stopped, it ignores gestures and closes the context', async () => {
  const { page, listeners } = aSoundPage(true);
  const context = aSoundContext(true);
  const gate = createSoundGate(page, () => context, vi.fn());
  await settled();
  expect(listeners.size).toBe(2);
  gate.stop();
  await settled();
  expect([listeners.size, context.state, gate.blocked()]).toEqual([0, 'closed', true]);
});
