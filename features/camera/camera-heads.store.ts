// PTZ heads in use: who steers one and what tour it is on, for all servers together.

import { type Db, jsonb } from '@lookout/store/sql.ts';
import type { CameraHeadTable } from '@lookout/store/tables.ts';
import { type Selectable, sql } from 'kysely';
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
  /** Counts on; the stop is this number modulo their count. */
  readonly next: number;
  /** When the next stop is due; null: the tour does not run. */
  readonly dueAt: Date | null;
}

export interface HeadState {
  readonly lock: HeadLock | null;
  readonly tour: HeadTour | null;
  /** How long a tour waits after somebody steered. */
  readonly pauseMs: number;
}

/** Which head is meant. */
export interface HeadQuestion<R> {
  /** Its own name. */
  readonly name: string;
  /** By what it is reached. */
  readonly reaches: readonly R[];
  /** Do these lead to the same head? */
  isSame(reaches: readonly R[]): boolean;
}

/** Any constant: changes of heads follow each other, so that two records of one device cannot be locked at the same moment. */
const HEADS_LOCK = 40;

export function cameraHeadsRepository(db: Db) {
  /** That one of another name which is in use and the same, else the one of this name. */
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
    /** @param unused what a head that was never used is like */
    async state<R>(head: HeadQuestion<R>, unused: HeadState): Promise<HeadState> {
      const row = await find(head);
      return row ? stateOf(row) : unused;
    },

    /** Call it in a transaction. All others wait for it, on every server. @returns the name under which the head is, and what it is like */
    async lockForUpdate<R>(head: HeadQuestion<R>, unused: HeadState): Promise<{ readonly name: string; readonly state: HeadState }> {
      await sql`select pg_advisory_xact_lock(${HEADS_LOCK})`.execute(db);
      const row = await find(head);
      return row ? { name: row.name, state: stateOf(row) } : { name: head.name, state: unused };
    },

    /** @param reaches of a head that is new here; those of another stay */
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

    /** Call it in a transaction. Those that this session steers or waits for, locked as by `lockForUpdate`. */
    async lockOfSession(session: string): Promise<{ readonly name: string; readonly state: HeadState }[]> {
      await sql`select pg_advisory_xact_lock(${HEADS_LOCK})`.execute(db);
      const rows = await db
        .selectFrom('camera_head')
        .selectAll()
        .where((where) => where.or([where('session', '=', session), where('wanted_session', '=', session)]))
        .execute();
      return rows.map((row) => ({ name: row.name, state: stateOf(row) }));
    },

    /** Whether this session steers or waits for any; without waiting for others. */
    async isHeldBy(session: string): Promise<boolean> {
      const row = await db
        .selectFrom('camera_head')
        .select('name')
        .where((where) => where.or([where('session', '=', session), where('wanted_session', '=', session)]))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Call it in a transaction. Those whose tour has a stop due, each given to one server. */
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

    /** Without waiting for others: is there a stop due? */
    async hasDueTours(now: Date): Promise<boolean> {
      return (await db.selectFrom('camera_head').select('name').where('tour_due_at', '<=', now).executeTakeFirst()) !== undefined;
    },
  };
}

function stateOf(row: Selectable<CameraHeadTable>): HeadState {
  return { lock: lockOf(row), tour: tourOf(row), pauseMs: row.tour_pause_ms };
}

// The columns of a lock, and those of a tour, are all there or none of them is (migration 0040).

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
