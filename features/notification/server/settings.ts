// Each officer's notification settings (通知设置), the browsers subscribed to push messages, and the policy of duty lists.

import { formatTime, type Received } from '@lookout/contract';
import { covers, type GridNo, nearestOf } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import {
  maskedAddress,
  NO_NOTIFICATIONS,
  type NotificationChoice,
  PERSONAL_CHANNELS,
  type PersonalChannel,
  USUAL_POLICY,
} from '../notification.ts';
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
  const nameOf = (gridNo: GridNo): string => grids().nameOf(gridNo) ?? gridNo;

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

  const policyOf = async (tx: Pick<Repositories, 'notificationSettings'>, gridNo: GridNo) => {
    const found = nearestOf(await tx.notificationSettings.policies([gridNo]), gridNo);
    const { dutyLevel, repeatMinutes, repeats } = found ?? USUAL_POLICY;
    const reach = await reachOf(tx, room, gridNo, { dutyLevel, repeatMinutes, repeats });
    return {
      gridNo,
      gridName: nameOf(gridNo),
      dutyLevel,
      repeatMinutes,
      repeats,
      fromGridName: found && nameOf(found.gridNo),
      changeUser: found?.changedBy ?? null,
      changeTime: found && formatTime(found.changedAt),
      reach,
    };
  };

  return {
    async notificationChoice(context) {
      const { accountId } = accountOf(context);
      const [kept, account, browsers, pushKey] = await Promise.all([
        store.notificationSettings.choice(accountId),
        store.accounts.findOwn(accountId),
        store.notificationSettings.subscriptionsOf([accountId]),
        outbox.pushKey(),
      ]);
      if (account === null) throw notFound();
      const {
        channels: chosen,
        email,
        grids: heard,
        quiet,
        tellsEnd,
        language,
      } = kept ?? { ...NO_NOTIFICATIONS, language: context.language };
      const phone = phoneOf(account);
      return {
        channels: { sms: chosen.sms ?? null, push: chosen.push ?? null, email: chosen.email ?? null },
        email,
        grids: heard.map((gridNo) => ({ gridNo, gridName: nameOf(gridNo) })),
        quiet: quiet && { begin: timeOf(quiet.begin), end: timeOf(quiet.end), except: quiet.except },
        tellsEnd,
        language,
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
      if (body.channels.email !== null && body.email == null) throw invalid('email', 'notification-email-needed');
      const account = await store.accounts.findOwn(accountId);
      if (body.channels.sms !== null && (account === null || phoneOf(account) === null))
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

const choiceOf = ({
  channels,
  email,
  grids,
  quiet,
  tellsEnd,
  language,
}: Received<Calls['chooseNotifications']>['body']): NotificationChoice => ({
  channels: Object.fromEntries(
    PERSONAL_CHANNELS.flatMap((channel: PersonalChannel) => (channels[channel] === null ? [] : [[channel, channels[channel]]])),
  ),
  email: email ?? null,
  grids: [...new Set(grids)],
  quiet: quiet == null ? null : { begin: minuteOf(quiet.begin), end: minuteOf(quiet.end), except: quiet.except },
  tellsEnd,
  language,
});

const MINUTES = 60;

/** `07:30` → 450. */
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * MINUTES + Number(time.slice(3, 5));

const timeOf = (minute: number): string =>
  [Math.floor(minute / MINUTES), minute % MINUTES].map((part) => String(part).padStart(2, '0')).join(':');
