// Applications to burn (用火报备): created, reviewed, and queried by grid, window and place.

import { boxAround, type GridNo, haversineMetres, type Position } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, listed, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { BurningTable } from './burning.tables.ts';
import type { Burning, BurningPurpose, BurningState } from './burning.ts';

export interface BurningFilters {
  readonly gridNo?: GridNo | undefined;
  readonly applicant?: string | undefined;
  readonly purpose?: BurningPurpose | undefined;
  readonly state?: BurningState | undefined;
  /** Selects burnings whose window overlaps this time, ends included. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export interface BurningsAround {
  readonly centre: Position;
  /** null: at any distance. */
  readonly radiusMetres: number | null;
}

export function burningsRepository(db: Db) {
  const matching = (scope: GridNo, filters: BurningFilters, around?: BurningsAround) => {
    const { gridNo, applicant, purpose, state, begin, end } = filters;
    return db
      .selectFrom('burning')
      .where(
        allOf([
          withinScope('burning.grid_no', scope),
          ...(gridNo === undefined ? [] : [withinScope('burning.grid_no', gridNo)]),
          ...(applicant === undefined ? [] : [contains('burning.applicant', applicant)]),
          ...(purpose === undefined ? [] : [sql<boolean>`burning.purpose = ${purpose}`]),
          ...(state === undefined ? [] : [sql<boolean>`burning.state = ${state}`]),
          ...(begin === undefined ? [] : [sql<boolean>`burning.ends_at >= ${begin}`]),
          ...(end === undefined ? [] : [sql<boolean>`burning.starts_at <= ${end}`]),
          ...(around === undefined || around.radiusMetres === null ? [] : [inBox(around.centre, around.radiusMetres)]),
        ]),
      );
  };

  return {
    /**
     * A repeated request returns the existing application.
     * @param requestKey the sender's Idempotency-Key, scoped to the sender; null: always create a new application
     */
    async create(burning: Burning, requestKey: string | null): Promise<Burning> {
      const { position } = burning;
      const row = await db
        .insertInto('burning')
        .values({
          id: burning.id,
          applicant: burning.applicant,
          phone: burning.phone,
          purpose: burning.purpose,
          lng: position.lng,
          lat: position.lat,
          grid_no: burning.gridNo,
          address: burning.address,
          starts_at: burning.startsAt,
          ends_at: burning.endsAt,
          area_hectares: burning.areaHectares,
          people_count: burning.peopleCount,
          measures: burning.measures,
          state: burning.state,
          created_by: burning.createdBy,
          created_at: burning.createdAt,
          request_key: requestKey,
        })
        .onConflict((conflict) => conflict.column('request_key').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row) return burningOf(row);
      const existing = await db.selectFrom('burning').selectAll().where('request_key', '=', requestKey).executeTakeFirstOrThrow();
      return burningOf(existing);
    },

    /** In a transaction: the current state, locked against other reviews until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<Burning | null> => lockWithin(db, 'burning', scope, id, burningOf),

    /** Saves a locked application after its review. */
    async saveReview({ id, state, reviewedBy, reviewedAt, reviewNote }: Burning): Promise<void> {
      await db
        .updateTable('burning')
        .set({ state, reviewed_by: reviewedBy, reviewed_at: reviewedAt, review_note: reviewNote })
        .where('id', '=', id)
        .execute();
    },

    /** Returns the orders, newest first. */
    async page(scope: GridNo, filters: BurningFilters, request: PageRequest): Promise<Paged<Burning>> {
      return pageOf(matching(scope, filters), sql`created_at desc, id desc`, request, burningOf);
    },

    /** Newest first; with `around`, nearest first. */
    async list(scope: GridNo, filters: BurningFilters, { limit }: Limit, around?: BurningsAround): Promise<Listed<Burning>> {
      const rows = await matching(scope, filters, around)
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute();
      const { list, more } = listed(rows.map(burningOf), limit);
      return { list: around === undefined ? list : nearestFirst(list, around), more };
    },
  };
}

/** A box query, which the index on positions can answer. `nearestFirst` removes the corners of the box. */
function inBox(centre: Position, radiusMetres: number) {
  const { west, south, east, north } = boxAround(centre, radiusMetres);
  return sql<boolean>`point(lng, lat) <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
}

function nearestFirst(burnings: readonly Burning[], { centre, radiusMetres }: BurningsAround): Burning[] {
  return burnings
    .map((burning) => ({ burning, metres: haversineMetres(centre, burning.position) }))
    .filter(({ metres }) => radiusMetres === null || metres <= radiusMetres)
    .sort((a, b) => a.metres - b.metres)
    .map(({ burning }) => burning);
}

const burningOf = (row: Selectable<BurningTable>): Burning => ({
  id: row.id,
  applicant: row.applicant,
  phone: row.phone,
  purpose: row.purpose,
  position: { lng: row.lng, lat: row.lat },
  gridNo: row.grid_no,
  address: row.address,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  areaHectares: row.area_hectares,
  peopleCount: row.people_count,
  measures: row.measures,
  state: row.state,
  createdBy: row.created_by,
  createdAt: row.created_at,
  reviewedBy: row.reviewed_by,
  reviewedAt: row.reviewed_at,
  reviewNote: row.review_note,
});
