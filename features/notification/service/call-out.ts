// Calls the duty list of a grid by short message: everyone in the grid and below who handles alarms, once for each phone.
import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type { NewSms } from '../../sms/sms.store.ts';
import type { Repositories } from '../../store.ts';
import { mayCallMany } from './outbox/multipliers.ts';
import { phoneOf } from './outbox/sms-gateway.ts';

/** Above the number of officers in any province. */
const MOST_CALLED = 5_000;

interface CallOut {
  readonly gridNo: GridNo;
  readonly content: string;
  /** The officer or program that calls. */
  readonly caller: { readonly accountId: string | null; readonly fullName: string };
  readonly now: Date;
  /** Only the desks of exactly this grid, not those below. Default: those below too. */
  readonly isOwnDesksOnly?: boolean;
  /** The caller has a separate budget (multipliers.ts). Default: the daily budget of an officer's call-outs. */
  readonly hasOwnBudget?: boolean;
  /** Whether a gateway is configured; otherwise the messages are only stored. */
  readonly hasGateway: boolean;
}

/** Runs in the transaction of the change, so that each change calls once. */
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
