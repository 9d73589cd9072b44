// The persons whom a duty list reaches when a fire arrives. This is shown in advance, so that nobody relies on a list that reaches no one.

import type { GridNo } from '@lookout/domain';
import type { Room } from '@lookout/server/services/open.ts';
import type { Repositories } from '../../store.ts';
import { type DutyReach, dutyReach, type NotificationPolicy } from '../notification.ts';
import { channelsOf } from './fire-notifications.ts';

/** @param policy the policy in force at the grid */
export async function reachOf(
  tx: Pick<Repositories, 'notificationSettings'>,
  { outbox, config }: Pick<Room, 'outbox' | 'config'>,
  gridNo: GridNo,
  policy: NotificationPolicy,
): Promise<DutyReach> {
  const list = await tx.notificationSettings.dutyLists([gridNo]);
  const browsers = await tx.notificationSettings.subscriptionsOf(list.map(({ accountId }) => accountId));
  const hasBrowser = new Set(browsers.map(({ accountId }) => accountId));
  const channels = list.map((one) => channelsOf(one, policy).filter(([channel]) => channel !== 'push' || hasBrowser.has(one.accountId)));
  const reach = dutyReach(channels, (channel) => outbox.isSetUp[channel]);
  return config.notifications ? reach : { ...reach, reached: 0, from: null, gap: 'switched-off' };
}
