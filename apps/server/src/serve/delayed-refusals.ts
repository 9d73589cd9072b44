// Delays refusals for too many calls by a second. Without the delay, a program that retries at once could occupy the main thread with
// refusals alone.
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../acting/refusal.ts';

const DELAY_MS = 1_000;
/** The most delayed refusals of one address. */
const MOST_WAITING = 100;

export interface DelayedRefusals {
  /**
   * Resolves when the refusal may be sent; at once for refusals of another kind. If too many refusals of one address are waiting, the
   * connection is closed.
   */
  hold(refusal: Pick<Refusal, 'code'>, request: Pick<FastifyRequest, 'clientAddress' | 'raw'>): Promise<void>;
}

export function createDelayedRefusals(delayMs = DELAY_MS, most = MOST_WAITING): DelayedRefusals {
  const counts = new Map<string, number>();
  return {
    async hold({ code }, { clientAddress: address, raw }) {
      if (code !== 'too-many-calls') return;
      const count = counts.get(address) ?? 0;
      if (count >= most) {
        raw.destroy();
        return;
      }
      counts.set(address, count + 1);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    },
  };
}
