// The replay of a desk (回放): its lists at a past moment, and the positions received in a period. See docs/decisions/0063.

import { LIST_LIMIT } from '@lookout/contract';
import { withGridName } from '@lookout/domain';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { LogBeginsLater, mapInSlices } from '@lookout/store';
import { namedAlarm } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import { concernsDesk } from '../operating-mode/operating-mode.ts';
import { namedDueReport } from '../reporting/due-report.ts';
import { namedTask } from '../task/task.ts';
import { writePositionColumns } from './replay.wire.ts';

export const replay: ServerFeature<'replay'> = {
  open: (room) => ({ calls: replayHandlers(room) }),
};

/** A reply of some ten megabytes. A client that replays more people requests fewer positions of each. */
const MOST_POSITIONS = 500_000;

function replayHandlers({ store, grids }: Pick<Room, 'store' | 'grids'>): Handlers<Contract['replay']> {
  return {
    async deskMoment(context, { query: { at } }) {
      const { scope } = context;
      const { nameOf } = grids();
      const seq = await store.past.seqAt(at).catch((error: unknown) => {
        throw error instanceof LogBeginsLater ? refused('log-begins-later', { first: error.first }) : error;
      });
      const moment = { at, seq };
      const most = { limit: LIST_LIMIT };
      const { list: alarms } = await store.past.alarms(scope, moment, most);
      const members = await store.past.members(alarms, moment);
      const { list: tasks } = await store.past.tasks(scope, moment, most);
      const { list: plots } = await store.past.plots(scope, moment, most);
      const { list: sos } = await store.past.sos(scope, moment, most);
      const { list: safeties } = await store.past.safeties(scope, moment, most);
      const { list: dueReports } = await store.past.dueReports(scope, moment, most);
      // The modes that apply to the grid, and those set below it, as in the current list.
      const concerned = (await store.operatingModes.all()).filter((setting) => concernsDesk(setting, scope));
      const modes = await store.past.modes(
        concerned.map((setting) => setting.gridNo),
        moment,
      );
      return {
        at,
        seq,
        alarms: await mapInSlices(alarms, (alarm) => namedAlarm(alarm, nameOf)),
        members,
        tasks: await mapInSlices(tasks, (task) => namedTask(task, nameOf)),
        plots: plots.map((plot) => withGridName(plot, nameOf)),
        modes: modes.map((setting) => withGridName(setting, nameOf)),
        sos: sos.map((one) => withGridName(one, nameOf)),
        safeties: safeties.map((one) => withGridName(one, nameOf)),
        dueReports: dueReports.map((report) => namedDueReport(report, nameOf)),
      };
    },

    async receivedPositions({ scope }, { query: { beginTime: begin, endTime: end, everySeconds } }) {
      const { list, more } = await store.rangers.received(scope, { begin, end, everySeconds }, { limit: MOST_POSITIONS });
      const byPerson = Map.groupBy(list, ({ userId }) => userId);
      return {
        rows: await mapInSlices([...byPerson], ([userId, points]) => writePositionColumns(userId, points)),
        ...(more && { remark: stoppedAt(MOST_POSITIONS, 'first-people-listed') }),
      };
    },
  };
}
