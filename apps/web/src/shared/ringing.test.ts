import { expect, it, vi } from 'vitest';
import { createRinging } from './ringing.ts';
import { aSoundContext, aSoundPage, settled } from './testing/sound-page.ts';

function aRinging(hasBeenActive: boolean) {
  const { page, ...rest } = aSoundPage(hasBeenActive);
  const repeated = new Set<() => void>();
  const playSignal = vi.fn();
  const clock = {
    setInterval: (run: () => void) => {
      repeated.add(run);
      return run;
    },
    clearInterval: (run: () => void) => void repeated.delete(run),
  };
  const ringing = createRinging({ ...page, ...clock }, () => aSoundContext(), playSignal);
  const again = () => {
    for (const run of repeated) run();
  };
  return { ...rest, ringing, again, signals: () => playSignal.mock.calls.length };
}

it('sounds at once and repeatedly until it is silenced', async () => {
  const { ringing, again, signals } = aRinging(true);
  await settled();
  expect(signals()).toBe(0);
  ringing.ring(true);
  ringing.ring(true);
  expect(signals()).toBe(1);
  again();
  expect(signals()).toBe(2);
  ringing.ring(false);
  again();
  expect(signals()).toBe(2);
});

it('a signal blocked by the browser sounds with the first gesture, unless it has been silenced', async () => {
  const { ringing, gesture, again, signals } = aRinging(false);
  ringing.ring(true);
  again();
  expect([signals(), ringing.blocked()]).toEqual([0, true]);
  await gesture();
  expect([signals(), ringing.blocked()]).toEqual([1, false]);

  const silenced = aRinging(false);
  silenced.ringing.ring(true);
  silenced.ringing.ring(false);
  await silenced.gesture();
  expect([silenced.signals(), silenced.ringing.blocked()]).toEqual([0, false]);
});

it('once stopped, it is silent and listens for no more gestures', async () => {
  const { ringing, again, listeners, signals } = aRinging(false);
  ringing.ring(true);
  ringing.stop();
  again();
  expect([signals(), listeners.size]).toEqual([0, 0]);
});
