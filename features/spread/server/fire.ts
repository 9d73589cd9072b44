// A fire with all that a forecast of it needs: its alarms, its plots, its observations, and its earlier forecasts.

import type { GridNo } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { Context } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { VisibleIncident } from '../../incident/incidents.store.ts';
import type { Plot } from '../../plot/plot.ts';
import type { SpreadRun } from '../spread.ts';
import { lastToCorrect, type ObservedFire } from './correction.ts';
import { byTime, drawnPerimeters, type KnownObservation, observedPlaces } from './observations.ts';

type Needs = Pick<Room, 'store'>;

export interface FireToForecast extends ObservedFire {
  readonly incident: VisibleIncident;
  readonly plots: readonly Plot[];
  /** Newest first, without their results. */
  readonly runs: readonly SpreadRun[];
  readonly moreRuns: boolean;
}

const MOST_PLOTS = 1_000;
/** The most runs listed of a fire; the newest are listed. */
export const MOST_RUNS = 200;

/** Reads the fire by a fixed number of queries. @throws Refusal 404 for a fire of another grid */
export async function fireOf({ store }: Needs, { scope, now }: Pick<Context, 'scope' | 'now'>, id: string): Promise<FireToForecast> {
  const incident = await store.incidents.find(scope, id);
  if (incident === null) throw notFound();
  const [{ plots, known }, { list: runs, more }] = await Promise.all([
    observedOf(store, scope, incident),
    store.spreadRuns.ofFire(scope, alarmIdsOf(incident), { limit: MOST_RUNS }),
  ]);
  return { incident, plots, runs, moreRuns: more, known, last: lastToCorrect(runs, now) };
}

const alarmIdsOf = ({ alarms }: VisibleIncident): string[] => alarms.map(({ alarm }) => alarm.id);

/** The plots of a fire in this grid, and its observations, by time. */
async function observedOf(
  store: Needs['store'],
  scope: GridNo,
  incident: VisibleIncident,
): Promise<Pick<FireToForecast, 'plots' | 'known'>> {
  const plots = await store.plots.ofFires(scope, alarmIdsOf(incident), { limit: MOST_PLOTS });
  const known = [...observedPlaces(incident.alarms), ...(await drawnPerimeters(store, plots))];
  return { plots, known: known.toSorted(byTime) };
}

/** The observations of a fire in this grid; none if the fire does not exist. */
export async function observationsOf({ store }: Needs, scope: GridNo, fireId: string): Promise<readonly KnownObservation[]> {
  const incident = await store.incidents.find(scope, fireId);
  return incident === null ? [] : (await observedOf(store, scope, incident)).known;
}
