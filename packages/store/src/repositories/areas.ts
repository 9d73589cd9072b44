// Boundaries of grids: those of the seed, and official ones that were imported and take their place.
import type { GridNo, Position } from '@lookout/domain';
import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { MultiPolygon } from '../geometry.ts';
import { withinScope } from '../scope.ts';
import { isAnyOf, jsonText } from '../sql.ts';

export type AreaSource = 'seed' | 'imported';

export interface AreaRow {
  readonly no: GridNo;
  readonly boundary: MultiPolygon;
  readonly centre: Position;
}

export interface SourcedArea extends AreaRow {
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

    /** All of the scope, each grid once, in the order of the numbers. The server's place finder reads it once. */
    async all(scope: GridNo): Promise<SourcedArea[]> {
      return (await best(scope).execute()).map(areaOf);
    },

    async put(source: AreaSource, areas: readonly AreaRow[]): Promise<void> {
      const rows = areas.map(({ no, boundary, centre }) => ({ no, boundary, lng: centre.lng, lat: centre.lat }));
      await sql`
        insert into area (no, source, boundary, centre_lng, centre_lat)
        select no, ${source}, boundary, lng, lat from json_to_recordset(${jsonText(rows)}::json)
          as a(no text, boundary json, lng float8, lat float8)
        on conflict (no, source) do update set boundary = excluded.boundary, centre_lng = excluded.centre_lng, centre_lat = excluded.centre_lat`.execute(
        db,
      );
    },
  };
}

const areaOf = (row: { no: GridNo; source: AreaSource; boundary: MultiPolygon; centre_lng: number; centre_lat: number }): SourcedArea => ({
  no: row.no,
  source: row.source,
  boundary: row.boundary,
  centre: { lng: row.centre_lng, lat: row.centre_lat },
});
