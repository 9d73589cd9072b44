// In a flood of fires a person is not notified of each separately: what exceeds the limit of `gatherBy` waits, and is combined into one
// message (`together.ts`).

import { MINUTE_MS } from '@lookout/domain';
import type { Repositories } from '../../store.ts';
import { byLevel } from '../notification.ts';
import { burstAfter, gatherBy, MESSAGE_FLOOD, type MessageBurst, NO_BURST } from '../notification-flood.ts';
import type { NewNotification } from '../notifications.store.ts';

/**
 * Returns the messages that are new, highest level first, and marks those that exceed a person's limit as gathering. Messages to webhooks,
 * messages held in quiet hours and messages that are only stored do not count.
 * @param ownMinutesOf the repeat interval; null: not repeated
 */
export async function gatherFlood(
  { notifications }: Pick<Repositories, 'notifications'>,
  messages: readonly NewNotification[],
  ownMinutesOf: (message: NewNotification) => number | null,
  now: Date,
): Promise<NewNotification[]> {
  const leaving = messages.filter(isToPerson);
  const added = await notifications.keysAdded(leaving.map(({ onceKey }) => onceKey));
  const fresh = leaving
    .filter(({ onceKey }) => !added.has(onceKey))
    .toSorted((a, b) => (a.stage === null || b.stage === null ? 0 : byLevel(a.stage, b.stage)));
  const since = new Date(now.getTime() - MESSAGE_FLOOD.windowMinutes * MINUTE_MS);
  const lately = await notifications.bursts([...new Set(fresh.map(({ accountId }) => accountId))], since);
  const bursts = new Map<string, MessageBurst>(lately.map((one) => [keyOf(one), one]));
  const told = fresh.map((message): NewNotification => {
    const burst = bursts.get(keyOf(message)) ?? NO_BURST;
    const by = gatherBy(burst, ownMinutesOf(message), now);
    bursts.set(keyOf(message), burstAfter(burst, by, now));
    return by === null ? message : { ...message, state: 'gathering', nextAttemptAt: by };
  });
  return [...messages.filter((message) => !isToPerson(message)), ...told];
}

type ToPerson = NewNotification & { readonly accountId: string };

const isToPerson = (message: NewNotification): message is ToPerson => message.accountId !== null && message.state === 'waiting';

const keyOf = ({ accountId, channel }: Pick<ToPerson, 'accountId' | 'channel'>): string => `${accountId} ${channel}`;
