// The background rounds of the watch: they lower warnings whose level has been lower long enough, and query the rain of grids where a point
// has a rain threshold.

import { type GridNo, HOUR_MS, NATION, type Position, type System } from '@lookout/domain';
import { actOf } from '@lookout/server/acting/act.ts';
import type { Job } from '@lookout/server/feature.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { poll } from '@lookout/server/services/poll.ts';
import { causeOfRain, HAZARD_UNDO_MS, HAZARD_WATCH_NAME, rainNow, WARNING_STANDS_MS } from '../hazard.ts';
import type { HazardRain, WatchedHazard } from '../hazards.store.ts';
import { look, type WatchRoom } from '../service/watch.ts';

type Deps = Pick<Room, 'store' | 'journal' | 'clock' | 'log' | 'weather' | 'grids' | 'waits' | 'sharedJobs'> & {
  readonly room: () => WatchRoom;
};

const WATCHMAN: System = { kind: 'system', name: HAZARD_WATCH_NAME };

const LOOK_EVERY_MS = 60_000;
const RAIN_EVERY_MS = 10 * 60_000;
/** The delay of the first rain query after the start, so that the demo's weather server is also running. */
const FIRST_RAIN_MS = 20_000;
/** Points locked in one transaction. */
const LOCKED_AT_ONCE = 200;
/** Concurrent requests to the weather service. */
const REQUESTED_AT_ONCE = 4;
/** Twice the undo period, so that no undo comes later even if another server's clock differs. */
const UNDO_OVER_MS = 2 * HAZARD_UNDO_MS;
/** Readings and rain are stored for half a year. */
const RETAINED_MS = 183 * 24 * HOUR_MS;

export function startRounds(deps: Deps): Job[] {
  const { store, clock, log, waits, sharedJobs } = deps;
  const ending = new AbortController();
  let prunedAt = 0;

  const looking = poll({
    everyMs: sharedJobs.pause('hazard-watch', waits.hazardsEveryMs ?? LOOK_EVERY_MS),
    run: sharedJobs.alone('hazard-watch', async () => {
      const now = clock();
      const due = await store.hazards.belowSince(new Date(now.getTime() - WARNING_STANDS_MS), { limit: LOCKED_AT_ONCE });
      await lookAgain(deps, due, now, (point) => point);
      if (now.getTime() - prunedAt < HOUR_MS) return;
      await store.hazards.pruneReadings(new Date(now.getTime() - RETAINED_MS));
      await store.hazardRemoval.forget({ readings: new Date(now.getTime() - UNDO_OVER_MS), points: new Date(now.getTime() - RETAINED_MS) });
      prunedAt = now.getTime();
    }),
    failed: (error) => log.warn({ err: error }, 'hazard points could not be looked at'),
  });
  const raining = poll({
    firstMs: waits.hazardsEveryMs ?? FIRST_RAIN_MS,
    everyMs: sharedJobs.pause('hazard-rain', waits.hazardsEveryMs ?? RAIN_EVERY_MS),
    run: sharedJobs.alone('hazard-rain', () => lookAtRain(deps, ending.signal)),
    failed: (error) => log.warn({ err: error }, 'the rain at hazard points is not known'),
  });
  return [
    looking,
    {
      stop: () => {
        ending.abort();
        return raining.stop();
      },
    },
  ];
}

/** @param withChanges applies what has changed at a point since the last check */
async function lookAgain(
  { journal, room }: Deps,
  ids: readonly string[],
  now: Date,
  withChanges: (point: WatchedHazard) => WatchedHazard,
): Promise<void> {
  for (let at = 0; at < ids.length; at += LOCKED_AT_ONCE) {
    const act = actOf(WATCHMAN, { name: 'watch-hazards', scope: NATION, now });
    await journal.transact(act, async (tx) => {
      const points = await tx.hazards.lockForUpdate(NATION, ids.slice(at, at + LOCKED_AT_ONCE));
      const registered = points.filter(({ hazard }) => hazard.state === 'registered');
      const happened = await look(
        tx,
        act,
        registered.map((point) => ({ point: withChanges(point), peak: null })),
        room(),
      );
      return { value: undefined, happened };
    });
  }
}

async function lookAtRain(deps: Deps, signal: AbortSignal): Promise<void> {
  const { store, clock, grids, log } = deps;
  const points = await store.hazards.watchedForRain();
  const places = [...points.keys()].flatMap((gridNo) => {
    const centre = grids().find(gridNo)?.centre;
    return centre ? [{ gridNo, centre }] : [];
  });
  const rains: HazardRain[] = [];
  for (let at = 0; at < places.length && !signal.aborted; at += REQUESTED_AT_ONCE) {
    const requests = places.slice(at, at + REQUESTED_AT_ONCE).map((place) => rainAt(deps, place, signal));
    const settled = await Promise.allSettled(requests);
    for (const answer of settled) {
      if (answer.status === 'rejected') log.warn({ err: answer.reason }, 'the weather service gave no rain');
      else if (answer.value) rains.push(answer.value);
    }
  }
  await store.hazards.putRain(rains);
  const now = clock();
  const known = await store.hazards.rain([...points.keys()], new Date(now.getTime() - 24 * HOUR_MS));
  const ids = [...points.values()].flat();
  await lookAgain(deps, ids, now, (point) => {
    const rain = rainNow(known.get(point.hazard.gridNo) ?? [], now);
    // Unknown rain does not count as no rain: the level last reached by rain remains.
    return rain.oneHour === null ? point : { ...point, rainCause: causeOfRain(point.hazard.rain, rain) };
  });
}

/** null: the service has no data for this place. */
async function rainAt(
  { weather, clock }: Pick<Deps, 'weather' | 'clock'>,
  { gridNo, centre }: { readonly gridNo: GridNo; readonly centre: Position },
  signal: AbortSignal,
): Promise<HazardRain | null> {
  const answer = await weather.rainAt(centre, signal);
  if (!answer.ok) return null;
  const requestedAt = clock();
  const { fallen, nextHour, nextDay, source } = answer;
  return {
    gridNo,
    hour: new Date(Math.floor(requestedAt.getTime() / HOUR_MS) * HOUR_MS),
    fallen,
    nextHour,
    nextDay,
    askedAt: requestedAt,
    source,
  };
}
