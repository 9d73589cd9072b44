// What waits to be sent: in order, one at a time, again and again until the server has it. Nothing of the world is lost while the server restarts.
import type { Outcome } from './sender.ts';

export interface Parcel {
  /** For the log. */
  readonly name: string;
  /** Must be harmless when done twice: an answer may be lost on its way back. */
  send(): Promise<Outcome>;
}

export interface Queue {
  add(parcel: Parcel): void;
  /** Parcels not yet taken by the server. */
  waiting(): number;
  /** Resolves when nothing waits (at once when nothing does). */
  idle(): Promise<void>;
  /** What waits is left unsent. */
  stop(): Promise<void>;
}

export interface QueueOptions {
  /** Resolves after so long, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 ≤ … < 1; spreads retries. */
  readonly random: () => number;
  readonly onDelivered?: (parcel: Parcel) => void;
  /** It is dropped: sending the same again would be refused again. */
  readonly onRefused: (parcel: Parcel, why: string) => void;
  /** @param attempt from 1 */
  readonly onRetry: (parcel: Parcel, why: string, attempt: number, waitMs: number) => void;
  /** The queue has stopped; nothing will be accepted until the key is another. */
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
