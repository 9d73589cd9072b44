// Decision support (辅助决策): the fires that wait for a decision, and the briefing of one of them.
import { type Contract, LIST_LIMIT, MOST_FIRES, writeAlarm } from '@lookout/contract';
import { ancestorAt, byDanger, type FireLevel, fireLevelOf, type GridNo } from '@lookout/domain';
import type { Store } from '@lookout/store';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/envelope.ts';
import type { Room } from '../../services/open.ts';
import { briefingHandler } from './briefing.ts';

export const decision: ServerFeature<'decision'> = {
  open: (room) => ({ calls: { ...fireList(room), ...briefingHandler(room) } }),
};

/** Of the open alarms the newest so many are weighed: a queue of thousands is worked off elsewhere. */
const MOST_WEIGHED = 2_000;

function fireList({ store, grids }: Pick<Room, 'store' | 'grids'>): Pick<Handlers<Contract['decision']>, 'fires'> {
  return {
    async fires({ scope }, { body }) {
      const filters = { text: body.address || undefined, withDrills: body.withDrills === 1 };
      const [burning, open, levels] = await Promise.all([
        store.alarms.list(scope, { ...filters, inProgress: true }, { limit: LIST_LIMIT }),
        store.alarms.list(scope, { ...filters, handled: false }, { limit: MOST_WEIGHED }),
        newestLevels(store, scope),
      ]);
      const levelOf = (gridNo: GridNo): FireLevel | null => {
        const [county, prefecture] = [ancestorAt(gridNo, 'county'), ancestorAt(gridNo, 'prefecture')];
        return (county && levels.get(county)) ?? (prefecture && levels.get(prefecture)) ?? null;
      };
      const ordered = byDanger([...burning.list, ...open.list], ({ gridNo }) => ({ fireLevel: levelOf(gridNo) }));
      const isCut = open.more || burning.more || ordered.length > MOST_FIRES;
      return {
        rows: ordered.slice(0, MOST_FIRES).map((alarm) => ({ alarm: writeAlarm(alarm, grids().nameOf), level: levelOf(alarm.gridNo) })),
        ...(isCut && { remark: stoppedAt(MOST_FIRES, 'most-dangerous-listed') }),
      };
    },
  };
}

/** By grid, of the newest day that any grid in scope has. */
async function newestLevels({ fireWeather }: Pick<Store, 'fireWeather'>, scope: GridNo): Promise<ReadonlyMap<GridNo, FireLevel>> {
  const day = await fireWeather.newestDay(scope);
  if (day === null) return new Map();
  const days = await fireWeather.list(scope, { firstDay: day, lastDay: day }, { limit: LIST_LIMIT });
  return new Map(days.map(({ gridNo, fwi }) => [gridNo, fireLevelOf(fwi)]));
}
