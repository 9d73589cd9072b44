// Forecasts of fires, each stored with its inputs and its result. One server calculates a run, and sends a heartbeat every second.
import { type GridNo, HOUR_MS } from '@lookout/domain';
import type { Limit, Listed } from '@lookout/store';
import { type Db, isAnyOf, isUuid, jsonb, jsonText, listed, ofSameFire, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { SpreadRunTable } from './spread.tables.ts';
import type { SpreadFailure, SpreadQueuePlace, SpreadRun } from './spread.ts';
import type { SpreadInputs } from './spread-inputs.ts';
import type { SpreadArea, SpreadArrivals, SpreadImpact, SpreadResult } from './spread-result.ts';

export interface NewSpreadRun extends Pick<SpreadRun, 'id' | 'fireId' | 'gridNo' | 'inputs' | 'requestedBy' | 'requestedAt'> {
  /** The same for all requests that the run answers. */
  readonly key: string;
}

/** A finished run and the hours that it covers. */
export interface CurrentSpread {
  readonly runId: string;
  /** The current id of the fire. */
  readonly fireId: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
}

/** The arrival times of a run as they are stored. */
export type StoredArrivals = SpreadArrivals & Pick<CurrentSpread, 'runId' | 'beginsAt' | 'endsAt'>;

/** A finished run as figures, without its isochrones, which take megabytes. */
export interface SpreadSummary {
  readonly runId: string;
  /** The current id of the fire. */
  readonly fireId: string;
  readonly beginsAt: Date;
  readonly isochrones: readonly SpreadArea[];
  readonly impacts: readonly SpreadImpact[];
}

/** States of a run that may still change. */
const UNFINISHED = ['queued', 'running'] as const;
/** States in which a run answers a repeated request. */
const ANSWERING = ['queued', 'running', 'done'] as const;

export function spreadRunsRepository(db: Db) {
  const changing = (id: string) => db.updateTable('spread_run').where('id', '=', id).where('state', 'in', UNFINISHED);
  /** @returns false: the run was already over */
  const end = async (id: string, set: Partial<Selectable<SpreadRunTable>>): Promise<boolean> => {
    const { numUpdatedRows } = await changing(id).set(set).executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  /** The finished run that was requested last. */
  const newest = () => db.selectFrom('spread_run').where('state', '=', 'done').orderBy('asked_at', 'desc').orderBy('id').limit(1);

  return {
    ...runRequests(db),
    ...storedArrivals(db),

    /** null: missing, or not in scope. */
    async find(scope: GridNo, id: string): Promise<SpreadRun | null> {
      if (!isUuid(id)) return null;
      const row = await db
        .selectFrom('spread_run')
        .selectAll()
        .where('id', '=', id)
        .where(withinScope('spread_run.grid_no', scope))
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },

    /** The runs of a fire that has these alarms, newest first, without their results. */
    async ofFire(scope: GridNo, alarmIds: readonly string[], { limit }: Limit): Promise<Listed<SpreadRun>> {
      const rows = await db
        .selectFrom('spread_run')
        .select([
          'id',
          'fire_id',
          'grid_no',
          'key',
          'state',
          'progress',
          'inputs',
          'failure',
          'queue',
          'asked_by',
          'asked_at',
          'ended_at',
          'alive_at',
        ])
        .where(isAnyOf('spread_run.fire_id', alarmIds, 'uuid'))
        .where(withinScope('spread_run.grid_no', scope))
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(
        rows.map((row) => runOf({ ...row, result: null })),
        limit,
      );
    },

    /**
     * Of the finished runs of a fire that has these alarms, and whose hours are not over, the one that was requested last, with its result;
     * null: none.
     */
    async newestDone(scope: GridNo, alarmIds: readonly string[], at: Date): Promise<SpreadRun | null> {
      const row = await newest()
        .selectAll()
        .where(isAnyOf('spread_run.fire_id', alarmIds, 'uuid'))
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('spread_arrival').whereRef('run_id', '=', 'spread_run.id').where('ends_at', '>', at)),
        )
        .where(withinScope('spread_run.grid_no', scope))
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },

    /** In a transaction. @param inputs the inputs as they were used. @returns false: the run was already over */
    async finish(id: string, inputs: SpreadInputs, result: SpreadResult, arrivals: SpreadArrivals, at: Date): Promise<boolean> {
      const isFinished = await end(id, {
        state: 'done',
        progress: 1,
        inputs: jsonb(inputs) as never,
        result: sql`${jsonText(result)}::json` as never,
        ended_at: at,
      });
      if (!isFinished) return false;
      await db
        .insertInto('spread_arrival')
        .values({
          run_id: id,
          begins_at: inputs.begin,
          ends_at: new Date(inputs.begin.getTime() + inputs.hours * HOUR_MS),
          frame: jsonb(arrivals.frame),
          step_minutes: arrivals.stepMinutes,
          steps: Buffer.from(arrivals.steps),
          flame_length_metres: arrivals.flameLengthMetres,
        })
        .execute();
      return true;
    },

    /**
     * The newest finished run with stored arrivals of a fire, which is named by its own id or by an alarm's, whatever its hours; null:
     * none.
     */
    async newestOfFire(fireId: string): Promise<string | null> {
      if (!isUuid(fireId)) return null;
      const row = await newest()
        .select('id')
        .where(ofSameFire('spread_run.fire_id', fireId))
        .where(({ exists, selectFrom }) => exists(selectFrom('spread_arrival').whereRef('run_id', '=', 'spread_run.id')))
        .executeTakeFirst();
      return row?.id ?? null;
    },

    fail: (id: string, failure: SpreadFailure, at: Date): Promise<boolean> => end(id, { state: 'failed', failure, ended_at: at }),

    cancel: (id: string, at: Date): Promise<boolean> => end(id, { state: 'cancelled', ended_at: at }),

    /** @returns the number removed */
    async removeBefore(time: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('spread_run').where('asked_at', '<', time).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Queries by which servers add runs, and keep them alive. */
const runRequests = (db: Db) => ({
  /** @returns false: another run answers the same request, or will */
  async add({ id, fireId, gridNo, key, inputs, requestedBy, requestedAt }: NewSpreadRun): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('spread_run')
      .values({
        id,
        fire_id: fireId,
        grid_no: gridNo,
        key,
        state: 'queued',
        progress: 0,
        inputs: jsonb(inputs),
        result: null,
        failure: null,
        queue: null,
        asked_by: requestedBy,
        asked_at: requestedAt,
        ended_at: null,
        alive_at: requestedAt,
      })
      .onConflict((conflict) => conflict.column('key').where('state', 'in', ANSWERING).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },

  /** The id of the run that answers a request with this key, or will; null: none. */
  async answering(key: string): Promise<string | null> {
    const row = await db.selectFrom('spread_run').select('id').where('key', '=', key).where('state', 'in', ANSWERING).executeTakeFirst();
    return row?.id ?? null;
  },

  /**
   * The heartbeat: stores the progress of a server's runs, and their queue positions. @returns the ids of those that are already over,
   * because another server cancelled them
   */
  async alive(
    runs: ReadonlyMap<string, { readonly progress: number; readonly queue: SpreadQueuePlace | null }>,
    at: Date,
  ): Promise<string[]> {
    if (runs.size === 0) return [];
    const given = jsonText([...runs].map(([id, { progress: share, queue }]) => ({ id, share, queue })));
    const { rows } = await sql<{ id: string }>`
      update spread_run set alive_at = ${at}, progress = given.share, queue = nullif(given.queue::text, 'null')::json,
        state = case when given.share > 0 then 'running' else state end
      from json_to_recordset(${given}::json) as given(id uuid, share real, queue json)
      where spread_run.id = given.id and state in ('queued', 'running') returning spread_run.id`.execute(db);
    const alive = new Set(rows.map(({ id }) => id));
    return [...runs.keys()].filter((id) => !alive.has(id));
  },

  /** Unfinished runs without a heartbeat since this time. */
  async abandoned(since: Date): Promise<SpreadRun[]> {
    const rows = await db
      .selectFrom('spread_run')
      .selectAll()
      .where('state', 'in', UNFINISHED)
      .where('alive_at', '<', since)
      .orderBy('asked_at')
      .execute();
    return rows.map(runOf);
  },
});

/** Queries of the arrival times that are stored with finished runs. */
const storedArrivals = (db: Db) => ({
  /** The arrival times of these runs. Runs that are not done, or older than stored arrivals, are missing. */
  async arrivalsOf(runIds: readonly string[]): Promise<StoredArrivals[]> {
    if (runIds.length === 0) return [];
    const rows = await db
      .selectFrom('spread_arrival')
      .selectAll()
      .where(isAnyOf('run_id', runIds, 'uuid'))
      .execute();
    return rows.map((row) => ({
      runId: row.run_id,
      beginsAt: row.begins_at,
      endsAt: row.ends_at,
      frame: row.frame,
      stepMinutes: row.step_minutes,
      steps: row.steps,
      flameLengthMetres: row.flame_length_metres,
    }));
  },

  /** For each open fire, except those of exercises, the newest finished run whose hours include this time. */
  async current(at: Date): Promise<CurrentSpread[]> {
    const { rows } = await sql<CurrentSpread>`
      select distinct on (own.incident_id) spread_run.id as "runId", own.incident_id as "fireId", begins_at as "beginsAt", ends_at as "endsAt"
      from spread_arrival join spread_run on spread_run.id = spread_arrival.run_id
        join incident_alarm own on own.alarm_id = spread_run.fire_id
      where spread_arrival.ends_at > ${at} and spread_arrival.begins_at <= ${at}
        and exists (select from incident_alarm other join alarm on alarm.id = other.alarm_id
          where other.incident_id = own.incident_id and alarm.deleted_at is null and alarm.exercise_id is null
            and alarm.stage not in ('dismissed', 'closed'))
      order by own.incident_id, spread_run.asked_at desc, spread_run.id`.execute(db);
    return rows;
  },

  /** For each fire with runs in scope, the newest finished run whose hours are not over; the last requested first. */
  async summaries(scope: GridNo, at: Date, { limit }: Limit): Promise<SpreadSummary[]> {
    const { rows } = await sql<SpreadSummary>`
      with newest as (
        select distinct on (coalesce(incident_id, fire_id)) id, coalesce(incident_id, fire_id) as fire, asked_at
        from spread_run join spread_arrival on run_id = spread_run.id left join incident_alarm on alarm_id = fire_id
        where fire_id is not null and state = 'done' and ends_at > ${at} and ${withinScope('spread_run.grid_no', scope)}
        order by coalesce(incident_id, fire_id), asked_at desc, id)
      select newest.id as "runId", newest.fire as "fireId", begins_at as "beginsAt", result->'impacts' as impacts,
        (select coalesce(json_agg(json_build_object('minutes', line->'minutes', 'areaHectares', line->'areaHectares', 'probability', line->'probability')), '[]')
          from json_array_elements(result->'isochrones') line) as isochrones
      from newest join spread_run using (id) join spread_arrival on run_id = id
      order by newest.asked_at desc, id limit ${limit}`.execute(db);
    return rows;
  },
});

const runOf = (row: Selectable<SpreadRunTable>): SpreadRun => ({
  id: row.id,
  fireId: row.fire_id,
  gridNo: row.grid_no,
  state: row.state,
  progress: row.progress,
  inputs: inputsOf(row.inputs),
  result: row.result,
  failure: row.failure,
  queue: row.state === 'queued' ? row.queue : null,
  requestedBy: row.asked_by,
  requestedAt: row.asked_at,
  endedAt: row.ended_at,
});

/** Reads the inputs from their JSON, in which times are texts. */
function inputsOf({ begin, ignition, weather, correction, ...inputs }: SpreadInputs): SpreadInputs {
  return {
    ...inputs,
    begin: new Date(begin),
    ignition: { ...ignition, later: ignition.later.map(withTime) },
    weather: { ...weather, hours: weather.hours.map(withTime) },
    correction: correction && { ...correction, observations: correction.observations.map(withTime) },
  };
}
const withTime = <T extends { readonly time: Date }>(stored: T): T => ({ ...stored, time: new Date(stored.time) });
