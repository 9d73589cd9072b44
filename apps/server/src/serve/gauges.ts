// Gauges that are read elsewhere at each scrape of /metrics: live connections, the database, the disk, backups.
import { opendir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { NOTIFICATION_CHANNELS } from '@lookout/features/notification/notification.ts';
import type { WaitingInOutbox } from '@lookout/features/notification/outbox.store.ts';
import type { Store, WalArchive } from '@lookout/features/store.ts';
import { StoreUnavailable } from '@lookout/store';

import type { Metrics } from './metrics.ts';

export type Gauges = Pick<Metrics, 'gauge' | 'counter'>;

/** Metrics are public: however many clients request them, the database is queried once in this time. */
const ASKED_EVERY_MS = 10_000;

export function watchStore({ gauge }: Gauges, store: Pick<Store, 'connections' | 'walArchive'>, now: () => number): void {
  gauge('lookout_database_connections_open', 'Connections of this server to the database', () => store.connections().open);
  gauge('lookout_database_connections_in_use', 'Of these, in use', () => store.connections().inUse);
  gauge('lookout_database_calls_waiting', 'Work that waits for a connection to the database', () => store.connections().waiting);

  const archive = cachedQuery(async () => store.walArchive(), now);
  gauge('lookout_database_up', '1 while the database answers', async () => Number((await archive()) !== 'unavailable'));
  const ofArchive = (read: (archive: WalArchive) => number | null) => async (): Promise<number | null> => {
    const answer = await archive();
    return answer === null || answer === 'unavailable' ? null : read(answer);
  };
  gauge(
    'lookout_wal_archive_failing',
    '1 while the last attempt to archive the database log failed; absent without archiving',
    ofArchive(({ isFailing }) => Number(isFailing)),
  );
  gauge(
    'lookout_wal_archived_timestamp_seconds',
    'When the database last archived a piece of its log; absent without archiving',
    ofArchive(({ archivedAt }) => (archivedAt === null ? null : archivedAt.getTime() / 1000)),
  );
}

/**
 * Gauges of the outbox of all servers together. A channel in which nothing waits is reported as 0. @param now milliseconds @param clock the
 * clock of `put_at`
 */
export function watchOutbox(
  { gaugeByChannel }: Pick<Metrics, 'gaugeByChannel'>,
  { outbox }: Pick<Store, 'outbox'>,
  now: () => number,
  clock: () => Date,
): void {
  const waiting = cachedQuery(() => outbox.waiting(), now);
  const byChannel = (read: (one: WaitingInOutbox) => number) => async (): Promise<ReadonlyMap<string, number>> => {
    const answer = await waiting();
    if (answer === 'unavailable') return new Map();
    const found = new Map(answer.map((one) => [one.channel, read(one)]));
    return new Map(NOTIFICATION_CHANNELS.map((channel) => [channel, found.get(channel) ?? 0]));
  };
  gaugeByChannel(
    'lookout_outbox_waiting',
    'Messages that wait to be sent or to be tried again, by channel',
    byChannel(({ count }) => count),
  );
  gaugeByChannel(
    'lookout_outbox_oldest_seconds',
    'How long the oldest message has waited that was neither sent nor given up, by channel; 0 when none waits',
    byChannel(({ oldestAt }) => Math.max(0, (clock().getTime() - oldestAt.getTime()) / 1000)),
  );
}

/** Caches the last answer for `ASKED_EVERY_MS`. Callers during a query share it. */
function cachedQuery<T>(ask: () => Promise<T>, now: () => number): () => Promise<T | 'unavailable'> {
  let answer: Promise<T | 'unavailable'> | null = null;
  let at = 0;
  return () => {
    if (answer !== null && now() - at < ASKED_EVERY_MS) return answer;
    at = now();
    answer = ask().catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return 'unavailable' as const;
      answer = null;
      throw error;
    });
    return answer;
  };
}

export function watchDataDir({ gauge }: Gauges, dataDir: string, clock: () => Date): void {
  const space = async (of: 'bavail' | 'blocks'): Promise<number> => {
    const disk = await statfs(dataDir);
    return disk[of] * disk.bsize;
  };
  gauge('lookout_disk_free_bytes', 'Free space on the disk of DATA_DIR', () => space('bavail'));
  gauge('lookout_disk_size_bytes', 'Size of the disk of DATA_DIR', () => space('blocks'));
  gauge('lookout_backup_age_seconds', 'Age of the newest file of npm run backup in DATA_DIR/backups; absent without one', async () => {
    const at = await newestBackup(join(dataDir, 'backups'));
    return at === null ? null : Math.max(0, (clock().getTime() - at) / 1000);
  });
}

/** @returns when the newest backup was written, in milliseconds; null: no backup exists */
async function newestBackup(folder: string): Promise<number | null> {
  let newest: number | null = null;
  try {
    for await (const { name } of await opendir(folder)) {
      if (name.endsWith('.backup')) newest = Math.max(newest ?? 0, (await stat(join(folder, name))).mtimeMs);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return newest;
}
