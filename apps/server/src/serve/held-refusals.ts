// Whoever is refused for the number of his calls hears of it a second later. A program that asks again at once would have refusals alone take the main thread.
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../acting/refusal.ts';

const HELD_MS = 1_000;
/** Of one address. */
const MOST_HELD = 100;

export interface HeldRefusals {
  /** Resolves when the refusal may be sent; at once for refusals of another kind. Beyond what one address may have waiting, its connection is cut. */
  hold(refusal: Pick<Refusal, 'code'>, request: Pick<FastifyRequest, 'clientAddress' | 'raw'>): Promise<void>;
}

export function createHeldRefusals(heldMs = HELD_MS, mostHeld = MOST_HELD): HeldRefusals {
  const counts = new Map<string, number>();
  return {
    async hold({ code }, { clientAddress: address, raw }) {
      if (code !== 'too-many-calls') return;
      const count = counts.get(address) ?? 0;
      if (count >= mostHeld) {
        raw.destroy();
        return;
      }
      counts.set(address, count + 1);
      await new Promise((resolve) => setTimeout(resolve, heldMs));
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    },
  };
}
