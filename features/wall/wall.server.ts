// The wall (大屏) `/wall`, and the same totals for the monitor (decision 0087). Replies are built field by field, so that telephone numbers,
// reporters and descriptions are not sent.

import { type Capability, withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Caller, Context, Handlers } from '@lookout/server/serve/context.ts';
import { hasChangesSince } from '@lookout/server/services/changes-since.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { ALARM_KINDS, type Alarm, isHandled, judgementOf, verdictOf } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import type { GridCatalogue } from '../grid/service/grid-catalogue.ts';
import { WALL_RIGHTS } from '../map-embed/map-embed.ts';
import { type BurningFire, sumsFor } from '../shift/service/duty-sums.ts';
import { areasShown } from '../spread/spread-result.ts';
import type { SpreadSummary } from '../spread/spread-runs.store.ts';
import type { Task } from '../task/task.ts';
import { isExpected, type TaskJourney } from '../task/task-journey.ts';
import { newestPicture } from './service/wall-pictures.ts';
import { MOST_WALL_ALARMS, MOST_WALL_FIRES, type Wall, type WallAlarm, type WallFire } from './wall.ts';

export const wall: ServerFeature<'wall'> = {
  open: (room) => ({ calls: wallHandlers(room) }),
};

/** More open tasks than a province has. The tasks of one grid are read once for all of its fires. */
const MOST_TASKS = 1_000;
const MINUTES_PER_HOUR = 60;
const OF_WALL: ReadonlySet<Capability> = new Set(WALL_RIGHTS);

/** The rights of the caller: for a wall's link the rights of the wall, for an officer's session the officer's own. */
const rightsOf = (caller: Caller): ReadonlySet<Capability> =>
  caller.kind === 'account' ? caller.rights : caller.kind === 'embed' && caller.layers.has('wall') ? OF_WALL : new Set();

type Needs = Pick<Room, 'store' | 'grids' | 'dutyPictures' | 'config'>;

function wallHandlers({ store, grids, dutyPictures, config }: Needs): Handlers<Contract['wall']> {
  /** The people on the way to each fire. */
  const sentTo = async ({ scope }: Context, rights: ReadonlySet<Capability>, fires: readonly BurningFire[]): Promise<Sent> => {
    if (fires.length === 0 || !rights.has('dispatch')) return { tasks: [], journeys: [] };
    const { list } = await store.tasks.open(scope, {}, { limit: MOST_TASKS });
    const isOfFire = new Set(fires.flatMap(({ alarms }) => alarms.map(({ id }) => id)));
    const tasks = list.filter(({ fireId }) => fireId !== null && isOfFire.has(fireId));
    if (tasks.length === 0) return { tasks, journeys: [] };
    const taskIds = tasks.map(({ id }) => id);
    return { tasks, journeys: (await store.taskJourneys.published({ scope }, { taskIds }, { limit: MOST_TASKS })).list };
  };

  const wallOf = async (context: Context): Promise<Wall> => {
    const { caller, scope, now } = context;
    const grid = grids().find(scope);
    if (grid === null) throw notFound();
    const rights = rightsOf(caller);
    const duty = await dutyPictures.of(scope, now);
    const fires = duty.fires.slice(0, MOST_WALL_FIRES);
    const isOfFire = new Set(duty.fires.flatMap(({ alarms }) => alarms.map(({ id }) => id)));
    const [sent, latest, shift] = await Promise.all([
      sentTo(context, rights, fires),
      store.alarms.latest(scope, MOST_WALL_ALARMS),
      store.shifts.present(scope),
    ]);
    return {
      gridNo: grid.no,
      gridName: grid.name,
      name: caller.kind === 'embed' ? caller.name : null,
      centre: grid.centre,
      isDemo: config.demo !== 'off',
      sums: sumsFor(duty, rights),
      fires: fires.map((fire) => wallFireOf(fire, sent, rights, grids(), now)),
      alarms: latest.map((alarm) => wallAlarmOf(alarm, isOfFire, grids())),
      onDuty: shift && { fullName: shift.fullName, beganAt: shift.beganAt },
    };
  };

  return {
    async wall(context, { body: { since } }) {
      // Read before the rest, so that a change in the meantime is reported again by the next call and never lost.
      const last = await store.events.head();
      const hasChanged = since == null || (await hasChangesSince(store, since, last, context.scope));
      return { last, now: context.now.getTime(), wall: hasChanged ? await wallOf(context) : null };
    },

    async wallForecast({ scope, now }, { query: { id } }) {
      const { fires } = await dutyPictures.of(scope, now);
      const fire = fires.find(({ fireId, alarms }) => fireId === id || alarms.some((alarm) => alarm.id === id));
      if (fire === undefined && (await store.alarms.find(scope, id)) === null) throw notFound();
      const run = fire?.forecast ? await store.spreadRuns.find(scope, fire.forecast.runId) : null;
      if (run?.result == null) return null;
      const { isochrones } = run.result;
      const shown = new Set(areasShown(run.result, run.inputs.hours).map(({ minutes }) => minutes));
      const outlines = isochrones
        .filter(({ minutes, probability }) => shown.has(minutes) && (probability === null || probability === EVEN))
        .map(({ minutes, areaHectares: hectares, coordinates }) => ({ hours: minutes / MINUTES_PER_HOUR, hectares, coordinates }))
        .toSorted((a, b) => a.hours - b.hours);
      return { runId: run.id, beginsAt: run.inputs.begin, outlines };
    },

    async dutySums({ caller, scope, now }) {
      return sumsFor(await dutyPictures.of(scope, now), rightsOf(caller));
    },
  };
}

/** Probability of the contour used for ensembles: the area that half of the members reach. */
const EVEN = 0.5;

interface Sent {
  readonly tasks: readonly Task[];
  readonly journeys: readonly TaskJourney[];
}

function wallFireOf(
  { fireId, alarms, lead, forecast, area }: BurningFire,
  { tasks, journeys }: Sent,
  rights: ReadonlySet<Capability>,
  { nameOf }: GridCatalogue,
  now: Date,
): WallFire {
  const ids = new Set(alarms.map(({ id }) => id));
  const own = tasks.filter((task) => task.fireId !== null && ids.has(task.fireId));
  const taskIds = new Set(own.map(({ id }) => id));
  const states = own.flatMap(({ members }) => members.map(({ state }) => state));
  const arrivals = journeys.flatMap(({ taskId, arrivesAt }) =>
    taskIds.has(taskId) && arrivesAt !== null && arrivesAt > now ? [arrivesAt] : [],
  );
  const acknowledgement =
    lead.response.acknowledgement ?? alarms.find(({ response }) => response.acknowledgement !== null)?.response.acknowledgement;
  const isForecastSeen = rights.has('support-decisions');
  const judgement = judgementOf(lead.response);
  return {
    id: fireId,
    ...placeOf(lead, nameOf),
    kinds: ALARM_KINDS.filter((kind) => alarms.some(({ facts }) => facts.kind === kind)),
    alarms: alarms.length,
    realFireType: judgement?.realFireType ?? null,
    firstSeenAt: earliest(alarms.map(({ observedAt }) => observedAt)) ?? lead.observedAt,
    judgedAt: judgement?.at ?? lead.arrivedAt,
    inCharge: acknowledgement?.by ?? null,
    people: {
      sent: states.filter((state) => state === 'sent').length,
      underWay: states.filter(isExpected).length,
      there: states.filter((state) => state === 'arrived' || state === 'reported').length,
    },
    vehicles: own.reduce((sum, { vehicleCount }) => sum + vehicleCount, 0),
    nextArrivalAt: earliest(arrivals),
    area: area?.basis === 'forecast' && !isForecastSeen ? null : area,
    forecast: forecast && isForecastSeen ? forecastOf(forecast) : null,
    picture: newestPicture(alarms),
  };
}

function forecastOf(summary: SpreadSummary): WallFire['forecast'] {
  const hours = Math.max(0, ...summary.isochrones.map(({ minutes }) => minutes)) / MINUTES_PER_HOUR;
  const areas = areasShown(summary, hours).map(({ minutes, areaHectares: hectares }) => ({ hours: minutes / MINUTES_PER_HOUR, hectares }));
  return { runId: summary.runId, beginsAt: summary.beginsAt, areas };
}

/** @param isOfFire ids of the alarms of fires in progress, none of which is waiting */
function wallAlarmOf(alarm: Alarm, isOfFire: ReadonlySet<string>, { nameOf }: GridCatalogue): WallAlarm {
  const { id, facts, observedAt, arrivedAt } = alarm;
  return {
    id,
    kind: facts.kind,
    ...placeOf(alarm, nameOf),
    observedAt,
    arrivedAt,
    state: stateOf(alarm, isOfFire),
    picture: newestPicture([alarm]),
  };
}

function stateOf({ id, response }: Alarm, isOfFire: ReadonlySet<string>): WallAlarm['state'] {
  const verdict = verdictOf(response);
  if (verdict !== 'unjudged') return verdict;
  if (isHandled(response)) return 'handled';
  return isOfFire.has(id) ? 'of-burning' : 'waiting';
}

const placeOf = ({ gridNo, position, formattedAddress }: Alarm, nameOf: GridCatalogue['nameOf']) =>
  withGridName({ gridNo, position, formattedAddress }, nameOf);

const earliest = (times: readonly Date[]): Date | null =>
  times.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
