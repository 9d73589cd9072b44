// The fire danger of each grid as the newest day tells it, for what is ordered or believed by it.
import { LIST_LIMIT } from '@lookout/contract';
import { ancestorAt, type FireLevel, fireLevelOf, type GridNo } from '@lookout/domain';
import type { Store } from '@lookout/store';

/** Of a grid's county, else of its prefecture; null: not known. */
export type FireLevels = (gridNo: GridNo) => FireLevel | null;

/** Of the newest day that any grid in scope has. */
export async function newestFireLevels({ fireWeather }: Pick<Store, 'fireWeather'>, scope: GridNo): Promise<FireLevels> {
  const day = await fireWeather.newestDay(scope);
  if (day === null) return () => null;
  const days = await fireWeather.list(scope, { firstDay: day, lastDay: day }, { limit: LIST_LIMIT });
  const levels = new Map(days.map(({ gridNo, fwi }) => [gridNo, fireLevelOf(fwi)]));
  return (gridNo) => {
    const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
    return (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null;
  };
}
