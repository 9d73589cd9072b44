// Storing new alarms. A single alarm is one statement, and those that arrive while it is under way are the next one; a file's are one transaction
// around a COPY.

import type { Origin } from '@lookout/domain';
import { type AuditEntry, StoreUnavailable } from '@lookout/store';
import { CopyRows } from '@lookout/store/copy.ts';
import { isDeadlock, isRolledBack, violates } from '@lookout/store/errors.ts';
import { originColumns } from '@lookout/store/repositories/events.ts';
import { type Db, jsonText } from '@lookout/store/sql.ts';
import { CompiledQuery, sql } from 'kysely';
import type { AlarmFacts, LocatedObservation } from './alarm.ts';
import { type AlarmBatch, alarmBatchWriter, BATCH_COLUMNS, numberedMessage } from './alarm-batch.store.ts';
import { alarmIds, factColumns, factsText } from './alarm-rows.store.ts';

export interface Recording {
  /** Each new one becomes an alarm with `alarm.recorded` as its first event. */
  readonly observations: readonly LocatedObservation<AlarmFacts>[];
  readonly origin: Origin;
  /** Written even when everything was a duplicate. */
  readonly audit?: readonly AuditEntry[];
  /** Default: the store's clock. */
  readonly arrivedAt?: Date;
}

export interface Recorded {
  /** In the order of the input; `seq` is the number of its first event. */
  readonly fresh: { readonly index: number; readonly id: string; readonly seq: number }[];
  /** `id` is the existing alarm. */
  readonly duplicates: { readonly index: number; readonly id: string }[];
  readonly arrivedAt: Date;
}

export interface RecordedBatch {
  /** The rows that became alarms, ascending. Their events are numbered from `firstSeq`. */
  readonly fresh: readonly number[];
  readonly firstSeq: number;
  /** The id of the n-th fresh one. */
  idOf(n: number): string;
  /** Duplicate rows, with the id of the existing alarm. */
  readonly knownIds: ReadonlyMap<number, string>;
}

type Work = Required<Recording>;
type Outcome = Omit<Recorded, 'arrivedAt'>;

/** Stores a single alarm. */
export type RecordSingle = (single: Single) => Promise<Outcome>;

type Single = Pick<Work, 'audit' | 'arrivedAt' | 'origin'> & { readonly observation: LocatedObservation<AlarmFacts> };

/** All or nothing, in one transaction of any size. @param recordSingle of this store or transaction */
export async function recordAlarms(db: Db, recordSingle: RecordSingle, work: Work): Promise<Recorded> {
  const { observations, audit, arrivedAt, origin } = work;
  const [only] = observations;
  if (observations.length > 1) return { ...(await recordMany(db, work)), arrivedAt };
  if (only) return { ...(await recordSingle({ observation: only, audit, arrivedAt, origin })), arrivedAt };
  await sql`select append_audit(${jsonText(audit)}::json, ${arrivedAt})`.execute(db);
  return { fresh: [], duplicates: [], arrivedAt };
}

interface SingleRow {
  readonly seq: number | null;
  readonly known_id: string | null;
}

/** @param id that a new alarm has */
const outcomeOf = ({ seq = null, known_id: known = null }: Partial<SingleRow>, id: string): Outcome =>
  seq === null ? { fresh: [], duplicates: [{ index: 0, id: known ?? id }] } : { fresh: [{ index: 0, id, seq }], duplicates: [] };

async function recordOne(db: Db, { observation, audit, arrivedAt, origin }: Single): Promise<Outcome> {
  const id = alarmIds(arrivedAt).at(0);
  const { findType, position, gridNo, gridBasis, address, formattedAddress, observedAt, dedupeKey, facts } = observation;
  const { fire_no, device_id, monitoring_point_id } = factColumns(facts, dedupeKey);
  const { rows } = await sql<SingleRow>`
    select seq, known_id from record_alarm(${id}, ${facts.kind}, ${findType}, ${position.lng}, ${position.lat}, ${gridNo}, ${gridBasis},
      ${address}, ${formattedAddress}, ${observedAt}, ${arrivedAt}, ${dedupeKey}, ${fire_no}, ${device_id}, ${monitoring_point_id},
      ${factsText(facts)}, ${jsonText(audit)}::json, ${jsonText(originColumns(origin))}::json)`.execute(db);
  return outcomeOf(rows[0] ?? {}, id);
}

// Group commit. All servers number their alarms one after the other, each holding the journal's row until its commit is on the disk (decision 0002): a
// burst that commits once for each alarm waits for the disk as often.

/** Alarms of one statement: some tens of milliseconds, for which other writers wait. */
const MOST_TOGETHER = 100;

interface WaitingSingle {
  readonly single: Single;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/** In a transaction its own statement each. */
export const singleRecorder = (db: Db): RecordSingle => (db.isTransaction ? (single) => recordOne(db, single) : recordsTogether(db));

/**
 * Stores single alarms of one store, in the order of their arrival: one at once, and those that arrive meanwhile together when it is done. An alarm
 * that the database refuses spoils no other.
 */
function recordsTogether(db: Db): RecordSingle {
  const waiting: WaitingSingle[] = [];
  let isWriting = false;

  const fail = (group: readonly WaitingSingle[], error: unknown): void => {
    for (const { reject } of group) reject(error);
    // No connection came free in time: whoever waited behind would wait as long once more before hearing the same.
    if (error instanceof StoreUnavailable && error.reason === 'busy') for (const { reject } of waiting.splice(0)) reject(error);
  };

  const alone = (one: WaitingSingle): Promise<void> => recordOne(db, one.single).then(one.resolve, (error: unknown) => fail([one], error));

  const together = async (group: readonly WaitingSingle[]): Promise<void> => {
    const outcomes = await recordGroup(
      db,
      group.map(({ single }) => single),
    ).catch((error: unknown) => {
      // Of any other error it is not known whether they were stored: only the senders can ask again.
      if (isRolledBack(error)) return null;
      fail(group, error);
      return [];
    });
    if (outcomes === null) for (const one of group) await alone(one);
    else for (const [index, outcome] of outcomes.entries()) group[index]?.resolve(outcome);
  };

  const run = async (): Promise<void> => {
    isWriting = true;
    for (let group = waiting.splice(0, MOST_TOGETHER); group.length > 0; group = waiting.splice(0, MOST_TOGETHER)) {
      const [first] = group;
      if (first !== undefined) await (group.length === 1 ? alone(first) : together(group));
    }
    isWriting = false;
  };

  return (single) =>
    new Promise((resolve, reject) => {
      waiting.push({ single, resolve, reject });
      if (!isWriting) void run();
    });
}

/** All or nothing, in one statement. @returns of each, in their order */
async function recordGroup(db: Db, singles: readonly Single[]): Promise<Outcome[]> {
  const alarms = singles.map(({ observation, audit, arrivedAt, origin }) => ({
    ...alarmColumns(observation, alarmIds(arrivedAt).at(0), arrivedAt),
    audit,
    origin: originColumns(origin),
  }));
  const { rows } = await sql<SingleRow>`select seq, known_id from record_alarms(${jsonText(alarms)}::json) order by ord`.execute(db);
  return alarms.map(({ id }, index) => outcomeOf(rows[index] ?? {}, id));
}

/** An alarm that nobody has answered, as a row to be written as JSON. */
const alarmColumns = (observation: LocatedObservation<AlarmFacts>, id: string, arrivedAt: Date) => ({
  id,
  kind: observation.facts.kind,
  find_type: observation.findType,
  lng: observation.position.lng,
  lat: observation.position.lat,
  grid_no: observation.gridNo,
  grid_basis: observation.gridBasis,
  address: observation.address,
  formatted_address: observation.formattedAddress,
  observed_at: observation.observedAt,
  arrived_at: arrivedAt,
  dedupe_key: observation.dedupeKey,
  facts: factsText(observation.facts),
  ...factColumns(observation.facts, observation.dedupeKey),
});

/** An alarm with the same key may be stored between the check for known keys and the COPY; the next attempt finds it. */
const ATTEMPTS = 5;

/** That many attempts others may spoil, as those who send the same alarms one by one can again and again; then they wait until the batch is stored. */
const SHARED_ATTEMPTS = 2;

async function recordMany(db: Db, work: Work): Promise<Outcome> {
  // A failed COPY would abort the caller's transaction; there each alarm is a statement of its own.
  if (db.isTransaction) return recordEach(db, work);
  const writer = alarmBatchWriter(work.arrivedAt, work.observations.length);
  for (const observation of work.observations) writer.add(observation);
  const batch = writer.end();
  return perObservation(batch, await recordBatch(db, batch, work.audit, work.origin));
}

/** All or nothing, in a transaction of its own: a failed COPY would abort a caller's. */
export function recordBatch(db: Db, batch: AlarmBatch, audit: readonly AuditEntry[], origin: Origin): Promise<RecordedBatch> {
  return withLock(async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const recorded = await db.transaction().execute(async (tx) => {
          if (attempt > SHARED_ATTEMPTS) await sql`lock table alarm in share row exclusive mode`.execute(tx);
          return copyBatch(tx, batch, audit, origin);
        });
        expectsKnown = recorded.knownIds.size > 0;
        return recorded;
      } catch (error) {
        const isKnown = violates(error, 'alarm_dedupe_key_key');
        if (attempt === ATTEMPTS || !(isKnown || isDeadlock(error))) throw error;
        expectsKnown = true;
      }
    }
  });
}

/**
 * Whether to check for known keys, as the last batch had some: polls repeat detections, a new day's file has none. Without the check a sixth of
 * the work is saved; a COPY that then meets a known key fails early and is repeated with the check.
 */
let expectsKnown = true;

async function recordEach(db: Db, { observations, audit, arrivedAt, origin }: Work): Promise<Outcome> {
  const outcome: Outcome = { fresh: [], duplicates: [] };
  for (const [index, observation] of observations.entries()) {
    const { fresh, duplicates } = await recordOne(db, { observation, audit: index === 0 ? audit : [], arrivedAt, origin });
    outcome.fresh.push(...fresh.map((one) => ({ ...one, index })));
    outcome.duplicates.push(...duplicates.map((one) => ({ ...one, index })));
  }
  return outcome;
}

/** Batches of this process wait here and not in the database, where each would hold a connection. */
let lock: Promise<unknown> = Promise.resolve();
function withLock<T>(work: () => Promise<T>): Promise<T> {
  const result = lock.then(work);
  lock = result.catch(() => undefined);
  return result;
}

async function copyBatch(tx: Db, batch: AlarmBatch, audit: readonly AuditEntry[], origin: Origin): Promise<RecordedBatch> {
  const { arrivedAt, rows: all } = batch;
  const keys = expectsKnown ? batch.keys : '';
  const known = await sql<{ ord: number; known_id: string }>`select ord, known_id from begin_alarm_batch(${keys})`.execute(tx);
  const knownIds = new Map(known.rows.map(({ ord, known_id }) => [ord - 1, known_id]));
  const fresh = Array.from({ length: all }, (_, row) => row).filter((row) => !knownIds.has(row));

  const ids = alarmIds(arrivedAt);
  const count = fresh.length;
  if (count > 0) await tx.executeQuery(CompiledQuery.raw(COPY, [new CopyRows(numberedMessage(batch, fresh, ids))]));
  const { rows } = await sql<{ last: number | null }>`
    select log_recorded_alarms(${jsonText(audit)}::json, ${jsonText(originColumns(origin))}::json, ${arrivedAt}, ${ids.at(0)},
      ${ids.at(Math.max(count - 1, 0))}, ${count}) as last`.execute(tx);
  return { fresh, firstSeq: (rows[0]?.last ?? 0) - count + 1, idOf: (n) => ids.at(n), knownIds };
}

const COPY = `copy alarm (${BATCH_COLUMNS.join(', ')}) from stdin (format binary)`;

/** From results by row to results by observation: the first observation of a row is the alarm, the others are duplicates. */
function perObservation(batch: AlarmBatch, { fresh, firstSeq, idOf, knownIds }: RecordedBatch): Outcome {
  const outcome: Outcome = { fresh: [], duplicates: [] };
  const ids = new Map(knownIds);
  for (const [n, row] of fresh.entries()) ids.set(row, idOf(n));
  let nextRow = 0;
  for (const [index, row] of batch.rowOf.entries()) {
    const id = ids.get(row) as string;
    const isFirst = row === nextRow;
    if (isFirst) nextRow += 1;
    if (isFirst && !knownIds.has(row)) outcome.fresh.push({ index, id, seq: firstSeq + outcome.fresh.length });
    else outcome.duplicates.push({ index, id });
  }
  return outcome;
}

// Alarms of an exercise. Few, and apart from the hot path, whose rows have no exercise.

export interface Drill {
  readonly observation: LocatedObservation<AlarmFacts>;
  readonly exerciseId: string;
}

/** @param before work of the same transaction that needs the ids; from the numbering on, other writers wait. @returns the ids, in the order of the drills */
export async function recordDrills(
  db: Db,
  drills: readonly Drill[],
  { audit, arrivedAt, origin }: Required<Omit<Recording, 'observations'>>,
  before: (ids: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const ids = alarmIds(arrivedAt);
  const rows = drills.map(({ observation, exerciseId }, n) => ({
    ...alarmColumns(observation, ids.at(n), arrivedAt),
    stage: 'open',
    exercise_id: exerciseId,
  }));
  await sql`insert into alarm select * from json_populate_recordset(null::alarm, ${jsonText(rows)}::json)`.execute(db);
  await before(rows.map(({ id }) => id));
  await sql`select log_recorded_alarms(${jsonText(audit)}::json, ${jsonText(originColumns(origin))}::json, ${arrivedAt}, ${ids.at(0)}, ${ids.at(rows.length - 1)}, ${rows.length})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
