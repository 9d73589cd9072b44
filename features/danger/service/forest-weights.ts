// What a hectare of forest is worth by fire danger and fuel, where masts or patrols look for fires: the level of the Canadian index at the
// place, 1 to 5, times the class of the head fire's intensity in its fuel, 1 to 6 (FBP System). 1 where nothing is known of the fuel.
import { ancestorAt, type GridNo, type Position } from '@lookout/domain';
import { type CellGround, cellDanger } from '@lookout/fire-model';
import { mapInSlices } from '@lookout/store';
import { LRUCache } from 'lru-cache';
import { conditionsOf, type DangerNeeds, dayWithWeather, type WantedDay } from './danger-cells.ts';

export interface ForestPlace extends CellGround {
  readonly position: Position;
}

export interface ForestWeights {
  /** The newest day with observed weather in the prefectures of the places; null: none of them has weather. */
  readonly day: string | null;
  /** In the order of the places; NaN: no weather is known there. */
  readonly weights: Float64Array;
}

export interface ForestDanger {
  /** The weights at places of any prefectures. 3,000 places take some 50 ms of the server's thread, in slices. */
  weightsAt(places: readonly ForestPlace[]): Promise<ForestWeights>;
  /** Changes with the weather and the rules of a prefecture, within ten minutes. '' without weather. */
  versionOf(prefecture: GridNo): Promise<string>;
}

type Needs = Omit<DangerNeeds, 'landCover'>;

/** The weather of a prefecture is read once for all its counties, and anew for the next hour's observations. */
const DAY_MS = 10 * 60_000;
const MOST_PREFECTURES = 400;

export function createForestDanger(room: Needs): ForestDanger {
  const days = new LRUCache<GridNo, Promise<WantedDay | null>>({ max: MOST_PREFECTURES, ttl: DAY_MS });
  const dayOf = (prefecture: GridNo): Promise<WantedDay | null> => {
    const known = days.get(prefecture);
    if (known !== undefined) return known;
    const found = dayWithWeather(room, prefecture, null);
    days.set(prefecture, found);
    // A failure is not cached: the next request tries again.
    found.catch(() => days.delete(prefecture));
    return found;
  };
  return {
    async versionOf(prefecture) {
      const wanted = await dayOf(prefecture);
      return wanted === null ? '' : [wanted.day, wanted.weather.size, wanted.rules.version].join(' ');
    },
    async weightsAt(places) {
      const weights = new Float64Array(places.length).fill(Number.NaN);
      const { gridAt } = room.gazetteer();
      const nos = await mapInSlices(places, ({ position }) => {
        const no = gridAt(position, null);
        return no === null ? null : (ancestorAt(no, 'prefecture') ?? no);
      });
      const byPrefecture = Map.groupBy(nos.keys(), (index) => nos[index] ?? null);
      let newest: string | null = null;
      for (const [prefecture, indexes] of byPrefecture) {
        const wanted = prefecture === null ? null : await dayOf(prefecture);
        if (wanted === null) continue;
        if (newest === null || wanted.day > newest) newest = wanted.day;
        const { conditionsAt } = await conditionsOf(room, wanted);
        const conditions = await conditionsAt(indexes.map((index) => (places[index] as ForestPlace).position));
        await mapInSlices(indexes, (index, at) => {
          const found = conditions[at];
          if (!found || found.day === null) return;
          const { level, intensityClass } = cellDanger(found.day, places[index] as ForestPlace, found.stand);
          weights[index] = level * (intensityClass ?? 1);
        });
      }
      return { day: newest, weights };
    },
  };
}
