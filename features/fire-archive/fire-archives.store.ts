// Archives of fires (灾后评估): the closed fires with their newest version, and the versions of one fire.

import type { GridNo } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, jsonb, listed, lockWithin, ofSameFire, oneWithin, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AlarmTable } from '../alarm/alarm.tables.ts';
import type { Alarm } from '../alarm/alarm.ts';
import { alarmOf } from '../alarm/alarm-rows.store.ts';
import type { FireArchiveTable } from './fire-archive.tables.ts';
import type { ArchiveState, FireArchive } from './fire-archive.ts';

/** By arrival: begin inclusive, end exclusive. */
export interface ArchivedFireFilters {
  readonly gridNo?: GridNo | undefined;
  readonly fireId?: string | undefined;
  readonly state?: ArchiveState | undefined;
  /** Text that occurs in the address. */
  readonly text?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** A closed fire with the newest version of its archive; null: none yet. */
export interface ArchivedFire {
  readonly id: string;
  /** The fire's first closed alarm in scope. */
  readonly alarm: Alarm;
  /** How many alarms the fire has in scope. */
  readonly alarms: number;
  readonly archive: FireArchive | null;
}

/** A version with the canonical JSON under which it was sealed; null: a draft. */
export interface ArchiveVersion {
  readonly archive: FireArchive;
  readonly content: string | null;
}

export function fireArchivesRepository(db: Db) {
  const matching = (scope: GridNo, { gridNo, fireId, state, text, begin, end }: ArchivedFireFilters) =>
    db
      .selectFrom('alarm')
      .leftJoinLateral(
        (join) =>
          join
            .selectFrom('fire_archive')
            .selectAll()
            .where(sql<SqlBool>`fire_id = any(array(${ALARMS_OF_FIRE} union all select alarm.id))`)
            .where(withinScope('fire_archive.grid_no', scope))
            .orderBy('version', 'desc')
            .orderBy('created_at', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .where(
        allOf([
          isArchivable('alarm'),
          withinScope('alarm.grid_no', scope),
          isFirstOfFire(scope),
          ...(gridNo === undefined ? [] : [withinScope('alarm.grid_no', gridNo)]),
          ...(fireId === undefined ? [] : [ofSameFire('alarm.id', fireId)]),
          ...(text === undefined ? [] : [contains('alarm.formatted_address', text)]),
          ...(begin === undefined ? [] : [sql<SqlBool>`alarm.arrived_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<SqlBool>`alarm.arrived_at < ${end}`]),
          ...(state === undefined ? [] : [ofState[state]]),
        ]),
      );

  const selected = (scope: GridNo, filters: ArchivedFireFilters) =>
    matching(scope, filters)
      .selectAll('alarm')
      .select([
        sql<Selectable<FireArchiveTable> | null>`to_jsonb(newest) - 'content'`.as('newest'),
        sql<string | null>`(select incident_id from incident_alarm where alarm_id = alarm.id)`.as('incident_id'),
        sql<number>`(select count(*)::integer from alarm visible where visible.deleted_at is null and ${withinScope('visible.grid_no', scope)}
          and visible.id in (${ALARMS_OF_FIRE}))`.as('alarms'),
      ])
      .orderBy('alarm.arrived_at', 'desc')
      .orderBy('alarm.id', 'desc');

  return {
    /** Newest arrival first. */
    async page(scope: GridNo, filters: ArchivedFireFilters, { offset, limit }: PageRequest): Promise<Paged<ArchivedFire>> {
      const { total } = await matching(scope, filters).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await selected(scope, filters).offset(offset).limit(limit).execute();
      return { total, list: rows.map(firesOf) };
    },

    /** Newest arrival first. */
    async list(scope: GridNo, filters: ArchivedFireFilters, { limit }: Limit): Promise<Listed<ArchivedFire>> {
      const rows = await selected(scope, filters)
        .limit(limit + 1)
        .execute();
      return listed(rows.map(firesOf), limit);
    },

    /**
     * All versions of the archive of a fire, newest first.
     * @param alarmIds the alarms of the fire: an archive carries the id of the alarm that was the fire's first when the archive was begun
     */
    async versions(scope: GridNo, alarmIds: readonly string[]): Promise<ArchiveVersion[]> {
      const rows = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where(isAnyOf('fire_id', alarmIds, 'uuid'))
        .where(withinScope('fire_archive.grid_no', scope))
        .orderBy('version', 'desc')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map((row) => ({ archive: archiveOf(row), content: row.content }));
    },

    find: (scope: GridNo, id: string): Promise<FireArchive | null> => oneWithin(db, 'fire_archive', scope, id, archiveOf),

    /** In a transaction: the newest of `versions`, locked until commit. null: none. */
    async lockNewest(scope: GridNo, alarmIds: readonly string[]): Promise<FireArchive | null> {
      const row = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where(isAnyOf('fire_id', alarmIds, 'uuid'))
        .where(withinScope('fire_archive.grid_no', scope))
        .orderBy('version', 'desc')
        .orderBy('created_at', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      return row ? archiveOf(row) : null;
    },

    /** In a transaction: one version, locked until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<FireArchive | null> => lockWithin(db, 'fire_archive', scope, id, archiveOf),

    async create(archive: FireArchive): Promise<void> {
      await db
        .insertInto('fire_archive')
        .values({
          id: archive.id,
          fire_id: archive.fireId,
          grid_no: archive.gridNo,
          version: archive.version,
          corrects: archive.corrects && jsonb(archive.corrects),
          created_by: archive.createdBy,
          created_at: archive.createdAt,
          ...changing(archive, null),
        })
        .execute();
    },

    /**
     * Saves a locked draft after a change.
     * @param content the sealed content; null: still a draft
     */
    async save(archive: FireArchive, content: string | null): Promise<void> {
      await db.updateTable('fire_archive').set(changing(archive, content)).where('id', '=', archive.id).execute();
    },
  };
}

/** A closed and confirmed fire, as in the domain's `hasArchive`. */
const isArchivable = (table: string) => sql<SqlBool>`${sql.ref(`${table}.stage`)} = 'closed' and ${sql.ref(`${table}.outcome`)} <> 'no-fire'
  and ${sql.ref(`${table}.exercise_id`)} is null and ${sql.ref(`${table}.deleted_at`)} is null`;

/** All alarms of the fire to which the row's alarm belongs; empty if it belongs to no fire. */
const ALARMS_OF_FIRE = sql`select other.alarm_id from incident_alarm own join incident_alarm other using (incident_id) where own.alarm_id = alarm.id`;

/** A fire is listed once: by the first of its closed alarms in this scope. */
const isFirstOfFire = (scope: GridNo) => sql<SqlBool>`not exists (select 1 from alarm earlier where earlier.id < alarm.id
  and earlier.id in (${ALARMS_OF_FIRE}) and ${isArchivable('earlier')} and ${withinScope('earlier.grid_no', scope)})`;

const ofState = {
  none: sql<SqlBool>`newest.id is null`,
  draft: sql<SqlBool>`newest.id is not null and newest.sealed_at is null`,
  sealed: sql<SqlBool>`newest.sealed_at is not null`,
} as const satisfies Record<ArchiveState, unknown>;

const changing = ({ revision, assessment, changedBy, changedAt, seal }: FireArchive, content: string | null) => ({
  revision,
  assessment: jsonb(assessment),
  changed_by: changedBy,
  changed_at: changedAt,
  sealed_by: seal?.by ?? null,
  sealed_at: seal?.at ?? null,
  sha256: seal?.sha256 ?? null,
  content,
});

type FireRow = Selectable<AlarmTable> & {
  readonly newest: Selectable<FireArchiveTable> | null;
  readonly incident_id: string | null;
  readonly alarms: number;
};

const firesOf = ({ newest, alarms, ...alarm }: FireRow): ArchivedFire => ({
  id: alarm.incident_id ?? alarm.id,
  alarm: alarmOf(alarm),
  alarms: Math.max(1, alarms),
  archive: newest && archiveOf(newest),
});

/** Times are Dates in a row, and text in the JSON of a joined row. */
const archiveOf = (row: Omit<Selectable<FireArchiveTable>, 'content'>): FireArchive => ({
  id: row.id,
  fireId: row.fire_id,
  gridNo: row.grid_no,
  version: row.version,
  revision: row.revision,
  corrects: row.corrects,
  assessment: row.assessment,
  createdBy: row.created_by,
  createdAt: new Date(row.created_at),
  changedBy: row.changed_by,
  changedAt: new Date(row.changed_at),
  seal:
    row.sealed_at === null || row.sealed_by === null || row.sha256 === null
      ? null
      : { by: row.sealed_by, at: new Date(row.sealed_at), sha256: row.sha256 },
});
