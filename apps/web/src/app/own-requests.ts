// The names of the calls that this page has sent, so that its own changes are known when they come back live.
import { newKey } from '../shared/new-key.ts';

export interface OwnRequests {
  readonly name: () => string;
  readonly has: (requestId: string) => boolean;
}

/** What a page has sent comes back within seconds; so many are more than a busy hour's. */
const MOST_KEPT = 1_000;

export function createOwnRequests(make: () => string = newKey): OwnRequests {
  const sent = new Set<string>();
  return {
    name: () => {
      const id = make();
      sent.add(id);
      for (const oldest of sent) {
        if (sent.size <= MOST_KEPT) break;
        sent.delete(oldest);
      }
      return id;
    },
    has: (requestId) => sent.has(requestId),
  };
}
