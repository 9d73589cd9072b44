// Alarms of every kind: recorded with their events, read within the caller's grid, changed under a row lock.

import type { GridNo, Origin } from '@lookout/domain';
import { type Clock, type Limit, type Listed, mapInSlices, type Paged, type PageRequest } from '@lookout/store';
import { contains, type Db, isAnyOf, isUuid, jsonText, listed, ofSameFire, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isOfBurning } from '../burning/burning-fires.store.ts';
import { type Alarm, type AlarmKind, type AlarmLocation, type AlarmSort, dedupeKeyOfFireNo, type FindType, type Verdict } from './alarm.ts';
import { type AlarmRows, alarmRecorder, type Recorded, type Recording, recordFile } from './alarm-recording.store.ts';
import { alarmOf, factColumns, responseColumns, storedFacts } from './alarm-rows.store.ts';

const columnOfSort = { arrivedAt: 'arrived_at', observedAt: 'observed_at', gridNo: 'grid_no', kind: 'kind' } as const satisfies Record<
  AlarmSort,
  string
>;

export interface AlarmOrder {
  readonly sort?: AlarmSort;
  readonly descending?: boolean;
}

/** The fire the alarm belongs to. */
const INCIDENT_ID = sql<string | null>`(select incident_id from incident_alarm where incident_alarm.alarm_id = alarm.id)`;
const INCIDENT = INCIDENT_ID.as('incident_id');
/** The fire the alarm belongs to. An alarm without one counts as its own fire. */
const FIRE = sql<string>`coalesce(${INCIDENT_ID}, alarm.id)`;

const visible = (db: Db, scope: GridNo) =>
  db.selectFrom('alarm').where('deleted_at', 'is', null).where(withinScope('alarm.grid_no', scope));

/** Excludes the alarms of exercises unless they are requested. This is the only place that keeps them out of lists and counts. */
const matching = (db: Db, scope: GridNo, { withDrills = false, ...filters }: AlarmFilters) =>
  visible(db, scope).where((eb) => eb.and([...(withDrills ? [] : [sql<SqlBool>`alarm.exercise_id is null`]), ...alarmConditions(filters)]));

const ordered = (db: Db, scope: GridNo, filters: AlarmFilters, { sort = 'arrivedAt', descending = true }: AlarmOrder) =>
  matching(db, scope, filters)
    .selectAll('alarm')
    .select(INCIDENT)
    .orderBy(columnOfSort[sort], descending ? 'desc' : 'asc')
    .orderBy('id', descending ? 'desc' : 'asc');

async function keepFirst(db: Db, scope: GridNo, id: string): Promise<void> {
  await sql`insert into alarm_first (alarm_id, lng, lat, grid_no, grid_basis, address, formatted_address, facts)
    select id, lng, lat, grid_no, grid_basis, address, formatted_address, facts from alarm
    where id = ${id} and ${withinScope('alarm.grid_no', scope)} on conflict do nothing`.execute(db);
}

function updateOf(db: Db, scope: GridNo, id: string) {
  const hasId = isUuid(id) ? sql<SqlBool>`id = ${id}` : sql<SqlBool>`false`;
  return db.updateTable('alarm').where(hasId).where('deleted_at', 'is', null).where(withinScope('alarm.grid_no', scope));
}

export function alarmsRepository(db: Db, clock: Clock) {
  const count = async (scope: GridNo, filters: AlarmFilters = {}): Promise<number> => {
    const row = await matching(db, scope, filters).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
    return row.total;
  };

  const recorder = alarmRecorder(db);

  return {
    ...alarmChanges(db, clock),
    ...alarmsOfExercises(db),
    /**
     * The hot path: alarms, their first events and the audit rows, all or nothing, in one statement and one round trip, which recordings share that
     * arrive while another is being written (decision 0056). An observation with a known dedupeKey is a duplicate and creates no event.
     */
    record: (recording: Recording): Promise<Recorded> => recorder({ audit: [], arrivedAt: clock(), ...recording }),

    /** The same for a file's alarms, whose rows a worker has written. */
    recordFile: (file: AlarmRows, origin: Origin): Promise<Recorded> => recordFile(db, file, origin),

    async find(scope: GridNo, id: string): Promise<Alarm | null> {
      if (!isUuid(id)) return null;
      const row = await visible(db, scope).selectAll('alarm').select(INCIDENT).where('id', '=', id).executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** Includes deleted alarms, for their history. */
    async findEver(scope: GridNo, id: string): Promise<Alarm | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('alarm')
        .selectAll('alarm')
        .select(INCIDENT)
        .where('id', '=', id)
        .where(withinScope('alarm.grid_no', scope))
        .executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** The satellite alarm with this number. */
    async findByFireNo(scope: GridNo, fireNo: string): Promise<Alarm | null> {
      const row = await matching(db, scope, { fireNo }).selectAll('alarm').select(INCIDENT).executeTakeFirst();
      return row ? alarmOf(row) : null;
    },

    /** At most `limit` alarms, newest arrival first unless ordered otherwise. `more`: the limit cut the list off. */
    async list(scope: GridNo, filters: AlarmFilters, options: Limit & AlarmOrder): Promise<Listed<Alarm>> {
      const rows = await ordered(db, scope, filters, options)
        .limit(options.limit + 1)
        .execute();
      return listed(await mapInSlices(rows, alarmOf), options.limit);
    },

    async page(scope: GridNo, filters: AlarmFilters, options: PageRequest & AlarmOrder): Promise<Paged<Alarm>> {
      const total = await count(scope, filters);
      const rows = await ordered(db, scope, filters, options).offset(options.offset).limit(options.limit).execute();
      return { total, list: await mapInSlices(rows, alarmOf) };
    },

    async latest(scope: GridNo, limit: number): Promise<Alarm[]> {
      const rows = await ordered(db, scope, {}, {}).limit(limit).execute();
      return rows.map(alarmOf);
    },

    count,

    /** Open alarms that wait for a response. Alarms that have joined a fire in progress do not. */
    async countWaiting(scope: GridNo): Promise<number> {
      const waiting = matching(db, scope, { handled: false }).where(({ not }) => not(isOfBurning(scope)));
      return (await waiting.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()).total;
    },

    /** Fires in progress, each counted once however many alarms it has. Excludes exercises. */
    async countFiresInProgress(scope: GridNo): Promise<number> {
      const burning = matching(db, scope, { inProgress: true }).select(sql<number>`count(distinct ${FIRE})`.as('total'));
      return (await burning.executeTakeFirstOrThrow()).total;
    },

    /** Fires in scope that were closed since then and have no alarm in scope that is still in progress. */
    async countFiresClosedSince(scope: GridNo, since: Date): Promise<number> {
      const burning = matching(db, scope, { inProgress: true }).select(FIRE.as('fire'));
      const row = await matching(db, scope, {})
        .where(sql<SqlBool>`alarm.stage = 'closed' and alarm.closed_at >= ${since}`)
        .where(FIRE, 'not in', burning)
        .select(sql<number>`count(distinct ${FIRE})`.as('total'))
        .executeTakeFirstOrThrow();
      return row.total;
    },

    /** Number of alarms in each prefecture. An alarm located only to a province or the nation is counted under that. */
    async countByPrefecture(scope: GridNo, filters: AlarmFilters = {}): Promise<{ gridNo: GridNo; count: number }[]> {
      const prefecture = sql<GridNo>`(left(grid_no, 4) || '00') collate "C"`;
      const rows = await matching(db, scope, filters)
        .select([prefecture.as('grid_no'), sql<number>`count(*)`.as('total')])
        .groupBy(prefecture)
        .orderBy(prefecture)
        .execute();
      return rows.map((row) => ({ gridNo: row.grid_no, count: row.total }));
    },
  };
}

/** Changes of alarms, within a transaction. */
const alarmChanges = (db: Db, clock: Clock) => ({
  /** In a transaction: the current alarm, locked against other changes until commit. null: missing, or not in scope. */
  async lockForUpdate(scope: GridNo, id: string): Promise<Alarm | null> {
    if (!isUuid(id)) return null;
    const row = await visible(db, scope).selectAll('alarm').select(INCIDENT).where('id', '=', id).forUpdate().executeTakeFirst();
    return row ? alarmOf(row) : null;
  },

  /**
   * In a transaction: all alarms in scope of the fire that this alarm belongs to, or only this alarm if it belongs to none. Locked in the
   * order of their ids until commit.
   */
  async lockFire(scope: GridNo, id: string): Promise<Alarm[]> {
    if (!isUuid(id)) return [];
    const rows = await visible(db, scope)
      .selectAll('alarm')
      .select(INCIDENT)
      .where(ofSameFire('alarm.id', id))
      .orderBy('id')
      .forUpdate()
      .execute();
    return rows.map(alarmOf);
  },

  /**
   * Saves an alarm after an event. Requires `lockForUpdate` in the same transaction. The original record is preserved when place, address
   * or facts change. false: missing, or not in scope.
   */
  async save(scope: GridNo, before: Alarm, after: Alarm): Promise<boolean> {
    const isSameRecord = before.facts === after.facts && before.address === after.address && isSameSpot(before, after);
    if (!isSameRecord) await keepFirst(db, scope, after.id);
    const { fire_no, ...columns } = factColumns(after.facts, null);
    return changed(
      updateOf(db, scope, after.id).set({
        ...responseColumns(after.response),
        ...(!isSameRecord && {
          ...columns,
          lng: after.position.lng,
          lat: after.position.lat,
          grid_no: after.gridNo,
          grid_basis: after.gridBasis,
          address: after.address,
          formatted_address: after.formattedAddress,
          facts: jsonText(storedFacts(after.facts)),
          fire_no: sql<string | null>`case when dedupe_key = ${dedupeKeyOfFireNo(fire_no ?? '')} then null else ${fire_no} end`,
        }),
      }),
    );
  },

  /** The row remains, for the audit and to detect duplicates, but is no longer returned. */
  async remove(scope: GridNo, id: string): Promise<boolean> {
    return changed(updateOf(db, scope, id).set({ deleted_at: clock() }));
  },
});

/** The alarms of an exercise. */
const alarmsOfExercises = (db: Db) => ({
  /** In a transaction: every alarm of an exercise, locked until commit. */
  async lockOfExercise(exerciseId: string): Promise<Alarm[]> {
    const rows = await db
      .selectFrom('alarm')
      .selectAll()
      .where('exercise_id', '=', exerciseId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    return rows.map(alarmOf);
  },

  /** The alarms of an exercise, oldest first. */
  async ofExercise(exerciseId: string): Promise<Alarm[]> {
    const rows = await db.selectFrom('alarm').selectAll().where('exercise_id', '=', exerciseId).orderBy('id').execute();
    return rows.map(alarmOf);
  },

  /** Saves only the responses of alarms that `lockOfExercise` has locked in the same transaction. */
  async saveResponses(alarms: readonly Alarm[]): Promise<void> {
    if (alarms.length === 0) return;
    const rows = alarms.map(({ id, response }) => ({ id, ...responseColumns(response) }));
    await sql`update alarm set stage = r.stage, closed_at = r.closed_at, closed_by = r.closed_by, outcome = r.outcome, close_note = r.close_note
      from json_populate_recordset(null::alarm, ${jsonText(rows)}::json) r where alarm.id = r.id`.execute(db);
  },
});

/** Dedupe key of the camera alarm made from a pushed smoke alarm, so that both count as one source. */
export const keyOfPushedSmoke = (smokeId: string): string => `smoke:${smokeId}`;

const isSameSpot = (a: AlarmLocation, b: AlarmLocation): boolean =>
  a.position.lng === b.position.lng &&
  a.position.lat === b.position.lat &&
  a.gridNo === b.gridNo &&
  a.gridBasis === b.gridBasis &&
  a.formattedAddress === b.formattedAddress;

const changed = async (update: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> =>
  (await update.executeTakeFirst()).numUpdatedRows > 0n;

// Filters of a list of alarms.

export interface BoundingBox {
  /** WGS 84 degrees; west > east crosses the antimeridian. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** All are optional; begins are inclusive, ends exclusive. */
export interface AlarmFilters {
  /** Includes the alarms of exercises; otherwise only real ones are returned. */
  readonly withDrills?: boolean | undefined;
  readonly kinds?: readonly AlarmKind[] | undefined;
  readonly beginArrived?: Date | undefined;
  readonly endArrived?: Date | undefined;
  readonly beginObserved?: Date | undefined;
  readonly endObserved?: Date | undefined;
  readonly verdict?: Verdict | undefined;
  readonly handled?: boolean | undefined;
  /** Judged real and not closed yet. */
  readonly inProgress?: boolean | undefined;
  readonly pushed?: boolean | undefined;
  /** This grid and all below it. Narrows the scope further. */
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly fireNo?: string | undefined;
  readonly findType?: FindType | undefined;
  readonly deviceId?: string | undefined;
  readonly monitoringPointId?: string | undefined;
  /** For danger checks: renovated or not. */
  readonly dangerRenovated?: boolean | undefined;
  /** Text that occurs in the address. */
  readonly text?: string | undefined;
  readonly box?: BoundingBox | undefined;
}

type Condition = RawBuilder<SqlBool>;

const stagesOfVerdict = {
  unjudged: sql`alarm.stage in ('open', 'handled')`,
  false: sql`alarm.stage = 'dismissed'`,
  real: sql`alarm.stage in ('in-progress', 'closed')`,
} as const satisfies Record<Verdict, Condition>;

type Conditions = Omit<AlarmFilters, 'withDrills'>;

const conditionOf: { readonly [K in keyof Conditions]-?: (value: NonNullable<Conditions[K]>) => Condition } = {
  kinds: (kinds) => isAnyOf('alarm.kind', kinds),
  beginArrived: (at) => sql`alarm.arrived_at >= ${at}`,
  endArrived: (at) => sql`alarm.arrived_at < ${at}`,
  beginObserved: (at) => sql`alarm.observed_at >= ${at}`,
  endObserved: (at) => sql`alarm.observed_at < ${at}`,
  // SQL literals, so that the partial indexes can be used.
  verdict: (verdict) => stagesOfVerdict[verdict],
  handled: (handled) => (handled ? sql`alarm.stage <> 'open'` : sql`alarm.stage = 'open'`),
  inProgress: (is) => (is ? sql`alarm.stage = 'in-progress'` : sql`alarm.stage <> 'in-progress'`),
  pushed: (pushed) => (pushed ? sql`alarm.pushed_at is not null` : sql`alarm.pushed_at is null`),
  gridNo: (gridNo) => withinScope('alarm.grid_no', gridNo),
  ids: (ids) => isAnyOf('alarm.id', ids.filter(isUuid), 'uuid'),
  // The dedupe key of a detection contains its number. The column fire_no is set only where the key does not.
  fireNo: (fireNo) => sql`(alarm.dedupe_key = ${dedupeKeyOfFireNo(fireNo)} or alarm.fire_no = ${fireNo})`,
  findType: (findType) => sql`alarm.find_type = ${findType}`,
  deviceId: (deviceId) => sql`alarm.device_id = ${deviceId}`,
  monitoringPointId: (monitoringPointId) => sql`alarm.monitoring_point_id = ${monitoringPointId}`,
  dangerRenovated: (is) => sql`((alarm.facts ->> 'checkStatus' = 'renovated') = ${is})`,
  text: (text) => sql`(${contains('alarm.formatted_address', text)} or ${contains('alarm.address', text)})`,
  box: ({ west, south, east, north }) => {
    const between = west <= east ? sql`alarm.lng between ${west} and ${east}` : sql`(alarm.lng >= ${west} or alarm.lng <= ${east})`;
    return sql`(${between} and alarm.lat between ${south} and ${north})`;
  },
};

function alarmConditions(filters: Conditions): Condition[] {
  return (Object.keys(conditionOf) as (keyof Conditions)[]).flatMap((key) => {
    const value = filters[key];
    // The table pairs each key with its value; TypeScript cannot follow the pair through a loop.
    return value === undefined ? [] : [(conditionOf[key] as (value: unknown) => Condition)(value)];
  });
}
