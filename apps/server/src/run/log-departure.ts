// Moves old months out of the logs: one server at a time writes the archive of the oldest month, and the database removes it from the log
// (docs/decisions/0054).

import type { Store } from '@lookout/features/store.ts';
import { letPartLeave, PARTED_LOGS, StoreUnavailable } from '@lookout/store';
import type { Log } from '../log-lines/log.ts';
import type { FileStore } from '../services/files/file-store.ts';
import { folderStore } from '../services/files/folder-store.ts';
import { type ArchiveSigning, writeArchive } from '../services/log-archive.ts';
import { poll } from '../services/poll.ts';
import type { SharedJobs } from '../services/shared-jobs.ts';

const EVERY_MS = 3_600_000;
/** Retry interval when a reader blocks the removal or the bucket fails. */
const AGAIN_MS = 60_000;

interface DepartureDeps {
  readonly store: Pick<Store, 'url' | 'logParts'>;
  readonly files: FileStore;
  readonly sharedJobs: Pick<SharedJobs, 'alone' | 'pause'>;
  readonly dataDir: string;
  /** How the archives are hashed and signed. */
  readonly signing: () => ArchiveSigning;
  readonly log: Log;
}

/** Removes every part that is due. @returns how many were removed */
export async function letMonthsLeave({ store, files, dataDir, signing, log }: Omit<DepartureDeps, 'sharedJobs'>): Promise<number> {
  const folder = folderStore(dataDir);
  let count = 0;
  for (const name of PARTED_LOGS) {
    for (;;) {
      const left = await letPartLeave(store.url, name, (part, lines) => writeArchive(folder, files, part, lines, signing()));
      if (left === null) break;
      count += 1;
      log.info({ log: name, first: left.first, last: left.last }, 'a month has left the log for its archive');
    }
  }
  return count;
}

/** Runs once an hour, on one server. */
export function startDepartures({ sharedJobs, ...deps }: DepartureDeps): { stop(): Promise<void> } {
  const pause = sharedJobs.pause('log-departure', EVERY_MS);
  return poll({
    run: sharedJobs.alone('log-departure', async () => {
      await letMonthsLeave(deps);
    }),
    everyMs: ({ hasFailed }) => (hasFailed ? AGAIN_MS : pause()),
    failed: (error) =>
      deps.log.warn({ err: error, isBusy: error instanceof StoreUnavailable }, 'a month that may leave the log stays for now'),
  });
}
