// Warnings of geological hazards. They are raised and changed under the lock of their hazard point, and acknowledged, handled and closed
// under their own lock.
import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonb, lockWithin, oneWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { HazardWarningTable } from './hazard.tables.ts';
import type { HazardWarning, HazardWarningLevel, WarningAnswer } from './hazard.ts';

export interface HazardWarningFilters {
  readonly hazardId?: string | undefined;
  /** The highest level that the warning reached. */
  readonly level?: HazardWarningLevel | undefined;
  /** Not closed, or closed; absent: both. */
  readonly isOpen?: boolean | undefined;
  readonly text?: string | undefined;
  /** Raised in this period, the end excluded. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export function hazardWarningsRepository(db: Db) {
  const matching = (scope: GridNo, { hazardId, level, isOpen, text, begin, end }: HazardWarningFilters) =>
    db
      .selectFrom('hazard_warning')
      .where(
        allOf([
          withinScope('hazard_warning.grid_no', scope),
          ...(hazardId === undefined ? [] : [isAnyOf('hazard_warning.hazard_id', [hazardId].filter(isUuid), 'uuid')]),
          ...(level === undefined ? [] : [sql<boolean>`hazard_warning.highest = ${level}`]),
          ...(isOpen === undefined ? [] : [sql<boolean>`(hazard_warning.closed is null) = ${isOpen}`]),
          ...(text === undefined ? [] : [contains('hazard_warning.hazard_name', text)]),
          ...(begin === undefined ? [] : [sql<boolean>`hazard_warning.raised_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<boolean>`hazard_warning.raised_at < ${end}`]),
        ]),
      );

  return {
    /** Returns the orders, newest first. */
    async page(scope: GridNo, filters: HazardWarningFilters, request: PageRequest): Promise<Paged<HazardWarning>> {
      return pageOf(matching(scope, filters), sql`raised_at desc, id desc`, request, warningOf);
    },

    find: (scope: GridNo, id: string): Promise<HazardWarning | null> => oneWithin(db, 'hazard_warning', scope, id, warningOf),

    /** In a transaction: the current state, locked until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<HazardWarning | null> => lockWithin(db, 'hazard_warning', scope, id, warningOf),

    /** In a transaction: the open warnings of these points, by point, locked until commit. */
    async lockOpenOf(hazardIds: readonly string[]): Promise<Map<string, HazardWarning>> {
      const rows = await db
        .selectFrom('hazard_warning')
        .selectAll()
        .where(isAnyOf('hazard_warning.hazard_id', hazardIds, 'uuid'))
        .where('closed', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute();
      return new Map(rows.map((row) => [row.hazard_id, warningOf(row)]));
    },

    /** Inserts a new warning, or saves a locked one. */
    async save(warning: HazardWarning): Promise<void> {
      const { position, id } = warning;
      const values = {
        hazard_id: warning.hazardId,
        hazard_name: warning.hazardName,
        hazard_kind: warning.hazardKind,
        lng: position.lng,
        lat: position.lat,
        people: warning.people,
        grid_no: warning.gridNo,
        level: warning.level,
        highest: warning.highest,
        cause: jsonb(warning.cause),
        raised_at: warning.raisedAt,
        changed_at: warning.changedAt,
        acknowledged: answerJson(warning.acknowledged),
        handled: answerJson(warning.handled),
        closed: answerJson(warning.closed),
      };
      await db
        .insertInto('hazard_warning')
        .values({ id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
  };
}

const answerJson = (answer: WarningAnswer | null) => (answer === null ? null : jsonb(answer));

/** JSON has no time type, so times are stored as text. */
const answerOf = (stored: WarningAnswer | null): WarningAnswer | null => stored && { ...stored, at: new Date(stored.at) };

const warningOf = (row: Selectable<HazardWarningTable>): HazardWarning => ({
  id: row.id,
  hazardId: row.hazard_id,
  hazardName: row.hazard_name,
  hazardKind: row.hazard_kind,
  position: { lng: row.lng, lat: row.lat },
  people: row.people,
  gridNo: row.grid_no,
  level: row.level,
  highest: row.highest,
  cause: row.cause,
  raisedAt: row.raised_at,
  changedAt: row.changed_at,
  acknowledged: answerOf(row.acknowledged),
  handled: answerOf(row.handled),
  closed: answerOf(row.closed),
});
