// Plots (标绘): drawn, changed and taken away within the grid. Who changes one holds its row until commit.
import type { GridNo, Plot, PlotDraft } from '@lookout/domain';
import type { Selectable } from 'kysely';
import type { Db } from '../db.ts';
import { type Limit, type Listed, listed } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { isUuid, jsonb } from '../sql.ts';
import type { PlotTable } from '../tables.ts';

export interface NewPlot extends PlotDraft {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** What is drawn now instead, where that lies, and who says so. */
export interface PlotRevision extends PlotDraft {
  readonly gridNo: GridNo;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface PlotFilters {
  /** Drawn for this alarm. */
  readonly fireId?: string | undefined;
}

export type Plots = ReturnType<typeof plotsRepository>;

export function plotsRepository(db: Db) {
  return {
    /** null: something with this id stands already, drawn by the same request before. */
    async create(plot: NewPlot): Promise<Plot | null> {
      const { id, gridNo, createdBy, createdAt } = plot;
      const row = await db
        .insertInto('plot')
        .values({
          ...columnsOf(plot),
          ...{ id, grid_no: gridNo, version: 1 },
          ...{ created_by: createdBy, created_at: createdAt, changed_by: createdBy, changed_at: createdAt },
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ? plotOf(row) : null;
    },

    /** Newest first. */
    async list(scope: GridNo, { fireId }: PlotFilters, { limit }: Limit): Promise<Listed<Plot>> {
      const all = db.selectFrom('plot').selectAll().where(withinScope('plot.grid_no', scope));
      const rows = await (fireId === undefined ? all : all.where('fire_id', '=', fireId))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(plotOf), limit);
    },

    /** In a transaction: as it stands, and nobody else can change it until commit. null: not there, or not in scope. */
    async lockForUpdate(scope: GridNo, id: string): Promise<Plot | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('plot')
        .selectAll()
        .where('id', '=', id)
        .where(withinScope('plot.grid_no', scope))
        .forUpdate()
        .executeTakeFirst();
      return row ? plotOf(row) : null;
    },

    /** Of a locked plot; its version is one more then. */
    async revise(id: string, revision: PlotRevision): Promise<Plot> {
      const { gridNo, changedBy, changedAt } = revision;
      const row = await db
        .updateTable('plot')
        .set((at) => ({
          ...columnsOf(revision),
          ...{ grid_no: gridNo, version: at('version', '+', 1), changed_by: changedBy, changed_at: changedAt },
        }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return plotOf(row);
    },

    /** Of a locked plot. */
    async remove(id: string): Promise<void> {
      await db.deleteFrom('plot').where('id', '=', id).execute();
    },
  };
}

const columnsOf = ({ kind, name, points, colour, widthPixels, note, fireId }: PlotDraft) => ({
  ...{ kind, name, colour, note, points: jsonb(points), width_pixels: widthPixels, fire_id: fireId },
});

const plotOf = (row: Selectable<PlotTable>): Plot => ({
  id: row.id,
  kind: row.kind,
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
