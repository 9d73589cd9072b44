// Forecasts of fires: each kept with what it was asked for and what came of it. A run is worked on by one server, which says so every second.
import type { GridNo, SpreadFailure, SpreadInputs, SpreadResult, SpreadRun } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import { type Db, isAnyOf, isUuid, jsonb, jsonText, type Limit, type Listed, listed, withinScope } from '../sql.ts';
import type { SpreadRunTable } from '../tables.ts';

export interface NewSpreadRun {
  readonly id: string;
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly key: string;
  readonly inputs: SpreadInputs;
  readonly askedBy: string;
  readonly askedAt: Date;
}

export type SpreadRunsRepository = ReturnType<typeof spreadRunsRepository>;

/** Those that may still change. */
const UNFINISHED = ['queued', 'running'] as const;
/** Those that answer the same question. */
const STANDING = ['queued', 'running', 'done'] as const;

export function spreadRunsRepository(db: Db) {
  const unfinished = (id: string) => db.updateTable('spread_run').where('id', '=', id).where('state', 'in', UNFINISHED);
  /** @returns false: it was over already */
  const end = async (id: string, set: Partial<Selectable<SpreadRunTable>>): Promise<boolean> => {
    const { numUpdatedRows } = await unfinished(id).set(set).executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  return {
    /** @returns false: another run answers the same question, or is about to */
    async add({ id, fireId, gridNo, key, inputs, askedBy, askedAt }: NewSpreadRun): Promise<boolean> {
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
          asked_by: askedBy,
          asked_at: askedAt,
          ended_at: null,
          alive_at: askedAt,
        })
        .onConflict((conflict) => conflict.column('key').where('state', 'in', STANDING).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The id of the run that answers this question, or is about to; null: none. */
    async standing(key: string): Promise<string | null> {
      const row = await db.selectFrom('spread_run').select('id').where('key', '=', key).where('state', 'in', STANDING).executeTakeFirst();
      return row?.id ?? null;
    },

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

    /** Of a fire that has these alarms, the newest first; without what came of them. */
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

    /** The finished run of a fire that has these alarms that was asked for last, with what came of it; null: none. */
    async newestDone(scope: GridNo, alarmIds: readonly string[]): Promise<SpreadRun | null> {
      const row = await db
        .selectFrom('spread_run')
        .selectAll()
        .where(isAnyOf('spread_run.fire_id', alarmIds, 'uuid'))
        .where(withinScope('spread_run.grid_no', scope))
        .where('state', '=', 'done')
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ? runOf(row) : null;
    },

    /** How far the runs of a server are. @returns the ids of those that are over meanwhile: another server cancelled them */
    async alive(progress: ReadonlyMap<string, number>, at: Date): Promise<string[]> {
      if (progress.size === 0) return [];
      const given = jsonText([...progress].map(([id, share]) => ({ id, share })));
      const { rows } = await sql<{ id: string }>`
        update spread_run set alive_at = ${at}, progress = given.share, state = case when given.share > 0 then 'running' else state end
        from json_to_recordset(${given}::json) as given(id uuid, share real)
        where spread_run.id = given.id and state in ('queued', 'running') returning spread_run.id`.execute(db);
      const alive = new Set(rows.map(({ id }) => id));
      return [...progress.keys()].filter((id) => !alive.has(id));
    },

    /** @param inputs as they turned out. @returns false: it was over already */
    finish: (id: string, inputs: SpreadInputs, result: SpreadResult, at: Date): Promise<boolean> =>
      end(id, {
        state: 'done',
        progress: 1,
        inputs: jsonb(inputs) as never,
        result: sql`${jsonText(result)}::json` as never,
        ended_at: at,
      }),

    fail: (id: string, failure: SpreadFailure, at: Date): Promise<boolean> => end(id, { state: 'failed', failure, ended_at: at }),

    cancel: (id: string, at: Date): Promise<boolean> => end(id, { state: 'cancelled', ended_at: at }),

    /** Unfinished runs of which no server has said anything since then. */
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

    /** @returns how many were removed */
    async removeBefore(time: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('spread_run').where('asked_at', '<', time).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const runOf = (row: Selectable<SpreadRunTable>): SpreadRun => ({
  id: row.id,
  fireId: row.fire_id,
  gridNo: row.grid_no,
  state: row.state,
  progress: row.progress,
  inputs: row.inputs,
  result: row.result,
  failure: row.failure,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  endedAt: row.ended_at,
});
