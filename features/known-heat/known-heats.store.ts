// Known heat sources (已知热源): by grid, state and place; and the detections from which they are derived.

import { boxAround, type GridNo, type Position } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { allOf, contains, type Db, jsonText, listed, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AlarmFacts, AlarmStage } from '../alarm/alarm.ts';
import { factsOf } from '../alarm/alarm-rows.store.ts';
import type { KnownHeatTable } from './known-heat.tables.ts';
import type { DegreeBox, HeatKind, HeatState, KnownHeat } from './known-heat.ts';

export interface KnownHeatFilters {
  readonly gridNo?: GridNo | undefined;
  readonly state?: HeatState | undefined;
  readonly kind?: HeatKind | undefined;
  /** Matched as a substring of the name or the address. */
  readonly text?: string | undefined;
}

export interface HeatsAround {
  readonly centre: Position;
  /** null: at any distance. */
  readonly radiusMetres: number | null;
}

/** A satellite detection that does not belong to a fire confirmed by a person. */
export interface HeatSighting extends Position {
  readonly id: string;
  readonly atMs: number;
  readonly frpMegawatts: number | null;
}

/** Stages of alarms that were judged real. */
const BURNED = ['in-progress', 'closed'] as const satisfies readonly AlarmStage['stage'][];
/** Rows written per statement. */
const AT_ONCE = 1_000;

export function knownHeatsRepository(db: Db) {
  const matching = (scope: GridNo, { gridNo, state, kind, text }: KnownHeatFilters, around?: HeatsAround) =>
    allOf([
      withinScope('known_heat.grid_no', scope),
      ...(gridNo === undefined ? [] : [withinScope('known_heat.grid_no', gridNo)]),
      ...(state === undefined ? [] : [sql<boolean>`known_heat.state = ${state}`]),
      ...(kind === undefined ? [] : [sql<boolean>`known_heat.kind = ${kind}`]),
      ...(text === undefined ? [] : [sql<boolean>`(${contains('known_heat.name', text)} or ${contains('known_heat.address', text)})`]),
      ...(around === undefined || around.radiusMetres === null ? [] : [isNear(around.centre, around.radiusMetres)]),
    ]);

  /** Sorted by distance if a place is given, otherwise by the number of hot days, descending. */
  const orderOf = (around?: HeatsAround) =>
    around === undefined ? sql`cardinality(days) desc, changed_at desc, id` : sql`${metresTo(around.centre)}, id`;

  const save = async (heats: readonly KnownHeat[]): Promise<void> => {
    for (let from = 0; from < heats.length; from += AT_ONCE) {
      const rows = heats.slice(from, from + AT_ONCE).map(columnsOf);
      await sql`
        insert into known_heat select * from json_populate_recordset(null::known_heat, ${jsonText(rows)}::json)
        on conflict (id) do update set grid_no = excluded.grid_no, name = excluded.name, kind = excluded.kind, state = excluded.state,
          lng = excluded.lng, lat = excluded.lat, radius_metres = excluded.radius_metres, usual_frp_megawatts = excluded.usual_frp_megawatts,
          days = excluded.days, hours = excluded.hours, address = excluded.address, note = excluded.note, version = excluded.version,
          changed_by = excluded.changed_by, changed_at = excluded.changed_at, reviewed_by = excluded.reviewed_by,
          reviewed_at = excluded.reviewed_at, review_note = excluded.review_note`.execute(db);
    }
  };

  return {
    ...heatSightings(db),
    async page(scope: GridNo, filters: KnownHeatFilters, { offset, limit }: PageRequest, around?: HeatsAround): Promise<Paged<KnownHeat>> {
      const rows = db.selectFrom('known_heat').where(matching(scope, filters, around));
      return pageOf(rows, orderOf(around), { offset, limit }, heatOf);
    },

    async list(scope: GridNo, filters: KnownHeatFilters, { limit }: Limit, around?: HeatsAround): Promise<Listed<KnownHeat>> {
      const rows = await db
        .selectFrom('known_heat')
        .selectAll()
        .where(matching(scope, filters, around))
        .orderBy(orderOf(around))
        .limit(limit + 1)
        .execute();
      return listed(rows.map(heatOf), limit);
    },

    /** In a transaction: locks the source until commit. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<KnownHeat | null> => lockWithin(db, 'known_heat', scope, id, heatOf),

    /** In a transaction: the sources in scope with these names, locked. */
    async lockByNames(scope: GridNo, names: readonly string[]): Promise<KnownHeat[]> {
      const rows = await db
        .selectFrom('known_heat')
        .selectAll()
        .where(sql<SqlBool>`known_heat.name = any(${[...names]}::text[])`)
        .where(withinScope('known_heat.grid_no', scope))
        .orderBy('id')
        .forUpdate()
        .execute();
      return rows.map(heatOf);
    },

    /** In a transaction: the sources in this box, in any state and grid, locked. */
    async lockWithin(box: DegreeBox): Promise<KnownHeat[]> {
      const rows = await db.selectFrom('known_heat').selectAll().where(isWithin(box)).orderBy('id').forUpdate().execute();
      return rows.map(heatOf);
    },

    /** In a transaction: inserts new sources and updates locked ones. */
    save,

    async remove(id: string): Promise<void> {
      await db.deleteFrom('known_heat').where('id', '=', id).execute();
    },

    /** All sources that an officer confirmed, in every grid. */
    async confirmed(): Promise<KnownHeat[]> {
      const rows = await db.selectFrom('known_heat').selectAll().where('state', '=', 'confirmed').orderBy('id').execute();
      return rows.map(heatOf);
    },
  };
}

/** What the satellites have seen of heat sources. */
const heatSightings = (db: Db) => ({
  /** The counties in which satellites have reported since then. */
  async countiesSeenSince(since: Date): Promise<GridNo[]> {
    const { rows } = await sql<{ county: GridNo }>`
      select distinct left(grid_no, 6) as county from alarm
      where kind = 'satellite' and observed_at >= ${since} and deleted_at is null and exercise_id is null
      union select left(grid_no, 6) from past_detection where observed_at >= ${since}
      order by 1`.execute(db);
    return rows.map(({ county }) => county);
  },

  /**
   * The satellite detections in a grid since a time, both alarms and past detections, newest first and at most `limit`. Detections of a
   * fire that was judged real are excluded, because a place that burned for a week is no heat source.
   */
  async sightings(county: GridNo, since: Date, { limit }: Limit): Promise<HeatSighting[]> {
    const rows = await db
      .selectFrom('alarm')
      .select(['id', 'lng', 'lat', 'observed_at', 'kind', 'facts', 'fire_no', 'dedupe_key'])
      .where('kind', '=', 'satellite')
      .where('observed_at', '>=', since)
      .where('deleted_at', 'is', null)
      .where('exercise_id', 'is', null)
      .where('stage', 'not in', BURNED)
      .where(withinScope('alarm.grid_no', county))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('incident_alarm as own')
              .innerJoin('incident_alarm as other', 'other.incident_id', 'own.incident_id')
              .innerJoin('alarm as judged', 'judged.id', 'other.alarm_id')
              .select('judged.id')
              .whereRef('own.alarm_id', '=', 'alarm.id')
              .where('judged.stage', 'in', BURNED),
          ),
        ),
      )
      .orderBy('observed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    const past = await db
      .selectFrom('past_detection')
      .select(['dedupe_key', 'lng', 'lat', 'observed_at', 'facts'])
      .where('observed_at', '>=', since)
      .where(withinScope('grid_no', county))
      .orderBy('observed_at', 'desc')
      .orderBy('dedupe_key', 'desc')
      .limit(limit)
      .execute();
    return [...rows, ...past.map((row) => ({ ...row, id: row.dedupe_key }))]
      .map((row) => ({
        id: row.id,
        lng: row.lng,
        lat: row.lat,
        atMs: row.observed_at.getTime(),
        frpMegawatts: frpOf(factsOf(row.facts)),
      }))
      .sort((a, b) => b.atMs - a.atMs)
      .slice(0, limit);
  },
});

const frpOf = (facts: AlarmFacts): number | null => (facts.kind === 'satellite' ? facts.frpMegawatts : null);

/** A box query that the index on positions can answer, followed by the exact circle. */
function isNear(centre: Position, metres: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isWithin(boxAround(centre, metres))} and ${metresTo(centre)} <= ${metres})`;
}

export const isWithin = ({ west, south, east, north }: DegreeBox): RawBuilder<SqlBool> =>
  sql<SqlBool>`point(lng, lat) <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

/** Haversine, as `haversineMetres` of the domain. */
const metresTo = ({ lng, lat }: Position): RawBuilder<number> => sql<number>`(2 * 6371008.8 * asin(least(1, sqrt(
  power(sin(radians(lat - ${lat}::float8) / 2), 2)
  + cos(radians(lat)) * cos(radians(${lat}::float8)) * power(sin(radians(lng - ${lng}::float8) / 2), 2)))))`;

const heatOf = (row: Selectable<KnownHeatTable>): KnownHeat => ({
  id: row.id,
  gridNo: row.grid_no,
  name: row.name,
  kind: row.kind,
  state: row.state,
  origin: row.origin,
  position: { lng: row.lng, lat: row.lat },
  radiusMetres: row.radius_metres,
  usualFrpMegawatts: row.usual_frp_megawatts,
  days: row.days,
  hours: row.hours,
  address: row.address,
  note: row.note,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
  reviewedBy: row.reviewed_by,
  reviewedAt: row.reviewed_at,
  reviewNote: row.review_note,
});

const columnsOf = (heat: KnownHeat): Selectable<KnownHeatTable> => ({
  id: heat.id,
  grid_no: heat.gridNo,
  name: heat.name,
  kind: heat.kind,
  state: heat.state,
  origin: heat.origin,
  lng: heat.position.lng,
  lat: heat.position.lat,
  radius_metres: heat.radiusMetres,
  usual_frp_megawatts: heat.usualFrpMegawatts,
  days: heat.days,
  hours: heat.hours,
  address: heat.address,
  note: heat.note,
  version: heat.version,
  created_by: heat.createdBy,
  created_at: heat.createdAt,
  changed_by: heat.changedBy,
  changed_at: heat.changedAt,
  reviewed_by: heat.reviewedBy,
  reviewed_at: heat.reviewedAt,
  review_note: heat.reviewNote,
});
