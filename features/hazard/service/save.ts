// Stores hazard points that an officer saves one by one or that a table imports, on the page or by command. Each is stored with its event
// and then checked, because a new threshold may be below the measured value, and another grid may have other rain.

import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, type GridNo, ok, type Result } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Repositories } from '../../store.ts';
import {
  applyToHazard,
  CALM,
  causeOfRain,
  causeOfReading,
  type Hazard,
  type HazardEvent,
  type MonitorNow,
  rainNow,
  type WarningCause,
} from '../hazard.ts';
import type { HazardRain, WatchedHazard } from '../hazards.store.ts';
import { look, type WatchRoom } from './watch.ts';

/** A point to be stored, and the point that it replaces. */
export interface HazardChange {
  readonly hazard: Hazard;
  readonly before: WatchedHazard | null;
}

/**
 * Runs in a transaction in which the replaced points are locked. After a refusal the transaction must be rolled back.
 * @returns the events, which must be recorded last in the transaction
 */
export async function saveHazards(
  tx: Repositories,
  act: Act,
  changes: readonly HazardChange[],
  room: WatchRoom,
): Promise<Result<Happened[], 'code-taken' | 'monitor-code-taken'>> {
  const stored = await tx.hazards.put(changes.map(({ hazard }) => hazard));
  if (!stored.ok) return stored;
  const saved = changes.map((change): Happened => {
    const event = savedEvent(act, change);
    return { event, after: applyToHazard(change.before?.hazard ?? null, event) };
  });
  for (const { hazard, before } of changes)
    if (before !== null && before.hazard.gridNo !== hazard.gridNo && hazard.photos.length > 0)
      await tx.uploads.move(hazard.photos, hazard.gridNo);
  return ok([...saved, ...(await watchChanges(tx, act, changes, room))]);
}

function savedEvent(act: Act, { hazard, before }: HazardChange): HazardEvent {
  const leftGridNo = before !== null && before.hazard.gridNo !== hazard.gridNo ? before.hazard.gridNo : null;
  const change = { kind: 'hazard.saved', payload: { hazard, isNew: before === null } } as const;
  return eventOf(act, change, { objectId: hazard.id, gridNo: hazard.gridNo, leftGridNo }) as HazardEvent;
}

/** Checks each of these points in its state inside the transaction. @returns the events, which must be recorded last in the transaction */
export async function watchChanges(tx: Repositories, act: Act, changes: readonly HazardChange[], room: WatchRoom): Promise<Happened[]> {
  const writtenOff = changes.filter(({ hazard }) => hazard.state === 'written-off');
  await tx.hazards.saveWatches(writtenOff.map(({ hazard: { id } }) => ({ id, watch: CALM, rainCause: null })));
  const watched = changes.filter(({ hazard }) => hazard.state !== 'written-off');
  if (watched.length === 0) return [];
  const rains = await tx.hazards.rain([...new Set(watched.map(({ hazard }) => hazard.gridNo))], new Date(act.now.getTime() - DAY_MS));
  const points = watched.map(({ hazard, before }): WatchedHazard => {
    const rain = newestRain(rains.get(hazard.gridNo) ?? [], act.now);
    return {
      hazard,
      monitors: measuredNow(hazard, before?.monitors ?? []),
      watch: before?.watch ?? CALM,
      rainCause: rain.oneHour === null ? stillReached(hazard, before) : causeOfRain(hazard.rain, rain),
    };
  });
  await tx.hazards.saveMonitors(points.flatMap(({ monitors }) => monitors.filter(({ last }) => last !== null)));
  return look(
    tx,
    act,
    points.map((point) => ({ point, peak: null })),
    room,
  );
}

/**
 * Unknown rain does not count as no rain: the level last reached by rain remains, unless the point is in another grid now or its rain
 * thresholds changed.
 */
const stillReached = (hazard: Hazard, before: WatchedHazard | null): WarningCause | null =>
  before !== null && before.hazard.gridNo === hazard.gridNo && isDeepStrictEqual(before.hazard.rain, hazard.rain) ? before.rainCause : null;

/** The rain of a grid in the last day, and when it was last queried; null: never. */
export async function rainAt({ hazards }: Pick<Repositories, 'hazards'>, gridNo: GridNo, now: Date) {
  const rains = await hazards.rain([gridNo], new Date(now.getTime() - DAY_MS));
  return newestRain(rains.get(gridNo) ?? [], now);
}

const newestRain = (hours: readonly HazardRain[], now: Date) => ({ ...rainNow(hours, now), at: hours[0]?.askedAt ?? null });

/** The monitors of a changed point with their last readings, and the levels that these reach by the new thresholds. */
function measuredNow(hazard: Hazard, before: readonly MonitorNow[]): MonitorNow[] {
  const lasts = new Map(before.map(({ monitor, last }) => [monitor.id, last]));
  return hazard.monitors.map((monitor) => {
    const last = lasts.get(monitor.id) ?? null;
    return { monitor, last, cause: last && causeOfReading(monitor, last.value, last.rate) };
  });
}
