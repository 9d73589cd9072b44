// What belongs to a fire's story in addition to its alarms: the objects that refer to one of the alarms, the positions of the people sent,
// and the seals of packages.
import type { GridNo, Position } from '@lookout/domain';
import { type Db, isAnyOf, jsonText, withinScope } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { ObjectOfStory } from './fire-story.ts';

export interface StoryObject {
  readonly kind: ObjectOfStory;
  readonly id: string;
}

/** The tables that refer to an alarm, and the column. Only objects within the object's own grid are found. */
const LINKS = [
  { kind: 'task', table: 'task', alarm: 'fire_id' },
  { kind: 'due-report', table: 'due_report', alarm: 'alarm_id' },
  { kind: 'document', table: 'fire_document', alarm: 'fire_id' },
  { kind: 'archive', table: 'fire_archive', alarm: 'fire_id' },
  { kind: 'plan-run', table: 'plan_run', alarm: 'fire_id' },
  { kind: 'plot', table: 'plot', alarm: 'fire_id' },
  { kind: 'spread', table: 'spread_run', alarm: 'fire_id' },
  { kind: 'safety', table: 'person_safety', alarm: 'fire_id' },
  { kind: 'ranger-message', table: 'ranger_message', alarm: 'fire_id' },
] as const satisfies readonly { readonly kind: ObjectOfStory; readonly table: string; readonly alarm: string }[];

/** Upper limit, more than any fire has. */
const MOST_OBJECTS = 5_000;

export interface StoryObjects {
  readonly objects: readonly StoryObject[];
  /** Officers' decisions that refer to one of the alarms, including withdrawn ones. */
  readonly decisionIds: ReadonlySet<string>;
}

/** A person sent to a place, with the begin and end of the stay. */
export interface Stay {
  readonly taskId: string;
  readonly userId: string;
  readonly begin: Date;
  readonly end: Date;
}

/** A person's positions during a stay. A person without a position is missing from the result. */
export interface StayPositions {
  readonly taskId: string;
  readonly userId: string;
  readonly positions: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly last: Position;
  /** The first time within the given distance of the place. */
  readonly arrivedAt: Date | null;
}

/** A package that was created. The SHA-256 of its manifest is its seal. */
export interface FirePackage {
  readonly sha256: string;
  readonly incidentId: string;
  readonly gridNo: GridNo;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly lines: number;
}

export function fireStoriesRepository(db: Db) {
  return {
    /** @param alarmIds the alarms of the fire, in scope */
    async objectsOf(scope: GridNo, alarmIds: readonly string[]): Promise<StoryObjects> {
      const ids = [...alarmIds];
      const linked = LINKS.map(
        ({ kind, table, alarm }) => sql`
          select ${kind}::text as kind, id::text from ${sql.table(table)}
          where ${isAnyOf(`${table}.${alarm}`, ids, 'uuid')} and ${withinScope(`${table}.grid_no`, scope)}`,
      );
      const { rows } = await sql<{ kind: ObjectOfStory | 'decision' | 'decided'; id: string }>`
        ${sql.join(linked, sql` union all `)}
        union all select distinct 'sos', sos.id::text from sos
          join task_member on task_member.account_id = sos.user_id join task on task.id = task_member.task_id
          where ${isAnyOf('task.fire_id', ids, 'uuid')} and ${withinScope('task.grid_no', scope)} and ${withinScope('sos.grid_no', scope)}
            and sos.raised_at >= task.created_at and sos.raised_at <= coalesce(task.cancelled_at, greatest(task.ends_at, task_member.state_at))
        union all select 'decision', id::text from incident_decision where one && ${ids}::uuid[] or other && ${ids}::uuid[]
        union all select distinct 'decided', unnest(one || other)::text from incident_decision where one && ${ids}::uuid[] or other && ${ids}::uuid[]
        limit ${MOST_OBJECTS}`.execute(db);
      // A fire carries the id of an alarm, and its decisions are events of the id that it had at the time.
      const names = [...ids, ...rows.flatMap(({ kind, id }) => (kind === 'decided' ? [id] : []))];
      const own = rows.flatMap(({ kind, id }) => (kind === 'decision' || kind === 'decided' ? [] : [{ kind, id }]));
      return {
        objects: [
          ...ids.map((id) => ({ kind: 'alarm', id }) as const),
          ...[...new Set(names)].map((id) => ({ kind: 'incident', id }) as const),
          ...own,
        ],
        decisionIds: new Set(rows.flatMap(({ kind, id }) => (kind === 'decision' ? [id] : []))),
      };
    },

    /** @param metres the radius around the place: an equirectangular distance, exact to a metre at a kilometre */
    async positionsDuring(stays: readonly Stay[], place: Position, metres: number): Promise<StayPositions[]> {
      if (stays.length === 0) return [];
      const given = jsonText(
        stays.map(({ taskId, userId, begin, end }) => ({ task_id: taskId, account_id: userId, begins: begin, ends: end })),
      );
      const distance = sql`sqrt(((lng - ${place.lng}) * cos(radians(${place.lat}::float8)) * 111320) ^ 2 + ((lat - ${place.lat}) * 110948) ^ 2)`;
      const { rows } = await sql<{
        taskId: string;
        userId: string;
        positions: number;
        firstAt: Date;
        lastAt: Date;
        lng: number;
        lat: number;
        arrivedAt: Date | null;
      }>`
        select stay.task_id as "taskId", stay.account_id as "userId", found.*
        from json_to_recordset(${given}::json) as stay(task_id uuid, account_id uuid, begins timestamptz, ends timestamptz)
        cross join lateral (
          select count(*)::int as positions, min(at) as "firstAt", max(at) as "lastAt", min(at) filter (where ${distance} <= ${metres}) as "arrivedAt",
            (array_agg(lng order by at desc))[1] as lng, (array_agg(lat order by at desc))[1] as lat
          from ranger_track
          where ranger_track.account_id = stay.account_id and at >= stay.begins and at < stay.ends and not is_doubtful
        ) found
        where found.positions > 0 order by "firstAt", stay.account_id`.execute(db);
      return rows.map(({ lng, lat, ...found }) => ({ ...found, last: { lng, lat } }));
    },

    /** Runs in the transaction of the event. */
    async seal({ sha256, incidentId, gridNo, madeBy, madeAt, lines }: FirePackage): Promise<void> {
      await db
        .insertInto('fire_package')
        .values({ sha256, incident_id: incidentId, grid_no: gridNo, made_by: madeBy, made_at: madeAt, lines })
        .execute();
    },

    /** null: no package of this database has that seal. */
    async sealed(sha256: string): Promise<FirePackage | null> {
      const row = await db.selectFrom('fire_package').selectAll().where('sha256', '=', sha256).executeTakeFirst();
      if (row === undefined) return null;
      const { incident_id: incidentId, grid_no: gridNo, made_by: madeBy, made_at: madeAt, lines } = row;
      return { sha256, incidentId, gridNo, madeBy, madeAt, lines };
    },

    /** The pictures of these ids that lie in scope, by id. */
    async picturesOf(scope: GridNo, ids: readonly string[]): Promise<Map<string, { readonly name: string; readonly byteSize: number }>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('upload')
        .select(['id', 'name', 'byte_size'])
        .where(isAnyOf('id', ids, 'uuid'))
        .where(withinScope('upload.grid_no', scope))
        .execute();
      return new Map(rows.map(({ id, name, byte_size: byteSize }) => [id, { name, byteSize }]));
    },
  };
}
