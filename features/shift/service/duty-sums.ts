// The totals of a grid's duty (态势汇总) and the fires in progress that they count, computed in one place: for the wall (大屏) and for the strip
// of the monitor.

import { readTime } from '@lookout/contract';
import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { LRUCache } from 'lru-cache';
import { type Alarm, isInProgress, judgementOf, verdictOf } from '../../alarm/alarm.ts';
import { RANGER_SILENT_AFTER_MS } from '../../ranger/ranger.ts';
import { burntArea } from '../../spread/service/burnt-area.ts';
import { likelyAreaAt } from '../../spread/spread-result.ts';
import type { SpreadSummary } from '../../spread/spread-runs.store.ts';
import type { Store } from '../../store.ts';
import { beijingDay } from '../../task/patrol.ts';
import { areaOfFire, type DutySums, type FireArea } from '../duty-sums.ts';

/** A fire in progress, limited to what one grid may see. */
export interface BurningFire {
  readonly fireId: string;
  /** In order of arrival; alarms judged false are left out. */
  readonly alarms: readonly Alarm[];
  /** The first of the alarms in progress that was judged real. */
  readonly lead: Alarm;
  /** The newest forecast whose hours have not passed. */
  readonly forecast: SpreadSummary | null;
  readonly area: FireArea | null;
}

export interface DutyPicture {
  /** For a reader with every right; `sumsFor` removes what other readers may not see. */
  readonly sums: Omit<DutySums, 'burningHectares'>;
  /** Sorted by judgement, the last judged real first. */
  readonly fires: readonly BurningFire[];
}

export interface DutyPictures {
  /** For this grid and all below it. */
  of(scope: GridNo, now: Date): Promise<DutyPicture>;
}

/** The most alarms of burning fires that are evaluated individually. */
const MOST_ALARMS = 2_000;
/** Upper limit, more than the fires of a country with forecasts at the same time. */
const MOST_FORECASTS = 500;
/** Cached for this long, because all desks of a grid send a request after the same event. */
const KEEP_MS = 1_000;
const MOST_CACHED = 500;

type Needs = Pick<Store, 'alarms' | 'tasks' | 'rangers' | 'warnings' | 'dueReports' | 'spreadRuns'>;

/** @param monotonic milliseconds of a clock that never goes back */
export function createDutyPictures(store: Needs, monotonic: () => number): DutyPictures {
  const cache = new LRUCache<GridNo, { readonly at: number; readonly answer: Promise<DutyPicture> }>({ max: MOST_CACHED });
  return {
    of(scope, now) {
      const known = cache.get(scope);
      if (known && monotonic() - known.at < KEEP_MS) return known.answer;
      const entry = { at: monotonic(), answer: pictureOf(store, scope, now) };
      cache.set(scope, entry);
      // The caller receives the failure; the next call sends a new query.
      entry.answer.catch(() => cache.get(scope) === entry && cache.delete(scope));
      return entry.answer;
    },
  };
}

async function pictureOf(store: Needs, scope: GridNo, now: Date): Promise<DutyPicture> {
  const midnight = readTime(`${beijingDay(now)} 00:00:00`);
  const [fires, unjudged, closedToday, openTasks, peopleOut, warnings] = await Promise.all([
    burningFires(store, scope, now),
    store.alarms.countWaiting(scope),
    store.alarms.countFiresClosedSince(scope, midnight),
    store.tasks.countOpen(scope),
    store.rangers.countReportedSince(scope, new Date(now.getTime() - RANGER_SILENT_AFTER_MS)),
    store.warnings.countOpen(scope, now),
  ]);
  return { fires, sums: { unjudged, burning: fires.length, closedToday, openTasks, peopleOut, warnings } };
}

async function burningFires({ alarms, dueReports, spreadRuns }: Needs, scope: GridNo, now: Date): Promise<readonly BurningFire[]> {
  const { list } = await alarms.list(scope, { inProgress: true }, { limit: MOST_ALARMS });
  const fireIds = [...new Set(list.map(({ id, incidentId }) => incidentId ?? id))];
  if (fireIds.length === 0) return [];
  const members = (await dueReports.alarmsOfFires(scope, fireIds)).filter(({ alarm }) => verdictOf(alarm.response) !== 'false');
  const ids = members.map(({ alarm }) => alarm.id);
  const [noted, drawn, runs] = await Promise.all([
    dueReports.factsOf(ids),
    dueReports.burntAreas(ids),
    spreadRuns.summaries(scope, now, { limit: MOST_FORECASTS }),
  ]);
  const forecasts = new Map(runs.map((run) => [run.fireId, run]));
  const fires = [...Map.groupBy(members, ({ fireId }) => fireId)].flatMap(([fireId, ofFire]): BurningFire[] => {
    const own = ofFire.map(({ alarm }) => alarm);
    const lead = own.filter(({ response }) => isInProgress(response)).toSorted((a, b) => judgedMs(a) - judgedMs(b))[0];
    if (lead === undefined) return [];
    const isOwn = new Set(own.map(({ id }) => id));
    const known = burntArea(
      own,
      drawn.filter((plot) => plot.fireId !== null && isOwn.has(plot.fireId)),
    );
    const entered = noted.flatMap(({ alarmId, fact, known: { value } }) =>
      fact === 'areaHectares' && typeof value === 'number' && isOwn.has(alarmId) ? [value] : [],
    );
    const forecast = forecasts.get(fireId) ?? null;
    const foreseen = forecast && likelyAreaAt(forecast, (now.getTime() - new Date(forecast.beginsAt).getTime()) / MINUTE_MS);
    return [{ fireId, alarms: own, lead, forecast, area: areaOfFire([...(known ? [known.value] : []), ...entered], foreseen) }];
  });
  return fires.toSorted((a, b) => judgedMs(b.lead) - judgedMs(a.lead));
}

const judgedMs = ({ response }: Alarm): number => judgementOf(response)?.at.getTime() ?? 0;

type Rights = { has(right: 'see-rangers' | 'dispatch' | 'support-decisions'): boolean };

/** The totals visible to a reader with these rights: without 辅助决策, areas that only come from a forecast are removed. */
export function sumsFor({ sums, fires }: DutyPicture, rights: Rights): DutySums {
  const published = fires.flatMap(({ area }) =>
    area === null || (area.basis === 'forecast' && !rights.has('support-decisions')) ? [] : [area],
  );
  return {
    ...sums,
    burningHectares: published.length === 0 ? null : published.reduce((sum, { hectares }) => sum + hectares, 0),
    openTasks: rights.has('dispatch') ? sums.openTasks : null,
    peopleOut: rights.has('see-rangers') ? sums.peopleOut : null,
  };
}
