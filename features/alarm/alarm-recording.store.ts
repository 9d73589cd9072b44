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
  /** Written even when everything was a duplicate. */
  readonly audit?: readonly AuditEntry[];
  /** Default: the store's clock. */
  readonly arrivedAt?: Date;
}

/** Alarms of a file, made in a worker thread. Plain data. */
export interface AlarmRows {
  readonly arrivedAt: Date;
  /** Of each alarm the columns of its row, as JSON. */
  readonly rows: readonly string[];
  /** Of each alarm its grid, which its topics are made of. */
  readonly gridNos: readonly GridNo[];
}

export interface Recorded {
  /** In the order of the input; `seq` is the number of its first event. */
  readonly fresh: { readonly index: number; readonly id: string; readonly seq: number }[];
  /** `id` is the existing alarm. */
  readonly duplicates: { readonly index: number; readonly id: string }[];
  readonly arrivedAt: Date;
}

interface Work {
  readonly rows: readonly string[];
  readonly audit: readonly AuditEntry[];
  readonly origin: Origin;
  readonly arrivedAt: Date;
}

export type RecordAlarms = (recording: Required<Recording>) => Promise<Recorded>;

/** Each recording is all or nothing. In a transaction it is a statement of its own, outside of one it may share a statement with others. */
export function alarmRecorder(db: Db): RecordAlarms {
  const store = db.isTransaction ? (work: Work) => storeOne(db, work) : storeTogether(db);
  return ({ observations, ...rest }) => store({ rows: observations.map(alarmRowText), ...rest });
}

/** Stores the alarms of a file, all or nothing, with one event. */
export const recordFile = (db: Db, { rows, arrivedAt }: AlarmRows, origin: Origin): Promise<Recorded> =>
  oneFileAtATime(async () => {
    const work = { rows, audit: [], origin, arrivedAt };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await storeOne(db, work);
      } catch (error) {
        // The file and several single alarms with the same keys in another order: PostgreSQL ended one of the two.
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

interface StoredRow {
  readonly last_seq: number | null;
  /** Places of the new alarms, from 1, ascending. */
  readonly fresh: readonly number[];
  /** The existing alarms of the other places, in their order. */
  readonly known: readonly string[];
}

const storeOne = async (db: Db, work: Work): Promise<Recorded> => (await storeAll(db, [work]))[0] as Recorded;

/** One statement, all or nothing. @returns the outcome of each, in their order */
async function storeAll(db: Db, works: readonly Work[]): Promise<Recorded[]> {
  const firsts = works.map(({ arrivedAt }) => firstAlarmId(arrivedAt));
  const recordings = works.map(
    ({ rows, audit, origin, arrivedAt }, n) =>
      `{"alarms":[${rows.join(',')}],"first":"${firsts[n]}","at":"${arrivedAt.toISOString()}","audit":${jsonText(audit)},"origin":${jsonText(originColumns(origin))}}`,
  );
  const stored = await sql<StoredRow>`
    select last_seq, fresh, known from record_alarms(${`[${recordings.join(',')}]`}::json) order by place`.execute(db);
  return works.map((work, n) => recordedOf(work, firsts[n] as string, stored.rows[n] as StoredRow));
}

function recordedOf({ rows, arrivedAt }: Work, first: string, { last_seq: last, fresh, known }: StoredRow): Recorded {
  const recorded: Recorded = { fresh: [], duplicates: [], arrivedAt };
  const firstSeq = (last ?? 0) - fresh.length + 1;
  for (const index of rows.keys()) {
    const n = recorded.fresh.length;
    if (fresh[n] === index + 1) recorded.fresh.push({ index, id: memberOfRun(first, n), seq: firstSeq + n });
    else recorded.duplicates.push({ index, id: known[recorded.duplicates.length] as string });
  }
  return recorded;
}

// Group commit. All servers number their alarms one after the other, each holding the journal's row until its commit is on the disk (decision 0002): a
// burst that commits once for each alarm waits for the disk as often.

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
    // No connection became free in time: whoever queued behind would wait as long once more for the same answer.
    if (error instanceof StoreUnavailable && error.reason === 'busy') for (const { reject } of waiting.splice(0)) reject(error);
  };

  const alone = (one: WaitingWork): Promise<void> => storeOne(db, one.work).then(one.resolve, (error: unknown) => fail([one], error));

  const together = async (group: readonly WaitingWork[]): Promise<void> => {
    const all = await storeAll(
      db,
      group.map(({ work }) => work),
    ).catch((error: unknown) => {
      // After any other error it is not known whether they were stored: only the senders can ask again.
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
