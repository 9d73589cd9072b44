// The event log: events, numbered without gaps in commit order; and the state of an object after each of its events.

import {
  type Actor,
  covers,
  type Decided,
  type DomainEvent,
  type EventKind,
  type EventOf,
  type GridNo,
  type Logged,
  type LoggedEvent,
  lineage,
  NATION,
  type ObjectKind,
  type ObjectStates,
  type Origin,
  objectKindOf,
} from '@lookout/domain';
import { type Alarm, type RecordedAlarm, UNANSWERED } from '@lookout/features/alarm/alarm.ts';
import type { AlarmEvent, AlarmEventKind } from '@lookout/features/alarm/alarm-events.ts';
import { placeInRun, type RecordedRow, recordedAlarmOf } from '@lookout/features/alarm/alarm-rows.store.ts';
import { apply, hasState } from '@lookout/features/events.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { mapInSlices } from '../slices.ts';
import {
  allOf,
  contains,
  type Db,
  isAnyOf,
  isUuid,
  jsonText,
  type Limit,
  type Listed,
  listed,
  type Paged,
  type PageRequest,
  withinScope,
} from '../sql.ts';
import type { EventTable } from '../tables.ts';

/** An event to be appended. */
export interface NewEvent {
  readonly event: DomainEvent;
  /** How many numbers the event takes: one for each of its live messages, at least one. */
  readonly numbers: number;
}

export interface LogEntry {
  /** `seq` is the last number of the event. */
  readonly event: LoggedEvent;
  readonly numbers: number;
}

export interface LogSlice {
  /** The newest number of the whole log. */
  readonly last: number;
  /** The number to continue from; nothing in this scope was skipped before it. */
  readonly next: number;
  /** Whether more events may follow from `next` on. May be true without entries, after a stretch of other grids. */
  readonly more: boolean;
  readonly entries: LogEntry[];
}

export interface AlarmHistoryFilters {
  readonly gridNo?: GridNo | undefined;
  readonly kinds?: readonly AlarmEventKind[] | undefined;
  /** A part of the actor's full name. */
  readonly fullName?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** An object of the log: its kind and its id. */
export interface LoggedObject {
  readonly kind: ObjectKind;
  readonly id: string;
}

/** Who deleted or moved an alarm, and when. */
export interface WhyGone {
  readonly kind: 'alarm.deleted' | 'alarm.moved';
  readonly at: Date;
  readonly fullName: string | null;
}

/**
 * How many numbers one `since` scans. A county that is far behind skips the events of other grids in steps of this size, so that the event
 * table needs no index on the grid.
 */
const STRETCH = 200_000;

/** The log begins later than the requested number: older events have been archived. */
export class LogBeginsLater extends Error {
  override readonly name = 'LogBeginsLater';
  /** The oldest number in the log. */
  readonly first: number;
  constructor(first: number) {
    super(`the log begins with ${first}`);
    this.first = first;
  }
}

/** The state of an object whose events do not fold because of a defect of this program. Other objects are not affected. */
export class Unreadable {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

function applied(state: ObjectStates[ObjectKind] | null | Unreadable, event: LoggedEvent): ObjectStates[ObjectKind] | null | Unreadable {
  if (state instanceof Unreadable) return state;
  try {
    return apply(state, event as EventOf<ObjectKind>);
  } catch (error) {
    return new Unreadable(error);
  }
}

/** A limit above the number of events that any object has. */
const MOST_OF_ONE = 10_000;

export type Events = ReturnType<typeof eventsRepository>;

/**
 * The log after `after`, oldest first, including an entry of which only some numbers are after it. A run of recorded alarms yields one
 * entry for each alarm.
 */
const read = async (
  db: Db,
  after: number,
  end: number,
  limit: number,
  inScope: RawBuilder<SqlBool>,
  runInScope: RawBuilder<SqlBool>,
): Promise<{ first: number; last: number; beyond: number | null; entries: LogEntry[] }> => {
  const { rows } = await sql<EntryRow>`
    select head.event_first as first, head.event_last as last, beyond.seq as beyond, found.* from journal_head head
    -- The run across the end begins before it: what is not read begins there.
    left join lateral (select seq - numbers as seq from event where seq > ${end} order by event.seq limit 1) beyond on true
    left join lateral (
      select event.*, ${sql.raw(ALARM_COLUMNS)} from event
      left join alarm on alarm.id between event.first_alarm and event.last_alarm
        -- Where the run was left off: the last four bytes count on from its first alarm.
        and alarm.id >= run_member(event.first_alarm, ${after}::bigint - (event.seq - event.numbers))
      left join alarm_first on alarm_first.alarm_id = alarm.id
      where event.seq > ${after} and event.seq <= ${end}
        and ((event.first_alarm is null and ${inScope}) or (alarm.id is not null and ${runInScope}))
      order by event.seq, alarm.id limit ${limit}
    ) found on true
    order by found.seq, found.alarm_id`.execute(db);
  const [row] = rows;
  return {
    first: row?.first ?? 1,
    last: row?.last ?? 0,
    beyond: row?.beyond ?? null,
    entries: (await mapInSlices(rows, entryOf)).flat(),
  };
};

/** These alarms as recorded; missing ones are left out. */
const recorded = async (db: Db, ids: readonly string[]): Promise<Map<string, RecordedAlarm>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RecordedRow>`
    select ${sql.raw(ALARM_COLUMNS)} from alarm left join alarm_first on alarm_first.alarm_id = alarm.id
    where ${isAnyOf('alarm.id', ids, 'uuid')}`.execute(db);
  return new Map(await mapInSlices(rows, (row) => [row.alarm_id, recordedAlarmOf(row)] as const));
};

/** All events of these objects of these kinds up to a number, without `alarm.recorded`, oldest first. */
const ofObjects = async (
  db: Db,
  kinds: readonly ObjectKind[],
  ids: readonly string[],
  upTo: number,
  limit = Number.MAX_SAFE_INTEGER,
): Promise<LoggedEvent[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where(isAnyOf('object_id', ids))
    .where(isOfKind(kinds))
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return mapInSlices(rows, eventOfRow);
};

const recordingOf = async (db: Db, alarm: RecordedAlarm): Promise<LoggedEvent | null> => {
  const row = await db
    .selectFrom('event')
    .selectAll()
    .where('first_alarm', '<=', alarm.id)
    .orderBy('first_alarm', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && row.last_alarm !== null && row.last_alarm >= alarm.id ? recordingEvent(row, alarm) : null;
};

/** The events by which these alarms were recorded. */
const arrivalsOf = async (db: Db, alarmIds: readonly string[]): Promise<LoggedEvent[]> => {
  if (alarmIds.length === 0) return [];
  const [firsts, runs] = await Promise.all([
    recorded(db, alarmIds),
    sql<Selectable<EventTable>>`
      select distinct on (run.seq) run.* from alarm
      cross join lateral (select * from event where event.first_alarm <= alarm.id order by event.first_alarm desc limit 1) run
      where ${isAnyOf('alarm.id', alarmIds, 'uuid')}`.execute(db),
  ]);
  return [...firsts.values()].flatMap((alarm) => {
    const run = runs.rows.find(({ first_alarm, last_alarm }) => (first_alarm ?? '') <= alarm.id && alarm.id <= (last_alarm ?? ''));
    return run ? [recordingEvent(run, alarm)] : [];
  });
};

export function eventsRepository(db: Db) {
  return {
    ...eventsOfAlarms(db),
    ...eventsOfObjects(db),
    ...statesOfObjects(db),
    /**
     * Appends in one round trip. From here to commit no other transaction can number anything, so call it last in a transaction.
     * @returns the last number of each event, in their order
     */
    async append(events: readonly NewEvent[]): Promise<number[]> {
      if (events.length === 0) return [];
      const written = events.map(({ event, numbers }) => eventColumns(event, numbers));
      const { rows } = await sql<{ last: number }>`select append_events(${jsonText(written)}::json) as last`.execute(db);
      let number = (rows[0]?.last ?? 0) - events.reduce((sum, { numbers }) => sum + numbers, 0);
      return events.map(({ numbers }) => {
        number += numbers;
        return number;
      });
    },

    /**
     * The events in `scope` after `seq`, oldest first; complete, from one snapshot. Includes events of objects that left the scope.
     * @throws LogBeginsLater when events after `seq` are no longer in the log
     */
    async since(scope: GridNo, seq: number, limit: number): Promise<LogSlice> {
      const end = seq + STRETCH;
      // A mode set in a grid above applies here too.
      const fromAbove = sql<SqlBool>`(event.kind = 'mode.set' and ${isAnyOf('event.grid_no', lineage(scope))})`;
      const inScope = sql<SqlBool>`(${withinScope('event.grid_no', scope)} or ${withinScope('event.left_grid_no', scope)} or ${fromAbove})`;
      const recordedIn = sql<SqlBool>`${scope === NATION} or ${withinScope('alarm_first.grid_no', scope)}
        or (alarm_first.alarm_id is null and ${withinScope('alarm.grid_no', scope)})`;
      const { first, last, beyond, entries } = await read(db, seq, end, limit + 1, inScope, sql<SqlBool>`(${recordedIn})`);
      if (seq + 1 < first) throw new LogBeginsLater(first);
      if (entries.length > limit) {
        const page = entries.slice(0, limit);
        return { last, next: page.at(-1)?.event.seq ?? seq, more: true, entries: page };
      }
      const next = Math.max(seq, Math.min(end, last, beyond ?? end));
      return { last, next, more: next < last, entries };
    },

    /**
     * For the relay: all events after `after` in every grid, oldest first.
     * @throws LogBeginsLater when events after `after` are no longer in the log
     */
    async readRange(after: number, limit: number): Promise<LogEntry[]> {
      const everywhere = sql<SqlBool>`true`;
      const { first, entries } = await read(db, after, Number.MAX_SAFE_INTEGER, limit, everywhere, everywhere);
      if (after + 1 < first) throw new LogBeginsLater(first);
      return entries;
    },

    /** The newest number; 0 for an empty log. */
    async head(): Promise<number> {
      const row = await db.selectFrom('journal_head').select('event_last').executeTakeFirstOrThrow();
      return row.event_last;
    },
  };
}

/** The events of alarms. */
const eventsOfAlarms = (db: Db) => ({
  /** All events of one alarm, oldest first, also when it was deleted. Empty when the alarm is not in scope. */
  async ofAlarm(scope: GridNo, alarmId: string): Promise<Logged<AlarmEvent>[]> {
    if (!isUuid(alarmId)) return [];
    const there = await db
      .selectFrom('alarm')
      .select('id')
      .where('id', '=', alarmId)
      .where(withinScope('alarm.grid_no', scope))
      .executeTakeFirst();
    return there ? ((await eventsOfObjects(db).ofObject('alarm', alarmId)) as Logged<AlarmEvent>[]) : [];
  },

  /** Why an alarm is no longer in scope; null: it still is, or never was. */
  async whyGone(scope: GridNo, alarmId: string): Promise<WhyGone | null> {
    if (!isUuid(alarmId)) return null;
    const rows = await db
      .selectFrom('event')
      .innerJoin('alarm', (join) => join.on(sql<SqlBool>`event.object_id = alarm.id::text`))
      .select(['event.kind', 'event.recorded_at', 'event.full_name', 'event.left_grid_no', 'alarm.grid_no', 'alarm.deleted_at'])
      .where('event.object_id', '=', alarmId)
      .where('event.kind', 'in', ['alarm.deleted', 'alarm.moved'])
      .orderBy('event.seq', 'desc')
      .execute();
    for (const { kind, recorded_at: at, full_name: fullName, left_grid_no: left, grid_no, deleted_at } of rows) {
      if (kind === 'alarm.deleted' && deleted_at !== null && covers(scope, grid_no)) return { kind, at, fullName };
      if (kind === 'alarm.moved' && left !== null && covers(scope, left) && !covers(scope, grid_no)) return { kind, at, fullName };
    }
    return null;
  },

  /** The history of all alarms in scope, newest first, without the events of their arrival. */
  async pageOfAlarms(
    scope: GridNo,
    filters: AlarmHistoryFilters,
    { offset, limit }: PageRequest,
  ): Promise<
    Paged<{
      readonly event: AlarmEvent;
      readonly alarm: Pick<Alarm, 'gridNo' | 'formattedAddress'> & { readonly kind: Alarm['facts']['kind'] };
    }>
  > {
    const { gridNo = NATION, kinds, fullName, begin, end } = filters;
    const matching = db
      .selectFrom('event')
      .innerJoin('alarm', (join) => join.on(sql<SqlBool>`alarm.id = event.object_id::uuid`))
      .where(
        allOf([
          sql<SqlBool>`alarm.exercise_id is null`,
          sql<SqlBool>`event.object_id is not null and event.kind >= 'alarm.' and event.kind < 'alarm/'`,
          withinScope('alarm.grid_no', scope),
          withinScope('alarm.grid_no', gridNo),
          ...(kinds === undefined ? [] : [isAnyOf('event.kind', kinds)]),
          ...(fullName === undefined ? [] : [contains('event.full_name', fullName)]),
          ...(begin === undefined ? [] : [sql<SqlBool>`event.recorded_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<SqlBool>`event.recorded_at < ${end}`]),
        ]),
      );
    const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    const rows = await matching
      .selectAll('event')
      .select(['alarm.kind as alarm_kind', 'alarm.grid_no as alarm_grid_no', 'alarm.formatted_address'])
      .orderBy('event.recorded_at', 'desc')
      .orderBy('event.seq', 'desc')
      .offset(offset)
      .limit(limit)
      .execute();
    const list = rows.map(({ alarm_kind: kind, alarm_grid_no: alarmGridNo, formatted_address: formattedAddress, ...row }) => ({
      event: eventOfRow(row) as AlarmEvent,
      alarm: { kind, gridNo: alarmGridNo, formattedAddress },
    }));
    return { total, list };
  },

  /** Records that this account has viewed an alarm. @returns false when that was recorded before */
  async markSeen(alarmId: string, accountId: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('alarm_seen')
      .values({ alarm_id: alarmId, account_id: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },
});

/** The events of objects. */
const eventsOfObjects = (db: Db) => ({
  /** All events of one object, oldest first. */
  async ofObject(kind: ObjectKind, objectId: string): Promise<LoggedEvent[]> {
    const [events, firsts] = await Promise.all([
      ofObjects(db, [kind], [objectId], Number.MAX_SAFE_INTEGER, MOST_OF_ONE),
      recorded(db, kind === 'alarm' && isUuid(objectId) ? [objectId] : []),
    ]);
    const first = firsts.get(objectId);
    const recording = first ? await recordingOf(db, first) : null;
    return recording ? [recording, ...events] : events;
  },

  /** All events of an exercise, its alarms and its tasks, oldest first. */
  async ofExercise(exerciseId: string): Promise<LoggedEvent[]> {
    const { rows } = await sql<{ id: string; is_alarm: boolean }>`
      select id, true as is_alarm from alarm where exercise_id = ${exerciseId}
      union all select id, false from task where exercise_id = ${exerciseId}`.execute(db);
    const [arrivals, others] = await Promise.all([
      arrivalsOf(
        db,
        rows.flatMap(({ id, is_alarm }) => (is_alarm ? [id] : [])),
      ),
      ofObjects(db, ['exercise', 'alarm', 'task'], [exerciseId, ...rows.map(({ id }) => id)], Number.MAX_SAFE_INTEGER, MOST_OF_ONE),
    ]);
    return [...arrivals, ...others].sort((a, b) => a.seq - b.seq);
  },

  /**
   * All events of these objects, oldest first, including the arrivals of alarms; at most `limit` events in addition to the arrivals.
   * @param objects each by its kind and id, because two objects may have the same id
   */
  async ofEach(objects: readonly LoggedObject[], { limit }: Limit): Promise<Listed<LoggedEvent>> {
    const alarmIds = objects.flatMap(({ kind, id }) => (kind === 'alarm' ? [id] : []));
    const [arrivals, rows] = await Promise.all([
      arrivalsOf(db, alarmIds),
      db
        .selectFrom('event')
        .selectAll()
        .where(isAnyOf('object_id', [...new Set(objects.map(({ id }) => id))]))
        .where(
          sql<SqlBool>`(split_part(event.kind, '.', 1), event.object_id) in (
            select kind, id from json_to_recordset(${jsonText(objects)}::json) as object(kind text, id text))`,
        )
        .orderBy('seq')
        .limit(limit + 1)
        .execute(),
    ]);
    const { list, more } = listed(rows.map(eventOfRow), limit);
    return { list: [...arrivals, ...list].sort((a, b) => a.seq - b.seq), more };
  },

  /** The newest events of these objects of these kinds, newest first; only for kinds whose first event is not `alarm.recorded`. */
  async newestOf(kinds: readonly ObjectKind[], objectIds: readonly string[], { limit }: Limit): Promise<LoggedEvent[]> {
    const rows = await db
      .selectFrom('event')
      .selectAll()
      .where(isAnyOf('object_id', objectIds))
      .where(isOfKind(kinds))
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute();
    return rows.map(eventOfRow);
  },
});

/** States of objects, from their events. */
const statesOfObjects = (db: Db) => ({
  /**
   * The state of each event's object right after it, folded from the log, with few queries for any number of events.
   * @returns the states in the order of the events; null: deleted, or without state
   */
  async statesAfter(events: readonly LoggedEvent[]): Promise<(ObjectStates[ObjectKind] | null | Unreadable)[]> {
    const others = events.filter(({ kind }) => kind !== 'alarm.recorded' && hasState(kind));
    const ids = [...new Set(others.map(({ objectId }) => objectId))];
    const kinds = [...new Set(others.map(({ kind }) => objectKindOf(kind)))];
    const alarmIds = [...new Set(others.filter(isOfAlarm).map(({ objectId }) => objectId))];
    const upTo = others.reduce((last, { seq }) => Math.max(last, seq), 0);
    const [firsts, all] = await Promise.all([recorded(db, alarmIds), ofObjects(db, kinds, ids, upTo)]);
    const states = new Map<string, ObjectStates[ObjectKind] | null | Unreadable>();
    for (const [id, alarm] of firsts) states.set(`alarm ${id}`, asRecorded(alarm));
    const after = new Map<number, ObjectStates[ObjectKind] | null | Unreadable>();
    await mapInSlices(all, (event) => {
      const object = `${objectKindOf(event.kind)} ${event.objectId}`;
      const state = applied(states.get(object) ?? null, event);
      states.set(object, state);
      after.set(event.seq, state);
    });
    return mapInSlices(events, (event) =>
      event.kind === 'alarm.recorded' ? asRecorded(event.payload.alarm) : (after.get(event.seq) ?? null),
    );
  },

  /**
   * The states of these objects after the last of their events up to a number, by id, folded from the log with few queries.
   * @returns the states without objects that were deleted, did not exist yet, or do not fold
   */
  async statesAt(kind: ObjectKind, ids: readonly string[], seq: number): Promise<ReadonlyMap<string, ObjectStates[ObjectKind]>> {
    const states = new Map<string, ObjectStates[ObjectKind] | null | Unreadable>();
    if (kind === 'alarm') for (const [id, alarm] of await recorded(db, ids)) states.set(id, asRecorded(alarm));
    await mapInSlices(await ofObjects(db, [kind], ids, seq), (event) => {
      states.set(event.objectId, applied(states.get(event.objectId) ?? null, event));
    });
    return new Map([...states].flatMap(([id, state]) => (state === null || state instanceof Unreadable ? [] : [[id, state] as const])));
  },

  /** The officer who last decided about an object, by these kinds of events (`DECIDING_EVENTS`, which stay in the log); null: none. */
  async decidedBy(objectId: string, kinds: readonly EventKind[]): Promise<Decided | null> {
    const { rows } = await sql<Decided>`
      select actor_grid_no as "gridNo", full_name as by from event
      where object_id = ${objectId} and ${isAnyOf('event.kind', kinds)} and actor = 'officer' and actor_grid_no is not null
      order by seq desc limit 1`.execute(db);
    return rows[0] ?? null;
  },
});

/** An object is identified by its kind and its id: a phone chooses the id of its SOS, which may equal an alarm's. */
const isOfKind = (kinds: readonly ObjectKind[]) => sql<SqlBool>`split_part(event.kind, '.', 1) = any(${[...kinds]}::text[])`;

const isOfAlarm = ({ kind }: LoggedEvent): boolean => objectKindOf(kind) === 'alarm';

const asRecorded = (alarm: RecordedAlarm): Alarm => ({ ...alarm, response: UNANSWERED });

/** An alarm as recorded: its own columns, or those stored at its first change. */
const ALARM_COLUMNS = `alarm.id as alarm_id, alarm.kind as alarm_kind, alarm.find_type, alarm.observed_at, alarm.arrived_at,
  coalesce(alarm_first.lng, alarm.lng) as lng, coalesce(alarm_first.lat, alarm.lat) as lat,
  coalesce(alarm_first.grid_no, alarm.grid_no) as alarm_grid_no, coalesce(alarm_first.grid_basis, alarm.grid_basis) as grid_basis,
  case when alarm_first.alarm_id is null then alarm.address else alarm_first.address end as address,
  coalesce(alarm_first.formatted_address, alarm.formatted_address) as formatted_address, coalesce(alarm_first.facts, alarm.facts) as facts,
  alarm.exercise_id`;

type EntryRow = Selectable<EventTable> & RecordedRow & { readonly first: number; readonly last: number; readonly beyond: number | null };

function entryOf(row: EntryRow): LogEntry[] {
  // Without an event, the left join yields one row with nulls.
  if (row.seq === null) return [];
  if (row.first_alarm === null) return [{ event: eventOfRow(row), numbers: row.numbers }];
  return [{ event: recordingEvent(row, recordedAlarmOf(row)), numbers: 1 }];
}

/** The `alarm.recorded` event of one alarm of a run: the n-th alarm has the n-th number, and its id is also the event's. */
function recordingEvent(row: Selectable<EventTable>, alarm: RecordedAlarm): LoggedEvent {
  const { id, gridNo, observedAt, arrivedAt } = alarm;
  return {
    id,
    kind: 'alarm.recorded',
    objectId: id,
    gridNo,
    leftGridNo: null,
    happenedAt: observedAt,
    recordedAt: arrivedAt,
    ...originOf(row),
    seq: row.seq - row.numbers + 1 + placeInRun(id, row.first_alarm ?? id),
    payload: { alarm },
  };
}

// Mapping between a domain event and its row in the log.

/** By convention, the fields of a payload named `at` or `…At` are times, and no others are. */
const MOMENT_NAME = /(?:^a|A)t$/;
const MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Restores the times of a payload from JSON. */
export function withMoments(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoments);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' && MOMENT_NAME.test(name) && MOMENT.test(one) ? new Date(one) : withMoments(one),
    ]),
  );
}

/** The actor in the form `append_events` expects. */
function actorColumns(actor: Actor) {
  if (actor.kind !== 'officer') return actor;
  const { kind, accountId, userName, fullName, post, gridNo, desk } = actor;
  return { kind, accountId, name: userName, fullName, post, gridNo, desk };
}

/** An origin in the form the database functions expect. */
export const originColumns = ({ actor, requestId }: Origin) => ({ requestId, actor: actorColumns(actor) });

type OriginRow = Pick<
  Selectable<EventTable>,
  'actor' | 'account_id' | 'actor_name' | 'full_name' | 'post' | 'actor_grid_no' | 'desk' | 'request_id'
>;

export function originOf(row: OriginRow): Origin {
  const { actor, account_id, actor_name: name, full_name, post, actor_grid_no, desk, request_id: requestId } = row;
  if (actor !== 'officer' || account_id === null || actor_grid_no === null) {
    return { actor: { kind: actor === 'feed' ? 'feed' : 'system', name }, requestId };
  }
  const officer = {
    kind: 'officer',
    accountId: account_id,
    userName: name,
    fullName: full_name ?? name,
    post,
    gridNo: actor_grid_no,
    desk,
  } as const;
  return { actor: officer, requestId };
}

/** For a row with a payload, not a run of recorded alarms. */
const eventOfRow = (row: Selectable<EventTable>): LoggedEvent =>
  ({
    id: row.id,
    seq: row.seq,
    kind: row.kind as EventKind,
    objectId: row.object_id,
    gridNo: row.grid_no as GridNo,
    leftGridNo: row.left_grid_no,
    happenedAt: row.happened_at,
    recordedAt: row.recorded_at,
    ...originOf(row),
    payload: withMoments(row.payload),
    // The payload belongs to the kind; the row's type cannot express it.
  }) as unknown as LoggedEvent;

/** An event in the form `append_events` expects. */
const eventColumns = (event: DomainEvent, numbers: number) => ({
  id: event.id,
  kind: event.kind,
  objectId: event.objectId,
  gridNo: event.gridNo,
  leftGridNo: event.leftGridNo,
  happenedAt: event.happenedAt,
  recordedAt: event.recordedAt,
  requestId: event.requestId,
  numbers,
  payload: event.payload,
  actor: actorColumns(event.actor),
});
