// The forecast of a fire (蔓延推演): requested by an officer, calculated in worker threads, stored with its inputs. Decision 0070.

import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { freshSince } from './server/correction.ts';
import { createForecastErrors, type ForecastErrors } from './server/forecast-errors.ts';
import { fuelHandlers } from './server/fuels.ts';
import { fireOf, MOST_RUNS, questionOf, sightingsOf, weatherAtFire } from './server/plan.ts';
import { type SpreadRuns, startSpreadRuns } from './server/runs.ts';
import { mayBeShown } from './service/fire-forecast.ts';
import type { SpreadError } from './spread.ts';
import { writeFireSeen, writeFireWeather, writeSpreadHeader, writeSpreadRun } from './spread.wire.ts';

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
): Handlers<Pick<Calls, 'runSpread' | 'spreadOne' | 'cancelSpread' | 'spreadsOfFire' | 'fireSeen' | 'fireWeather'>> {
  const { store, grids } = room;
  const readerOf = (context: Context, error: SpreadError | null) => {
    const { scope, language } = context;
    const { groupId } = accountOf(context);
    return {
      language,
      error,
      nameOf: grids().nameOf,
      maySee: (impact: Parameters<typeof mayBeShown>[1]) => mayBeShown({ scope, groupId }, impact),
    };
  };

  return {
    async runSpread(context, { body }) {
      return { id: await runs.ask(context, await questionOf(room, context, body)) };
    },

    async spreadOne(context, { query: { id } }) {
      const run = await store.spreadRuns.find(context.scope, id);
      if (run === null) throw notFound();
      // Its alarms may now belong to another fire, or be outside this grid.
      const sightings = run.state === 'done' && run.fireId !== null ? await sightingsOf(room, context.scope, run.fireId) : [];
      const error = (await errors.of([run], sightings)).get(id) ?? null;
      return writeSpreadRun(run, { ...readerOf(context, error), queue: run.state === 'queued' ? (runs.placeOf(id) ?? run.queue) : null });
    },

    async fireWeather(context, { query: { incidentId } }) {
      return writeFireWeather(await weatherAtFire(room, context, incidentId));
    },

    async cancelSpread(context, { query: { id } }) {
      await runs.cancel(context, id);
      return undefined;
    },

    async spreadsOfFire(context, { query: { incidentId } }) {
      const { runs: list, moreRuns, sightings } = await fireOf(room, context, incidentId);
      const done = list.filter(({ state }) => state === 'done').slice(0, MOST_COMPARED);
      const errorOf = await errors.of(done, sightings);
      return {
        rows: list.map((run) => writeSpreadHeader(run, grids().nameOf, errorOf.get(run.id) ?? null)),
        ...(moreRuns && { remark: stoppedAt(MOST_RUNS, 'newest-listed') }),
      };
    },

    async fireSeen(context, { query: { incidentId } }) {
      const { last, sightings } = await fireOf(room, context, incidentId);
      const fresh = new Set(last === null ? [] : freshSince(last, sightings));
      return writeFireSeen({ last, seen: sightings.map((one) => ({ seen: one.seen, fresh: fresh.has(one) })) });
    },
  };
}

/** The newest runs of a fire that are compared with the observations. */
const MOST_COMPARED = 5;
