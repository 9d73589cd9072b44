// Each officer's notification settings (通知设置), the browsers subscribed to push messages, and the policy of duty lists.

import type { Received } from '@lookout/contract';
import { covers, type GridNo, nearestOf, withGridName } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import { maskedAddress, NO_NOTIFICATIONS, type NotificationChoice, type PolicyInForce, USUAL_POLICY } from '../notification.ts';
import { isPushKeys } from '../service/outbox/push-keys.ts';
import { phoneOf } from '../service/outbox/sms-gateway.ts';
import { reachOf } from './reach.ts';

type Calls = Contract['notification'];
type SettingCalls = Pick<
  Handlers<Calls>,
  'notificationChoice' | 'chooseNotifications' | 'subscribePush' | 'unsubscribePush' | 'notificationPolicy' | 'saveNotificationPolicy'
>;

/** Maximum number of browsers of one person: office, duty room, phone and some to spare. */
const MOST_BROWSERS = 10;

export function settingHandlers(room: Pick<Room, 'store' | 'grids' | 'outbox' | 'config'>): SettingCalls {
  const { store, grids, outbox } = room;

  /** Changes the notification settings of the caller's own account, with an audit row. */
  const changeOwn = async (context: Context, change: (tx: Repositories, accountId: string) => Promise<void>): Promise<undefined> => {
    const { accountId, gridNo } = accountOf(context);
    context.audit.target('account', accountId, gridNo);
    await store.transaction(async (tx) => {
      await change(tx, accountId);
      await tx.audit.append([context.audit.take()]);
    });
    return undefined;
  };

  const policyOf = async (tx: Pick<Repositories, 'notificationSettings'>, gridNo: GridNo): Promise<PolicyInForce> => {
    const found = nearestOf(await tx.notificationSettings.policies([gridNo]), gridNo);
    const { dutyLevel, repeatMinutes, repeats } = found ?? USUAL_POLICY;
    const policy = { gridNo, dutyLevel, repeatMinutes, repeats };
    return {
      ...withGridName(policy, grids().nameOf),
      fromGridName: found && withGridName(found, grids().nameOf).gridName,
      changedBy: found?.changedBy ?? null,
      changedAt: found?.changedAt ?? null,
      reach: await reachOf(tx, room, gridNo, policy),
    };
  };

  return {
    async notificationChoice(context) {
      const { accountId } = accountOf(context);
      const [stored, account, browsers, pushKey] = await Promise.all([
        store.notificationSettings.choice(accountId),
        store.accounts.findOwn(accountId),
        store.notificationSettings.subscriptionsOf([accountId]),
        outbox.pushKey(),
      ]);
      if (account === null) throw notFound();
      const phone = phoneOf(account);
      return {
        choice: stored ?? { ...NO_NOTIFICATIONS, language: context.language },
        phone: phone && maskedAddress(phone),
        isSent: { sms: outbox.isSetUp.sms, email: outbox.isSetUp.email },
        pushKey,
        browsers: browsers.length,
      };
    },

    async chooseNotifications(context, { body }) {
      const { accountId, gridNo } = accountOf(context);
      const outside = body.grids.findIndex((grid) => !covers(gridNo, grid) || grids().find(grid) === null);
      if (outside >= 0) throw invalid(`grids.${outside}`, 'outside-own-grid');
      if (body.quiet != null && body.quiet.begin === body.quiet.end) throw invalid('quiet.end', 'notification-quiet-equal');
      if (body.channels.email !== undefined && body.email == null) throw invalid('email', 'notification-email-needed');
      const account = await store.accounts.findOwn(accountId);
      if (body.channels.sms !== undefined && (account === null || phoneOf(account) === null))
        throw invalid('channels.sms', 'notification-phone-needed');
      const choice = choiceOf(body);
      context.audit.detail({ channels: choice.channels, grids: choice.grids, quiet: choice.quiet, tellsEnd: choice.tellsEnd });
      return changeOwn(context, (tx) => tx.notificationSettings.saveChoice(accountId, choice, context.now));
    },

    subscribePush: async (context, { body: { endpoint, keys } }) => {
      if (!isPushKeys(keys)) throw invalid('keys', 'push-keys-format');
      return changeOwn(context, (tx, accountId) =>
        tx.notificationSettings.subscribe({ accountId, endpoint, ...keys, site: siteOf(context) }, MOST_BROWSERS, context.now),
      );
    },

    unsubscribePush: (context, { body: { endpoint } }) =>
      changeOwn(context, async (tx, accountId) => {
        await tx.notificationSettings.unsubscribe(endpoint, accountId);
      }),

    notificationPolicy: ({ scope }) => policyOf(store, scope),

    async saveNotificationPolicy(context, { body: { dutyLevel, repeatMinutes, repeats } }) {
      const { scope: gridNo, now } = context;
      const changedBy = accountOf(context).fullName;
      context.audit.target('notification-policy', gridNo, gridNo);
      context.audit.detail({ dutyLevel, repeatMinutes, repeats });
      return store.transaction(async (tx) => {
        await tx.notificationSettings.savePolicy({ gridNo, dutyLevel, repeatMinutes, repeats, changedBy, changedAt: now });
        await tx.audit.append([context.audit.take()]);
        return policyOf(tx, gridNo);
      });
    },
  };
}

const siteOf = ({ site }: Pick<Context, 'site'>): string | null => (site.startsWith('https:') ? site : null);

const choiceOf = (body: Received<Calls['chooseNotifications']>['body']): NotificationChoice => ({
  ...body,
  email: body.email ?? null,
  grids: [...new Set(body.grids)],
  quiet: body.quiet ?? null,
});
