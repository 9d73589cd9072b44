// Once a day the satellite detections of the last month are read, county by county, to find places that are hot day after day: new places
// are proposed, known ones updated.

import { randomUUID } from 'node:crypto';
import { boxAround, covers, DAY_MS, firstCharacters, type GridNo, haversineMetres, NATION, type System } from '@lookout/domain';
import { HEAT_CELL_METRES, HEAT_WINDOW_DAYS, type ProposedHeat, proposedHeat } from '@lookout/fusion';
import { type Act, actOf } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { Repositories } from '../../store.ts';
import { beijingDay } from '../../task/patrol.ts';
import {
  aroundHeat,
  boxOfBoth,
  HEAT_WATCH_NAME,
  type KnownHeat,
  LARGEST_HEAT_RADIUS_METRES,
  observeHeat,
  USUAL_HEAT_RADIUS_METRES,
} from '../known-heat.ts';

const HEAT_WATCH: System = { kind: 'system', name: HEAT_WATCH_NAME };

interface WatchDeps extends Pick<Room, 'store' | 'journal' | 'gazetteer' | 'sharedJobs' | 'clock' | 'log'> {
  readonly everyMs: number | undefined;
}

/** The most detections of a county loaded at once; the oldest beyond it are ignored. */
const MOST_SIGHTINGS = 100_000;
/** A proposal this near to the edge of a known source belongs to that source. */
const NEAR_METRES = HEAT_CELL_METRES / 2;

export function watchHeat({ store, journal, gazetteer, sharedJobs, clock, log, everyMs = DAY_MS }: WatchDeps): Polling {
  let isOpen = true;

  const run = async (): Promise<void> => {
    const since = new Date(clock().getTime() - HEAT_WINDOW_DAYS * DAY_MS);
    // Counties are processed one after the other, so that the detections of a whole country's month are not in memory together.
    for (const county of await store.knownHeats.countiesSeenSince(since)) {
      if (!isOpen) return;
      const found = proposedHeat(await store.knownHeats.sightings(county, since, { limit: MOST_SIGHTINGS }));
      if (found.length === 0) continue;
      const act = actOf(HEAT_WATCH, { name: 'propose-known-heat', scope: NATION, now: clock() });
      await journal.transact(act, async (tx) => ({ value: undefined, happened: await propose(tx, act, found, county) }));
    }
  };

  const propose = async (tx: Repositories, act: Act, found: readonly ProposedHeat[], county: GridNo): Promise<Happened[]> => {
    const reach = LARGEST_HEAT_RADIUS_METRES + NEAR_METRES;
    const known = await tx.knownHeats.lockWithin(found.map(({ position }) => boxAround(position, reach)).reduce(boxOfBoth));
    const first = new Map(known.map((heat) => [heat.id, heat]));
    const heats = new Map(first);
    for (const one of found) {
      const near = nearestOf([...heats.values()], one);
      if (near === null) {
        const heat = newHeat(one, gazetteer().locate(one.position, null), act.now);
        if (heat !== null) heats.set(heat.id, heat);
        continue;
      }
      const windowBegin = beijingDay(new Date(act.now.getTime() - HEAT_WINDOW_DAYS * DAY_MS));
      const after = observeHeat(near, one, { windowBegin, isOfItsCounty: covers(county, near.gridNo) });
      if (after !== null) heats.set(after.id, after);
    }
    const changed = [...heats.values()].filter((heat) => first.get(heat.id) !== heat);
    await tx.knownHeats.save(changed);
    return changed.map((heat) => {
      const before = first.get(heat.id) ?? null;
      const payload = { knownHeat: heat, around: aroundHeat(before, heat) };
      const isProposed = heat.state === 'proposed' && before?.state !== 'proposed';
      const change = { kind: isProposed ? 'known-heat.saved' : 'known-heat.observed', payload } as const;
      return { event: eventOf(act, change, { objectId: heat.id, gridNo: heat.gridNo }), after: heat };
    });
  };

  const polling = poll({
    run: sharedJobs.alone('known-heat', run),
    everyMs: sharedJobs.pause('known-heat', everyMs),
    failed: (error) => log.warn({ err: error }, 'the last month could not be searched for known heat'),
  });
  return {
    wake: () => polling.wake(),
    async stop() {
      isOpen = false;
      await polling.stop();
    },
  };
}

/** The known source to which a proposal belongs: the one whose edge is nearest. */
function nearestOf(heats: readonly KnownHeat[], { position }: ProposedHeat): KnownHeat | null {
  const near = heats
    .map((heat) => ({ heat, beyond: haversineMetres(heat.position, position) - heat.radiusMetres }))
    .filter(({ beyond }) => beyond <= NEAR_METRES)
    .sort((a, b) => a.beyond - b.beyond);
  return near[0]?.heat ?? null;
}

const MOST_NAME = 64;

/** @returns null: outside the country, or in no grid */
function newHeat(
  { position, days, hours, usualFrpMegawatts }: ProposedHeat,
  located: ReturnType<ReturnType<Room['gazetteer']>['locate']>,
  now: Date,
): KnownHeat | null {
  if (!located.ok) return null;
  const { gridNo, formattedAddress } = located.value;
  return {
    id: randomUUID(),
    gridNo,
    // A provisional name, until an officer enters one.
    name: firstCharacters(formattedAddress, MOST_NAME),
    kind: 'other',
    position,
    radiusMetres: USUAL_HEAT_RADIUS_METRES,
    usualFrpMegawatts,
    note: null,
    address: formattedAddress,
    state: 'proposed',
    origin: 'detections',
    days,
    hours,
    version: 1,
    createdBy: HEAT_WATCH.name,
    createdAt: now,
    changedBy: HEAT_WATCH.name,
    changedAt: now,
    reviewedBy: null,
    reviewedAt: null,
    reviewNote: null,
  };
}
