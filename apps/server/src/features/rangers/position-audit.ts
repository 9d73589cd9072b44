// The audit of positions. They come many times a second, and a hash-chained row for each would cost more than the positions themselves. What
// a ranger sends of himself says who, when and where already; of what a machine sends for others one row a minute and sender says how much.
import type { AuditEntry, Store } from '@lookout/store';
import type { Context } from '../../serve/context.ts';
import type { Log } from '../../services/deps.ts';
import { poll } from '../../services/poll.ts';

export interface PositionAudit {
  /** After the positions are durable. The call's own audit row is not written any more. */
  note(context: Context, counts: { readonly received: number; readonly accepted: number }): void;
  /** Writes what is still to be told. */
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;

interface Tally {
  readonly entry: AuditEntry;
  calls: number;
  received: number;
  accepted: number;
}

export function createPositionAudit(audit: Pick<Store['audit'], 'append'>, log: Log): PositionAudit {
  let tallies = new Map<string, Tally>();

  const tell = async (): Promise<void> => {
    const told = tallies;
    if (told.size === 0) return;
    tallies = new Map();
    try {
      await audit.append([...told.values()].map(({ entry, ...counts }) => ({ ...entry, detail: counts })));
    } catch (error) {
      log.error({ err: error }, 'the audit of positions could not be written; it is tried again');
      for (const [sender, tally] of told) add(sender, tally);
    }
  };
  const add = (sender: string, { entry, calls, received, accepted }: Tally): void => {
    const tally = tallies.get(sender) ?? { entry, calls: 0, received: 0, accepted: 0 };
    tally.calls += calls;
    tally.received += received;
    tally.accepted += accepted;
    tallies.set(sender, tally);
  };
  const polling = poll({
    ...{ run: tell, everyMs: EVERY_MS, firstMs: EVERY_MS },
    failed: (error) => log.error({ err: error }, 'the audit of positions could not be told'),
  });

  return {
    note({ caller, address, audit: note }, counts) {
      const entry = note.take();
      if (caller.kind === 'feed') add(address, { entry, calls: 1, ...counts });
    },
    async stop() {
      await polling.stop();
      await tell();
    },
  };
}
