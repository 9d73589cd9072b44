// Decision support (辅助决策): the fires that wait for a decision, and the briefing of one of them.

import { LIST_LIMIT } from '@lookout/contract';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { namedAlarm } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import { newestFireLevels } from '../danger/service/fire-levels.ts';
import { byDanger, dangerOf } from '../incident/fire-danger.ts';
import { MOST_FIRES } from './decision.calls.ts';
import { briefingHandler } from './server/briefing.ts';

export const decision: ServerFeature<'decision'> = {
  open: (room) => ({ calls: { ...fireList(room), ...briefingHandler(room) } }),
};

/** Only this many of the newest open alarms are ranked; a queue of thousands is handled elsewhere. */
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
        rows: ordered.slice(0, MOST_FIRES).map((alarm) => ({ alarm: namedAlarm(alarm, grids().nameOf), fireLevel: levelOf(alarm.gridNo) })),
        ...(isCut && { remark: stoppedAt(MOST_FIRES, 'most-dangerous-listed') }),
      };
    },
  };
}
