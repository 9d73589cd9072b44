// Statistics of alarms (统计分析): questions answered from memory (projection.ts), and the load of the desks (load.ts); names are added here.

import { DAY_MS, type GridNo } from '@lookout/domain';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Context, Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { LRUCache } from 'lru-cache';
import { namedAlarm } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import { openReplica } from '../store.ts';
import { type Answer, answer, filterOf, heatMapOf, matching, type Question } from './server/answer.ts';
import { type CurrentStatistics, startStatistics } from './server/current-statistics.ts';
import { loadAsker } from './server/load.ts';
import { reportFileRoute } from './server/report-file.ts';
import type { StatisticsQuestion } from './statistics.calls.ts';
import { MOST_STATISTICS_DAYS, type PeriodFigures, type StatisticsReport, spanOfWindow } from './statistics.ts';

export const statistics: ServerFeature<'statistics'> = {
  open({ store, grids, documents, config, log }) {
    const replica =
      config.databaseReplicaUrl === null
        ? null
        : openReplica({ url: config.databaseReplicaUrl, log: (message, error) => log.warn({ err: error }, message) });
    const current = startStatistics({ store, replica, dataDir: config.dataDir, log, now: () => performance.now() });
    const { ask, calls } = statisticsHandlers({ store, grids }, current);
    return { calls, rawRoutes: [reportFileRoute({ documents }, ask)], jobs: [current] };
  },
};

/** The answer to a question, in the scope of the call. */
type Ask = (context: Context, question: StatisticsQuestion) => Promise<StatisticsReport>;

/** Number of cached answers: a window ends with the minute, so desks that view the same window send the same question. */
const MOST_CACHED = 32;

function statisticsHandlers(
  { store, grids }: Pick<Room, 'store' | 'grids'>,
  current: Pick<CurrentStatistics, 'current'>,
): { readonly ask: Ask; readonly calls: Handlers<Contract['statistics']> } {
  const cache = new LRUCache<string, Answer>({ max: MOST_CACHED });

  const withNames = async (scope: GridNo, found: Answer): Promise<StatisticsReport> => {
    const deviceIds = found.cameras.flatMap(({ deviceId }) => deviceId ?? []);
    const { list: cameras } = await store.cameras.list(scope, { deviceIds }, { limit: MOST_CHANNELS * Math.max(1, deviceIds.length) });
    const nameOfDevice = new Map(cameras.map(({ deviceId, name }) => [deviceId, name]));
    const figures = ({ span, tally, times }: Answer['now']): PeriodFigures => ({ ...span, tally, times });
    return {
      ...found,
      gridNo: scope,
      gridName: grids().nameOf(scope) ?? scope,
      now: figures(found.now),
      before: figures(found.before),
      yearBefore: figures(found.yearBefore),
      grids: found.grids.map((grid) => ({
        ...grid,
        gridName: grids().nameOf(grid.gridNo) ?? grid.gridNo,
        centre: grids().find(grid.gridNo)?.centre ?? null,
      })),
      cameras: found.cameras.map((camera) => ({
        ...camera,
        cameraName: camera.deviceId === null ? null : (nameOfDevice.get(camera.deviceId) ?? null),
      })),
    };
  };

  const ask: Ask = async (context, body) => {
    const question = questionOf(context, body);
    const { projection, fireDays } = await current.current();
    const key = JSON.stringify([question, projection.version, fireDays.version]);
    const found = cache.get(key) ?? answer(projection, fireDays, question);
    cache.set(key, found);
    return withNames(question.scope, found);
  };

  const askLoad = loadAsker({ store, grids });
  const calls: Handlers<Contract['statistics']> = {
    alarmLoad: (context, { body }) => askLoad(context, body),

    report: (context, { body }) => ask(context, body),

    async heat(context, { body }) {
      const question = questionOf(context, body);
      const { projection, fireDays } = await current.current();
      return heatMapOf(projection, fireDays, question);
    },

    async alarms(context, { body }) {
      const { pageNo, pageSize, window, beginTime, endTime } = body;
      const isOpen = window == null && (!beginTime || !endTime);
      const question = questionOf(
        context,
        isOpen ? { ...body, beginTime: beginTime ?? EVER.begin, endTime: endTime ?? EVER.end } : body,
        isOpen,
      );
      const { projection, fireDays } = await current.current();
      const rows = matching(projection, fireDays, question);
      // Rows are in the order of the log, the newest last.
      const end = Math.max(0, rows.length - (pageNo - 1) * pageSize);
      const ids = Array.from(rows.subarray(Math.max(0, end - pageSize), end), (row) => projection.idOf(row));
      const { list } = await store.alarms.list(question.scope, { ids }, { limit: pageSize });
      return { total: rows.length, pageNo, pageSize, list: list.map((alarm) => namedAlarm(alarm, grids().nameOf)) };
    },
  };
  return { ask, calls };
}

/** Maximum number of channels of one device. */
const MOST_CHANNELS = 16;
const MOST_YEARS = 5;

/** A list of alarms needs no window, because it is paged. */
const EVER = { begin: new Date(0), end: new Date(8.64e15) };

/** @throws Refusal when the window is missing, reversed or, unless any length is allowed, too long */
function questionOf({ scope, now }: Pick<Context, 'scope' | 'now'>, body: StatisticsQuestion, isAnyLength = false): Question {
  const { window = null, beginTime, endTime } = body;
  const filter = filterOf(body);
  if (window !== null) return { scope, span: spanOfWindow(window, now), window, filter };
  if (!beginTime || !endTime) throw invalid(beginTime ? 'endTime' : 'beginTime', 'statistics-window-needed');
  if (beginTime >= endTime) throw invalid('endTime', 'end-before-begin');
  if (!isAnyLength && endTime.getTime() - beginTime.getTime() > MOST_STATISTICS_DAYS * DAY_MS) {
    throw invalid('endTime', 'statistics-window-too-long', { years: MOST_YEARS });
  }
  return { scope, span: { begin: beginTime, end: endTime }, window: null, filter };
}
