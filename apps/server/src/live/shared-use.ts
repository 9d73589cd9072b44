// Each server reports the usage of sessions, accounts and addresses to the others and adds theirs to its own, so that several servers do
// not multiply a client's limits (decision 0052). Reports are sent through the broker. Without it each server counts only its own usage.
import { z } from 'zod';
import type { Log } from '../log-lines/log.ts';
import type { RateLimiter } from '../serve/budgets.ts';

const counts = z.record(z.string().max(300), z.number().int().positive().max(1_000_000));
const useSchema = z.object({
  /** Calls counted by the rate limit since the last report. */
  spent: counts,
  /** Current live connections. */
  connections: counts,
});

export interface SharedUse {
  /** Sends a report; call it once a second. */
  report(): void;
  /** Takes the report of another server. @param from that server's id */
  onReport(from: string, payload: Uint8Array): void;
  /** Live connections of a session, account or address at the other servers. */
  elsewhere(key: string): number;
}

interface SharedUseDeps {
  readonly rates: Pick<RateLimiter, 'takeSpent' | 'drain'>;
  readonly connections: () => ReadonlyMap<string, number>;
  readonly send: (payload: Uint8Array) => void;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** A server without a report for this long counts as stopped, and its connections no longer count. */
const SILENT_MS = 4_000;

export function shareUse({ rates, connections, send, now, log }: SharedUseDeps): SharedUse {
  const others = new Map<string, { readonly at: number; readonly connections: Readonly<Record<string, number>> }>();
  let wasSilent = true;

  return {
    report() {
      const [spent, here] = [rates.takeSpent(), connections()];
      const isSilent = spent.size === 0 && here.size === 0;
      // The first empty report replaces the previous one; further empty ones are not sent.
      if (!isSilent || !wasSilent)
        send(Buffer.from(JSON.stringify({ spent: Object.fromEntries(spent), connections: Object.fromEntries(here) })));
      wasSilent = isSilent;
      for (const [from, { at }] of others) if (now() - at > SILENT_MS) others.delete(from);
    },
    onReport(from, payload) {
      let message: unknown = null;
      try {
        message = JSON.parse(Buffer.from(payload).toString('utf8'));
      } catch {
        // Text that is not JSON is logged below as invalid.
      }
      const use = useSchema.safeParse(message);
      if (!use.success) {
        log.warn({ from, bytes: payload.length }, 'a word of another server that is not understood; is it of another version?');
        return;
      }
      for (const [key, amount] of Object.entries(use.data.spent)) rates.drain(key, amount);
      others.set(from, { at: now(), connections: use.data.connections });
    },
    elsewhere: (key) => [...others.values()].reduce((sum, other) => sum + (other.connections[key] ?? 0), 0),
  };
}
