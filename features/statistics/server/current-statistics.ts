// Keeps the projection current: from its snapshot, then from the log. Before answering a question it reads the tail of the log, so that the
// answer has every change that was committed before. Between questions it reads the tail at intervals, so that it stays short.
import path from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { dangerLevelsBy } from '../../danger/service/danger-beside.ts';
import type { Replica, Store } from '../../store.ts';
import { FireDays } from './fire-days.ts';
import { Projection } from './projection.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

export interface CurrentStatistics {
  /** The projection, up to date. @throws Refusal during the first reading of the log; StoreUnavailable */
  current(): Promise<{ readonly projection: Projection; readonly fireDays: FireDays }>;
  stop(): Promise<void>;
}

interface StatisticsOptions {
  readonly store: Pick<Store, 'alarmFeed' | 'fireWeather' | 'dangerRules' | 'events'>;
  /** The long first reading uses the replica, and reads only the rest from the database itself; null: there is none. */
  readonly replica: Replica | null;
  readonly dataDir: string;
  readonly log: Log;
  readonly now: () => number;
}

/** The interval while there are questions. Otherwise a flood of alarms would be counted in the same seconds in which it is stored. */
const EVERY_MS = 5_000;
const UNASKED_EVERY_MS = 60_000;
const ASKED_LATELY_MS = 10 * 60_000;
/** Fire weather arrives once a day. */
const WEATHER_EVERY_MS = 60_000;
/** Days read at once. */
const MOST_DAYS = 20_000;
/** Snapshots are also written between starts, so that a killed server has little to read again. */
const SNAPSHOT_AFTER_NUMBERS = 100_000;

export function startStatistics({ store, replica, dataDir, log, now }: StatisticsOptions): CurrentStatistics {
  const file = path.join(dataDir, 'statistics', 'alarms.bin');
  const fireDays = new FireDays();
  let projection: Projection | null = null;
  let savedSeq = 0;
  let weatherAt = Number.NEGATIVE_INFINITY;
  let rulesRead = '';
  let requestedAt = Number.NEGATIVE_INFINITY;
  let isRead = false;
  let isOpen = true;
  let failure: unknown = null;
  let progress = { seq: 0, head: 0 };

  const begin = async (): Promise<Projection> => {
    const kept = await readSnapshot(file, (seq) => store.alarmFeed.markAt(seq)).catch((error: unknown) => {
      log.warn({ err: error }, 'the snapshot of the statistics could not be read; they are made from the log');
      return null;
    });
    savedSeq = kept?.seq ?? 0;
    return kept ?? new Projection();
  };

  const save = async (of: Projection): Promise<void> => {
    if (of.seq === savedSeq) return;
    const mark = await store.alarmFeed.markAt(of.seq);
    if (mark === null) return;
    await writeSnapshot(file, of, mark);
    savedSeq = of.seq;
  };

  const readWeather = async (): Promise<void> => {
    if (now() - weatherAt < WEATHER_EVERY_MS) return;
    const rules = await store.dangerRules.all();
    const ruleVersions = rules.map(({ gridNo, version }) => `${gridNo} ${version}`).join();
    if (ruleVersions !== rulesRead) fireDays.clear();
    rulesRead = ruleVersions;
    const levelOf = dangerLevelsBy(rules);
    for (let added = MOST_DAYS; added === MOST_DAYS && isOpen; ) {
      const days = await store.fireWeather.after(fireDays.newest, { limit: MOST_DAYS });
      fireDays.add(days, levelOf);
      added = days.length;
      await breathe();
    }
    weatherAt = now();
  };

  const readTail = async (of: Projection, feed: Pick<Store['alarmFeed'], 'after'>): Promise<void> => {
    for (let more = true; more && isOpen; ) {
      const slice = await feed.after(of.seq);
      of.apply(slice);
      more = slice.more;
      if (!isRead && more) progress = { seq: of.seq, head: await store.events.head() };
      // A long tail must not keep calls waiting.
      await breathe();
    }
  };

  /** @returns the projection read from the replica; without a replica, or when it is unusable, the one passed in */
  const readReplica = async (of: Projection): Promise<Projection> => {
    if (replica === null) return of;
    try {
      await readTail(of, replica.alarmFeed);
      const [there, here] = await Promise.all([replica.alarmFeed.markAt(of.seq), store.alarmFeed.markAt(of.seq)]);
      if (there === here) return of;
      log.error({ seq: of.seq }, 'DATABASE_REPLICA_URL is a replica of another database, or of an earlier state; it is not read');
    } catch (error) {
      log.warn({ err: error }, 'the replica could not be read; the database itself is');
    }
    return begin();
  };

  const run = async (): Promise<void> => {
    try {
      projection ??= await readReplica(await begin());
      await readTail(projection, store.alarmFeed);
      await readWeather();
      isRead = isOpen;
      if (projection.seq - savedSeq >= SNAPSHOT_AFTER_NUMBERS) await save(projection);
      failure = null;
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const polling = poll({
    run,
    everyMs: () => (now() - requestedAt < ASKED_LATELY_MS ? EVERY_MS : UNASKED_EVERY_MS),
    failed: (error) => log.warn({ err: error }, 'the log could not be read for the statistics'),
  });

  return {
    async current() {
      requestedAt = now();
      if (!isRead && progress.head > 0)
        throw refused('statistics-not-ready', { percent: Math.floor((100 * progress.seq) / progress.head) });
      await polling.wake();
      if (failure !== null) throw failure;
      if (projection === null || !isRead) throw refused('statistics-not-ready', { percent: 0 });
      return { projection, fireDays };
    },
    async stop() {
      isOpen = false;
      await polling.stop();
      await replica?.close();
      if (projection === null || !isRead) return;
      await save(projection).catch((error: unknown) => log.warn({ err: error }, 'the snapshot of the statistics could not be written'));
    },
  };
}
