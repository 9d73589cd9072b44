// Masks on the map (地图屏蔽区): by grid and time.

import type { GridNo } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, jsonText, listed, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { MapMaskTable } from './known-heat.tables.ts';
import { boxOf, type MapMask } from './known-heat.ts';

export interface MapMaskFilters {
  readonly gridNo?: GridNo | undefined;
  /** Matched as a substring of the reason. */
  readonly text?: string | undefined;
  /** `standing`: only masks active at this time. `over`: only masks ended by this time. */
  readonly activeAt?: Date | undefined;
  readonly over?: Date | undefined;
}

export function mapMasksRepository(db: Db) {
  const matching = (scope: GridNo, { gridNo, text, activeAt, over }: MapMaskFilters) =>
    allOf([
      withinScope('map_mask.grid_no', scope),
      ...(gridNo === undefined ? [] : [withinScope('map_mask.grid_no', gridNo)]),
      ...(text === undefined ? [] : [contains('map_mask.reason', text)]),
      ...(activeAt === undefined ? [] : [sql<boolean>`map_mask.ends_at > ${activeAt}`]),
      ...(over === undefined ? [] : [sql<boolean>`map_mask.ends_at <= ${over}`]),
    ]);

  return {
    /** Sorted by end time, the latest first, so that active masks come before ended ones. */
    async page(scope: GridNo, filters: MapMaskFilters, { offset, limit }: PageRequest): Promise<Paged<MapMask>> {
      const rows = db.selectFrom('map_mask').where(matching(scope, filters));
      return pageOf(rows, sql`ends_at desc, id`, { offset, limit }, maskOf);
    },

    async list(scope: GridNo, filters: MapMaskFilters, { limit }: Limit): Promise<Listed<MapMask>> {
      const rows = await db
        .selectFrom('map_mask')
        .selectAll()
        .where(matching(scope, filters))
        .orderBy('ends_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(maskOf), limit);
    },

    /** In a transaction: locks the mask until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<MapMask | null> => lockWithin(db, 'map_mask', scope, id, maskOf),

    /** In a transaction: inserts a new mask or updates a locked one. */
    async save(mask: MapMask): Promise<void> {
      const { west, south, east, north } = boxOf(mask.polygon);
      const extent = sql`box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
      await sql`
        insert into map_mask (id, grid_no, polygon, extent, reason, alarm_kinds, ends_at, version, created_by, created_at, changed_by, changed_at)
        values (${mask.id}, ${mask.gridNo}, ${jsonText(mask.polygon)}::jsonb, ${extent}, ${mask.reason}, ${[...mask.alarmKinds]}::text[],
          ${mask.endsAt}, ${mask.version}, ${mask.createdBy}, ${mask.createdAt}, ${mask.changedBy}, ${mask.changedAt})
        on conflict (id) do update set grid_no = excluded.grid_no, polygon = excluded.polygon, extent = excluded.extent, reason = excluded.reason,
          alarm_kinds = excluded.alarm_kinds, ends_at = excluded.ends_at, version = excluded.version, changed_by = excluded.changed_by,
          changed_at = excluded.changed_at`.execute(db);
    },

    /** All masks that end after this time, in every grid. */
    async endingAfter(time: Date): Promise<MapMask[]> {
      const rows = await db.selectFrom('map_mask').selectAll().where('ends_at', '>', time).orderBy('id').execute();
      return rows.map(maskOf);
    },
  };
}

const maskOf = (row: Selectable<MapMaskTable>): MapMask => ({
  id: row.id,
  gridNo: row.grid_no,
  polygon: row.polygon,
  reason: row.reason,
  alarmKinds: row.alarm_kinds,
  endsAt: row.ends_at,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});
