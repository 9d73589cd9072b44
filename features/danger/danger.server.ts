// Fire-risk level (火险等级) by grid and day. Days without observations are absent, with a remark. The handlers for rules, lightning and
// verification are in separate files of this directory.

import { LIST_LIMIT } from '@lookout/contract';
import { covers, type GridNo, levelOf } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { createFeedAudit } from '@lookout/server/services/feed-audit.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { writeFireLevel } from './danger.wire.ts';
import { type FireDay, type GridFireLevel, gridFireLevelOf } from './fire-weather.ts';
import { cellHandler } from './server/danger-cell.ts';
import { gridHandler } from './server/danger-grid.ts';
import { lightningHandler } from './server/lightning.ts';
import { rulesHandlers } from './server/rules.ts';
import { verificationHandler } from './server/verification.ts';
import { dangerBeside } from './service/danger-beside.ts';
import { daysFrom, type FireWeatherService, startFireWeather } from './service/fire-weather.ts';

/** The longest window: ten years. */
const MOST_DAYS = 3_660;

type Depth = 'self' | 'children' | 'counties';

export const danger: ServerFeature<'danger'> = {
  open(room) {
    const { store, grids, weather, clock, log } = room;
    const fireWeather = startFireWeather({ store, clock, log, weather, grids });
    const audit = createFeedAudit(store.audit, log);
    return {
      calls: {
        ...levelHandlers({ store, grids }, fireWeather),
        ...gridHandler(room),
        ...cellHandler(room),
        ...rulesHandlers(room),
        ...lightningHandler({ ...room, audit }),
        ...verificationHandler(room),
      },
      jobs: [fireWeather, audit],
    };
  },
};

function levelHandlers(
  { store, grids }: Pick<Room, 'store' | 'grids'>,
  fireWeather: Pick<FireWeatherService, 'watched'>,
): Pick<Handlers<Contract['danger']>, 'fireLevel' | 'fireLevelDays'> {
  const levelsOf = async (scope: GridNo, days: readonly (FireDay & Pick<GridFireLevel, 'forecastAt'>)[], now: Date) => {
    const beside = await dangerBeside(store, scope, days, now);
    const { nameOf, find } = grids();
    return days.map((day) => {
      const grid = { gridName: nameOf(day.gridNo) ?? day.gridNo, centre: find(day.gridNo)?.centre ?? null };
      return gridFireLevelOf(day, grid, beside(day));
    });
  };

  return {
    async fireLevel({ scope, now }, { query }) {
      const nos = (await fireWeather.watched()).map(({ no }) => no).filter((no) => covers(scope, no));
      const gridNos = reaching(nos, scope, query.level);
      const newest = await store.fireWeather.newestDay(scope);
      const day = query.day ?? newest;
      if (day === null) return { rows: [], ...(gridNos.length > 0 && { remark: { code: 'no-fire-weather-yet', params: {} } }) };
      const found =
        newest !== null && day > newest
          ? await store.fireWeather.forecast(scope, gridNos, day, { limit: LIST_LIMIT })
          : await store.fireWeather.list(scope, { gridNos, firstDay: day, lastDay: day }, { limit: LIST_LIMIT });
      const missing = gridNos.length - found.length;
      return {
        rows: (await levelsOf(scope, found, now)).map(writeFireLevel),
        ...(missing > 0 && { remark: { code: 'grids-without-fire-weather', params: { day, count: missing } } }),
      };
    },

    async fireLevelDays({ scope, now }, { query: { gridNo, beginDay, endDay } }) {
      if (!covers(scope, gridNo)) throw notFound();
      if (beginDay && endDay && beginDay > endDay) throw invalid('endDay', 'end-day-before-begin');
      const window = { gridNos: [gridNo], firstDay: beginDay ?? undefined, lastDay: endDay ?? undefined };
      const days = await store.fireWeather.list(scope, window, { limit: MOST_DAYS });
      const missing = missingDays(days);
      return {
        rows: await levelsOf(gridNo, days, now),
        ...(missing.length > 0 && {
          remark: { code: 'days-without-fire-weather', params: { count: missing.length, days: missing.slice(0, 10) } },
        }),
      };
    },
  };
}

/**
 * The watched grids of a query. Provinces and the nation have no weather data themselves: their prefectures are listed instead. `counties`:
 * the watched counties, and the prefecture itself if none of its counties is watched.
 */
function reaching(nos: readonly GridNo[], scope: GridNo, depth: Depth): GridNo[] {
  if (depth === 'self') return nos.filter((no) => no === scope);
  if (depth === 'counties') return nos.filter((no) => !nos.some((other) => other !== no && covers(no, other)));
  const isLarge = levelOf(scope) === 'nation' || levelOf(scope) === 'province';
  return isLarge ? nos.filter((no) => levelOf(no) !== 'county') : [...nos];
}

/** Returns the days that are missing between the first and the last. */
function missingDays(days: readonly FireDay[]): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const known = new Set(days.map(({ day }) => day));
  return daysFrom(first.day, last.day).filter((day) => !known.has(day));
}
