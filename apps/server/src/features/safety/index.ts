// Are people near a fire safe (人员安全): watched over by one server for all, taken by an officer, and kept by the ranger's phone. Decision 0072.
import { type Contract, LIST_LIMIT, writeOwnSafety, writePersonSafety } from '@lookout/contract';
import { bySafety, covers, takeSafety } from '@lookout/domain';
import { conflict, notFound, refused } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import { accountOf, type Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/envelope.ts';
import { eventOf } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';

export const safety: ServerFeature<'safety'> = {
  open: (room) => ({ calls: safetyHandlers(room) }),
};

function safetyHandlers({ store, grids, journal }: Pick<Room, 'store' | 'grids' | 'journal'>): Handlers<Contract['safety']> {
  return {
    async safetyList({ scope }, { body: { gridNo } }) {
      const within = gridNo != null && covers(scope, gridNo) ? gridNo : scope;
      const { list, more } = await store.personSafeties.watched(within, { limit: LIST_LIMIT });
      const { nameOf } = grids();
      return {
        rows: list.toSorted(bySafety).map((one) => writePersonSafety(one, nameOf)),
        ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }),
      };
    },

    takeSafety: (context, { body: { id } }) =>
      journal.transact(context, async (tx) => {
        const before = await tx.personSafeties.lockForUpdate(context.scope, id);
        if (before === null) throw notFound();
        const { nameOf } = grids();
        const { accountId, fullName: by } = accountOf(context);
        context.audit.target('safety', id, before.gridNo);
        const change = takeSafety(before, { by, accountId, at: context.now });
        if (!change.ok && change.error === 'over') throw refused('safety-over');
        if (!change.ok) throw conflict(writePersonSafety(before, nameOf), 'safety-taken', { by: before.alarm?.taken?.by ?? '' });
        const { safety: after } = change.value.payload;
        await tx.personSafeties.save([after]);
        const event = eventOf(context, change.value, { objectId: id, gridNo: after.gridNo });
        return { value: writePersonSafety(after, nameOf), happened: [{ event, after }] };
      }),

    async mySafety() {
      return writeOwnSafety(null, grids().nameOf);
    },
  };
}
