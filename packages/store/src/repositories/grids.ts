// The grid tree: names, levels, parents, centres; and the county seats.
import type { GridLevel, GridNo, Position } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../db.ts';
import { type Limit, type Listed, listed } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { isAnyOf, jsonText } from '../sql.ts';
import type { GridTable } from '../tables.ts';

export interface GridRow {
  readonly no: GridNo;
  readonly name: string;
  readonly level: GridLevel;
  readonly parentNo: GridNo | null;
  /** Names from the province down: 四川省阿坝藏族羌族自治州汶川县. */
  readonly fullName: string;
  readonly centre: Position | null;
}

export interface SeatRow {
  readonly no: GridNo;
  readonly name: string;
  readonly position: Position;
  /** Known only roughly: shown as 示意. */
  readonly approximate: boolean;
}

export interface GridFilters {
  readonly levels?: readonly GridLevel[] | undefined;
  readonly parentNo?: GridNo | undefined;
  readonly nos?: readonly GridNo[] | undefined;
}

export type Grids = ReturnType<typeof gridsRepository>;

export function gridsRepository(db: Db) {
  return {
    async find(scope: GridNo, no: GridNo): Promise<GridRow | null> {
      const row = await db.selectFrom('grid').selectAll().where('no', '=', no).where(withinScope('grid.no', scope)).executeTakeFirst();
      return row ? gridOf(row) : null;
    },

    /** In the order of the numbers, so that a parent comes before its children. */
    async list(scope: GridNo, { levels, parentNo, nos }: GridFilters, { limit }: Limit): Promise<Listed<GridRow>> {
      let query = db.selectFrom('grid').selectAll().where(withinScope('grid.no', scope));
      if (levels) query = query.where(isAnyOf('grid.level', levels));
      if (parentNo) query = query.where('parent_no', '=', parentNo);
      if (nos) query = query.where(isAnyOf('grid.no', nos));
      const rows = await query
        .orderBy('no')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(gridOf), limit);
    },

    /** Puts in or renames; for seed and import. */
    async put(grids: readonly GridRow[]): Promise<void> {
      const rows = grids.map(({ centre, ...grid }) => ({ ...grid, lng: centre?.lng ?? null, lat: centre?.lat ?? null }));
      await sql`
        insert into grid (no, name, level, parent_no, full_name, lng, lat)
        select no, name, level, "parentNo", "fullName", lng, lat from json_to_recordset(${jsonText(rows)}::json)
          as g(no text, name text, level text, "parentNo" text, "fullName" text, lng float8, lat float8)
        on conflict (no) do update set name = excluded.name, level = excluded.level, parent_no = excluded.parent_no,
          full_name = excluded.full_name, lng = excluded.lng, lat = excluded.lat`.execute(db);
    },

    /** Every known county seat of the scope. */
    async seats(scope: GridNo): Promise<SeatRow[]> {
      const rows = await db.selectFrom('seat').selectAll().where(withinScope('seat.no', scope)).orderBy('no').execute();
      return rows.map(({ no, name, lng, lat, approximate }) => ({ no, name, position: { lng, lat }, approximate }));
    },

    async putSeats(seats: readonly SeatRow[]): Promise<void> {
      const rows = seats.map(({ no, name, position, approximate }) => ({ no, name, ...position, approximate }));
      await sql`
        insert into seat (no, name, lng, lat, approximate)
        select * from json_to_recordset(${jsonText(rows)}::json) as s(no text, name text, lng float8, lat float8, approximate boolean)
        on conflict (no) do update set name = excluded.name, lng = excluded.lng, lat = excluded.lat, approximate = excluded.approximate`.execute(
        db,
      );
    },
  };
}

const gridOf = (row: Selectable<GridTable>): GridRow => ({
  no: row.no,
  name: row.name,
  level: row.level,
  parentNo: row.parent_no,
  fullName: row.full_name,
  centre: row.lng === null || row.lat === null ? null : { lng: row.lng, lat: row.lat },
});
