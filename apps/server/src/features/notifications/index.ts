// Told once (通知): who chose it is told of a fire by short message, browser, e-mail or webhook, once for each level that it comes to; those on duty again until
// somebody answers; and all of it is on record.
import { type Contract, errorMessage, formatTime, type Language, parseErrorText } from '@lookout/contract';
import { type GridNo, maskedAddress } from '@lookout/domain';
import type { Notification } from '@lookout/store';
import { createStoredSecrets } from '../../access/stored-secrets.ts';
import { invalid } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import type { Handlers } from '../../serve/context.ts';
import type { Room } from '../../services/open.ts';
import { createChannels } from './channels.ts';
import { runOutbox } from './outbox.ts';
import { createOutside } from './outside.ts';
import { settingHandlers } from './settings.ts';
import { runTelling } from './telling.ts';
import { createVapid } from './vapid.ts';
import { webhookHandlers } from './webhooks.ts';

export const notifications: ServerFeature<'notifications'> = {
  open(room) {
    const { store, clock, log, config, waits } = room;
    const secrets = createStoredSecrets(room.keys);
    const vapid = createVapid(store, secrets);
    const gone = async (endpoint: string): Promise<void> => {
      await store.notificationSettings.unsubscribe(endpoint, null);
    };
    const channels = createChannels({ config, secrets, outside: createOutside({ hosts: config.notifyHosts }), vapid, gone, clock });
    const calls = {
      ...settingHandlers({ ...room, channels, vapid }),
      ...webhookHandlers({ ...room, channels, secrets }),
      ...recordHandlers(room),
    };
    if (!config.notifications) return { calls };
    const outbox = runOutbox({ store, channels, clock, log, everyMs: waits.notificationsEveryMs });
    return { calls, jobs: [outbox, runTelling(room, channels, () => outbox.wake())] };
  },
};

function recordHandlers({ store, grids }: Pick<Room, 'store' | 'grids'>): Pick<Handlers<Contract['notifications']>, 'notificationPage'> {
  const nameOf = (gridNo: GridNo): string => grids().nameOf(gridNo) ?? gridNo;
  return {
    async notificationPage({ scope, language }, { body: { channel, state, alarmId, beginTime, endTime, pageNo, pageSize } }) {
      if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
      const fire = alarmId == null ? undefined : await store.dueReports.alarmsOfFire(scope, alarmId);
      const filters = {
        channel: channel ?? undefined,
        state: state ?? undefined,
        // A fire that was joined to another one was told under its former name too.
        alarmIds: fire && [...new Set(fire.flatMap(({ alarm, fireId }) => [alarm.id, fireId]))],
        begin: beginTime ?? undefined,
        end: endTime ?? undefined,
      };
      const { total, list } = await store.notifications.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((message) => write(message, nameOf, language)) };
    },
  };
}

function write(message: Notification, nameOf: (gridNo: GridNo) => string, language: Language) {
  const error = message.reason === null ? null : parseErrorText(message.reason);
  return {
    id: message.id,
    kind: message.kind,
    alarmId: message.alarmId,
    gridNo: message.gridNo,
    gridName: nameOf(message.gridNo),
    receiver: message.receiver,
    channel: message.channel,
    address: message.address && maskedAddress(message.address),
    stage: message.stage,
    repeat: message.repeat,
    isDuty: message.isDuty,
    title: message.title,
    content: message.content,
    state: message.state,
    attempts: message.attempts,
    reason: error === null ? null : errorMessage(error, language),
    createTime: formatTime(message.createdAt),
    nextTime: message.nextAttemptAt && formatTime(message.nextAttemptAt),
    settleTime: message.settledAt && formatTime(message.settledAt),
  };
}
