// Verification of past levels: alarms judged real, by the level that their county had on their day.

import { covers, type GridNo, withGridName } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { DangerRulesInForce } from '../danger-rules.ts';
import { verifyDanger } from '../danger-verification.ts';
import { dangerLevelOf, type FireDay, fireLevelOf } from '../fire-weather.ts';
import { ratingOfDay, rulesOf, strokesWithin } from '../service/danger-beside.ts';
import { daysFrom, daysOn } from '../service/fire-weather.ts';
import { type DangerRaise, holidayRaisesOf, lightningRaisesOf, warnedLevelOf } from '../warned-level.ts';

const USUAL_DAYS = 90;
const MOST_DAYS = 366;
/** Rows are read into memory at once. This is a year of all prefectures of the country and of the counties of some. */
const MOST_GRID_DAYS = 150_000;
/** Above the number of confirmed alarms expected anywhere in a year. */
const MOST_ALARMS = 100_000;

export function verificationHandler({
  store,
  grids,
}: Pick<Room, 'store' | 'grids'>): Pick<Handlers<Contract['danger']>, 'verifyFireLevels'> {
  return {
    async verifyFireLevels({ scope, now }, { query: { gridNo, beginDay, endDay } }) {
      if (!covers(scope, gridNo)) throw notFound();
      const newest = endDay ?? (await store.fireWeather.newestDay(gridNo));
      if (newest === null) return { ...named(gridNo), beginDay: '', endDay: '', fires: 0, alarms: 0, ...NOTHING };
      const window = { firstDay: beginDay ?? daysOn(newest, 1 - USUAL_DAYS), lastDay: newest };
      if (window.firstDay > window.lastDay) throw invalid('endDay', 'end-day-before-begin');
      if (daysFrom(window.firstDay, window.lastDay).length > MOST_DAYS) {
        throw invalid('beginDay', 'verification-too-long', { most: MOST_DAYS });
      }
      const [days, alarms, rules, strokesOn] = await Promise.all([
        store.fireWeather.list(gridNo, window, { limit: MOST_GRID_DAYS + 1 }),
        store.fireWeather.confirmedAlarms(gridNo, window, { limit: MOST_ALARMS }),
        store.dangerRules.all(),
        strokesWithin(store.lightning, gridNo, window, now),
      ]);
      if (days.length > MOST_GRID_DAYS) throw invalid('beginDay', 'verification-too-large', { most: MOST_GRID_DAYS });
      const rulesIn = rulesOf(rules);
      const finest = finestOnly(days);
      const byFwi = verifyDanger(
        finest.map(({ gridNo: no, day, fwi }) => ({ gridNo: no, day, level: fireLevelOf(fwi) })),
        alarms,
      );
      const holidayRaises = holidayRaisesByDay();
      let gridDaysWithoutLightning = 0;
      const warnedDays = finest.map((fireDay) => {
        const { gridNo: no, day, fwi } = fireDay;
        const inForce = rulesIn(no);
        const level = dangerLevelOf(fwi, ratingOfDay(fireDay, inForce.rating));
        const strokes = strokesOn(no, day);
        if (strokes === null && inForce.raising.lightning.levels > 0) gridDaysWithoutLightning += 1;
        const raises = [...holidayRaises(day, inForce), ...lightningRaisesOf(strokes, inForce.raising)];
        return { gridNo: no, day, level: warnedLevelOf(level, raises).level };
      });
      const byWarned = verifyDanger(warnedDays, alarms);
      const byRating = verifyDanger(
        finest.map((day) => ({ gridNo: day.gridNo, day: day.day, level: ratingOfDay(day, rulesIn(day.gridNo).rating)?.level ?? null })),
        alarms,
      );
      return {
        ...named(gridNo),
        beginDay: window.firstDay,
        endDay: window.lastDay,
        fires: new Set(alarms.map(({ fireId }) => fireId)).size,
        alarms: alarms.length,
        firesWithout: { fwi: byFwi.firesWithout, rating: byRating.firesWithout },
        fwi: [...byFwi.classes],
        warned: [...byWarned.classes],
        gridDaysWithoutLightning,
        rating: [...byRating.classes],
      };
    },
  };

  function named(gridNo: GridNo) {
    return withGridName({ gridNo }, grids().nameOf);
  }
}

const NOTHING = {
  firesWithout: { fwi: 0, rating: 0 },
  fwi: [...verifyDanger([], []).classes],
  warned: [...verifyDanger([], []).classes],
  gridDaysWithoutLightning: 0,
  rating: [...verifyDanger([], []).classes],
};

/**
 * The raises of a day are computed once for all grids that inherit their holidays and raising from the same grids, because there are a
 * hundred thousand grid days.
 */
function holidayRaisesByDay(): (day: string, rules: DangerRulesInForce) => readonly DangerRaise[] {
  const known = new Map<string, readonly DangerRaise[]>();
  return (day, rules) => {
    const key = `${day} ${rules.holidaysFrom} ${rules.raisingFrom}`;
    const found = known.get(key) ?? holidayRaisesOf(day, rules);
    known.set(key, found);
    return found;
  };
}

/** Leaves out a prefecture that has watched counties: its own days would count a place twice. */
function finestOnly(days: readonly FireDay[]): readonly FireDay[] {
  const nos = [...new Set(days.map(({ gridNo }) => gridNo))];
  const coarse = new Set(nos.filter((no) => nos.some((other) => other !== no && covers(no, other))));
  return days.filter(({ gridNo }) => !coarse.has(gridNo));
}
