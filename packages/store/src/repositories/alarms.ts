// Alarms of every kind: stored once with their events, read through the fence, answered under a row lock.
import {
  type Alarm,
  type AlarmPlace,
  boxAround,
  dedupeKeyOfFireNo,
  type GridNo,
  haversineMetres,
  isSamePlace,
  type Origin,
  SAME_PLACE_METRES,
  SAME_PLACE_MS,
} from '@lookout/domain';
import { type SqlBool, sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import type { Limit, Listed, Paged, PageRequest } from '../lists.ts';
import { listed } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { isUuid } from '../sql.ts';
import type { AlarmBatch } from './alarm-batch.ts';
import { type AlarmFilters, alarmConditions } from './alarm-filters.ts';
import { type Recorded, type RecordedBatch, type Recording, recordAlarms, recordBatch } from './alarm-recording.ts';
import { alarmOf, factColumns, factsText, responseColumns } from './alarm-rows.ts';

export const ALARM_SORTS = ['arrivedAt', 'observedAt', 'gridNo', 'kind'] as const;
export type AlarmSort = (typeof ALARM_SORTS)[number];
const columnOfSort = { arrivedAt: 'arrived_at', observedAt: 'observed_at', gridNo: 'grid_no', kind: 'kind' } as const satisfies Record<
  AlarmSort,
  string
>;

export interface AlarmOrder {
  readonly sort?: AlarmSort;
  readonly descending?: boolean;
}

export type Alarms = ReturnType<typeof alarmsRepository>;

export function alarmsRepository(db: Db, clock: Clock) {
  const visible = (scope: GridNo) => db.selectFrom('alarm').where('deleted_at', 'is', null).where(withinScope('alarm.grid_no', scope));

  const matching = (scope: GridNo, filters: AlarmFilters) => visible(scope).where((eb) => eb.and(alarmConditions(filters)));

  const ordered = (scope: GridNo, filters: AlarmFilters, { sort = 'arrivedAt', descending = true }: AlarmOrder) =>
    matching(scope, filters)
      .selectAll()
      .orderBy(columnOfSort[sort], descending ? 'desc' : 'asc')
      .orderBy('id', descending ? 'desc' : 'asc');

  const count = async (scope: GridNo, filters: AlarmFilters = {}): Promise<number> => {
    const row = await matching(scope, filters).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return row.total;
  };

  return {
    /**
     * The hot path: alarms, their first events and the audit rows, all or nothing; one alarm is one statement and one round trip.
     * What has a dedupeKey that was said before is a duplicate and makes no event.
     */
    record: (recording: Recording): Promise<Recorded> => recordAlarms(db, { audit: [], arrivedAt: clock(), ...recording }),

    /** The same for a file's alarms, whose rows were made elsewhere (`@lookout/store/batch`); in a transaction of its own. */
    recordBatch: (batch: AlarmBatch, origin: Origin): Promise<RecordedBatch> => recordBatch(db, batch, [], origin),

    async find(scope: GridNo, id: string): Promise<Alarm | null> {
      if (!isUuid(id)) return null;
      const row = await visible(scope).selectAll().where('id', '=', id).executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** Also one that was removed since: for its history. */
    async findEver(scope: GridNo, id: string): Promise<Alarm | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('alarm')
        .selectAll()
        .where('id', '=', id)
        .where(withinScope('alarm.grid_no', scope))
        .executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** Alarms of other sources that speak of the same place (domain `isSamePlace`), nearest first. */
    async atSamePlace(scope: GridNo, alarm: Alarm): Promise<{ readonly metres: number; readonly alarm: Alarm }[]> {
      const { position, observedAt } = alarm;
      const at = observedAt.getTime();
      const own = await db.selectFrom('alarm').select('dedupe_key').where('id', '=', alarm.id).executeTakeFirstOrThrow();
      const rows = await matching(scope, {
        box: boxAround(position, SAME_PLACE_METRES),
        beginObserved: new Date(at - SAME_PLACE_MS),
        endObserved: new Date(at + SAME_PLACE_MS + 1),
      })
        .selectAll()
        // Near enough to a distance on the ground to say which are the nearest.
        .orderBy(sql`power((lng - ${position.lng}) * cosd(${position.lat}), 2) + power(lat - ${position.lat}, 2)`)
        .limit(MOST_NEAR)
        .execute();
      return rows
        .filter(({ dedupe_key }) => dedupe_key !== keyOfPushedSmoke(alarm.id))
        .map(alarmOf)
        .filter((other) => isSamePlace(alarm, other) && own.dedupe_key !== keyOfPushedSmoke(other.id))
        .map((other) => ({ metres: haversineMetres(position, other.position), alarm: other }))
        .sort((a, b) => a.metres - b.metres);
    },

    /** The satellite alarm with this number. */
    async findByFireNo(scope: GridNo, fireNo: string): Promise<Alarm | null> {
      const row = await matching(scope, { fireNo }).selectAll().executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** At most `limit` alarms, newest arrival first unless ordered otherwise; `more` says when it stopped there. */
    async list(scope: GridNo, filters: AlarmFilters, options: Limit & AlarmOrder): Promise<Listed<Alarm>> {
      const rows = await ordered(scope, filters, options)
        .limit(options.limit + 1)
        .execute();
      return listed(rows.map(alarmOf), options.limit);
    },

    async page(scope: GridNo, filters: AlarmFilters, options: PageRequest & AlarmOrder): Promise<Paged<Alarm>> {
      const total = await count(scope, filters);
      const rows = await ordered(scope, filters, options).offset(options.offset).limit(options.limit).execute();
      return { total, list: rows.map(alarmOf) };
    },

    async latest(scope: GridNo, limit: number): Promise<Alarm[]> {
      const rows = await ordered(scope, {}, {}).limit(limit).execute();
      return rows.map(alarmOf);
    },

    count,

    /** How many in each prefecture (an alarm known only by province or nation counts there). */
    async countByPrefecture(scope: GridNo, filters: AlarmFilters = {}): Promise<{ gridNo: GridNo; count: number }[]> {
      const prefecture = sql<GridNo>`(left(grid_no, 4) || '00') collate "C"`;
      const rows = await matching(scope, filters)
        .select([prefecture.as('grid_no'), sql<number>`count(*)`.as('total')])
        .groupBy(prefecture)
        .orderBy(prefecture)
        .execute();
      return rows.map((row) => ({ gridNo: row.grid_no, count: row.total }));
    },

    /** In a transaction: the alarm as it stands, and nobody else can answer it until commit. null: not there, or not in scope. */
    async lockForUpdate(scope: GridNo, id: string): Promise<Alarm | null> {
      if (!isUuid(id)) return null;
      const row = await visible(scope).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /**
     * Writes an alarm as it stands after an event; under `lockForUpdate` of the same transaction. What was recorded first is kept when its
     * place, address or facts change. false: not there, or not in scope.
     */
    async save(scope: GridNo, before: Alarm, after: Alarm): Promise<boolean> {
      const isSaid = before.facts === after.facts && before.address === after.address && isSameSpot(before, after);
      if (!isSaid) await keepFirst(scope, after.id);
      const { fire_no, ...columns } = factColumns(after.facts, null);
      return changed(
        updateOf(scope, after.id).set({
          ...responseColumns(after.response),
          ...(!isSaid && {
            ...columns,
            ...{ lng: after.position.lng, lat: after.position.lat, grid_no: after.gridNo, grid_basis: after.gridBasis },
            ...{ address: after.address, formatted_address: after.formattedAddress, facts: factsText(after.facts) },
            fire_no: sql<string | null>`case when dedupe_key = ${dedupeKeyOfFireNo(fire_no ?? '')} then null else ${fire_no} end`,
          }),
        }),
      );
    },

    /** The row stays (the audit and a redelivery still find it), but no read gives it any more. */
    async remove(scope: GridNo, id: string): Promise<boolean> {
      return changed(updateOf(scope, id).set({ deleted_at: clock() }));
    },
  };

  async function keepFirst(scope: GridNo, id: string): Promise<void> {
    await sql`insert into alarm_first (alarm_id, lng, lat, grid_no, grid_basis, address, formatted_address, facts)
      select id, lng, lat, grid_no, grid_basis, address, formatted_address, facts from alarm
      where id = ${id} and ${withinScope('alarm.grid_no', scope)} on conflict do nothing`.execute(db);
  }

  function updateOf(scope: GridNo, id: string) {
    const isIt = isUuid(id) ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`false`;
    return db.updateTable('alarm').where(isIt).where('deleted_at', 'is', null).where(withinScope('alarm.grid_no', scope));
  }
}

/** Of a large fire a satellite sees many pixels; a hint needs no more of them. */
const MOST_NEAR = 2_000;

/** A smoke alarm that was pushed on as a camera alarm is one source twice, and no second witness. */
export const keyOfPushedSmoke = (smokeId: string): string => `smoke:${smokeId}`;

const isSameSpot = (a: AlarmPlace, b: AlarmPlace): boolean =>
  a.position.lng === b.position.lng &&
  a.position.lat === b.position.lat &&
  a.gridNo === b.gridNo &&
  a.gridBasis === b.gridBasis &&
  a.formattedAddress === b.formattedAddress;

const changed = async (update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n;
