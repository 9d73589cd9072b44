// Alarms of every kind: stored once with their events, read through the fence, answered under a row lock.
import {
  type Alarm,
  type AlarmFacts,
  type AlarmResponse,
  boxAround,
  type GridBasis,
  type GridNo,
  haversineMetres,
  isSamePlace,
  type Position,
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
import { alarmOf, factColumns, factsText, keyOfFireNo, responseColumns } from './alarm-rows.ts';

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
     * The hot path: alarms, their newFire events and the audit rows, all or nothing; one alarm is one statement and one round trip.
     * What has a dedupeKey that was said before is a duplicate and makes no event.
     */
    record: (recording: Recording): Promise<Recorded> => recordAlarms(db, { audit: [], arrivedAt: clock(), ...recording }),

    /** The same for a file's alarms, whose rows were made elsewhere (`@lookout/store/batch`); in a transaction of its own. */
    recordBatch: (batch: AlarmBatch): Promise<RecordedBatch> => recordBatch(db, batch, []),

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
        .map(alarmOf)
        .filter((other) => isSamePlace(alarm, other) && !isMadeOf(alarm, other) && !isMadeOf(other, alarm))
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

    /** Writes duty's answer; under `lockForUpdate` of the same transaction. false: not there, or not in scope. */
    async saveResponse(scope: GridNo, id: string, response: AlarmResponse): Promise<boolean> {
      return changed(updateOf(scope, id).set(responseColumns(response)));
    },

    /** Writes what its source says now (a corrected angle, a further picture). */
    async saveFacts(scope: GridNo, id: string, facts: AlarmFacts): Promise<boolean> {
      const { fire_no, ...columns } = factColumns(facts, null);
      return changed(
        updateOf(scope, id).set({
          ...columns,
          fire_no: sql<string | null>`case when dedupe_key = ${keyOfFireNo(fire_no ?? '')} then null else ${fire_no} end`,
          facts: factsText(facts),
        }),
      );
    },

    /** What its source, or duty, calls the place; null: not known. */
    async saveAddress(scope: GridNo, id: string, address: string | null): Promise<boolean> {
      return changed(updateOf(scope, id).set({ address }));
    },

    /** Moves an alarm to where it really is. */
    async savePlace(scope: GridNo, id: string, place: AlarmPlace): Promise<boolean> {
      const { lng, lat } = place.position;
      return changed(
        updateOf(scope, id).set({
          lng,
          lat,
          grid_no: place.gridNo,
          grid_basis: place.gridBasis,
          formatted_address: place.formattedAddress,
        }),
      );
    },

    /** The row stays (the audit and a redelivery still find it), but no read gives it any more. */
    async remove(scope: GridNo, id: string): Promise<boolean> {
      return changed(updateOf(scope, id).set({ deleted_at: clock() }));
    },
  };

  function updateOf(scope: GridNo, id: string) {
    const isIt = isUuid(id) ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`false`;
    return db.updateTable('alarm').where(isIt).where('deleted_at', 'is', null).where(withinScope('alarm.grid_no', scope));
  }
}

/** Of a large fire a satellite sees many pixels; a hint needs no more of them. */
const MOST_NEAR = 2_000;

/** A smoke alarm that was pushed on as a camera alarm is one source twice, and no second witness. */
export const keyOfPushedSmoke = (smokeId: string): string => `smoke:${smokeId}`;
const isMadeOf = (made: Alarm, from: Alarm): boolean => made.dedupeKey === keyOfPushedSmoke(from.id);

export interface AlarmPlace {
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly gridBasis: GridBasis;
  readonly formattedAddress: string;
}

const changed = async (update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n;
