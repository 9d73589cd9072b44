// 消息: short texts between desks and rangers about a fire. A message is stored once even if it is sent repeatedly, and is marked as read
// once by the other side.

import type { Received } from '@lookout/contract';
import { FUTURE_TOLERANCE_MS, isRanger, NATION } from '@lookout/domain';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../alarm/alarm.ts';
import type { Contract } from '../contract.ts';
import { isDrill } from '../exercise/drill.ts';
import type { Repositories } from '../store.ts';
import { type RangerMessage, waitsForDesk, waitsForRanger } from './ranger-message.ts';

/** The most messages that a phone displays. */
const MOST_OWN = 200;

export const rangerMessage: ServerFeature<'rangerMessage'> = {
  open: (room) => ({ calls: messageHandlers(room) }),
};

type Written = Received<Contract['rangerMessage']['sendOwnMessage']>['body'];
type Party = Pick<RangerMessage, 'userId' | 'fullName' | 'sender'>;

function messageHandlers({ store, journal }: Pick<Room, 'store' | 'journal'>): Handlers<Contract['rangerMessage']> {
  /** Stores a message and its event; if it already exists, the reply contains the stored message. */
  const send = (context: Context, alarm: Alarm, { id, content, writtenAt }: Written, party: Party): Promise<RangerMessage> => {
    const { accountId: authorId, fullName: author } = accountOf(context);
    const message: RangerMessage = {
      id: id.toLowerCase(),
      fireId: alarm.id,
      fireName: alarm.formattedAddress,
      gridNo: alarm.gridNo,
      ...party,
      authorId,
      author,
      content: content.trim(),
      writtenAt: notAhead(writtenAt ?? context.now, context.now),
      receivedAt: context.now,
      read: null,
    };
    return journal.transact(context, async (tx) => {
      context.audit.target('ranger-message', message.id, message.gridNo);
      if (await tx.rangerMessages.add(message)) return { value: message, happened: [happen(context, 'ranger-message.sent', message)] };
      // The reply was lost, so the message was sent again; the stored message is unchanged.
      const known = await tx.rangerMessages.find(message.id);
      if (known?.authorId !== authorId) throw invalid('id', 'ranger-message-id-taken');
      return { value: known, happened: [] };
    });
  };

  /**
   * Marks the unread messages among these as read by the caller.
   * @throws Refusal 404 when one of them is missing for the caller
   */
  const read = (
    context: Context,
    given: readonly string[],
    lock: (tx: Repositories, ids: readonly string[]) => Promise<RangerMessage[]>,
    waits: (message: RangerMessage) => boolean,
  ): Promise<RangerMessage[]> =>
    journal.transact(context, async (tx) => {
      const ids = [...new Set(given.map((id) => id.toLowerCase()))];
      const found = await lock(tx, ids);
      if (found.length < ids.length) throw notFound();
      const reading = { at: context.now, by: accountOf(context).fullName };
      const after = found.filter(waits).map((message) => ({ ...message, read: reading }));
      await tx.rangerMessages.setRead(
        after.map(({ id }) => id),
        reading,
      );
      return { value: after, happened: after.map((message) => happen(context, 'ranger-message.read', message)) };
    });

  return {
    async sendRangerMessage(context, { body }) {
      const alarm = await store.alarms.find(context.scope, body.fireId);
      if (!alarm) throw notFound();
      if (isDrill(alarm)) throw refused('ranger-message-drill');
      const account = await store.accounts.find(context.scope, body.userId);
      if (!account?.enabled || !isRanger(account.rights)) throw invalid('userId', 'no-such-ranger', { id: body.userId });
      const party = { userId: account.id, fullName: account.fullName, sender: 'desk' } as const;
      return send(context, alarm, body, party);
    },

    async rangerMessagePage({ scope }, { body: { userId, fireId, waiting, pageNo, pageSize } }) {
      const filters = { userId: userId ?? undefined, fireId: fireId ?? undefined, waiting: waiting ?? undefined };
      const { total, list } = await store.rangerMessages.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list };
    },

    readRangerMessages: async (context, { body }) => {
      const lock = (tx: Repositories, ids: readonly string[]) => tx.rangerMessages.lockInGrid(context.scope, ids);
      return { rows: await read(context, body.ids, lock, waitsForDesk) };
    },

    async sendOwnMessage(context, { body }) {
      const { accountId, fullName } = accountOf(context);
      // The fire may lie in any grid, because the ranger may have been sent across the border. A fire that does not concern him is reported
      // as missing.
      const isHis = await store.rangerMessages.mayWriteAbout(accountId, body.fireId);
      const alarm = isHis ? await store.alarms.find(NATION, body.fireId) : null;
      if (!alarm) throw notFound();
      if (isDrill(alarm)) throw refused('ranger-message-drill');
      return send(context, alarm, body, { userId: accountId, fullName, sender: 'ranger' });
    },

    myMessages: async (context) => ({
      rows: await store.rangerMessages.ofRanger(accountOf(context).accountId, MOST_OWN),
    }),

    readMyMessages: async (context, { body }) => {
      const { accountId } = accountOf(context);
      const lock = (tx: Repositories, ids: readonly string[]) => tx.rangerMessages.lockOfRanger(accountId, ids);
      return { rows: await read(context, body.ids, lock, waitsForRanger) };
    },
  };
}

function happen(context: Context, kind: 'ranger-message.sent' | 'ranger-message.read', message: RangerMessage): Happened {
  const happenedAt = kind === 'ranger-message.sent' ? message.writtenAt : context.now;
  return {
    event: eventOf(context, { kind, payload: { message } }, { objectId: message.id, gridNo: message.gridNo, happenedAt }),
    after: message,
  };
}

/** A phone's clock may be ahead: the message is then accepted with the current time. */
const notAhead = (at: Date, now: Date): Date => (at.getTime() > now.getTime() + FUTURE_TOLERANCE_MS ? now : at);
