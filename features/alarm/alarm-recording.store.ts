// Storing new alarms: one statement for a single alarm, for several that arrive together, and for those of a file.

import type { GridNo, Origin } from '@lookout/domain';
import { type AuditEntry, StoreUnavailable } from '@lookout/store';
import { isDeadlock, isRolledBack } from '@lookout/store/errors.ts';
import { originColumns } from '@lookout/store/repositories/events.ts';
import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { LocatedObservation } from './alarm.ts';
import { alarmRowText, firstAlarmId, memberOfRun } from './alarm-rows.store.ts';

export interface Recording {
  /** Each new one becomes an alarm with `alarm.recorded` as its first event. */
  readonly observations: readonly LocatedObservation[];
  readonly origin: Origin;
  /** Written even when every observation was a duplicate. */
  readonly audit?: readonly AuditEntry[];
  /** Default: the store's clock. */
  readonly arrivedAt?: Date;
}

/** Alarms of a file, made in a worker thread. Plain data. */
export interface AlarmRows {
  readonly arrivedAt: Date;
  /** The columns of each alarm's row, as JSON. */
  readonly rows: readonly string[];
  /** The dedupe key of each alarm. */
  readonly keys: readonly (string | null)[];
  /** The grid of each alarm, from which its topics follow. */
  readonly gridNos: readonly GridNo[];
}

export interface Recorded {
  /** In the order of the input; `seq` is the number of its first event. */
  readonly fresh: { readonly index: number; readonly id: string; readonly seq: number }[];
  /** `id` is the existing alarm. */
  readonly duplicates: { readonly index: number; readonly id: string }[];
  readonly arrivedAt: Date;
}

interface Work extends Pick<AlarmRows, 'rows' | 'keys' | 'arrivedAt'> {
  readonly audit: readonly AuditEntry[];
  readonly origin: Origin;
}

export type RecordAlarms = (recording: Required<Recording>) => Promise<Recorded>;

/** Each recording is all or nothing. In a transaction it is a statement of its own, outside of one it may share a statement with others. */
export function alarmRecorder(db: Db): RecordAlarms {
  const store = db.isTransaction ? (work: Work) => storeOne(db, work) : storeTogether(db);
  return ({ observations, ...rest }) =>
    store({ rows: observations.map(alarmRowText), keys: observations.map(({ dedupeKey }) => dedupeKey), ...rest });
}

/** Stores the alarms of a file, all or nothing, with one event. */
export const recordFile = (db: Db, { rows, keys, arrivedAt }: AlarmRows, origin: Origin): Promise<Recorded> =>
  oneFileAtATime(async () => {
    const work = { rows, keys, audit: [], origin, arrivedAt };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await storeOne(db, work);
      } catch (error) {
        // Two writers of the same keys can wait for each other. PostgreSQL then cancels one of them, which tries again.
        if (attempt === ATTEMPTS || !isDeadlock(error)) throw error;
      }
    }
  });

const ATTEMPTS = 5;

/** Files of this process queue here and not in the database, where each would hold a connection. */
let lastFile: Promise<unknown> = Promise.resolve();
function oneFileAtATime<T>(store: () => Promise<T>): Promise<T> {
  const result = lastFile.then(store);
  lastFile = result.catch(() => undefined);
  return result;
}

interface Stored {
  /** Places of the new alarms, from 1, ascending. */
  readonly fresh: readonly number[];
  /** The existing alarms of the other places, in their order. */
  readonly known: readonly string[];
  /** The event number of the last new alarm of each work; null: none was new. */
  readonly last_seqs: readonly (number | null)[];
}

const storeOne = async (db: Db, work: Work): Promise<Recorded> => (await storeAll(db, [work]))[0] as Recorded;

/** One statement, all or nothing. @returns the outcome of each, in their order */
async function storeAll(db: Db, works: readonly Work[]): Promise<Recorded[]> {
  const firsts = works.map(({ arrivedAt }) => firstAlarmId(arrivedAt));
  const alarms = `[${works.flatMap(({ rows }) => rows).join(',')}]`;
  const keys = works.flatMap(({ keys: own }) => own);
  const recordings = works.map(({ rows, audit, origin, arrivedAt: at }, n) => ({
    count: rows.length,
    first: firsts[n],
    at,
    audit,
    origin: originColumns(origin),
  }));
  const { rows: stored } = await sql<Stored>`
    select fresh, known, last_seqs::float8[] from record_alarms(${alarms}::json, ${keys}::text[], ${jsonText(recordings)}::json)`.execute(
    db,
  );
  const { fresh, known, last_seqs: lasts } = stored[0] as Stored;
  let [places, nextFresh, nextKnown] = [0, 0, 0];
  return works.map(({ rows, arrivedAt }, n) => {
    const [indexes, duplicates]: [number[], Recorded['duplicates']] = [[], []];
    for (const index of rows.keys()) {
      places += 1;
      if (fresh[nextFresh] === places) {
        indexes.push(index);
        nextFresh += 1;
      } else {
        duplicates.push({ index, id: known[nextKnown] as string });
        nextKnown += 1;
      }
    }
    const firstSeq = (lasts[n] ?? 0) - indexes.length + 1;
    return {
      fresh: indexes.map((index, k) => ({ index, id: memberOfRun(firsts[n] as string, k), seq: firstSeq + k })),
      duplicates,
      arrivedAt,
    };
  });
}

// Group commit. All servers number their alarms one after the other, and each locks the journal's row until its commit is on the disk
// (decision 0002). A burst with one commit per alarm would wait for the disk once per alarm.

/** Recordings of one statement: some tens of milliseconds, for which other writers wait. */
const MOST_TOGETHER = 100;

interface WaitingWork {
  readonly work: Work;
  resolve(recorded: Recorded): void;
  reject(error: unknown): void;
}

/**
 * Stores recordings in the order of their arrival: one at once, and those that arrive meanwhile together when it is done. A recording that the
 * database refuses spoils no other.
 */
function storeTogether(db: Db): (work: Work) => Promise<Recorded> {
  const waiting: WaitingWork[] = [];
  let isWriting = false;

  const fail = (group: readonly WaitingWork[], error: unknown): void => {
    for (const { reject } of group) reject(error);
    // No connection became free in time: the recordings that wait would fail too, after the same time.
    if (error instanceof StoreUnavailable && error.reason === 'busy') for (const { reject } of waiting.splice(0)) reject(error);
  };

  const alone = (one: WaitingWork): Promise<void> => storeOne(db, one.work).then(one.resolve, (error: unknown) => fail([one], error));

  const together = async (group: readonly WaitingWork[]): Promise<void> => {
    const all = await storeAll(
      db,
      group.map(({ work }) => work),
    ).catch((error: unknown) => {
      // After any other error it is not known whether they were stored, so only the senders can repeat them.
      if (isRolledBack(error)) return null;
      fail(group, error);
      return [];
    });
    if (all === null) for (const one of group) await alone(one);
    else for (const [index, recorded] of all.entries()) group[index]?.resolve(recorded);
  };

  const run = async (): Promise<void> => {
    isWriting = true;
    for (let group = waiting.splice(0, MOST_TOGETHER); group.length > 0; group = waiting.splice(0, MOST_TOGETHER)) {
      const [first] = group;
      if (first !== undefined) await (group.length === 1 ? alone(first) : together(group));
    }
    isWriting = false;
  };

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject });
      if (!isWriting) void run();
    });
}
