// Parcels that wait to be sent: in order, one at a time, each retried until the server has accepted it, so that nothing is lost while the
// server restarts.
import type { Outcome } from './sender.ts';

export interface Parcel {
  /** Name for the log. */
  readonly name: string;
  /** Must be idempotent, since the response of a delivered parcel may be lost. */
  send(): Promise<Outcome>;
}

export interface Queue {
  add(parcel: Parcel): void;
  /** Number of undelivered parcels. */
  waiting(): number;
  /** Resolves when no parcel waits. */
  idle(): Promise<void>;
  /** Stops the queue; waiting parcels are no longer sent. */
  stop(): Promise<void>;
}

export interface QueueOptions {
  /** Resolves after the given time, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 ≤ … < 1; the jitter of retries. */
  readonly random: () => number;
  readonly onDelivered?: (parcel: Parcel) => void;
  /** Called when a parcel is dropped, because it would be refused again. */
  readonly onRefused: (parcel: Parcel, why: string) => void;
  /** @param attempt from 1 */
  readonly onRetry: (parcel: Parcel, why: string, attempt: number, waitMs: number) => void;
  /** Called when the queue has stopped: no parcel would be accepted with this key. */
  readonly onKeyRefused: () => void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

export function createQueue(options: QueueOptions): Queue {
  const parcels: Parcel[] = [];
  const stopping = new AbortController();
  let working: Promise<void> | null = null;

  const deliver = async (parcel: Parcel): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const outcome = await parcel.send();
      if (outcome.kind === 'delivered') return options.onDelivered?.(parcel);
      if (outcome.kind === 'refused') return options.onRefused(parcel, outcome.why);
      if (outcome.kind === 'key-refused') {
        stopping.abort();
        return options.onKeyRefused();
      }
      if (stopping.signal.aborted) return;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (0.75 + 0.5 * options.random());
      options.onRetry(parcel, outcome.why, attempt, waitMs);
      await options.pause(waitMs, stopping.signal);
    }
  };

  const work = async (): Promise<void> => {
    for (let next = parcels[0]; next !== undefined && !stopping.signal.aborted; next = parcels[0]) {
      await deliver(next);
      parcels.shift();
    }
    working = null;
  };

  return {
    add(parcel) {
      if (stopping.signal.aborted) return;
      parcels.push(parcel);
      working ??= work();
    },
    waiting: () => parcels.length,
    idle: async () => (await working) ?? undefined,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
