// Incoming positions: each row is validated separately, the accepted ones are stored together, and the newest of each ranger is published
// to the desks.
import { type Answer, formatTime, parseTime, readBySchema } from '@lookout/contract';
import { measureOrNull, ok, type Position, positionRowFault, type Result, refuse, timeFault } from '@lookout/domain';
import { type FieldFault, fieldFault } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import type { LivePublisher } from '@lookout/server/services/deps.ts';
import type { FeedAudit } from '@lookout/server/services/feed-audit.ts';
import type { Contract } from '../../contract.ts';
import { intervalIn } from '../../operating-mode/operating-mode.ts';
import type { OperatingModes } from '../../operating-mode/service/operating-modes.ts';
import type { Store } from '../../store.ts';
import { type FixBelief, type FixVerdict, judgeFixes, NO_BELIEF } from '../fix-belief.ts';
import { positionRow } from '../ranger.calls.ts';
import type { TeamPosition } from '../ranger.schema.ts';
import { POSITION_EVERY_MS, type RangerPosition } from '../ranger.ts';
import type { RangerPerson, SavedPositions, Stand, StoredPosition } from '../rangers.store.ts';
import type { AttendanceCounter } from './attendance.ts';

interface PositionDeps {
  readonly directory: RangerDirectory;
  readonly writer: PositionWriter;
  readonly audit: FeedAudit;
  readonly publisher: PositionPublisher;
  readonly modes: Pick<OperatingModes, 'inForce'>;
  readonly counter: Pick<AttendanceCounter, 'wake'>;
}

/** A position older than this on arrival comes from a phone that was without signal, and a day may have to be recounted. */
const LATE_MS = 10 * 60_000;

/** Rows validated in one tick of the event loop: a few milliseconds. */
const VALIDATED_AT_ONCE = 500;

export function positionHandler({
  directory,
  writer,
  audit,
  publisher,
  modes,
  counter,
}: PositionDeps): Pick<Handlers<Contract['ranger']>, 'position'> {
  return {
    async position(context, { body: rows }) {
      const { caller, now } = context;
      const people = await directory.people();
      const rules = { isKnown: (id: string) => people.has(id), onlyFor: caller.kind === 'account' ? caller.accountId : null, now };
      const positions: RangerPosition[] = [];
      /** The row index of each accepted position. */
      const rowOf: number[] = [];
      const rejected: Answer<Contract['ranger']['position']>['rejected'] = [];
      for (const [index, row] of rows.entries()) {
        if (index % VALIDATED_AT_ONCE === VALIDATED_AT_ONCE - 1) await new Promise(setImmediate);
        const validated = validateRow(row, rules);
        if (validated.ok) {
          positions.push(validated.value);
          rowOf.push(index);
        } else rejected.push({ index, path: validated.error.path, ...whyIn(context.language, validated.error) });
      }
      const { duplicates, newest, unmoved } = await writer.write(positions, now);
      const storedOnly = unmoved.map(({ position, verdict }) => {
        const fault = verdict === 'past' ? fieldFault('actualUploadTime', 'position-past') : fieldFault('position', 'position-doubtful');
        return { index: rowOf[positions.indexOf(position)] as number, path: fault.path, ...whyIn(context.language, fault) };
      });
      const accepted = positions.length - duplicates;
      audit.note(context, { received: rows.length, accepted });
      if (accepted > 0 && positions.some(({ at }) => now.getTime() - at.getTime() > LATE_MS)) counter.wake();
      publisher.publish(newest.map((position) => ({ position, person: people.get(position.userId) as RangerPerson })));
      const next = caller.kind === 'account' && { nextAfterMilliseconds: intervalIn(modes.inForce(caller.gridNo), POSITION_EVERY_MS) };
      return { received: rows.length, accepted, duplicates, rejected, ...(storedOnly.length > 0 && { storedOnly }), ...next };
    },
  };
}

// The rangers in memory: a thousand positions a second must not cost a thousand queries. Reloaded when accounts change.

interface RangerDirectory {
  /** All rangers by id, at most a second old. */
  people(): Promise<ReadonlyMap<string, RangerPerson>>;
}

/** The cache's lifetime: a new ranger's first positions, and a lost right, take effect after it. */
const REFRESH_MS = 1_000;

/** @param now milliseconds of a monotonic clock */
export function createDirectory(
  rangers: Pick<Store['rangers'], 'people' | 'peopleStamp'>,
  now: () => number,
  refreshMs = REFRESH_MS,
): RangerDirectory {
  let people: ReadonlyMap<string, RangerPerson> = new Map();
  let stamp: string | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    const began = now();
    // The stamp is read first, so that a change in between is found by the next refresh.
    const newest = await rangers.peopleStamp();
    if (newest !== stamp) {
      people = new Map((await rangers.people()).map((person) => [person.userId, person]));
      stamp = newest;
    }
    refreshedAt = began;
  };

  return {
    async people() {
      if (now() - refreshedAt >= refreshMs) {
        refreshing ??= refresh().finally(() => {
          refreshing = null;
        });
        await refreshing;
      }
      return people;
    },
  };
}

// Validation of one row of a batch. One bad row does not affect the others.

export interface RowRules {
  readonly isKnown: (userId: string) => boolean;
  /** The only ranger this sender may report; null: any. */
  readonly onlyFor: string | null;
  readonly now: Date;
}

export function validateRow(row: unknown, rules: RowRules): Result<RangerPosition, FieldFault> {
  const plain = readPlain(row, rules);
  if (plain) return validatePosition(plain, rules);
  const read = readBySchema(positionRow, row);
  if (!read.ok) return refuse(swappedIn(row) ?? read.error[0]);
  const { userId, position, actualUploadTime: at, accuracy } = read.value;
  return validatePosition({ userId: userId.toLowerCase(), position, at, accuracyMetres: accuracy ?? null }, rules);
}

/** A longitude given as the latitude is out of range; the reported fault is then the order of the two. */
function swappedIn(row: unknown): FieldFault | null {
  const { lng, lat } = (row as { position?: Partial<Position> | null } | null)?.position ?? {};
  const fault = typeof lng === 'number' && typeof lat === 'number' ? positionRowFault({ lng, lat }) : null;
  return fault?.code === 'position-swapped' ? { path: 'position', ...fault } : null;
}

function validatePosition(position: RangerPosition, { isKnown, onlyFor, now }: RowRules): Result<RangerPosition, FieldFault> {
  const { userId, at } = position;
  if (onlyFor !== null && userId !== onlyFor) return refuse(fieldFault('userId', 'only-own-position'));
  if (!isKnown(userId)) return refuse(fieldFault('userId', 'no-such-ranger-id'));
  const wrongTime = timeFault(at, now);
  if (wrongTime !== null) return refuse(fieldFault('actualUploadTime', wrongTime));
  const wrongPlace = positionRowFault(position.position);
  return wrongPlace === null ? ok(position) : refuse({ path: 'position', ...wrongPlace });
}

/**
 * Reads the usual form of a row without the schema, which takes ten times as long, with the same result. A known id is well-formed.
 * @returns null: the schema must read the row
 */
function readPlain(row: unknown, { isKnown }: RowRules): RangerPosition | null {
  if (typeof row !== 'object' || row === null) return null;
  const { userId, position, actualUploadTime, accuracy } = row as Record<string, unknown>;
  if (accuracy != null && typeof accuracy !== 'number') return null;
  if (typeof userId !== 'string' || typeof actualUploadTime !== 'string' || !isKnown(userId)) return null;
  if (typeof position !== 'object' || position === null) return null;
  const { lng, lat } = position as Record<keyof Position, unknown>;
  if (typeof lng !== 'number' || typeof lat !== 'number' || !(Math.abs(lng) <= 180) || !(Math.abs(lat) <= 90)) return null;
  const at = timeOf(actualUploadTime);
  return at && { userId, position: { lng, lat }, at, accuracyMetres: measureOrNull('accuracyMetres', accuracy ?? null) };
}

/** The rows of a batch have few distinct times, so the last one is cached. */
let lastTime: { readonly text: string; readonly at: Date | null } = { text: '', at: null };
function timeOf(text: string): Date | null {
  if (text !== lastTime.text) lastTime = { text, at: parseTime(text) };
  return lastTime.at;
}

// Group commit: uploads that arrive while a write is in flight are stored together by the next one.

interface Written {
  /** How many were already stored: same ranger, same time. */
  readonly duplicates: number;
  /** The latest position of each ranger in the batch, if it is now the ranger's last position. */
  readonly newest: readonly RangerPosition[];
  /** Positions stored in the track only, and why. */
  readonly unmoved: readonly { readonly position: RangerPosition; readonly verdict: Extract<FixVerdict, 'past' | 'doubtful'> }[];
}

interface PositionWriter {
  /** Durable when it resolves. @throws the database's error; then no position is acknowledged */
  write(positions: readonly RangerPosition[], receivedAt: Date): Promise<Written>;
  /** Waits for the writes in flight. */
  stop(): Promise<void>;
}

/** Upper limit, more than the maximum of one upload, well within a statement's timeout. */
const MOST_AT_ONCE = 20_000;

interface Upload {
  readonly positions: readonly RangerPosition[];
  readonly receivedAt: Date;
  resolve(written: Written): void;
  reject(error: unknown): void;
}

interface PositionStore {
  beliefs(userIds: readonly string[]): Promise<ReadonlyMap<string, FixBelief>>;
  save(positions: readonly StoredPosition[], receivedAt: Date, stands: readonly Stand[]): Promise<SavedPositions>;
}

export function createPositionWriter({ beliefs, save }: PositionStore): PositionWriter {
  const waiting: Upload[] = [];
  let writing: Promise<void> | null = null;

  const nextBatch = (): Upload[] => {
    let count = 0;
    const end = waiting.findIndex(({ positions }, index) => {
      count += positions.length;
      return index > 0 && count > MOST_AT_ONCE;
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };

  const writeSome = async (uploads: readonly Upload[]): Promise<void> => {
    const outcomes = uploads.map(() => ({ duplicates: 0, newest: [] as RangerPosition[], unmoved: [] as Written['unmoved'][number][] }));
    /** The distinct positions of these uploads, and the upload of each. */
    const fresh: RangerPosition[] = [];
    const uploadOf: number[] = [];
    const seen = new Set<string>();
    for (const [index, { positions }] of uploads.entries()) {
      for (const position of positions) {
        const key = `${position.userId}${position.at.getTime()}`;
        if (seen.size === seen.add(key).size) (outcomes[index] as Written & { duplicates: number }).duplicates += 1;
        else {
          fresh.push(position);
          uploadOf.push(index);
        }
      }
    }
    try {
      const { receivedAt } = uploads.at(-1) as Upload;
      const { stored, stands, verdicts } = judged(fresh, await beliefs([...new Set(fresh.map(({ userId }) => userId))]), receivedAt);
      const { duplicates, newest } = await save(stored, receivedAt, stands);
      const outcomeAt = (row: number) => outcomes[uploadOf[row] as number] as (typeof outcomes)[number];
      for (const row of duplicates) outcomeAt(row).duplicates += 1;
      for (const [row, verdict] of verdicts.entries())
        if (verdict === 'past' || verdict === 'doubtful') outcomeAt(row).unmoved.push({ position: fresh[row] as RangerPosition, verdict });
      for (const row of newest) outcomeAt(row).newest.push(fresh[row] as RangerPosition);
      for (const [index, { resolve }] of uploads.entries()) resolve(outcomes[index] as Written);
    } catch (error) {
      for (const { reject } of uploads) reject(error);
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await writeSome(nextBatch());
    writing = null;
  };

  return {
    write: (positions, receivedAt) =>
      new Promise((resolve, reject) => {
        waiting.push({ positions, receivedAt, resolve, reject });
        writing ??= run();
      }),
    async stop() {
      await writing;
    },
  };
}

/** The result of judging the positions of several people: how each is stored, and each person's last position afterwards. */
function judged(positions: readonly RangerPosition[], known: ReadonlyMap<string, FixBelief>, receivedAt: Date) {
  const rowsOf = new Map<string, number[]>();
  for (const [row, { userId }] of positions.entries()) {
    const rows = rowsOf.get(userId);
    if (rows) rows.push(row);
    else rowsOf.set(userId, [row]);
  }
  const verdicts = new Array<FixVerdict>(positions.length);
  const stands: Stand[] = [];
  for (const [userId, rows] of rowsOf) {
    const before = known.get(userId) ?? NO_BELIEF;
    const fixes = rows.map((row) => positions[row] as RangerPosition);
    const { verdicts: own, belief } = judgeFixes(before, fixes, receivedAt);
    let newest: number | null = null;
    for (const [n, row] of rows.entries()) {
      verdicts[row] = own[n] as FixVerdict;
      if (own[n] === 'moved' && (newest === null || (positions[newest] as RangerPosition).at < (positions[row] as RangerPosition).at))
        newest = row;
    }
    if (belief !== before) stands.push({ userId, belief, newest });
  }
  const stored = positions.map(
    (position, row): StoredPosition => (verdicts[row] === 'doubtful' ? { ...position, isDoubtful: true } : position),
  );
  return { stored, stands, verdicts };
}

// Publishing, in order of arrival and in slices: a batch of thousands must not block the event loop.

export interface RangerReport {
  readonly position: RangerPosition;
  readonly person: Pick<RangerPerson, 'fullName' | 'gridNo'>;
}

interface PositionPublisher {
  /**
   * A few are published in this tick if nothing was published shortly before. Otherwise they are published in later ticks, after those
   * already queued.
   */
  publish(some: readonly RangerReport[]): void;
}

/** Positions of one tick: about two milliseconds. */
const SLICE = 200;
/**
 * Positions that arrive within this time of the last publication are published together. For a desk that receives thousands of rangers,
 * each write costs far more than the positions in it.
 */
const TOGETHER_MS = 100;

interface PublisherTimers {
  setImmediate(run: () => void): void;
  setTimeout(run: () => void, ms: number): void;
}

export function createPositionPublisher(
  live: Pick<LivePublisher, 'publishDirect'>,
  timers: PublisherTimers = globalThis,
): PositionPublisher {
  let waiting: RangerReport[] = [];
  let next = 0;
  /** True while publishing, and shortly after. */
  let isBusy = false;

  const publishSlice = (): void => {
    const slice = waiting.slice(next, next + SLICE);
    next += slice.length;
    if (next < waiting.length) timers.setImmediate(publishSlice);
    else {
      waiting = [];
      next = 0;
      timers.setTimeout(begin, TOGETHER_MS);
    }
    for (const { position, person } of slice) {
      const { userId, at } = position;
      const data: TeamPosition = { userId, createUser: person.fullName, position: position.position, actualUploadTime: formatTime(at) };
      live.publishDirect('teamTrajectory', person.gridNo, data);
    }
  };
  const begin = (): void => {
    isBusy = waiting.length > 0;
    if (isBusy) publishSlice();
  };

  return {
    publish(some) {
      for (const one of some) waiting.push(one);
      if (!isBusy) begin();
    },
  };
}
