// The forecast of a fire (蔓延推演): asked for by an officer, worked out in worker threads, kept with what it was made from. Decision 0070.
import { type Contract, writeSpreadHeader, writeSpreadRun } from '@lookout/contract';
import { notFound } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/envelope.ts';
import { mayBeTold } from '../../services/fire-forecast.ts';
import type { Room } from '../../services/open.ts';
import { fuelHandlers } from './fuels.ts';
import { questionOf } from './plan.ts';
import { type SpreadRuns, startSpreadRuns } from './runs.ts';

const EVERY_MS = 1_000;

export const spread: ServerFeature<'spread'> = {
  open(room) {
    const { store, journal, groundWindows, roads, assetIndex, gazetteer, clock, log, waits } = room;
    const everyMs = waits.spreadEveryMs ?? EVERY_MS;
    const runs = startSpreadRuns({ store, journal, groundWindows, roads, assetIndex, gazetteer, clock, log, everyMs });
    return { calls: { ...spreadHandlers(room, runs), ...fuelHandlers(room) }, jobs: [runs] };
  },
};

type Calls = Contract['spread'];

function spreadHandlers(room: Room, runs: SpreadRuns): Handlers<Pick<Calls, 'runSpread' | 'spreadOne' | 'cancelSpread' | 'spreadsOfFire'>> {
  const { store, grids } = room;
  const readerOf = (context: Context) => {
    const { scope, language } = context;
    const { groupId } = accountOf(context);
    return {
      language,
      nameOf: grids().nameOf,
      maySee: (impact: Parameters<typeof mayBeTold>[1]) => mayBeTold({ scope, groupId }, impact),
    };
  };

  return {
    async runSpread(context, { body }) {
      return { id: await runs.ask(context, await questionOf(room, context, body)) };
    },

    async spreadOne(context, { query: { id } }) {
      const run = await store.spreadRuns.find(context.scope, id);
      if (run === null) throw notFound();
      return writeSpreadRun(run, readerOf(context));
    },

    async cancelSpread(context, { query: { id } }) {
      await runs.cancel(context, id);
      return undefined;
    },

    async spreadsOfFire({ scope }, { query: { incidentId } }) {
      const incident = await store.incidents.find(scope, incidentId);
      if (incident === null) throw notFound();
      const alarmIds = incident.alarms.map(({ alarm }) => alarm.id);
      const { list, more } = await store.spreadRuns.ofFire(scope, alarmIds, { limit: MOST_LISTED });
      return {
        rows: list.map((run) => writeSpreadHeader(run, grids().nameOf)),
        ...(more && { remark: stoppedAt(MOST_LISTED, 'newest-listed') }),
      };
    },
  };
}

/** Of one fire. */
const MOST_LISTED = 200;
