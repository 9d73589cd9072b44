// Decision support (辅助决策): the fires that wait for a decision, and the briefing of one of them.
import { type Contract, LIST_LIMIT, MOST_FIRES, writeAlarm } from '@lookout/contract';
import { byDanger, dangerOf } from '@lookout/domain';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/envelope.ts';
import { newestFireLevels } from '../../services/fire-levels.ts';
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
      const [burning, open, levelOf] = await Promise.all([
        store.alarms.list(scope, { ...filters, inProgress: true }, { limit: LIST_LIMIT }),
        store.alarms.list(scope, { ...filters, handled: false }, { limit: MOST_WEIGHED }),
        newestFireLevels(store, scope),
      ]);
      const ordered = byDanger([...burning.list, ...open.list], (alarm) => dangerOf(alarm, { fireLevel: levelOf(alarm.gridNo) }));
      const isCut = open.more || burning.more || ordered.length > MOST_FIRES;
      return {
        rows: ordered.slice(0, MOST_FIRES).map((alarm) => ({ alarm: writeAlarm(alarm, grids().nameOf), level: levelOf(alarm.gridNo) })),
        ...(isCut && { remark: stoppedAt(MOST_FIRES, 'most-dangerous-listed') }),
      };
    },
  };
}
