// The totals of each ranger's day, counted from the positions, day by day and asynchronously to their writers. Attendance queries read
// them.

import { DAY_MS, type GridNo } from '@lookout/domain';
import { CELL_SQUARE_KILOMETRES, EMPTY_PATROL, extendPatrol, type Patrol, type TrackFix, type TrackGap } from '@lookout/geo';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, jsonText, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { Attendance, AttendanceGap, AttendanceStep } from './attendance.ts';
import type { PatrolDayTable } from './ranger.tables.ts';
import { isRanger } from './rangers.store.ts';

export interface AttendanceQuestion {
  readonly step: AttendanceStep;
  /** `YYYY-MM-DD`, both included. */
  readonly beginDay: string;
  readonly endDay: string;
  /** Part of the full name. */
  readonly name?: string | undefined;
  readonly userId?: string | undefined;
  /** Limit for each row. */
  readonly mostGaps: number;
}

/** Days claimed for counting by one statement. Position writers wait no longer than it takes. */
const TAKEN_AT_ONCE = 2_000;
/** Days counted in one transaction, by three statements when each is behind by only a few positions. */
const COUNTED_AT_ONCE = 50;
/** Positions of a day read at once: a millisecond of counting before the event loop can run other work. */
const READ_AT_ONCE = 250;
const BEIJING_MS = 8 * 3_600_000;

interface DueDay {
  readonly account_id: string;
  readonly day: string;
  readonly to_at: Date;
  readonly from_at: Date;
}

export function patrolDaysRepository(db: Db) {
  /** The days as stored, in the order of `due`. */
  async function standsOf(due: readonly DueDay[]): Promise<(PatrolDayRow | null)[]> {
    const { rows } = await sql<PatrolDayRow & { n: number }>`
      select due.n::int as n, patrol_day.*, to_json(patrol_day.cells) as cells
      from unnest(${due.map(({ account_id }) => account_id)}::uuid[], ${due.map(({ day }) => day)}::date[]) with ordinality as due(account_id, day, n)
      join patrol_day using (account_id, day)`.execute(db);
    const byPlace = new Map(rows.map((row) => [row.n - 1, row]));
    return due.map((_, n) => byPlace.get(n) ?? null);
  }

  /** The next positions of each of these days, in order, up to the read limit, so there may be more. */
  async function fixesOf(days: readonly UncountedDay[]): Promise<TrackFix[][]> {
    const { rows } = await sql<{ n: number; at: Date; lng: number; lat: number; is_doubtful: boolean }>`
      select day.n::int as n, fix.at, fix.lng, fix.lat, fix.is_doubtful
      from unnest(${days.map(({ userId }) => userId)}::uuid[], ${days.map(({ readTo }) => new Date(readTo))}::timestamptz[],
        ${days.map(({ end }) => new Date(end))}::timestamptz[]) with ordinality as day(account_id, after, until, n)
      cross join lateral (
        select at, lng, lat, is_doubtful from ranger_track
        where ranger_track.account_id = day.account_id and at > day.after and at <= day.until order by at limit ${READ_AT_ONCE}
      ) fix
      order by day.n, fix.at`.execute(db);
    const fixes = days.map((): TrackFix[] => []);
    for (const { n, at, lng, lat, is_doubtful: isDoubtful } of rows) fixes[n - 1]?.push({ ms: at.getTime(), lng, lat, isDoubtful });
    return fixes;
  }

  async function count(due: readonly DueDay[]): Promise<void> {
    const stands = await standsOf(due);
    const days = due.map((one, n) => uncountedDay(one, stands[n] ?? null));
    for (let rest = days; rest.length > 0; ) {
      const fixes = await fixesOf(rest);
      for (const [n, day] of rest.entries()) {
        const next = fixes[n] ?? [];
        day.patrol = extendPatrol(day.patrol, next);
        day.readTo = next.at(-1)?.ms ?? day.readTo;
        await new Promise(setImmediate);
      }
      rest = rest.filter((_, n) => fixes[n]?.length === READ_AT_ONCE);
    }
    const rows = days.flatMap(({ userId, day, stoodPositions, patrol, readTo }) =>
      // Positions are stored only for a while: a day whose positions are partly deleted keeps its counts.
      patrol.positions < stoodPositions || patrol.last === null ? [] : [{ account_id: userId, day, ...columnsOf(patrol, readTo) }],
    );
    const [first] = rows;
    if (first === undefined) return;
    const { account_id: _, day: __, ...changed } = first;
    // One text parameter for all values: thousands of separate parameters would cost more than the counting.
    await sql`
      insert into patrol_day select * from json_populate_recordset(null::patrol_day, ${jsonText(rows)}::json)
      on conflict (account_id, day) do update
      set ${sql.join(Object.keys(changed).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(db);
  }

  return {
    /** Claims days whose positions are not counted yet. @returns how many; fewer than exist when there are very many */
    async take(): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        with taken as (
          delete from patrol_due where ctid = any(array(select ctid from patrol_due limit ${TAKEN_AT_ONCE} for update skip locked)) returning *
        )
        insert into patrol_taken (account_id, day, from_at, to_at) select account_id, day, from_at, to_at from taken
        on conflict (account_id, day) do update
        set from_at = least(patrol_taken.from_at, excluded.from_at), to_at = greatest(patrol_taken.to_at, excluded.to_at)`.execute(db);
      return Number(numAffectedRows);
    },

    /** In a transaction: counts some of the days taken. @returns how many; 0: none is left, or another server counts the rest */
    async countSome(): Promise<number> {
      const { rows } = await sql<DueDay>`
        delete from patrol_taken where ctid = any(array(select ctid from patrol_taken limit ${COUNTED_AT_ONCE} for update skip locked))
        returning account_id, day::text as day, from_at, to_at`.execute(db);
      if (rows.length > 0) await count(rows);
      return rows.length;
    },

    /** Whether there are positions that are not counted yet. */
    async isBehind(): Promise<boolean> {
      const { rows } = await sql<{ behind: boolean }>`
        select exists (select from patrol_due) or exists (select from patrol_taken) as behind`.execute(db);
      return rows[0]?.behind ?? false;
    },

    /** One row for each ranger and period, also without a position, by grid, name and time. */
    async attendance(scope: GridNo, question: AttendanceQuestion, { offset, limit }: PageRequest): Promise<Paged<Attendance>> {
      const { step, beginDay, endDay, name, userId, mostGaps } = question;
      const filters = allOf([
        withinScope('account.grid_no', scope),
        isRanger,
        ...(name === undefined ? [] : [contains('account.full_name', name)]),
        ...(userId === undefined ? [] : [sql<boolean>`account.id = ${userId}::uuid`]),
      ]);
      const [begin, end] = [sql`${beginDay}::date`, sql`${endDay}::date`];
      const person = sql`person as (select id, full_name, grid_no from account where ${filters})`;
      const period = sql`period as (
        select greatest(begins::date, ${begin}) as begin_day, least((begins + ${`1 ${step}`}::interval - interval '1 day')::date, ${end}) as end_day
        from generate_series(date_trunc(${step}, ${begin}::timestamp), ${end}::timestamp, ${`1 ${step}`}::interval) as begins
      )`;
      const { rows: counts } = await sql<{ total: number }>`
        with ${person}, ${period} select (select count(*) from person) * (select count(*) from period) as total`.execute(db);
      const { rows } = await sql<AttendanceRow>`
        with ${person}, ${period}, page as (
          select person.*, period.* from person cross join period order by grid_no, full_name, id, begin_day offset ${offset} limit ${limit}
        )
        select page.id, page.full_name, page.grid_no, page.begin_day::text as begin_day, page.end_day::text as end_day,
          sums.*, coalesce(gap.list, '[]') as gaps, seen.cells, done.tasks
        from page
        cross join lateral (
          select count(*) as days, min(begin_at) as begin_at, max(end_at) as end_at,
            coalesce(sum(extract(epoch from end_at - begin_at)), 0)::float8 as duty_seconds,
            coalesce(sum(moving_seconds), 0) as moving_seconds, coalesce(sum(metres), 0) as metres, coalesce(sum(positions), 0) as positions,
            coalesce(sum(left_out), 0) as left_out, coalesce(sum(jsonb_array_length(gaps)), 0) as gap_count,
            coalesce(sum(gap_seconds), 0) as gap_seconds
          from patrol_day d where d.account_id = page.id and d.day between page.begin_day and page.end_day
        ) sums
        cross join lateral (
          select jsonb_agg(one.gap order by one.ms desc) as list from (
            select gap, (gap->>'endMs')::float8 - (gap->>'beginMs')::float8 as ms
            from patrol_day d, jsonb_array_elements(d.gaps) as gap
            where d.account_id = page.id and d.day between page.begin_day and page.end_day order by ms desc limit ${mostGaps}
          ) one
        ) gap
        cross join lateral (
          select count(distinct cell) as cells from patrol_day d, unnest(d.cells) as cell
          where d.account_id = page.id and d.day between page.begin_day and page.end_day
        ) seen
        cross join lateral (
          select count(*) as tasks from task_member m join task on task.id = m.task_id
          where m.account_id = page.id and m.state = 'done' and task.exercise_id is null
            and m.state_at >= (page.begin_day::timestamp - interval '8 hours') at time zone 'UTC'
            and m.state_at < (page.end_day::timestamp + interval '16 hours') at time zone 'UTC'
        ) done
        order by page.grid_no, page.full_name, page.id, page.begin_day`.execute(db);
      return { total: Number(counts[0]?.total ?? 0), list: rows.map(attendanceOf) };
    },
  };
}

/** A day between its stored counts and the positions that have arrived. */
interface UncountedDay {
  readonly userId: string;
  readonly day: string;
  /** The number of positions counted before. */
  readonly stoodPositions: number;
  readonly end: number;
  patrol: Patrol;
  readTo: number;
}

function uncountedDay({ account_id: userId, day, from_at: fromAt, to_at: toAt }: DueDay, stands: PatrolDayRow | null): UncountedDay {
  const begin = Date.parse(`${day}T00:00:00Z`) - BEIJING_MS;
  // Later positions extend the stored counts. An earlier position, from a phone that had no signal, causes the day to be recounted.
  const extended = stands && stands.read_to < fromAt ? stands : null;
  return {
    userId,
    day,
    stoodPositions: stands?.positions ?? 0,
    end: Math.min(Math.max(toAt.getTime(), stands?.read_to.getTime() ?? 0), begin + DAY_MS - 1),
    patrol: extended ? patrolOf(extended) : EMPTY_PATROL,
    readTo: extended?.read_to.getTime() ?? begin - 1,
  };
}

// A patrol as a database row.

/** The cells are JSON numbers, which are read many times faster than a PostgreSQL array. */
type PatrolDayRow = Omit<Selectable<PatrolDayTable>, 'cells'> & { readonly cells: readonly number[] };

const patrolOf = (row: PatrolDayRow): Patrol => ({
  positions: row.positions,
  leftOut: row.left_out,
  beginMs: row.begin_at.getTime(),
  endMs: row.end_at.getTime(),
  movingMs: row.moving_seconds * 1000,
  metres: row.metres,
  gaps: row.gaps,
  cells: new Set(row.cells),
  last: row.last,
  doubtful: row.doubtful,
});

function columnsOf(patrol: Patrol, readToMs: number) {
  const { positions, leftOut, beginMs, endMs, movingMs, metres, gaps, cells, last, doubtful } = patrol;
  return {
    positions,
    left_out: leftOut,
    begin_at: new Date(beginMs ?? 0),
    end_at: new Date(endMs ?? 0),
    moving_seconds: movingMs / 1000,
    metres,
    gap_seconds: gaps.reduce((sum, gap) => sum + gap.endMs - gap.beginMs, 0) / 1000,
    gaps,
    // Sorted, which compresses best.
    cells: [...cells].sort((a, b) => a - b),
    read_to: new Date(readToMs),
    last: last as TrackFix,
    doubtful,
  };
}

interface AttendanceRow {
  readonly id: string;
  readonly full_name: string;
  readonly grid_no: GridNo;
  readonly begin_day: string;
  readonly end_day: string;
  readonly days: number;
  readonly begin_at: Date | null;
  readonly end_at: Date | null;
  readonly duty_seconds: number;
  readonly moving_seconds: number;
  readonly metres: number;
  readonly positions: number;
  readonly left_out: number;
  readonly gap_count: number;
  readonly gap_seconds: number;
  readonly gaps: readonly TrackGap[];
  readonly cells: number;
  readonly tasks: number;
}

const attendanceOf = (row: AttendanceRow): Attendance => ({
  userId: row.id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  beginDay: row.begin_day,
  endDay: row.end_day,
  daysOnDuty: Number(row.days),
  begin: row.begin_at,
  end: row.end_at,
  dutySeconds: row.duty_seconds,
  movingSeconds: row.moving_seconds,
  distanceMetres: row.metres,
  positions: Number(row.positions),
  leftOut: Number(row.left_out),
  gapCount: Number(row.gap_count),
  gapSeconds: row.gap_seconds,
  gaps: row.gaps.map(attendanceGapOf),
  seenSquareKilometres: Number(row.cells) * CELL_SQUARE_KILOMETRES,
  tasksDone: Number(row.tasks),
});

/** A gap in the domain's form. */
export const attendanceGapOf = ({ beginMs, endMs, from, to }: TrackGap): AttendanceGap => ({
  begin: new Date(beginMs),
  end: new Date(endMs),
  from,
  to,
});
