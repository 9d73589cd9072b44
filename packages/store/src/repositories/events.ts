// The event log (outbox): what happened, numbered without gaps in the order of commits.
import { type Alarm, type GridNo, NATION } from '@lookout/domain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { placeInRun } from '../alarm-ids.ts';
import type { Clock, Db } from '../db.ts';
import { withinScope } from '../scope.ts';
import { isAnyOf, jsonText } from '../sql.ts';
import type { AlarmTable } from '../tables.ts';
import { alarmOf } from './alarm-rows.ts';

export interface EventDraft {
  readonly kind: string;
  readonly gridNo: GridNo;
  /** Any JSON value; it is sent on as it is. */
  readonly data: unknown;
}

export interface StoredEvent extends EventDraft {
  readonly seq: number;
  readonly at: Date;
}

export interface EventsSince {
  /** The newest number of the whole log. */
  readonly last: number;
  /** Where to go on: after it nothing in this scope has been passed over. */
  readonly next: number;
  /** Ask again from `next` at once. It may be true with no events: a stretch of other grids was passed. */
  readonly more: boolean;
  readonly events: StoredEvent[];
}

/**
 * How many numbers one `since` looks through. A county far behind walks over the others' events in steps of this size,
 * so that no index on the grid is needed on the table that every alarm is written to.
 */
const STRETCH = 200_000;

export type Events = ReturnType<typeof eventsRepository>;

/** Makes of an alarm the `data` of its newFire event, as the contract has it on the wire. */
export type AlarmWriter = (alarm: Alarm) => unknown;

/** @param writer who makes the words of an alarm; null until somebody has said so (`Store.tellAlarmsBy`). */
export function eventsRepository(db: Db, clock: Clock, writer: () => AlarmWriter | null) {
  /** The log after `after`, in scope, oldest first. A run of alarms gives one row for each, as it stands now; a removed one gives none. */
  const read = async ({
    scope,
    after,
    end,
    limit,
    kinds,
  }: Reading): Promise<{ last: number; beyond: number | null; events: StoredEvent[] }> => {
    const ofKind = kinds ? isAnyOf('event.kind', kinds) : sql<SqlBool>`true`;
    const { rows } = await sql<EventRow>`
      select head.event_last as last, beyond.seq as beyond, found.* from journal_head head
      -- The run across the end begins before it: what is not read begins there.
      left join lateral (select seq - coalesce(alarm_count, 1) as seq from event where seq > ${end} order by event.seq limit 1) beyond on true
      left join lateral (
        select event.seq, event.kind as event_kind, event.at, event.grid_no as event_grid, event.data, event.first_alarm, event.alarm_count,
          alarm.* from event
        left join alarm on alarm.id between event.first_alarm and event.last_alarm and alarm.deleted_at is null
          and ${withinScope('alarm.grid_no', scope)}
          -- Where the run was left off: the last four bytes count on from its first alarm.
          and alarm.id >= run_member(event.first_alarm, ${after}::bigint - (event.seq - event.alarm_count))
        where event.seq > ${after} and event.seq <= ${end} and ${ofKind}
          and (alarm.id is not null or (event.first_alarm is null and ${withinScope('event.grid_no', scope)}))
        order by event.seq, alarm.id limit ${limit}
      ) found on true
      order by found.seq, found.id`.execute(db);
    const [first] = rows;
    return { last: first?.last ?? 0, beyond: first?.beyond ?? null, events: rows.flatMap((row) => eventOf(row, writer())) };
  };

  return {
    /**
     * Appends in one round trip. From here to commit no other transaction can number anything:
     * in a transaction call it last. The rows come back in the order of the drafts.
     */
    async append(drafts: readonly EventDraft[]): Promise<StoredEvent[]> {
      if (drafts.length === 0) return [];
      const at = clock();
      const { rows } = await sql<{ first: number }>`select append_events(${jsonText(drafts)}::json, ${at}) as first`.execute(db);
      const first = rows[0]?.first ?? 0;
      return drafts.map((draft, index) => ({ ...draft, seq: first + index, at }));
    },

    /**
     * What happened in `scope` after `seq`, oldest first; complete, from one snapshot. `kinds`: only these.
     * A newFire shows its alarm as it stands now; that of a removed alarm is passed over.
     */
    async since(scope: GridNo, seq: number, limit: number, kinds?: readonly string[]): Promise<EventsSince> {
      const end = seq + STRETCH;
      const { last, beyond, events } = await read({ scope, after: seq, end, limit: limit + 1, kinds });
      if (events.length > limit) {
        const page = events.slice(0, limit);
        return { last, next: page.at(-1)?.seq ?? seq, more: true, events: page };
      }
      const next = Math.max(seq, Math.min(end, last, beyond ?? end));
      return { last, next, more: next < last, events };
    },

    /** For the relay: everything after `after` in every grid, oldest first. */
    async readRange(after: number, limit: number): Promise<StoredEvent[]> {
      return (await read({ scope: NATION, after, end: Number.MAX_SAFE_INTEGER, limit })).events;
    },

    /** The newest number; 0 when nothing has happened yet. */
    async head(): Promise<number> {
      const row = await db.selectFrom('journal_head').select('event_last').executeTakeFirstOrThrow();
      return row.event_last;
    },
  };
}

interface Reading {
  readonly scope: GridNo;
  readonly after: number;
  readonly end: number;
  readonly limit: number;
  readonly kinds?: readonly string[] | undefined;
}

type EventRow = Selectable<AlarmTable> & {
  readonly last: number;
  readonly beyond: number | null;
  readonly seq: number | null;
  readonly event_kind: string;
  readonly at: Date;
  readonly event_grid: GridNo | null;
  readonly data: unknown;
  readonly first_alarm: string | null;
  readonly alarm_count: number | null;
};

function eventOf(row: EventRow, write: AlarmWriter | null): StoredEvent[] {
  const { seq, event_kind: kind, at, event_grid, data, first_alarm: firstAlarm, alarm_count: count } = row;
  // The left join gives one row without an event when there is none.
  if (seq === null) return [];
  if (firstAlarm === null || count === null) return [{ seq, kind, gridNo: event_grid as GridNo, at, data }];
  if (write === null) throw new Error('nobody has said how an alarm is told: Store.tellAlarmsBy');
  return [{ seq: seq - count + 1 + placeInRun(row.id, firstAlarm), kind, gridNo: row.grid_no, at, data: write(alarmOf(row)) }];
}
