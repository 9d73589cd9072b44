// The grid tree: names, levels, parents, centres; and the county seats.
import type { GridLevel, GridNo, Position } from '@lookout/domain';
import { farOutline } from '@lookout/geo';
import type { Limit, Listed, MultiPolygon } from '@lookout/store';
import { contains, type Db, isAnyOf, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { AreaTable, GridTable } from './grid.tables.ts';

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
  /** Matched as a substring of the name. */
  readonly text?: string | undefined;
  /** Only grids whose centre is known. */
  readonly isPlaced?: true;
}

export function gridsRepository(db: Db) {
  return {
    async find(scope: GridNo, no: GridNo): Promise<GridRow | null> {
      const row = await db.selectFrom('grid').selectAll().where('no', '=', no).where(withinScope('grid.no', scope)).executeTakeFirst();
      return row ? gridOf(row) : null;
    },

    /** Sorted by number, so that a parent comes before its children. */
    async list(scope: GridNo, { levels, parentNo, nos, text, isPlaced }: GridFilters, { limit }: Limit): Promise<Listed<GridRow>> {
      let query = db.selectFrom('grid').selectAll().where(withinScope('grid.no', scope));
      if (levels) query = query.where(isAnyOf('grid.level', levels));
      if (parentNo) query = query.where('parent_no', '=', parentNo);
      if (nos) query = query.where(isAnyOf('grid.no', nos));
      if (text) query = query.where(contains('grid.name', text));
      if (isPlaced) query = query.where('grid.lng', 'is not', null);
      const rows = await query
        .orderBy('no')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(gridOf), limit);
    },

    /** Inserts grids or renames them; for seed and import. */
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
  /** A coarser boundary for the zoomed-out view; absent: derived from the boundary itself. Both are snapped to the far grid. */
  readonly farBoundary?: MultiPolygon;
  /** Counties founded on the land of this one since the boundary was drawn; empty for an imported boundary. */
  readonly alsoHolds?: readonly GridNo[];
  /** The boundary is exactly the union of those of the grids below it in the same source. */
  readonly isUnion?: boolean;
}

export interface SourcedArea extends Required<Omit<AreaRow, 'farBoundary'>> {
  readonly source: AreaSource;
}

/** `full`: as drawn; `far`: simplified to about a kilometre (decision 0040). */
export type OutlineDetail = 'full' | 'far';

/** An area as sent to a page. */
export interface OutlinedArea {
  readonly no: GridNo;
  readonly source: AreaSource;
  readonly centre: Position;
  /** The text of a GeoJSON MultiPolygon, passed from the table to the page without parsing. */
  readonly outline: string;
}

export function areasRepository(db: Db) {
  // 'imported' sorts before 'seed', so the official boundary takes precedence.
  const best = (scope: GridNo) =>
    db.selectFrom('area').distinctOn('no').where(withinScope('area.no', scope)).orderBy('no').orderBy(sql`source collate "C"`);

  return {
    /** The known areas among these grids within the scope, sorted by number: the imported boundary, otherwise the seed's. */
    async of(scope: GridNo, nos: readonly GridNo[]): Promise<SourcedArea[]> {
      const columns = ['no', 'source', 'boundary', 'centre_lng', 'centre_lat', 'also_holds', 'is_union'] as const;
      return (await best(scope).select(columns).where(isAnyOf('area.no', nos)).execute()).map(areaOf);
    },

    /** The same areas, as sent to a page. */
    async outlines(scope: GridNo, nos: readonly GridNo[], detail: OutlineDetail): Promise<OutlinedArea[]> {
      const outline = detail === 'far' ? sql<string>`far_outline` : sql<string>`boundary::text`;
      const rows = await best(scope)
        .select(['no', 'source', 'centre_lng', 'centre_lat', outline.as('outline')])
        .where(isAnyOf('area.no', nos))
        .execute();
      return rows.map(({ no, source, outline, ...row }) => ({ no, source, outline, centre: centreOf(row) }));
    },

    /** All areas of the scope without their boundaries, which are megabytes: each grid once, sorted by number. */
    async list(scope: GridNo): Promise<Omit<SourcedArea, 'boundary' | 'centre'>[]> {
      const rows = await best(scope).select(['no', 'source', 'also_holds', 'is_union']).execute();
      return rows.map(({ no, source, also_holds, is_union }) => ({ no, source, alsoHolds: also_holds, isUnion: is_union }));
    },

    async put(source: AreaSource, areas: readonly AreaRow[]): Promise<void> {
      const rows = areas.map(({ centre, alsoHolds = [], isUnion = false, farBoundary, ...area }) => ({
        ...{ ...area, ...centre, alsoHolds, isUnion },
        farOutline: JSON.stringify(farOutline(farBoundary ?? area.boundary)),
      }));
      await sql`
        insert into area (no, source, boundary, far_outline, centre_lng, centre_lat, also_holds, is_union)
        select no, ${source}, boundary, "farOutline", lng, lat, array(select json_array_elements_text("alsoHolds")), "isUnion"
        from json_to_recordset(${jsonText(rows)}::json)
          as a(no text, boundary json, "farOutline" text, lng float8, lat float8, "alsoHolds" json, "isUnion" boolean)
        on conflict (no, source) do update set boundary = excluded.boundary, far_outline = excluded.far_outline,
          centre_lng = excluded.centre_lng, centre_lat = excluded.centre_lat, also_holds = excluded.also_holds, is_union = excluded.is_union`.execute(
        db,
      );
    },
  };
}

const centreOf = ({ centre_lng: lng, centre_lat: lat }: Pick<Selectable<AreaTable>, 'centre_lng' | 'centre_lat'>): Position => ({
  lng,
  lat,
});

const areaOf = ({ no, source, boundary, also_holds, is_union, ...row }: Omit<Selectable<AreaTable>, 'far_outline'>): SourcedArea => ({
  ...{ no, source, boundary },
  centre: centreOf(row),
  alsoHolds: also_holds,
  isUnion: is_union,
});
