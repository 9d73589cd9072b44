// /switch: the grids a session may act for, and the switch itself.

import { type GridNo, levelOf } from '@lookout/domain';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Account } from '../../admin/admin.ts';
import { sessionOf } from '../../camera/service/operating.ts';
import type { Contract } from '../../contract.ts';
import { gridNames } from '../../grid/service/grid-catalogue.ts';
import { mayActFor, ownGrids, topicWithin } from '../sign-on.ts';

type SwitchCalls = Pick<Handlers<Contract['auth']>, 'grantedGrids' | 'switchGrid'>;

export function switchHandlers(room: Room): SwitchCalls {
  const { store, journal, grids, video } = room;

  const holderOf = async ({ accounts }: Pick<Room['store'], 'accounts'>, context: Context): Promise<Account> => {
    const account = await accounts.findOwn(accountOf(context).accountId);
    if (!account) throw notFound();
    return account;
  };

  return {
    async grantedGrids(context, { query: { parentNo } }) {
      const account = await holderOf(store, context);
      if (parentNo && !mayActFor(account, parentNo)) throw notFound();
      const nos = parentNo
        ? grids()
            .childrenOf(parentNo)
            .map(({ no }) => no)
        : ownGrids(account);
      // The names of towns are not cached in memory.
      const nameOf = await gridNames(
        store,
        nos.filter((no) => grids().find(no) === null),
      );
      const rows = nos.map((no: GridNo) => ({
        gridNo: no,
        gridName: grids().nameOf(no) ?? nameOf(no),
        fullName: grids().find(no)?.fullName ?? nameOf(no),
        level: levelOf(no),
        own: no === account.gridNo,
        hasChildren: grids().childrenOf(no).length > 0,
      }));
      return { rows };
    },

    async switchGrid(context, { body: { gridNo: to } }) {
      const caller = accountOf(context);
      context.audit.target('account', caller.accountId, caller.gridNo);
      const value = await journal.transact(context, async (tx) => {
        const account = await holderOf(tx, context);
        if (!mayActFor(account, to)) throw invalid('gridNo', 'grid-not-held');
        const nameOf = await gridNames(tx, [to]);
        const from = await tx.sessions.switchGrid(Buffer.from(caller.tokenHash), to);
        if (from === null) throw refused('not-logged-in');
        const value = { gridNo: to, gridName: nameOf(to), topic: topicWithin(to, account.topic) };
        if (from === to) return { value, happened: [] };
        const where = { objectId: caller.accountId, gridNo: to, leftGridNo: from };
        const event = eventOf(context, { kind: 'account.switched-grid', payload: { from, to } }, where);
        return { value, happened: [{ event, after: null }] };
      });
      // Everything that the session uses of the old grid ends: cached rights, subscriptions, tickets, streams, cameras. Other servers check
      // twice a second.
      room.sessionsChanged();
      await video.leave(sessionOf(caller));
      return value;
    },
  };
}
