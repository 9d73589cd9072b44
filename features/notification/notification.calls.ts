// Notifications (通知): each officer's choice for SMS, browser and e-mail, the policy of duty lists, webhooks, and the record of sent
// messages.

import { errorCode, gridNo, id, numeric, paging, requiredText, row, schemaOf, text, time, timeWindow } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import type { AgingOfDesks } from '../alarm/alarm-age.ts';
import {
  type AlarmNotices,
  type CreatedWebhook,
  DUTY_GAPS,
  type DutyReach,
  MOST_CHOSEN_GRIDS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_LEVELS,
  NOTIFICATION_STAGES,
  NOTIFICATION_STATES,
  type OwnNotifications,
  PERSONAL_CHANNELS,
  type PolicyInForce,
  REPEAT_BOUNDS,
  type RecordedNotification,
  type Webhook,
} from './notification.ts';

const own = { permission: { anyOf: ['watch-alarms'] }, scope: 'none' } as const;
const administers = { permission: { anyOf: ['administer-users'] } } as const;

const level = z.enum(NOTIFICATION_LEVELS);
const notTimeOfDay = errorCode('notification-time-format');
/** Minutes of the day in Beijing time. */
const minuteOfDay = z.number(notTimeOfDay).int(notTimeOfDay).min(0, notTimeOfDay).max(1_439, notTimeOfDay);
const version = numeric(z.number().int().min(1));

const email = text(200)
  .transform((s) => s.trim())
  .pipe(z.email(errorCode('notification-email-format')));

const chosen = {
  channels: z.partialRecord(z.enum(PERSONAL_CHANNELS), level).meta({ maxProperties: PERSONAL_CHANNELS.length }),
  tellsEnd: z.boolean(),
  language: z.enum(['zh', 'en']),
};

const ownNotifications = schemaOf<OwnNotifications>()(
  z.object({
    choice: z.object({
      ...chosen,
      email: z.string().nullable(),
      grids: z.array(gridNo),
      quiet: z.object({ begin: z.number(), end: z.number(), except: level.nullable() }).nullable(),
    }),
    phone: z.string().nullable(),
    isSent: z.object({ sms: z.boolean(), email: z.boolean() }),
    pushKey: z.string(),
    browsers: z.number(),
  }),
);

const dutyReach = schemaOf<DutyReach>()(
  z.object({ onList: z.number(), reached: z.number(), from: level.nullable(), gap: z.enum(DUTY_GAPS).nullable() }),
);

const policy = schemaOf<PolicyInForce>()(
  z.object({
    gridNo,
    gridName: z.string(),
    dutyLevel: level.nullable(),
    repeatMinutes: z.number(),
    repeats: z.number(),
    fromGridName: z.string().nullable(),
    changedBy: z.string().nullable(),
    changedAt: time.nullable(),
    reach: dutyReach,
  }),
);

const webhookFields = z.object({
  id: z.uuid(),
  gridNo,
  gridName: z.string(),
  name: z.string(),
  url: z.string(),
  least: level,
  enabled: z.boolean(),
  version: z.number(),
  createdBy: z.string(),
  createdAt: time,
  changedBy: z.string(),
  changedAt: time,
});
const webhook = schemaOf<Named<Webhook>>()(webhookFields);

const url = text(500, errorCode('webhook-url-format'))
  .transform((s) => s.trim())
  .refine(isWebAddress, errorCode('webhook-url-format'));

function isWebAddress(given: string): boolean {
  const address = URL.parse(given);
  return address !== null && /^https?:$/.test(address.protocol) && address.username + address.password + address.hash === '';
}

const webhookDraft = { name: requiredText(64, errorCode('webhook-name-needed')), url, least: level, enabled: z.boolean().default(true) };

const notificationFields = z.object({
  id: z.uuid(),
  kind: z.enum(NOTIFICATION_KINDS),
  alarmId: z.uuid().nullable(),
  gridNo,
  gridName: z.string(),
  receiver: z.string(),
  channel: z.enum(NOTIFICATION_CHANNELS),
  address: z.string().nullable(),
  stage: z.enum(NOTIFICATION_STAGES).nullable(),
  repeat: z.number(),
  isDuty: z.boolean(),
  title: z.string(),
  content: z.string(),
  state: z.enum(NOTIFICATION_STATES),
  attempts: z.number(),
  reason: z.string().nullable(),
  createdAt: time,
  nextAttemptAt: time.nullable(),
  settledAt: time.nullable(),
  gatheredInto: z.object({ id: z.uuid(), state: z.enum(NOTIFICATION_STATES), createdAt: time }).nullable(),
});
const notification = schemaOf<RecordedNotification>()(notificationFields);

const aging = schemaOf<AgingOfDesks>()(
  z.object({
    policies: z.array(z.object({ gridNo, repeatMinutes: z.number(), repeats: z.number() })),
    desks: z.array(z.object({ gridNo, fullName: z.string() })),
  }),
);

const notice = notificationFields.pick({
  id: true,
  receiver: true,
  channel: true,
  stage: true,
  repeat: true,
  isDuty: true,
  state: true,
  reason: true,
  createdAt: true,
  settledAt: true,
});
const alarmNotices = schemaOf<AlarmNotices>()(
  z.object({
    owner: z.object({
      kind: z.enum(['acknowledged', 'duty', 'nobody']),
      fullName: z.string().nullable(),
      gridName: z.string(),
      since: time.nullable(),
    }),
    told: z.array(notice),
    toldCount: z.number(),
    next: z.object({ gridNo, gridName: z.string(), number: z.number(), at: time }).nullable(),
    reach: dutyReach,
  }),
);

const key = (least: number, most: number) =>
  text(most, errorCode('push-keys-format'))
    .min(least, errorCode('push-keys-format'))
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, errorCode('push-keys-format'));

const endpoint = text(1_000, errorCode('push-endpoint-format')).refine(isWebAddress, errorCode('push-endpoint-format'));

export const notificationCalls = {
  notificationChoice: row({
    ...own,
    method: 'GET',
    path: '/auth/api/auth/user/notifications',
    summary: '本人的通知设置',
    envelope: 'data',
    effect: 'read',
    reply: ownNotifications,
  }),
  chooseNotifications: row({
    ...own,
    method: 'PUT',
    path: '/auth/api/auth/user/notifications',
    summary: '保存本人的通知设置：各渠道的最低级别、网格（不填为本网格）、静默时段、解除通知与语言',
    envelope: 'message',
    effect: 'write',
    act: 'choose-notifications',
    input: z.object({
      ...chosen,
      email: email.nullish(),
      grids: z
        .array(gridNo)
        .max(MOST_CHOSEN_GRIDS, errorCode('items-at-most', { most: MOST_CHOSEN_GRIDS }))
        .default([]),
      quiet: z.object({ begin: minuteOfDay, end: minuteOfDay, except: level.nullable() }).nullish(),
    }),
    reply: z.null(),
  }),
  subscribePush: row({
    ...own,
    method: 'POST',
    path: '/auth/api/auth/user/notifications/push',
    summary: '在本浏览器接收推送：PushSubscription 的地址与密钥',
    envelope: 'message',
    effect: 'write',
    act: 'subscribe-push',
    input: z.object({ endpoint, keys: z.object({ p256dh: key(80, 100), auth: key(20, 30) }) }),
    reply: z.null(),
  }),
  unsubscribePush: row({
    ...own,
    method: 'POST',
    path: '/auth/api/auth/user/notifications/push/remove',
    summary: '本浏览器不再接收推送',
    envelope: 'message',
    effect: 'write',
    act: 'unsubscribe-push',
    input: z.object({ endpoint }),
    reply: z.null(),
  }),
  notificationPolicy: row({
    ...administers,
    method: 'GET',
    path: '/fire/api/notification/policy',
    summary: '值班名单的通知策略：本网格的，没有时为上级的',
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: policy,
  }),
  saveNotificationPolicy: row({
    ...administers,
    method: 'PUT',
    path: '/fire/api/notification/policy',
    summary: '设置值班名单的通知策略：从哪一级起短信通知名单上的每个人（null 为不通知），无人签收时的提醒间隔（分钟）与次数',
    scope: 'list',
    envelope: 'data',
    effect: 'write',
    act: 'save-notification-policy',
    verified: true,
    input: z.object({
      gridNo: gridNo.nullish(),
      dutyLevel: level.nullable(),
      repeatMinutes: numeric(z.number().int().min(REPEAT_BOUNDS.leastMinutes).max(REPEAT_BOUNDS.mostMinutes)),
      repeats: numeric(z.number().int().min(0).max(REPEAT_BOUNDS.mostRepeats)),
    }),
    reply: policy,
  }),
  webhookPage: row({
    ...administers,
    method: 'POST',
    path: '/fire/api/notification/webhook/page',
    summary: '网络回调（分页）',
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...paging, gridNo: gridNo.nullish() }),
    reply: webhook,
  }),
  createWebhook: row({
    ...administers,
    method: 'POST',
    path: '/fire/api/notification/webhook',
    summary: '新建网络回调：每起火情到达所选级别及解除时 POST 一次，按 Standard Webhooks 签名；secret 只在此答复中出现一次',
    scope: 'position',
    envelope: 'data',
    effect: 'write',
    act: 'create-webhook',
    verified: true,
    input: z.object({ ...webhookDraft, gridNo }),
    reply: schemaOf<CreatedWebhook>()(webhookFields.extend({ secret: z.string() })),
  }),
  updateWebhook: row({
    ...administers,
    method: 'PUT',
    path: '/fire/api/notification/webhook/{id}',
    summary: '修改或启停网络回调；version 不是现有版本时为 409，附现有的',
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'update-webhook',
    verified: true,
    params: z.object({ id }),
    input: z.object({ ...webhookDraft, version }),
    reply: webhook,
    current: webhook,
  }),
  deleteWebhook: row({
    ...administers,
    method: 'DELETE',
    path: '/fire/api/notification/webhook/{id}',
    summary: '删除网络回调',
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    authority: 'own',
    act: 'delete-webhook',
    verified: true,
    params: z.object({ id }),
    reply: z.null(),
  }),
  testWebhook: row({
    ...administers,
    method: 'POST',
    path: '/fire/api/notification/webhook/{id}/test',
    summary: '试发一条签名的测试消息；reason 为 null 时对方已收下',
    scope: 'object',
    envelope: 'data',
    effect: 'write',
    authority: 'own',
    act: 'test-webhook',
    params: z.object({ id }),
    reply: z.object({ reason: z.string().nullable() }),
  }),
  aging: row({
    method: 'GET',
    path: '/fire/api/notification/aging',
    summary: '未接警火警按什么时间升级显示：本网格与下级的提醒间隔和次数，以及各席位现在由谁值班',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: aging,
  }),
  alarmNotices: row({
    method: 'GET',
    path: '/fire/api/notification/alarm',
    summary: '一起火警的通知与督办：由谁负责、何时经哪个渠道通知了谁、是否送达，下一次提醒在何时、提醒哪个席位',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'object',
    envelope: 'data',
    effect: 'read',
    weight: 3,
    query: z.object({ id }),
    reply: alarmNotices,
  }),
  notificationPage: row({
    method: 'POST',
    path: '/fire/api/notification/page',
    summary: '通知记录（分页），新的在前：谁因哪起火情经哪个渠道被通知，何时送出或为何没有',
    permission: { anyOf: ['act-on-alarms', 'administer-users'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({
      gridNo: gridNo.nullish(),
      channel: z.enum(NOTIFICATION_CHANNELS).nullish(),
      state: z.enum(NOTIFICATION_STATES).nullish(),
      /** An alarm of the fire. */
      alarmId: id.nullish(),
      ...timeWindow,
      ...paging,
    }),
    reply: notification,
  }),
};
