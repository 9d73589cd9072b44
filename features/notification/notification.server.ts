// Notifications (通知): users who chose it are notified of a fire by short message, browser, e-mail or webhook, once for each level that it
// reaches. Those on duty are notified again until the fire is handled. Everything is recorded.

import { type Language, parseErrorText } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { invalid } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { errorMessage } from '../errors.ts';
import { maskedAddress, type RecordedNotification } from './notification.ts';
import type { Notification } from './notifications.store.ts';
import { noticeHandlers } from './server/notices.ts';
import { runNotifying } from './server/notifier.ts';
import { settingHandlers } from './server/settings.ts';
import { webhookHandlers } from './server/webhooks.ts';

export const notification: ServerFeature<'notification'> = {
  open(room) {
    const calls = { ...settingHandlers(room), ...webhookHandlers(room), ...recordHandlers(room), ...noticeHandlers(room) };
    return { calls, jobs: room.config.notifications ? [runNotifying(room)] : [] };
  },
};

function recordHandlers({ store, grids }: Pick<Room, 'store' | 'grids'>): Pick<Handlers<Contract['notification']>, 'notificationPage'> {
  return {
    async notificationPage({ scope, language }, { body: { channel, state, alarmId, beginTime, endTime, pageNo, pageSize } }) {
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const fire = alarmId == null ? undefined : await store.dueReports.alarmsOfFire(scope, alarmId);
      const filters = {
        channel: channel ?? undefined,
        state: state ?? undefined,
        // A fire that was merged into another was notified under its former name too.
        alarmIds: fire && [...new Set(fire.flatMap(({ alarm, fireId }) => [alarm.id, fireId]))],
        begin: beginTime ?? undefined,
        end: endTime ?? undefined,
      };
      const { total, list } = await store.notifications.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      const into = await store.notifications.byIds([...new Set(list.flatMap(({ gatheredInto }) => gatheredInto ?? []))]);
      return { total, pageNo, pageSize, list: list.map((message) => recorded(message, into, grids().nameOf, language)) };
    },
  };
}

function recorded(
  message: Notification,
  gathering: ReadonlyMap<string, Notification>,
  nameOf: (gridNo: GridNo) => string | null,
  language: Language,
): RecordedNotification {
  const { id, kind, alarmId, gridNo, receiver, channel, address, stage, repeat, isDuty, title, content, state, attempts } = message;
  const { createdAt, nextAttemptAt, settledAt } = message;
  const into = gathering.get(message.gatheredInto ?? '');
  const error = message.reason === null ? null : parseErrorText(message.reason);
  return {
    ...withGridName({ id, kind, alarmId, gridNo, receiver, channel, stage, repeat, isDuty, title, content, state, attempts }, nameOf),
    ...{ createdAt, nextAttemptAt, settledAt },
    address: address && maskedAddress(address),
    reason: error === null ? null : errorMessage(error, language),
    gatheredInto: into === undefined ? null : { id: into.id, state: into.state, createdAt: into.createdAt },
  };
}
