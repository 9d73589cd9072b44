// The grid tree: names, levels, parents, centres; and the county seats.
import type { GridLevel, GridNo, Position } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import { type Db, isAnyOf, jsonText, type Limit, type Listed, listed, type MultiPolygon, withinScope } from '../sql.ts';
import type { AreaTable, GridTable } from '../tables.ts';

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
  /** Approximate; shown as 示意. */
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

// Boundaries of grids: from the seed, or imported official ones, which take precedence.

export type AreaSource = 'seed' | 'imported';

export interface AreaRow {
  readonly no: GridNo;
  readonly boundary: MultiPolygon;
  readonly centre: Position;
  /** Counties founded since the boundary was drawn, out of its land; none in an imported one. */
  readonly alsoHolds?: readonly GridNo[];
  /** The boundary is exactly the union of those of the grids below it in the same source. */
  readonly isUnion?: boolean;
}

export interface SourcedArea extends Required<AreaRow> {
  readonly source: AreaSource;
}

export type Areas = ReturnType<typeof areasRepository>;

export function areasRepository(db: Db) {
  // 'imported' sorts before 'seed': the official boundary wins.
  const best = (scope: GridNo) =>
    db.selectFrom('area').selectAll().distinctOn('no').where(withinScope('area.no', scope)).orderBy('no').orderBy(sql`source collate "C"`);

  return {
    /** The imported boundary, else the seed's; null when none is known or it lies outside the scope. */
    async find(scope: GridNo, no: GridNo): Promise<SourcedArea | null> {
      const row = await best(scope).where('no', '=', no).executeTakeFirst();
      return row ? areaOf(row) : null;
    },

    /** Those of these grids that are known and lie in the scope, in the order of the numbers. */
    async of(scope: GridNo, nos: readonly GridNo[]): Promise<SourcedArea[]> {
      return (await best(scope).where(isAnyOf('area.no', nos)).execute()).map(areaOf);
    },

    /** All of the scope without their boundaries, which are megabytes: each grid once, in the order of the numbers. */
    async list(scope: GridNo): Promise<Omit<SourcedArea, 'boundary' | 'centre'>[]> {
      const rows = await best(scope).clearSelect().select(['no', 'source', 'also_holds', 'is_union']).execute();
      return rows.map(({ no, source, also_holds, is_union }) => ({ no, source, alsoHolds: also_holds, isUnion: is_union }));
    },

    async put(source: AreaSource, areas: readonly AreaRow[]): Promise<void> {
      const rows = areas.map(({ centre, alsoHolds = [], isUnion = false, ...area }) => ({ ...area, ...centre, alsoHolds, isUnion }));
      await sql`
        insert into area (no, source, boundary, centre_lng, centre_lat, also_holds, is_union)
        select no, ${source}, boundary, lng, lat, array(select json_array_elements_text("alsoHolds")), "isUnion"
        from json_to_recordset(${jsonText(rows)}::json) as a(no text, boundary json, lng float8, lat float8, "alsoHolds" json, "isUnion" boolean)
        on conflict (no, source) do update set boundary = excluded.boundary, centre_lng = excluded.centre_lng, centre_lat = excluded.centre_lat,
          also_holds = excluded.also_holds, is_union = excluded.is_union`.execute(db);
    },
  };
}

const areaOf = (row: Selectable<AreaTable>): SourcedArea => ({
  no: row.no,
  source: row.source,
  boundary: row.boundary,
  centre: { lng: row.centre_lng, lat: row.centre_lat },
  alsoHolds: row.also_holds,
  isUnion: row.is_union,
});
