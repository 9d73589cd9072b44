// The replay of a desk (回放): its lists at a past moment, and the positions received in a period. See docs/decisions/0063.

import { LIST_LIMIT } from '@lookout/contract';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { LogBeginsLater, mapInSlices } from '@lookout/store';
import type { Contract } from '../contract.ts';
import { writePositionColumns } from './replay.wire.ts';

export const replay: ServerFeature<'replay'> = {
  open: (room) => ({ calls: replayHandlers(room) }),
};

/** A reply of some ten megabytes. A client that replays more people requests fewer positions of each. */
const MOST_POSITIONS = 500_000;

function replayHandlers({ store, grids }: Pick<Room, 'store' | 'grids'>): Handlers<Contract['replay']> {
  return {
    async deskMoment({ scope }, { query: { at } }) {
      const seq = await store.past.seqAt(at).catch((error: unknown) => {
        throw error instanceof LogBeginsLater ? refused('log-begins-later', { first: error.first }) : error;
      });
      const lists = await store.past.lists({ at, seq, scope, limit: LIST_LIMIT, nameOf: grids().nameOf });
      return { at, seq, ...lists };
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
