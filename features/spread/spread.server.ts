// The forecast of a fire (蔓延推演): requested by an officer, calculated in worker threads, stored with its inputs. Decision 0070.

import { codedError, type GridNames } from '@lookout/contract';
import { withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { errorMessage } from '../errors.ts';
import { freshSince } from './server/correction.ts';
import { fireOf, MOST_RUNS, observationsOf } from './server/fire.ts';
import { createForecastErrors, type ForecastErrors } from './server/forecast-errors.ts';
import { fuelHandlers } from './server/fuels.ts';
import { planOf } from './server/plan.ts';
import { type SpreadRuns, startSpreadRuns } from './server/runs.ts';
import { weatherAtFire } from './server/terrain.ts';
import { mayBeShown } from './service/fire-forecast.ts';
import { spreadRunLine } from './service/run-line.ts';
import type { SpreadFailure, SpreadRun, SpreadRunFile } from './spread.ts';
import { writeSpreadRun } from './spread.wire.ts';
import { type SpreadError, withProvince } from './spread-result.ts';

const EVERY_MS = 1_000;

export const spread: ServerFeature<'spread'> = {
  open(room) {
    const { store, journal, groundWindows, roads, assetIndex, gazetteer, rightOfWay, clock, log, waits } = room;
    const everyMs = waits.spreadEveryMs ?? EVERY_MS;
    const runs = startSpreadRuns({ store, journal, groundWindows, roads, assetIndex, gazetteer, rightOfWay, clock, log, everyMs });
    const errors = createForecastErrors(room);
    return { calls: { ...spreadHandlers(room, runs, errors), ...fuelHandlers(room) }, jobs: [runs] };
  },
};

type Calls = Contract['spread'];

function spreadHandlers(
  room: Room,
  runs: SpreadRuns,
  errors: ForecastErrors,
): Handlers<Pick<Calls, 'runSpread' | 'spreadOne' | 'cancelSpread' | 'spreadsOfFire' | 'fireObservations' | 'fireWeather'>> {
  const { store, grids } = room;
  return {
    async runSpread(context, { body }) {
      return { id: await runs.request(context, await planOf(room, context, body)) };
    },

    async spreadOne(context, { query: { id } }) {
      const run = await store.spreadRuns.find(context.scope, id);
      if (run === null) throw notFound();
      // Its alarms may now belong to another fire, or be outside this grid.
      const known = run.state === 'done' && run.fireId !== null ? await observationsOf(room, context.scope, run.fireId) : [];
      const error = (await errors.of([run], known)).get(id) ?? null;
      const queue = run.state === 'queued' ? (runs.placeOf(id) ?? run.queue) : null;
      return writeSpreadRun(fileOf(context, { ...run, queue }, error, grids().nameOf));
    },

    fireWeather: (context, { query: { incidentId } }) => weatherAtFire(room, context, incidentId),

    async cancelSpread(context, { query: { id } }) {
      await runs.cancel(context, id);
      return undefined;
    },

    async spreadsOfFire(context, { query: { incidentId } }) {
      const { runs: list, moreRuns, known } = await fireOf(room, context, incidentId);
      const done = list.filter(({ state }) => state === 'done').slice(0, MOST_COMPARED);
      const errorOf = await errors.of(done, known);
      return {
        rows: list.map((run) => spreadRunLine(run, grids().nameOf, errorOf.get(run.id) ?? null)),
        ...(moreRuns && { remark: stoppedAt(MOST_RUNS, 'newest-listed') }),
      };
    },

    async fireObservations(context, { query: { incidentId } }) {
      const { last, known } = await fireOf(room, context, incidentId);
      const fresh = new Set(last === null ? [] : freshSince(last, known));
      return {
        last: last && { id: last.id, begin: last.inputs.begin, requestedAt: last.requestedAt },
        observations: known.map((one) => ({ ...one.observation, fresh: fresh.has(one) })),
      };
    },
  };
}

/** The newest runs of a fire that are compared with the observations. */
const MOST_COMPARED = 5;

const FAILURE_CODES = {
  'nothing-burns': 'spread-nothing-burns',
  'server-stopped': 'spread-server-stopped',
  'too-long': 'spread-too-long',
  fault: 'spread-fault',
} as const satisfies Record<SpreadFailure, string>;

/** A run as a reader sees it, without the impacts in other grids, except borders and layers that they share with the reader's. */
function fileOf(context: Context, { failure, ...run }: SpreadRun, error: SpreadError | null, nameOf: GridNames): SpreadRunFile {
  const { scope, language } = context;
  const { groupId } = accountOf(context);
  const code = failure && FAILURE_CODES[failure];
  return {
    ...withGridName(run, nameOf),
    failure: code && { code, message: errorMessage(codedError(code), language) },
    result: run.result && {
      ...run.result,
      impacts: run.result.impacts
        .filter((impact) => mayBeShown({ scope, groupId }, impact))
        .map((impact) => withProvince(impact, run.gridNo, nameOf)),
    },
    error,
  };
}
