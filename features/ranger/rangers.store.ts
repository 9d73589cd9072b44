// Rangers: people, tracks and last positions. Up to a thousand positions a second are stored in batches.

import type { GridNo, Position } from '@lookout/domain';
import { type Limit, type Listed, mapInSlices } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, listed, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { Box } from '../resource/resources.store.ts';
import { type FixBelief, NO_BELIEF } from './fix-belief.ts';
import type { Ranger, RangerPosition, TrackPoint } from './ranger.ts';

/** An enabled account with the ranger's app. */
export interface RangerPerson {
  readonly userId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
}

export interface RangerFilters {
  readonly name?: string | undefined;
  /** Only rangers whose last position lies in the box. */
  readonly box?: Box | undefined;
}

/** How one of the positions is stored. */
export interface StoredPosition extends RangerPosition {
  readonly isDoubtful?: boolean;
}

/** A person's position after a batch of positions was judged. */
export interface Stand {
  readonly userId: string;
  readonly belief: FixBelief;
  /** The index of the position that is now the last one; null: the previous one remains. */
  readonly newest: number | null;
}

export interface SavedPositions {
  /** Indices of duplicates: the same person at the same time. */
  readonly duplicates: readonly number[];
  /** Indices of the positions that became the person's last position. */
  readonly newest: readonly number[];
}

/** Queries by time of receipt do not find positions that a phone stored for longer than this before sending, milliseconds. */
const LATE_MS = 24 * 3_600_000;

export interface ReceivedPosition extends TrackPoint {
  readonly userId: string;
}

/** Rows deleted by one statement when pruning, well within its timeout. */
const PRUNED_AT_ONCE = 50_000;

/** Same rule as the domain's `isRanger`, and enabled. */
export const isRanger = sql<boolean>`account.enabled
  and exists (select from account_right r where r.account_id = account.id and r.code = 'report-as-ranger')
  and not exists (select from account_right r where r.account_id = account.id and r.code = 'watch-alarms')`;

export function rangersRepository(db: Db) {
  return {
    ...rangerTracks(db),
    /** All rangers of every grid, for the directory that checks the sender of a position. */
    async people(): Promise<RangerPerson[]> {
      const { rows } = await sql<RangerPerson>`
        select id as "userId", full_name as "fullName", grid_no as "gridNo" from account where ${isRanger}`.execute(db);
      return rows;
    },

    /** Changes as soon as any account is created, changed or removed. */
    async peopleStamp(): Promise<string> {
      // A sum, so that a change that commits after a later one is also detected.
      const { rows } = await sql<{ stamp: string }>`
        select count(*) || ':' || coalesce(sum(extract(epoch from updated_at)), 0) as stamp from account`.execute(db);
      return rows[0]?.stamp ?? '';
    },

    /** The belief about each of these people; a person who is missing has no position yet. */
    async beliefs(userIds: readonly string[]): Promise<Map<string, FixBelief>> {
      if (userIds.length === 0) return new Map();
      const { rows } = await sql<{ id: string; at: Date; lng: number; lat: number; belief: StoredBelief | null }>`
        select account_id as id, at, lng, lat, belief from ranger_last where account_id = any(${`{${userIds.join(',')}}`}::uuid[])`.execute(
        db,
      );
      return new Map(rows.map(({ id, at, lng, lat, belief }) => [id, { ...readBelief(belief), last: { position: { lng, lat }, at } }]));
    },

    /**
     * Stores every position once, each person's last position, and the days to be recounted (patrol-days.ts). Durable when it resolves.
     * @param positions of known people; the same person at the same time at most once
     * @param stands the new state of people whose last position or belief changes; default: the newest position of each is the last one
     */
    async save(
      positions: readonly StoredPosition[],
      receivedAt: Date,
      stands: readonly Stand[] = trusting(positions),
    ): Promise<SavedPositions> {
      if (positions.length === 0) return { duplicates: [], newest: [] };
      // Arrays in PostgreSQL's text format: a uuid, a number or an ISO time needs no escaping.
      const column = (pick: (position: StoredPosition) => string | number): string => `{${positions.map(pick).join(',')}}`;
      let [lastAt, lastText] = [Number.NaN, ''];
      const timeText = (at: Date): string => {
        // A batch has few distinct times, so the last text is reused.
        if (at.getTime() !== lastAt) [lastAt, lastText] = [at.getTime(), at.toISOString()];
        return lastText;
      };
      const doubtful = positions.flatMap(({ isDoubtful }, index) => (isDoubtful ? [index + 1] : []));
      const known = stands.filter(({ belief }) => belief.last !== null);
      const stand = (pick: (last: NonNullable<FixBelief['last']>, stand: Stand) => string | number): string =>
        `{${known.map((one) => pick(one.belief.last as NonNullable<FixBelief['last']>, one)).join(',')}}`;
      // Only exceptions are returned: duplicates, and people of whom another server has stored a later position meanwhile.
      const { rows } = await sql<{ ord: number; is_late: boolean }>`
        with input as (
          select account_id, at, lng, lat, ord from unnest(${column(({ userId }) => userId)}::uuid[],
            ${column(({ at }) => timeText(at))}::timestamptz[], ${column(({ position }) => position.lng)}::float8[],
            ${column(({ position }) => position.lat)}::float8[]) with ordinality as i(account_id, at, lng, lat, ord)
        ), track as (
          insert into ranger_track (account_id, at, lng, lat, received_at, is_doubtful)
          select account_id, at, lng, lat, ${receivedAt}::timestamptz, ord = any(${`{${doubtful.join(',')}}`}::bigint[]) from input order by account_id, at
          on conflict do nothing returning account_id, at
        ), due as (
          insert into patrol_due (account_id, day, from_at, to_at)
          select account_id, ((at at time zone 'UTC') + interval '8 hours')::date as day, min(at), max(at) from track
          group by account_id, day order by account_id, day
          on conflict (account_id, day) do update
          set from_at = least(patrol_due.from_at, excluded.from_at), to_at = greatest(patrol_due.to_at, excluded.to_at)
        ), stand as materialized (
          select account_id, at, lng, lat, nullif(belief, '')::json as belief, ord from unnest(${stand((_, { userId }) => userId)}::uuid[],
            ${stand(({ at }) => timeText(at))}::timestamptz[], ${stand(({ position }) => position.lng)}::float8[],
            ${stand(({ position }) => position.lat)}::float8[], ${known.map(({ belief }) => writeBelief(belief))}::text[])
            with ordinality as s(account_id, at, lng, lat, belief, ord)
        ), last as (
          insert into ranger_last (account_id, at, lng, lat, received_at, belief)
          select account_id, at, lng, lat, ${receivedAt}::timestamptz, belief from stand order by account_id
          on conflict (account_id) do update set at = excluded.at, lng = excluded.lng, lat = excluded.lat, belief = excluded.belief,
            received_at = case when ranger_last.at < excluded.at then excluded.received_at else ranger_last.received_at end
          where ranger_last.at <= excluded.at returning account_id
        )
        select ord - 1 as ord, true as is_late from stand left join last using (account_id)
        where last.account_id is null and (select count(*) from last) < (select count(*) from stand)
        union all
        select ord - 1, false from input left join track using (account_id, at)
        where track.account_id is null and (select count(*) from track) < (select count(*) from input)`.execute(db);
      const late = new Set(rows.filter((row) => row.is_late).map(({ ord }) => known[ord]?.userId));
      const duplicates = rows.filter((row) => !row.is_late).map(({ ord }) => ord);
      const newest = known.flatMap(({ userId, newest: index }) => (index === null || late.has(userId) ? [] : [index]));
      return { duplicates, newest: newest.sort((a, b) => a - b) };
    },

    /** Last positions, ordered by name; includes people without a position, unless a box is given. */
    async list(scope: GridNo, { name, box }: RangerFilters, { limit }: Limit): Promise<Listed<Ranger>> {
      const conditions = [
        withinScope('account.grid_no', scope),
        isRanger,
        ...(name === undefined ? [] : [contains('account.full_name', name)]),
        // No index: each of a thousand positions a second would have to update it, and scanning ten thousand people takes milliseconds.
        ...(box === undefined
          ? []
          : [sql<boolean>`l.lng between ${box.west} and ${box.east} and l.lat between ${box.south} and ${box.north}`]),
      ];
      const { rows } = await sql<RangerRow>`
        select account.id, account.full_name, account.grid_no, account.phone, l.at, l.lng, l.lat, l.received_at, coalesce(busy.ids, '{}') as task_ids
        from account
        left join ranger_last l on l.account_id = account.id
        left join (
          select m.account_id, array_agg(m.task_id::text order by task.created_at desc) as ids
          from task join task_member m on m.task_id = task.id where not task.ended and m.state <> 'done' group by m.account_id
        ) busy on busy.account_id = account.id
        where ${allOf(conditions)}
        order by account.full_name, account.id limit ${limit + 1}`.execute(db);
      return listed(await mapInSlices(rows, rangerOf), limit);
    },

    /** How many rangers have sent a position at this time or later. */
    async countReportedSince(scope: GridNo, since: Date): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from account join ranger_last l on l.account_id = account.id
        where ${allOf([withinScope('account.grid_no', scope), isRanger])} and l.at >= ${since}`.execute(db);
      return rows[0]?.total ?? 0;
    },

    /** Rangers whose last position lies in one of these boxes, with the index of each such box. */
    async within(boxes: readonly Box[]): Promise<{ readonly box: number; readonly ranger: Ranger }[]> {
      if (boxes.length === 0) return [];
      // No index, as above: all boxes in one pass over the last positions.
      const { rows } = await sql<RangerRow & { box: number }>`
        select boxes.ord::int - 1 as box, account.id, account.full_name, account.grid_no, account.phone, l.at, l.lng, l.lat, l.received_at,
          coalesce(busy.ids, '{}') as task_ids
        from ranger_last l
        join json_to_recordset(${JSON.stringify(boxes.map((box, ord) => ({ ...box, ord: ord + 1 })))}::json)
          as boxes(ord int, west float8, south float8, east float8, north float8)
          on l.lng between boxes.west and boxes.east and l.lat between boxes.south and boxes.north
        join account on account.id = l.account_id
        left join (
          select m.account_id, array_agg(m.task_id::text order by task.created_at desc) as ids
          from task join task_member m on m.task_id = task.id where not task.ended and m.state <> 'done' group by m.account_id
        ) busy on busy.account_id = account.id
        where ${isRanger}
        order by boxes.ord, account.id`.execute(db);
      return rows.map(({ box, ...row }) => ({ box, ranger: rangerOf(row) }));
    },

    /** People of the scope by their ids; ids outside the scope are left out. */
    async named(scope: GridNo, ids: readonly string[]): Promise<RangerPerson[]> {
      const rows = await db
        .selectFrom('account')
        .select(['id', 'full_name', 'grid_no'])
        .where(allOf([withinScope('account.grid_no', scope), isRanger, isAnyOf('account.id', ids, 'uuid')]))
        .execute();
      return rows.map(({ id: userId, full_name: fullName, grid_no: gridNo }) => ({ userId, fullName, gridNo }));
    },
  };
}

/** The tracks of rangers. */
const rangerTracks = (db: Db) => ({
  /** One person's track, ordered by the phone's time. */
  async track(userId: string, begin: Date, end: Date, { limit }: Limit): Promise<Listed<TrackPoint>> {
    const rows = await db
      .selectFrom('ranger_track')
      .selectAll()
      .where('account_id', '=', userId)
      .where('at', '>=', begin)
      .where('at', '<', end)
      .orderBy('at')
      .limit(limit + 1)
      .execute();
    return listed(
      rows.map(({ lng, lat, at, received_at, is_doubtful }) => ({
        position: { lng, lat },
        at,
        receivedAt: received_at,
        ...(is_doubtful && { isDoubtful: true }),
      })),
      limit,
    );
  },

  /** The tracks of several people, each within a separate time window, ordered by the phone's time; the first `limit` points of each. */
  async tracks(
    stays: readonly { readonly userId: string; readonly begin: Date; readonly end: Date }[],
    { limit }: Limit,
  ): Promise<{ readonly userId: string; readonly position: Position; readonly at: Date; readonly isDoubtful: boolean }[]> {
    if (stays.length === 0) return [];
    const given = JSON.stringify(stays.map(({ userId, begin, end }) => ({ account_id: userId, begins: begin, ends: end })));
    const { rows } = await sql<{ account_id: string; lng: number; lat: number; at: Date; is_doubtful: boolean }>`
      select found.account_id, found.lng, found.lat, found.at, found.is_doubtful
      from json_to_recordset(${given}::json) as stay(account_id uuid, begins timestamptz, ends timestamptz)
      cross join lateral (
        select account_id, lng, lat, at, is_doubtful from ranger_track
        where ranger_track.account_id = stay.account_id and at >= stay.begins and at < stay.ends order by at limit ${limit}
      ) found
      order by found.account_id, found.at`.execute(db);
    return rows.map(({ account_id: userId, lng, lat, at, is_doubtful: isDoubtful }) => ({
      userId,
      position: { lng, lat },
      at,
      isDoubtful,
    }));
  },

  /**
   * The believed positions of these grids that were received from `begin` up to `end`, each person's in the order of receipt. Of several
   * received within the same `everySeconds`, only the last one.
   */
  async received(
    scope: GridNo,
    { begin, end, everySeconds }: { readonly begin: Date; readonly end: Date; readonly everySeconds: number },
    { limit }: Limit,
  ): Promise<Listed<ReceivedPosition>> {
    const { rows } = await sql<{ account_id: string; lng: number; lat: number; at: Date; received_at: Date }>`
      select distinct on (track.account_id, bucket) track.account_id, track.lng, track.lat, track.at, track.received_at
      from account join ranger_track track on track.account_id = account.id
      cross join lateral (select floor(extract(epoch from track.received_at) / ${everySeconds}) as bucket) buckets
      where ${withinScope('account.grid_no', scope)} and ${isRanger}
        and track.at >= ${new Date(begin.getTime() - LATE_MS)} and track.at < ${new Date(end.getTime() + LATE_MS)}
        and track.received_at >= ${begin} and track.received_at < ${end} and not track.is_doubtful
      order by track.account_id, bucket, track.received_at desc, track.at desc limit ${limit + 1}`.execute(db);
    return listed(
      rows.map(({ account_id: userId, lng, lat, at, received_at: receivedAt }) => ({ userId, position: { lng, lat }, at, receivedAt })),
      limit,
    );
  },

  /**
   * Drops the weekly partitions that ended before this time, deletes older positions that lie in no week, and creates the weeks to come.
   * A position is therefore stored for up to a week longer. @returns how many rows were deleted, not counting dropped weeks
   */
  async prune(before: Date): Promise<number> {
    for (let pruned = 0; ; ) {
      const { rows } = await sql<{ deleted: number }>`select turn_track_weeks(${before}, ${PRUNED_AT_ONCE}) as deleted`.execute(db);
      const deleted = rows[0]?.deleted ?? 0;
      pruned += deleted;
      if (deleted < PRUNED_AT_ONCE) return pruned;
    }
  },
});

/** Takes each person's newest position as the last one. */
function trusting(positions: readonly RangerPosition[]): Stand[] {
  const newest = new Map<string, number>();
  for (const [index, { userId, at }] of positions.entries()) {
    const known = newest.get(userId);
    if (known === undefined || (positions[known] as RangerPosition).at < at) newest.set(userId, index);
  }
  return [...newest].map(([userId, index]) => ({
    userId,
    newest: index,
    belief: { ...NO_BELIEF, last: positions[index] as RangerPosition },
  }));
}

/** The fields of a belief besides the last position. */
type StoredBelief = {
  readonly isFast: boolean;
  readonly doubt: {
    readonly lng: number;
    readonly lat: number;
    readonly at: string;
    readonly since: string;
    readonly count: number;
  } | null;
};

/** Empty: no such fields, as for nearly everyone. */
function writeBelief({ isFast, doubt }: FixBelief): string {
  if (!isFast && doubt === null) return '';
  const stored: StoredBelief = {
    isFast,
    doubt: doubt && { ...doubt.position, at: doubt.at.toISOString(), since: doubt.since.toISOString(), count: doubt.count },
  };
  return JSON.stringify(stored);
}

function readBelief(stored: StoredBelief | null): Pick<FixBelief, 'isFast' | 'doubt'> {
  if (stored === null) return NO_BELIEF;
  const { isFast, doubt } = stored;
  return {
    isFast,
    doubt: doubt && {
      position: { lng: doubt.lng, lat: doubt.lat },
      at: new Date(doubt.at),
      since: new Date(doubt.since),
      count: doubt.count,
    },
  };
}

interface RangerRow {
  readonly id: string;
  readonly full_name: string;
  readonly grid_no: GridNo;
  readonly phone: string | null;
  readonly at: Date | null;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly received_at: Date | null;
  readonly task_ids: string[];
}

const rangerOf = (row: RangerRow): Ranger => ({
  userId: row.id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  phone: row.phone,
  last:
    row.at === null || row.lng === null || row.lat === null || row.received_at === null
      ? null
      : { position: { lng: row.lng, lat: row.lat }, at: row.at, receivedAt: row.received_at },
  taskIds: row.task_ids,
});
