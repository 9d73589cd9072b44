// Housekeeping: deletes what has expired, begins new parts of the logs, and anchors the audit chain outside its table.

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@lookout/domain';
import { OUTBOX_RETENTION_DAYS } from '@lookout/features/notification/outbox.ts';
import type { Store } from '@lookout/features/store.ts';
import { beijingDay } from '@lookout/features/task/patrol.ts';
import type { Signer } from '../access/signing.ts';
import type { Log } from '../log-lines/log.ts';
import { ANCHORS_FILE, anchorLine } from '../services/audit-anchors.ts';
import type { PictureFiles } from '../services/pictures.ts';
import { poll } from '../services/poll.ts';

const EVERY_MS = 10 * 60_000;
/** Retry interval when a reader blocks a new part of the log. It is short, because the new month has already begun. */
const AGAIN_MS = 60_000;
const SESSIONS_RETAINED_MS = 30 * DAY_MS;
const TRACKS_RETAINED_MS = 90 * DAY_MS;
/** An offline phone sends its report at most hours after its photos. */
const UNCLAIMED_RETAINED_MS = DAY_MS;
const UNCLAIMED_AT_ONCE = 100;
/** The maximum per statement, so that each is short: after an upgrade a year of messages may be due. */
const MESSAGES_AT_ONCE = 5_000;

interface HousekeepingDeps {
  readonly store: Store;
  readonly pictures: Pick<PictureFiles, 'remove'>;
  readonly signer: Signer;
  readonly dataDir: string;
  /** Receives each line of the file as well. */
  readonly anchored: (line: string) => void;
  readonly clock: () => Date;
  readonly log: Log;
}

/** The audit's newest number and hash are appended to `DATA_DIR/audit-anchors.jsonl`, signed, so that a rewritten chain can be detected. */
export function startHousekeeping({ store, pictures, signer, dataDir, anchored: received, clock, log }: HousekeepingDeps): {
  stop(): Promise<void>;
} {
  const file = join(dataDir, ANCHORS_FILE);
  let anchored = -1;

  const anchor = async () => {
    const { id, hash } = await store.audit.anchor();
    if (id === anchored) return;
    const line = anchorLine({ at: clock().toISOString(), id, hash }, signer());
    await appendFile(file, line, { mode: 0o600 });
    received(line.trimEnd());
    anchored = id;
  };
  const tidy = async () => {
    const now = clock().getTime();
    await store.nonces.prune();
    await store.portalTokens.prune();
    await store.oidcAttempts.prune();
    await store.sessions.prune(new Date(now - SESSIONS_RETAINED_MS));
    await store.loginFailures.prune(new Date(now - DAY_MS));
    await store.dailyBudgets.prune(beijingDay(new Date(now)));
    await store.assetFeed.prune(new Date(now));
    await forgetUnclaimedUploads(store, pictures, new Date(now - UNCLAIMED_RETAINED_MS));
    await forgetMessages(store, new Date(now - OUTBOX_RETENTION_DAYS * DAY_MS));
    await store.rangerMessages.prune(new Date(now - OUTBOX_RETENTION_DAYS * DAY_MS));
    await anchor();
  };
  const polling = poll({ run: tidy, everyMs: EVERY_MS, failed: (error) => log.warn({ err: error }, 'housekeeping was put off') });
  // A separate poll: a reader can block new parts for a while, and must not delay the other work.
  const parting = poll({
    run: async () => {
      for (const name of await store.logParts.cut()) log.info({ log: name }, 'a new part of the log was begun');
      await store.rangers.prune(new Date(clock().getTime() - TRACKS_RETAINED_MS));
    },
    everyMs: ({ hasFailed }) => (hasFailed ? AGAIN_MS : EVERY_MS),
    failed: (error) => log.warn({ err: error }, 'new parts of the logs, or the end of old positions, were put off'),
  });
  return {
    async stop() {
      await Promise.all([polling.stop(), parting.stop()]);
      await anchor().catch((error: unknown) => log.warn({ err: error }, 'the audit could not be anchored'));
    },
  };
}

/** Deletes messages sent or given up before this time. Waiting messages remain. */
async function forgetMessages({ outbox }: Pick<Store, 'outbox'>, before: Date): Promise<void> {
  while ((await outbox.prune(before, MESSAGES_AT_ONCE)) === MESSAGES_AT_ONCE);
}

/** Deletes photos whose report never arrived. @returns how many were deleted */
export async function forgetUnclaimedUploads(
  store: Pick<Store, 'transaction'>,
  pictures: Pick<PictureFiles, 'remove'>,
  before: Date,
): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const count = await store.transaction(async (tx) => {
      const names = await tx.uploads.forgetUnclaimed(before, UNCLAIMED_AT_ONCE);
      // Before the commit: if interrupted here, the rows remain and the next run finishes the work.
      await Promise.all(names.map((name) => pictures.remove(name)));
      return names.length;
    });
    forgotten += count;
    if (count < UNCLAIMED_AT_ONCE) return forgotten;
  }
}
