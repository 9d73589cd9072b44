// Names of the channels, states and stages of notifications, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { NotificationChannel, NotificationStage, NotificationState } from '../notification.ts';

const channels: Readonly<Record<NotificationChannel, string>> = { sms: '短信', push: '浏览器推送', email: '电子邮件', webhook: '网络回调' };
const states: Readonly<Record<NotificationState, string>> = {
  held: '静默中',
  gathering: '待合并',
  summed: '已汇总',
  waiting: '待发送',
  sent: '已发送',
  delivered: '已送达',
  failed: '发送失败',
  kept: '未配置，仅存',
};
const stages: Readonly<Record<NotificationStage, string>> = {
  unjudged: '待核实',
  dangerous: '高危',
  confirmed: '确认真火',
  response: '启动响应',
  over: '解除',
};

export const notificationTermsZh = { channels, states, stages };

export const notificationTermsEn: typeof notificationTermsZh = {
  channels: { sms: 'SMS', push: 'Browser', email: 'E-mail', webhook: 'Webhook' },
  states: {
    held: 'Quiet hours',
    gathering: 'To be told together',
    summed: 'In a summary',
    waiting: 'Waiting',
    sent: 'Sent',
    delivered: 'Delivered',
    failed: 'Failed',
    kept: 'Not set up: kept',
  },
  stages: { unjudged: 'To verify', dangerous: 'Dangerous', confirmed: 'Confirmed', response: 'Response', over: 'All clear' },
};

export const useNotificationTerms = messagesIn({ zh: notificationTermsZh, en: notificationTermsEn });
