// The audit of batches that machines send many times a second (positions, readings): a hash-chained row for each would cost more than the
// batch. A ranger's own position already records who, when and where. For a machine one row a minute and sender is written, with the
// counts.

import type { Store } from '@lookout/features/store.ts';
import type { AuditEntry } from '@lookout/store';
import type { Act } from '../acting/act.ts';
import type { Log } from '../log-lines/log.ts';
import { poll } from './poll.ts';

/** The call that delivered a batch: its sender and address. */
interface Upload extends Pick<Act, 'actor' | 'audit'> {
  readonly address: string;
}

export interface FeedAudit {
  /** Called when the batch is durable; replaces the call's own audit row. */
  note(upload: Upload, counts: { readonly received: number; readonly accepted: number }): void;
  /** Writes the remaining counts. */
  stop(): Promise<void>;
}

const EVERY_MS = 60_000;

interface Tally {
  readonly entry: AuditEntry;
  calls: number;
  received: number;
  accepted: number;
}

export function createFeedAudit(audit: Pick<Store['audit'], 'append'>, log: Log): FeedAudit {
  let tallies = new Map<string, Tally>();

  const flush = async (): Promise<void> => {
    const flushed = tallies;
    if (flushed.size === 0) return;
    tallies = new Map();
    try {
      await audit.append([...flushed.values()].map(({ entry, ...counts }) => ({ ...entry, detail: counts })));
    } catch (error) {
      log.error({ err: error }, 'the audit of a feed could not be written; it is tried again');
      for (const [sender, tally] of flushed) add(sender, tally);
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
    run: flush,
    everyMs: EVERY_MS,
    firstMs: EVERY_MS,
    failed: (error) => log.error({ err: error }, 'the audit of a feed could not be written'),
  });

  return {
    note({ actor, address, audit: note }, counts) {
      if (actor.kind === 'feed') add(address, { entry: note.take(), calls: 1, ...counts });
      else note.skip();
    },
    async stop() {
      await polling.stop();
      await flush();
    },
  };
}
