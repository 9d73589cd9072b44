// An emergency calls the duty list: everyone of the grid and below who answers alarms, once for each phone.
import { randomUUID } from 'node:crypto';
import { callOutText } from '@lookout/contract';
import type { ModeSetting } from '@lookout/domain';
import type { NewSms, Repositories } from '@lookout/store';
import { accountOf, type Context } from '../../serve/context.ts';
import { phoneOf } from '../../services/sms-gateway.ts';

/** More officers than any province has. */
const MOST_CALLED = 5_000;

interface CallOut {
  readonly setting: ModeSetting;
  readonly gridName: string;
  /** A gateway sends them; else they are only kept. */
  readonly hasGateway: boolean;
}

/** In the transaction of the change, so that each change calls once. */
export async function callOut(tx: Repositories, context: Context, { setting, gridName, hasGateway }: CallOut): Promise<void> {
  const { accountId, fullName } = accountOf(context);
  const { gridNo } = setting;
  const { list } = await tx.accounts.list(gridNo, { enabled: true, right: 'act-on-alarms' }, { limit: MOST_CALLED });
  const names = new Map(list.flatMap((account) => (phoneOf(account) === null ? [] : [[phoneOf(account) as string, account.fullName]])));
  const content = callOutText(setting, gridName);
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
      nextAttemptAt: hasGateway ? context.now : null,
      gridNo,
      createdAt: context.now,
    }),
  );
  await tx.sms.add(messages);
}
