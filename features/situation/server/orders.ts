// Orders for a fire: given, acknowledged, withdrawn. Each act is an event of the fire's alarm: it is listed in the alarm's history and
// published to every desk that covers the fire (decision 0035).
import { randomUUID } from 'node:crypto';
import { formatTime, type Received } from '@lookout/contract';
import { type GridNo, ok } from '@lookout/domain';
import { requireWhole } from '@lookout/server/acting/authority.ts';
import { conflict, type FieldFault, fieldFault, invalid, notFound, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { AlarmChange } from '../../alarm/alarm-events.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import { type FireOrder, type OrderReceiver, receiveOrder, withdrawOrder } from '../fire-order.ts';

type OrderCalls = Pick<Contract['situation'], 'orderList' | 'issueOrder' | 'receiveOrder' | 'withdrawOrder'>;

/** Upper limit, more than the orders of any fire. */
const MOST_ORDERS = 500;

export function orderHandlers({
  store,
  grids,
  journal,
  alarmCommands,
}: Pick<Room, 'store' | 'grids' | 'journal' | 'alarmCommands'>): Handlers<OrderCalls> {
  /** Changes one order, as an act on its fire. @param decide throws a Refusal, or returns the changed order and the event */
  const change = (
    context: Context,
    id: string,
    decide: (order: FireOrder) => { readonly after: FireOrder; readonly event: AlarmChange },
    requireOver: (tx: Repositories, order: FireOrder) => Promise<void> = async () => undefined,
  ): Promise<FireOrder> =>
    journal.transact(context, async (tx) => {
      const fireId = await tx.fireOrders.fireOf(context.scope, id);
      if (fireId === null) throw notFound();
      let after: FireOrder | null = null;
      const { happened } = await alarmCommands.within(tx, context, {
        id: fireId,
        // The alarm's row is locked first, as by every act on a fire.
        decide: async () => {
          const before = await tx.fireOrders.lockForUpdate(context.scope, id);
          if (before === null) throw notFound();
          await requireOver(tx, before);
          const decided = decide(before);
          after = decided.after;
          await tx.fireOrders.save(after);
          return ok(decided.event);
        },
      });
      if (after === null) throw new Error('an order was changed and is not there');
      return { value: after, happened };
    });

  /** An order can be withdrawn only by its author, or by an officer of a higher grid. */
  const mayWithdraw = (context: Context) => async (tx: Repositories, order: FireOrder) => {
    const issued = await tx.fireOrders.issuedBy(order.id);
    requireWhole(context, { about: [], decided: issued === null ? [] : [issued] }, grids().nameOf);
  };

  return {
    async orderList({ scope }, { query: { fireId } }) {
      if (!(await store.alarms.find(scope, fireId))) throw notFound();
      return { rows: await store.fireOrders.ofFire(scope, fireId, { limit: MOST_ORDERS }) };
    },

    issueOrder: (context, { body }) =>
      journal.transact(context, async (tx) => {
        const { fullName: issuedBy, gridNo } = accountOf(context);
        const dueAt = body.dueAt ?? null;
        if (dueAt !== null && dueAt <= context.now) throw invalid('dueAt', 'order-due-past');
        const order: FireOrder = {
          id: randomUUID(),
          fireId: body.fireId,
          receivers: await receiversOf(tx, context.scope, body.receivers),
          content: body.content.trim(),
          dueAt,
          issuedBy,
          issuedAt: context.now,
          withdrawal: null,
        };
        const { happened } = await alarmCommands.within(tx, context, {
          id: order.fireId,
          decide: async ({ response }) => {
            if (response.stage !== 'in-progress') throw refused('order-fire-over');
            await tx.fireOrders.create(order, gridNo);
            const receivers = order.receivers.map(({ name }) => name);
            const payload = { orderId: order.id, content: order.content, receivers, due: dueAt && formatTime(dueAt) };
            return ok({ kind: 'alarm.ordered', payload });
          },
        });
        return { value: order, happened };
      }),

    receiveOrder: (context, { body: { id, receiverId, isOnBehalf, note: said } }) =>
      change(context, id, (order) => {
        const note = said?.trim() || null;
        const receipt = { at: context.now, by: accountOf(context).fullName, isOnBehalf, note };
        const received = receiveOrder(order, receiverId, receipt);
        const receiver = order.receivers.find((one) => one.id === receiverId);
        if (received.ok) {
          const payload = { orderId: id, content: order.content, receiver: receiver?.name ?? '', isOnBehalf, note };
          return { after: received.value, event: { kind: 'alarm.order-received', payload } };
        }
        if (received.error === 'no-receiver') throw invalid('receiverId', 'order-no-receiver');
        if (received.error === 'withdrawn') throw alreadyWithdrawn(order);
        throw conflict(order, 'order-received', { by: receiver?.receipt?.by ?? '' });
      }),

    withdrawOrder: (context, { body: { id, reason: said } }) =>
      change(
        context,
        id,
        (order) => {
          const reason = said.trim();
          const withdrawn = withdrawOrder(order, { at: context.now, by: accountOf(context).fullName, reason });
          if (!withdrawn.ok) throw alreadyWithdrawn(order);
          return {
            after: withdrawn.value,
            event: { kind: 'alarm.order-withdrawn', payload: { orderId: id, content: order.content, reason } },
          };
        },
        mayWithdraw(context),
      ),
  };
}

const alreadyWithdrawn = (order: FireOrder) => conflict(order, 'order-withdrawn', { by: order.withdrawal?.by ?? '' });

type Given = Received<OrderCalls['issueOrder']>['body']['receivers'];

/**
 * The receivers as stored; a ranger by the name of the account.
 * @throws Refusal 422 naming a receiver that is named twice, or a ranger whose account is missing, disabled, or not that of a ranger
 */
async function receiversOf(tx: Repositories, scope: GridNo, given: Given): Promise<OrderReceiver[]> {
  const ids = given.flatMap(({ userId }) => userId ?? []);
  const { list } = await tx.accounts.list(scope, { ids }, { limit: Math.max(1, ids.length) });
  const accounts = new Map(list.map((account) => [account.id, account]));
  const faults: FieldFault[] = [];
  const named = given.map(({ kind, name, userId = null }, index): OrderReceiver => {
    const path = `receivers.${index}.${userId === null ? 'name' : 'userId'}`;
    const account = userId === null ? undefined : accounts.get(userId);
    if (userId !== null && !account) faults.push(fieldFault(path, 'no-such-ranger', { id: userId }));
    if (account && !account.enabled) faults.push(fieldFault(path, 'account-disabled', { fullName: account.fullName }));
    return { id: randomUUID(), kind, name: account?.fullName ?? name.trim(), userId, receipt: null };
  });
  const twice = named.findIndex((one, index) =>
    named.some((other, at) => at < index && other.name === one.name && other.userId === one.userId),
  );
  if (twice >= 0) faults.push(fieldFault(`receivers.${twice}.name`, 'order-receiver-twice'));
  refuseFaults(faults);
  return named;
}
