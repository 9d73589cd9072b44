// What passed the checkpoints is kept by days and bytes, as recordings are: what is too old goes, then the oldest until the rest fits.
import type { Store } from '@lookout/store';
import type { Log } from '../../services/deps.ts';
import type { PictureFolder } from '../../services/pictures.ts';
import { type Polling, poll } from '../../services/poll.ts';

export interface RetentionOptions {
  readonly store: Store;
  readonly pictures: PictureFolder;
  readonly clock: () => Date;
  readonly log: Log;
  readonly days: number;
  /** Of the pictures' files together. */
  readonly bytes: number;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 60 * 60_000;
/** Before the first look, so that the start is over. */
const FIRST_MS = 30_000;
/** Found at one look; what is left over waits for the next hour. */
const AT_A_LOOK = 20_000;
/** Forgotten in one transaction. */
const AT_ONCE = 100;

/** One look. @returns how many were forgotten */
export async function forgetOldPictures({ store, pictures, clock, days, bytes }: RetentionOptions): Promise<number> {
  const ids = await store.gates.overdue({ before: new Date(clock().getTime() - days * DAY_MS), bytes }, AT_A_LOOK);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await store.transaction(async (tx) => {
      const names = await tx.gates.forgetImages(ids.slice(at, at + AT_ONCE));
      // Before the commit: cut off here, the rows stand again and the next look ends the work.
      await Promise.all(names.map((name) => pictures.remove(name)));
    });
  }
  return ids.length;
}

/** Looks every hour. */
export function keepPictureRetention(options: RetentionOptions): Polling {
  const { log } = options;
  return poll({
    ...{ everyMs: EVERY_MS, firstMs: FIRST_MS },
    async run() {
      const count = await forgetOldPictures(options);
      if (count > 0) log.info({ count }, 'old pictures of checkpoints were deleted');
    },
    failed: (error) => log.warn({ err: error }, 'old pictures of checkpoints could not be deleted'),
  });
}
