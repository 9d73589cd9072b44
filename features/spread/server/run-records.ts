// The rows of runs and their events, each change in one transaction.

import { NATION, type System } from '@lookout/domain';
import { type Act, actOf } from '@lookout/server/acting/act.ts';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { FORECASTER_NAME, isSpreadOver, type SpreadFailure, type SpreadRun } from '../spread.ts';
import type { SpreadInputs } from '../spread-inputs.ts';
import type { SpreadArrivals, SpreadResult } from '../spread-result.ts';
import type { NewSpreadRun } from '../spread-runs.store.ts';

const FORECASTER: System = { kind: 'system', name: FORECASTER_NAME };

/** A run with what its events state. */
export type RecordedRun = Pick<SpreadRun, 'id' | 'fireId' | 'gridNo' | 'inputs'>;

/** The outcome of a calculation: the inputs as they were used, the result, and the arrival times. */
export interface FinishedForecast {
  readonly inputs: SpreadInputs;
  readonly result: SpreadResult;
  readonly arrivals: SpreadArrivals;
}

export interface RunRecords {
  /** @returns false: another run already answers the request */
  add(context: Context, run: RecordedRun & Pick<NewSpreadRun, 'key'>): Promise<boolean>;
  /** Does nothing if the run was cancelled just as it finished. */
  finish(run: RecordedRun, forecast: FinishedForecast): Promise<void>;
  /** Does nothing if the run is already over. */
  fail(run: RecordedRun, failure: SpreadFailure): Promise<void>;
  /** @throws Refusal 404; 422 if the run is over */
  cancel(context: Context, id: string): Promise<void>;
}

export function createRunRecords({ store, journal, clock }: Pick<Room, 'store' | 'journal' | 'clock'>): RunRecords {
  const forecasterAct = (name: string) => actOf(FORECASTER, { name, scope: NATION, now: clock() });

  return {
    add: (context, { id, fireId, gridNo, key, inputs }) =>
      journal.transact(context, async (tx) => {
        const { fullName: requestedBy } = accountOf(context);
        const isNew = await tx.spreadRuns.add({ id, fireId, gridNo, key, inputs, requestedBy, requestedAt: context.now });
        const payload = { fireId, hours: inputs.hours, members: inputs.members, ...correctionIn(inputs) };
        return changed(isNew, context, { id, gridNo }, { kind: 'spread.begun', payload });
      }),

    async finish({ id, fireId, gridNo }, { inputs, result, arrivals }) {
      const act = forecasterAct('finish-spread');
      await journal.transact(act, async (tx) => {
        const isFinished = await tx.spreadRuns.finish(id, inputs, result, arrivals, act.now);
        const payload = { fireId, hours: inputs.hours, areaHectares: result.areaHectares, ...correctionIn(inputs) };
        return changed(isFinished, act, { id, gridNo }, { kind: 'spread.finished', payload });
      });
    },

    async fail({ id, fireId, gridNo, inputs: { hours } }, failure) {
      const act = forecasterAct('fail-spread');
      await journal.transact(act, async (tx) => {
        const hasFailed = await tx.spreadRuns.fail(id, failure, act.now);
        return changed(hasFailed, act, { id, gridNo }, { kind: 'spread.failed', payload: { fireId, hours, failure } });
      });
    },

    async cancel(context, id) {
      const run = await store.spreadRuns.find(context.scope, id);
      if (run === null) throw notFound();
      await journal.transact(context, async (tx) => {
        if (isSpreadOver(run.state) || !(await tx.spreadRuns.cancel(id, context.now))) throw refused('spread-over');
        const payload = { fireId: run.fireId, hours: run.inputs.hours };
        return changed(true, context, run, { kind: 'spread.cancelled', payload });
      });
    },
  };
}

/** The outcome of a transaction about a run, with its event only if the row was changed. */
function changed(isChanged: boolean, act: Act, { id, gridNo }: Pick<SpreadRun, 'id' | 'gridNo'>, change: Parameters<typeof eventOf>[1]) {
  const event = eventOf(act, change, { objectId: id, gridNo });
  return { value: isChanged, happened: isChanged ? [{ event, after: null }] : [] };
}

/** The fields of a correction in events. */
const correctionIn = ({ correction }: SpreadInputs) => correction && { seen: correction.observations.length };
