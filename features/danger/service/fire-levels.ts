// The danger level of each grid on the newest day, which orders alarms and affects the probability of a fire.
import { LIST_LIMIT } from '@lookout/contract';
import { ancestorAt, type GridNo } from '@lookout/domain';
import type { Store } from '../../store.ts';
import type { FireLevel } from '../fire-level.ts';
import { dangerLevelsBy } from './danger-beside.ts';

/** The level of a grid's county, otherwise of its prefecture; null: not known. */
export type FireLevels = (gridNo: GridNo) => FireLevel | null;

/** The levels of the newest day that any grid in scope has. */
export async function newestFireLevels(store: Pick<Store, 'fireWeather' | 'dangerRules'>, scope: GridNo): Promise<FireLevels> {
  const day = await store.fireWeather.newestDay(scope);
  if (day === null) return () => null;
  const [days, rules] = await Promise.all([
    store.fireWeather.list(scope, { firstDay: day, lastDay: day }, { limit: LIST_LIMIT }),
    store.dangerRules.all(),
  ]);
  const levelOfDay = dangerLevelsBy(rules);
  const levels = new Map(days.map((one) => [one.gridNo, levelOfDay(one)]));
  return (gridNo) => {
    const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
    return (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null;
  };
}
