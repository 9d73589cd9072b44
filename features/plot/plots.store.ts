// Plots (标绘): drawn, changed and removed within the grid. A change locks the row until commit.
import type { GridNo } from '@lookout/domain';
import type { Limit, Listed } from '@lookout/store';
import { type Db, isAnyOf, jsonb, listed, lockWithin, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { BoundingBox } from '../alarm/alarms.store.ts';
import type { PlotTable } from './plot.tables.ts';
import type { Plot } from './plot.ts';

export interface PlotFilters {
  /** Only plots drawn for this alarm. */
  readonly fireId?: string | undefined;
}

export interface PlotsNear {
  readonly begin: Date;
  readonly end: Date;
  readonly box: BoundingBox;
}

export function plotsRepository(db: Db) {
  return {
    /** false: the id already exists, from an earlier attempt of the same request. */
    async create(plot: Plot): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('plot')
        .values({ ...columnsOf(plot), id: plot.id, created_by: plot.createdBy, created_at: plot.createdAt })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** Returns the orders, newest first. */
    async list(scope: GridNo, { fireId }: PlotFilters, { limit }: Limit): Promise<Listed<Plot>> {
      const all = db.selectFrom('plot').selectAll().where(withinScope('plot.grid_no', scope));
      const rows = await (fireId === undefined ? all : all.where('fire_id', '=', fireId))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(plotOf), limit);
    },

    /** Plots drawn for one of these alarms, or for none but near (by their first point) and in this time; oldest first. */
    async around(scope: GridNo, alarmIds: readonly string[], { begin, end, box }: PlotsNear, { limit }: Limit): Promise<Plot[]> {
      const [lng, lat] = [sql`(points -> 0 ->> 'lng')::float8`, sql`(points -> 0 ->> 'lat')::float8`];
      const rows = await db
        .selectFrom('plot')
        .selectAll()
        .where(withinScope('plot.grid_no', scope))
        .where(
          sql<SqlBool>`(${isAnyOf('fire_id', alarmIds, 'uuid')} or (fire_id is null and created_at between ${begin} and ${end}
            and ${lng} between ${box.west} and ${box.east} and ${lat} between ${box.south} and ${box.north}))`,
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(plotOf);
    },

    /** Plots drawn for one of these alarms, oldest first. */
    async ofFires(scope: GridNo, alarmIds: readonly string[], { limit }: Limit): Promise<Plot[]> {
      const rows = await db
        .selectFrom('plot')
        .selectAll()
        .where(isAnyOf('plot.fire_id', alarmIds, 'uuid'))
        .where(withinScope('plot.grid_no', scope))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(plotOf);
    },

    /** In a transaction: the current state, locked until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<Plot | null> => lockWithin(db, 'plot', scope, id, plotOf),

    /** Saves a locked plot after a change. */
    async save(plot: Plot): Promise<void> {
      await db.updateTable('plot').set(columnsOf(plot)).where('id', '=', plot.id).execute();
    },

    /** Removes a locked plot. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('plot').where('id', '=', id).execute();
    },
  };
}

const columnsOf = (plot: Plot) => ({
  kind: plot.kind,
  symbol: plot.symbol,
  name: plot.name,
  colour: plot.colour,
  note: plot.note,
  points: jsonb(plot.points),
  width_pixels: plot.widthPixels,
  fire_id: plot.fireId,
  grid_no: plot.gridNo,
  version: plot.version,
  changed_by: plot.changedBy,
  changed_at: plot.changedAt,
});

const plotOf = (row: Selectable<PlotTable>): Plot => ({
  id: row.id,
  kind: row.kind,
  symbol: row.symbol,
  name: row.name,
  points: row.points,
  colour: row.colour,
  widthPixels: row.width_pixels,
  note: row.note,
  fireId: row.fire_id,
  gridNo: row.grid_no,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});
