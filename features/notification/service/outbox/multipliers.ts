// Lists where one action or event creates many messages, and the budget that limits them. A module that adds messages to the outbox and is
// missing here fails multipliers.test.ts. Live messages are not listed: each event has one for each grid above it, and the rate of calls
// limits the events.
import type { DailyBudget } from '@lookout/contract';
import { MOST_SOS_CALLS, SOS_CALL_AGAIN_MS } from '../../../sos/sos.ts';
import type { Repositories } from '../../../store.ts';
import { beijingDay } from '../../../task/patrol.ts';
import { MESSAGE_FLOOD } from '../../notification-flood.ts';

/**
 * How often an officer may call a duty list on one Beijing day. The action itself is never refused because of this limit: the desks receive
 * it at once in any case.
 */
export const CALL_OUTS_A_DAY = 30;

/**
 * Takes one call from the officer's budget, in the transaction of the action. A program has no budget, and calls once for each detection.
 */
export async function mayCallMany(
  { dailyBudgets }: Pick<Repositories, 'dailyBudgets'>,
  accountId: string | null,
  now: Date,
): Promise<boolean> {
  if (accountId === null) return true;
  return dailyBudgets.take({ day: beijingDay(now), budget: 'call-outs', accountId }, 1, CALL_OUTS_A_DAY);
}

type Budget =
  /** The daily budget of an account, counted by the messages of each call (`daily` of the row). */
  | { readonly kind: 'daily'; readonly row: string; readonly budget: DailyBudget }
  | { readonly kind: 'call-outs'; readonly mostADay: number }
  | { readonly kind: 'sos'; readonly againAfterMs: number; readonly most: number }
  /** Sent singly up to `singles` within `windowMinutes`, then combined. */
  | { readonly kind: 'flood'; readonly singles: number; readonly windowMinutes: number }
  /** Once for each of these objects, which no caller can repeat. */
  | { readonly kind: 'once'; readonly per: string }
  /** One call, one message. */
  | { readonly kind: 'one' };

export const MULTIPLIERS: Readonly<Record<string, Budget>> = {
  'features/operating-mode/operating-mode.server.ts': { kind: 'call-outs', mostADay: CALL_OUTS_A_DAY },
  'features/notification/server/notifier.ts': { kind: 'flood', ...MESSAGE_FLOOD },
  'features/notification/server/webhooks.ts': { kind: 'one' },
  'features/plan/server/runs.ts': { kind: 'call-outs', mostADay: CALL_OUTS_A_DAY },
  'features/reporting/server/clock.ts': { kind: 'once', per: 'a report that is late or unread' },
  'features/safety/server/watch.ts': { kind: 'once', per: 'a person who comes into danger' },
  'features/sms/server/submit.ts': { kind: 'daily', row: 'smsSubmit', budget: 'messages' },
  'features/sos/sos.server.ts': { kind: 'sos', againAfterMs: SOS_CALL_AGAIN_MS, most: MOST_SOS_CALLS },
  'features/notification/service/call-out.ts': { kind: 'call-outs', mostADay: CALL_OUTS_A_DAY },
  'features/hazard/service/watch.ts': { kind: 'once', per: 'a step of the warning of a hazard' },
};
