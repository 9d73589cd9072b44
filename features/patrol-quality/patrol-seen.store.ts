// What rangers saw, day by day: computed after the day from its positions, and read for months and for the gaps of a grid.
import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, jsonb, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { isRanger } from '../ranger/rangers.store.ts';
import type { StoredQuestion, StoredStay } from './patrol-quality.tables.ts';
import { MOST_LISTED_STAYS, type PatrolQuality, type PatrolQuestion, type PatrolStay } from './patrol-quality.ts';

/** Columns and rows of cells, both ends included. */
export interface CellBox {
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

/** A day of a ranger whose positions are counted (patrol_day), and whose sight is not computed, or from an older state. */
export interface DueSight {
  readonly userId: string;
  readonly day: string;
  readonly readTo: Date;
  /** Positions of the day when they were counted. */
  readonly positions: number;
  readonly leftOut: number;
  readonly isComputed: boolean;
}

export interface SeenPatrol {
  readonly userId: string;
  readonly day: string;
  readonly readTo: Date;
  readonly version: string;
  readonly cells: Uint8Array;
  readonly forest: Uint8Array;
  /** null: no cell. */
  readonly box: CellBox | null;
  readonly climbMetres: number;
  readonly stays: readonly PatrolStay[];
  readonly points: number;
  readonly withoutElevation: number;
  readonly slots: Uint8Array;
  readonly questions: readonly PatrolQuestion[];
}

export interface DueQuestion {
  /** The state that a computed day must have. */
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Computed days from before this one keep an older version. */
  readonly renewedSince: string;
  /** A day that is not over is computed anew only when its positions reach this much further; null: not at all. */
  readonly todayBehindMs: number | null;
}

export interface QualityQuestion {
  readonly beginDay: string;
  readonly endDay: string;
  readonly name?: string | undefined;
  readonly userId?: string | undefined;
}

/** A ranger's month, with the cells of its days. */
export interface QualityRow extends Omit<PatrolQuality, 'seenHectares' | 'seenForestHectares' | 'seenDangerousHectares'> {
  readonly cells: readonly Uint8Array[];
  readonly forest: readonly Uint8Array[];
}

const dueOf = ({ version, today, renewedSince, todayBehindMs }: DueQuestion) => sql<boolean>`
  d.day <= ${today}::date and case
    when s.account_id is null then d.day < ${today}::date or ${todayBehindMs !== null}
    when d.day = ${today}::date then d.read_to > s.read_to + ${todayBehindMs ?? 0} * interval '1 millisecond' and ${todayBehindMs !== null}
    else d.read_to > s.read_to or (s.version <> ${version} and d.day >= ${renewedSince}::date)
  end`;

const asBox = (box: CellBox) =>
  sql<boolean>`s.west <= ${box.east} and s.east >= ${box.west} and s.north <= ${box.south} and s.south >= ${box.north}`;

export function patrolSeenRepository(db: Db) {
  return {
    /** Days whose sight is due, the newest first. */
    async due(question: DueQuestion, limit: number): Promise<DueSight[]> {
      const { rows } = await sql<DueSight>`
        select d.account_id as "userId", d.day::text as day, d.read_to as "readTo", d.positions, d.left_out as "leftOut",
          s.account_id is not null as "isComputed"
        from patrol_day d left join patrol_seen s using (account_id, day)
        where ${dueOf(question)} order by d.day desc, d.account_id limit ${limit}`.execute(db);
      return rows;
    },

    /** How many days from … to … are due. */
    async countDue(question: DueQuestion, firstDay: string, lastDay: string): Promise<number> {
      const { rows } = await sql<{ due: number }>`
        select count(*)::int as due from patrol_day d left join patrol_seen s using (account_id, day)
        where d.day between ${firstDay}::date and ${lastDay}::date and ${dueOf(question)}`.execute(db);
      return rows[0]?.due ?? 0;
    },

    async put(seen: SeenPatrol): Promise<void> {
      const { box } = seen;
      const row = {
        account_id: seen.userId,
        day: sql<Date>`${seen.day}::date`,
        read_to: seen.readTo,
        version: seen.version,
        cells: Buffer.from(seen.cells),
        forest: Buffer.from(seen.forest),
        west: box?.west ?? null,
        east: box?.east ?? null,
        north: box?.north ?? null,
        south: box?.south ?? null,
        climb_metres: seen.climbMetres,
        stays: jsonb(seen.stays as unknown as readonly StoredStay[]),
        points: seen.points,
        without_elevation: seen.withoutElevation,
        slots: Buffer.from(seen.slots),
        questions: jsonb(seen.questions as unknown as readonly StoredQuestion[]),
      };
      const { account_id: _, day: __, ...changed } = row;
      await db
        .insertInto('patrol_seen')
        .values(row)
        .onConflict((conflict) => conflict.columns(['account_id', 'day']).doUpdateSet(changed))
        .execute();
    },

    /** Marks a computed day as up to date although its positions are no longer stored, so that it is not due again. */
    async confirm({ userId, day, readTo }: DueSight, version: string): Promise<void> {
      await sql`update patrol_seen set read_to = ${readTo}, version = ${version}
        where account_id = ${userId}::uuid and day = ${day}::date`.execute(db);
    },

    /** Adds a question that the other ranger's day has raised; one about the same person replaces it. */
    async addTogether(userId: string, day: string, question: Extract<PatrolQuestion, { kind: 'together' }>): Promise<void> {
      await sql`update patrol_seen set questions = (
          select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(questions) as one
          where one ->> 'kind' <> 'together' or one ->> 'userId' <> ${question.userId}
        ) || ${jsonb([question])}
        where account_id = ${userId}::uuid and day = ${day}::date`.execute(db);
    },

    /** The other rangers of a day whose cells overlap the box, and a ranger's own earlier days. */
    async slots(
      userId: string,
      day: string,
      box: CellBox,
      earlierSince: string,
    ): Promise<{ userId: string; day: string; slots: Buffer }[]> {
      const { rows } = await sql<{ userId: string; day: string; slots: Buffer }>`
        select s.account_id as "userId", s.day::text as day, s.slots from patrol_seen s
        where ${asBox(box)} and (
          (s.day = ${day}::date and s.account_id <> ${userId}::uuid)
          or (s.account_id = ${userId}::uuid and s.day >= ${earlierSince}::date and s.day < ${day}::date)
        ) order by s.day desc, s.account_id`.execute(db);
      return rows;
    },

    /** The cells that were seen in a box, day by day. @param userId only those of one ranger */
    async cellsIn(box: CellBox, firstDay: string, lastDay: string, userId: string | null): Promise<{ day: string; cells: Buffer }[]> {
      const { rows } = await sql<{ day: string; cells: Buffer }>`
        select s.day::text as day, s.cells from patrol_seen s
        where s.day between ${firstDay}::date and ${lastDay}::date and ${asBox(box)}
          ${userId === null ? sql`` : sql`and s.account_id = ${userId}::uuid`}`.execute(db);
      return rows;
    },

    /** One row for each ranger, also without a position, by grid and name. */
    async month(scope: GridNo, question: QualityQuestion, due: DueQuestion, { offset, limit }: PageRequest): Promise<Paged<QualityRow>> {
      const { beginDay, endDay, name, userId } = question;
      const filters = allOf([
        withinScope('account.grid_no', scope),
        isRanger,
        ...(name === undefined ? [] : [contains('account.full_name', name)]),
        ...(userId === undefined ? [] : [sql<boolean>`account.id = ${userId}::uuid`]),
      ]);
      const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from account where ${filters}`.execute(db);
      const { rows } = await sql<MonthRow>`
        select page.*, sums.*, seen.*, coalesce(stay.list, '[]') as stays, coalesce(stay.stay_count, 0)::int as stay_count,
          coalesce(stay.stay_seconds, 0)::float8 as stay_seconds
        from (select id, full_name, grid_no from account where ${filters} order by grid_no, full_name, id offset ${offset} limit ${limit}) page
        cross join lateral (
          select count(*)::int as days, count(*) filter (where ${dueOf(due)})::int as pending,
            coalesce(sum(extract(epoch from d.end_at - d.begin_at)), 0)::float8 as duty_seconds,
            coalesce(sum(d.moving_seconds), 0)::float8 as moving_seconds, coalesce(sum(d.metres), 0)::float8 as metres
          from patrol_day d left join patrol_seen s using (account_id, day)
          where d.account_id = page.id and d.day between ${beginDay}::date and ${endDay}::date
        ) sums
        cross join lateral (
          select coalesce(sum(s.climb_metres), 0)::float8 as climb_metres, coalesce(sum(s.points), 0)::int as points,
            coalesce(sum(s.without_elevation), 0)::int as without_elevation, array_agg(s.cells order by s.day) as cells,
            array_agg(s.forest order by s.day) as forest,
            coalesce(jsonb_agg(s.questions order by s.day) filter (where s.questions <> '[]'), '[]') as questions
          from patrol_seen s where s.account_id = page.id and s.day between ${beginDay}::date and ${endDay}::date
        ) seen
        left join lateral (
          select jsonb_agg(stay order by seconds desc) filter (where nth <= ${MOST_LISTED_STAYS}) as list, count(*) as stay_count,
            sum(seconds) as stay_seconds
          from (
            select stay, seconds, row_number() over (order by seconds desc) as nth
            from patrol_seen s cross join lateral jsonb_array_elements(s.stays) as stay
            cross join lateral (
              select extract(epoch from (stay ->> 'end')::timestamptz - (stay ->> 'begin')::timestamptz) as seconds
            ) lasts
            where s.account_id = page.id and s.day between ${beginDay}::date and ${endDay}::date
          ) ranked
        ) stay on true
        order by page.grid_no, page.full_name, page.id`.execute(db);
      return { total: counts[0]?.total ?? 0, list: rows.map((row) => qualityOf(row, question)) };
    },
  };
}

interface MonthRow {
  readonly id: string;
  readonly full_name: string;
  readonly grid_no: GridNo;
  readonly days: number;
  readonly pending: number;
  readonly duty_seconds: number;
  readonly moving_seconds: number;
  readonly metres: number;
  readonly climb_metres: number;
  readonly points: number;
  readonly without_elevation: number;
  readonly cells: readonly Buffer[] | null;
  readonly forest: readonly Buffer[] | null;
  readonly questions: readonly (readonly StoredQuestion[])[];
  readonly stays: readonly StoredStay[];
  readonly stay_count: number;
  readonly stay_seconds: number;
}

const qualityOf = (row: MonthRow, { beginDay, endDay }: QualityQuestion): QualityRow => ({
  userId: row.id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  beginDay,
  endDay,
  daysOnDuty: row.days,
  pendingDays: row.pending,
  dutySeconds: row.duty_seconds,
  movingSeconds: row.moving_seconds,
  distanceMetres: row.metres,
  climbMetres: row.climb_metres,
  stayCount: row.stay_count,
  staySeconds: row.stay_seconds,
  stays: row.stays.map((stay) => ({ ...stay, begin: new Date(stay.begin), end: new Date(stay.end) })),
  withoutElevationShare: row.points === 0 ? 0 : row.without_elevation / row.points,
  questions: row.questions.flat().map((one) => ({ ...one, begin: new Date(one.begin), end: new Date(one.end) }) as PatrolQuestion),
  cells: row.cells ?? [],
  forest: row.forest ?? [],
});
