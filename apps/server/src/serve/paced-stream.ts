// An answer that is generated while it is sent takes as long as its receiver reads it. A receiver that stops reading would keep its turn
// from others.
import { Readable } from 'node:stream';
import type { Pace } from './input.ts';

export interface SendingPace extends Pace {
  /** Limit for the whole answer. */
  readonly limitMs: number;
}

/** The receiver fell behind the pace, or the whole answer took too long. */
export class ReceiverTooSlow extends Error {
  constructor({ ms, bytes, limitMs }: SendingPace) {
    super(`what was sent was not taken in time: ${bytes} bytes in ${ms} ms, all in ${limitMs} ms`);
  }
}

/**
 * @returns a stream that is destroyed with `ReceiverTooSlow` when its reader takes less than `bytes` in `ms`, or has not read all of it in
 * `limitMs`
 */
export function pacedStream(content: AsyncIterable<Uint8Array>, pace: SendingPace): Readable {
  let taken = 0;
  const counted = async function* () {
    for await (const piece of content) {
      taken += piece.length;
      yield piece;
    }
  };
  const stream = Readable.from(counted(), { objectMode: false });
  let [takenBefore, lastedMs] = [0, 0];
  const timer = setInterval(() => {
    lastedMs += pace.ms;
    if (taken - takenBefore < pace.bytes || lastedMs >= pace.limitMs) stream.destroy(new ReceiverTooSlow(pace));
    takenBefore = taken;
  }, pace.ms);
  stream.once('close', () => clearInterval(timer));
  return stream;
}
