// The duty list of a grid is called by short message: everyone of the grid and below who answers alarms, once for each phone.
import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type { NewSms } from '../../sms/sms.store.ts';
import type { Repositories } from '../../store.ts';
import { mayCallMany } from './outbox/multipliers.ts';
import { phoneOf } from './outbox/sms-gateway.ts';

/** More officers than any province has. */
const MOST_CALLED = 5_000;

interface CallOut {
  readonly gridNo: GridNo;
  readonly content: string;
  /** Who calls. */
  readonly caller: { readonly accountId: string | null; readonly fullName: string };
  readonly now: Date;
  /** Only the desks of this very grid, not those below. Default: those too. */
  readonly isOwnDesksOnly?: boolean;
  /** The caller has a budget of its own (multipliers.ts). Default: that of an officer's call-outs of a day. */
  readonly hasOwnBudget?: boolean;
  /** A gateway sends them; else they are only kept. */
  readonly hasGateway: boolean;
}

/** In the transaction of the change, so that each change calls once. */
export async function callOut(
  tx: Repositories,
  { gridNo, content, caller, now, hasGateway, isOwnDesksOnly = false, hasOwnBudget = false }: CallOut,
): Promise<void> {
  const { accountId, fullName } = caller;
  if (!hasOwnBudget && !(await mayCallMany(tx, accountId, now))) return;
  const { list } = await tx.accounts.list(gridNo, { enabled: true, right: 'act-on-alarms' }, { limit: MOST_CALLED });
  const called = isOwnDesksOnly ? list.filter((account) => account.gridNo === gridNo) : list;
  const names = new Map(called.flatMap((account) => (phoneOf(account) === null ? [] : [[phoneOf(account) as string, account.fullName]])));
  const messages = [...names].map(
    ([phone, receiver]): NewSms => ({
      id: randomUUID(),
      fireId: null,
      fireName: null,
      phone,
      receiver,
      content,
      accountId,
      fullName,
      state: hasGateway ? 'waiting' : 'kept',
      nextAttemptAt: hasGateway ? now : null,
      gridNo,
      createdAt: now,
    }),
  );
  await tx.sms.add(messages);
}
