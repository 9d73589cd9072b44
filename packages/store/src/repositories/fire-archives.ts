// Archives of fires (灾后评估): the closed fires with their newest version, and the versions of one fire.
import type { Alarm, ArchiveState, FireArchive, GridNo } from '@lookout/domain';
import { type Selectable, type SqlBool, sql } from 'kysely';
import {
  allOf,
  contains,
  type Db,
  isUuid,
  jsonb,
  type Limit,
  type Listed,
  listed,
  type Paged,
  type PageRequest,
  withinScope,
} from '../sql.ts';
import type { AlarmTable, FireArchiveTable } from '../tables.ts';
import { alarmOf } from './alarm-rows.ts';

/** By arrival: begin inclusive, end exclusive. */
export interface ArchivedFireFilters {
  readonly gridNo?: GridNo | undefined;
  readonly fireId?: string | undefined;
  readonly state?: ArchiveState | undefined;
  /** Occurs in the address. */
  readonly text?: string | undefined;
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** A closed fire with the newest version of its archive; null: none yet. */
export interface ArchivedFire {
  readonly alarm: Alarm;
  readonly archive: FireArchive | null;
}

/** A version with the canonical JSON it was sealed as; null: a draft. */
export interface ArchiveVersion {
  readonly archive: FireArchive;
  readonly content: string | null;
}

export function fireArchivesRepository(db: Db) {
  /** A closed fire that was one: the domain's `hasArchive`. */
  const isArchivable = sql<SqlBool>`alarm.stage = 'closed' and alarm.outcome <> 'no-fire' and alarm.exercise_id is null and alarm.deleted_at is null`;

  const matching = (scope: GridNo, { gridNo, fireId, state, text, begin, end }: ArchivedFireFilters) =>
    db
      .selectFrom('alarm')
      .leftJoinLateral(
        (join) =>
          join.selectFrom('fire_archive').selectAll().whereRef('fire_id', '=', 'alarm.id').orderBy('version', 'desc').limit(1).as('newest'),
        (join) => join.onTrue(),
      )
      .where(
        allOf([
          isArchivable,
          withinScope('alarm.grid_no', scope),
          ...(gridNo === undefined ? [] : [withinScope('alarm.grid_no', gridNo)]),
          ...(fireId === undefined ? [] : [sql<SqlBool>`alarm.id = ${fireId}`]),
          ...(text === undefined ? [] : [contains('alarm.formatted_address', text)]),
          ...(begin === undefined ? [] : [sql<SqlBool>`alarm.arrived_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<SqlBool>`alarm.arrived_at < ${end}`]),
          ...(state === undefined ? [] : [ofState[state]]),
        ]),
      );

  const selected = (scope: GridNo, filters: ArchivedFireFilters) =>
    matching(scope, filters)
      .selectAll('alarm')
      .select(sql<Selectable<FireArchiveTable> | null>`to_jsonb(newest) - 'content'`.as('newest'))
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

    /** All versions of a fire, newest first. */
    async versions(scope: GridNo, fireId: string): Promise<ArchiveVersion[]> {
      if (!isUuid(fireId)) return [];
      const rows = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where('fire_id', '=', fireId)
        .where(withinScope('fire_archive.grid_no', scope))
        .orderBy('version', 'desc')
        .execute();
      return rows.map((row) => ({ archive: archiveOf(row), content: row.content }));
    },

    async find(scope: GridNo, id: string): Promise<FireArchive | null> {
      const row = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where('id', '=', id)
        .where(withinScope('fire_archive.grid_no', scope))
        .executeTakeFirst();
      return row ? archiveOf(row) : null;
    },

    /** In a transaction: the newest version of a fire, locked until commit. null: none. */
    async lockNewest(scope: GridNo, fireId: string): Promise<FireArchive | null> {
      const row = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where('fire_id', '=', fireId)
        .where(withinScope('fire_archive.grid_no', scope))
        .orderBy('version', 'desc')
        .limit(1)
        .forUpdate()
        .executeTakeFirst();
      return row ? archiveOf(row) : null;
    },

    /** In a transaction: one version, locked until commit. null: missing, or not in scope. */
    async lockForUpdate(scope: GridNo, id: string): Promise<FireArchive | null> {
      const row = await db
        .selectFrom('fire_archive')
        .selectAll()
        .where('id', '=', id)
        .where(withinScope('fire_archive.grid_no', scope))
        .forUpdate()
        .executeTakeFirst();
      return row ? archiveOf(row) : null;
    },

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
     * @param content what it was sealed as; null: still a draft
     */
    async save(archive: FireArchive, content: string | null): Promise<void> {
      await db.updateTable('fire_archive').set(changing(archive, content)).where('id', '=', archive.id).execute();
    },
  };
}

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

const firesOf = ({
  newest,
  ...alarm
}: Selectable<AlarmTable> & { readonly newest: Selectable<FireArchiveTable> | null }): ArchivedFire => ({
  alarm: alarmOf(alarm),
  archive: newest && archiveOf(newest),
});

/** Times come as Date from a row, and as text from the JSON of a joined one. */
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
