// PTZ heads in use: the operator and the tour of each, shared by all servers.

import { type Db, jsonb } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { CameraHeadTable } from './camera.tables.ts';
import type { TourStop } from './camera.ts';

interface HeadOperator {
  /** Hash of the session's token, lower-case hex. */
  readonly session: string;
  readonly name: string;
}

export interface HeadLock {
  readonly operator: HeadOperator;
  readonly since: Date;
  readonly lastActAt: Date;
  readonly wanted: { readonly by: HeadOperator; readonly at: Date } | null;
}

export interface HeadTour {
  readonly cameraId: string;
  readonly stops: readonly TourStop[];
  /** Counts up without wrapping. The next stop is this number modulo the number of stops. */
  readonly next: number;
  /** When the next stop is due; null: the tour is not running. */
  readonly dueAt: Date | null;
}

export interface HeadState {
  readonly lock: HeadLock | null;
  readonly tour: HeadTour | null;
  /** How long a tour pauses after an operator steers the head. */
  readonly pauseMs: number;
}

/** Identifies a head. */
export interface HeadQuestion<R> {
  /** The name under which this head is stored. */
  readonly name: string;
  /** The addresses and codes by which the head can be reached. */
  readonly reaches: readonly R[];
  /** Whether these addresses and codes lead to the same head. */
  isSame(reaches: readonly R[]): boolean;
}

/**
 * Key of the advisory lock, an arbitrary constant. It serializes changes of heads, so that two records of one device cannot be locked at
 * the same time.
 */
const HEADS_LOCK = 40;

export function cameraHeadsRepository(db: Db) {
  /** Prefers a head in use that is stored under another name but is the same device. Otherwise returns the head with this name. */
  const find = async <R>({ name, isSame }: HeadQuestion<R>): Promise<Selectable<CameraHeadTable> | null> => {
    const rows = await db
      .selectFrom('camera_head')
      .selectAll()
      .where((where) => where.or([where('session', 'is not', null), where('tour_due_at', 'is not', null), where('name', '=', name)]))
      .orderBy('name')
      .execute();
    return rows.find((row) => row.name !== name && isSame(row.reaches as readonly R[])) ?? rows.find((row) => row.name === name) ?? null;
  };

  return {
    /** @param unused the state of a head that was never used */
    async state<R>(head: HeadQuestion<R>, unused: HeadState): Promise<HeadState> {
      const row = await find(head);
      return row ? stateOf(row) : unused;
    },

    /**
     * Must be called in a transaction. All other callers, on every server, wait until it ends. @returns the name under which the head is
     * stored, and its state
     */
    async lockForUpdate<R>(head: HeadQuestion<R>, unused: HeadState): Promise<{ readonly name: string; readonly state: HeadState }> {
      await sql`select pg_advisory_xact_lock(${HEADS_LOCK})`.execute(db);
      const row = await find(head);
      return row ? { name: row.name, state: stateOf(row) } : { name: head.name, state: unused };
    },

    /** @param reaches stored only when the head is new; an existing head keeps its own */
    async save(name: string, reaches: readonly unknown[], { lock, tour, pauseMs }: HeadState): Promise<void> {
      const row = {
        session: lock?.operator.session ?? null,
        operator: lock?.operator.name ?? null,
        since: lock?.since ?? null,
        last_act_at: lock?.lastActAt ?? null,
        wanted_session: lock?.wanted?.by.session ?? null,
        wanted_by: lock?.wanted?.by.name ?? null,
        wanted_at: lock?.wanted?.at ?? null,
        tour_camera: tour?.cameraId ?? null,
        tour_stops: tour === null ? null : jsonb<readonly TourStop[]>(tour.stops),
        tour_next: tour?.next ?? null,
        tour_due_at: tour?.dueAt ?? null,
        tour_pause_ms: pauseMs,
      };
      await db
        .insertInto('camera_head')
        .values({ name, reaches: jsonb(reaches), ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },

    /** Must be called in a transaction. Returns the heads that this session steers or waits for, locked as by `lockForUpdate`. */
    async lockOfSession(session: string): Promise<{ readonly name: string; readonly state: HeadState }[]> {
      await sql`select pg_advisory_xact_lock(${HEADS_LOCK})`.execute(db);
      const rows = await db
        .selectFrom('camera_head')
        .selectAll()
        .where((where) => where.or([where('session', '=', session), where('wanted_session', '=', session)]))
        .execute();
      return rows.map((row) => ({ name: row.name, state: stateOf(row) }));
    },

    /** Whether this session steers or waits for any head. Does not wait for locks. */
    async isLockedBy(session: string): Promise<boolean> {
      const row = await db
        .selectFrom('camera_head')
        .select('name')
        .where((where) => where.or([where('session', '=', session), where('wanted_session', '=', session)]))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Must be called in a transaction. Returns the heads whose tour has a stop due. Each head is given to one server only. */
    async lockDueTours(now: Date, limit: number): Promise<{ readonly name: string; readonly state: HeadState }[]> {
      await sql`select pg_advisory_xact_lock(${HEADS_LOCK})`.execute(db);
      const rows = await db
        .selectFrom('camera_head')
        .selectAll()
        .where('tour_due_at', '<=', now)
        .orderBy('tour_due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ name: row.name, state: stateOf(row) }));
    },

    /** Whether a tour stop is due. Does not wait for locks. */
    async hasDueTours(now: Date): Promise<boolean> {
      return (await db.selectFrom('camera_head').select('name').where('tour_due_at', '<=', now).executeTakeFirst()) !== undefined;
    },
  };
}

function stateOf(row: Selectable<CameraHeadTable>): HeadState {
  return { lock: lockOf(row), tour: tourOf(row), pauseMs: row.tour_pause_ms };
}

// The columns of a lock are either all set or all null, and so are the columns of a tour (migration 0040).

function lockOf(row: Selectable<CameraHeadTable>): HeadLock | null {
  const { session, operator, since, last_act_at: lastActAt, wanted_session, wanted_by, wanted_at } = row;
  if (session === null || operator === null || since === null || lastActAt === null) return null;
  const wanted =
    wanted_session === null || wanted_by === null || wanted_at === null
      ? null
      : { by: { session: wanted_session, name: wanted_by }, at: wanted_at };
  return { operator: { session, name: operator }, since, lastActAt, wanted };
}

function tourOf({ tour_camera, tour_stops, tour_next, tour_due_at: dueAt }: Selectable<CameraHeadTable>): HeadTour | null {
  return tour_camera === null || tour_stops === null || tour_next === null
    ? null
    : { cameraId: tour_camera, stops: tour_stops, next: tour_next, dueAt };
}
