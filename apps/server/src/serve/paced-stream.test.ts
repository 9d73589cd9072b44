import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pacedStream, ReceiverTooSlow } from './paced-stream.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const PIECE = new Uint8Array(1_000);
const PACE = { ms: 30_000, bytes: 20_000, limitMs: 3_600_000 };

/** Endless chunks, and whether their source has been closed. */
function source() {
  const state = { isClosed: false };
  const pieces = async function* () {
    try {
      for (;;) yield PIECE;
    } finally {
      state.isClosed = true;
    }
  };
  return { state, pieces: pieces() };
}

it('A stream continues while its receiver reads, and is destroyed with its source when he stops', async () => {
  const { state, pieces } = source();
  const stream = pacedStream(pieces, PACE);
  const failed = once(stream, 'error');
  for (let intervals = 0; intervals < 3; intervals++) {
    for (let n = 0; n < 100; n++) {
      stream.read();
      await setImmediate();
    }
    vi.advanceTimersByTime(PACE.ms);
    expect(stream.destroyed).toBe(false);
  }
  vi.advanceTimersByTime(2 * PACE.ms);
  expect((await failed)[0]).toBeInstanceOf(ReceiverTooSlow);
  await vi.waitFor(() => expect(state.isClosed).toBe(true));
});

it('A stream ends at the limit however fast it is read, and a stream that was read to its end leaves no timer behind', async () => {
  const endless = pacedStream(source().pieces, { ...PACE, bytes: 0, limitMs: 2 * PACE.ms });
  const failed = once(endless, 'error');
  vi.advanceTimersByTime(PACE.ms);
  expect(endless.destroyed).toBe(false);
  vi.advanceTimersByTime(PACE.ms);
  expect((await failed)[0]).toBeInstanceOf(ReceiverTooSlow);

  const short = pacedStream(
    (async function* () {
      yield PIECE;
    })(),
    PACE,
  );
  expect((await short.toArray()).reduce((sum: number, piece: Uint8Array) => sum + piece.length, 0)).toBe(PIECE.length);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
});
