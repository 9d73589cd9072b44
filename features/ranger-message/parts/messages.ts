// Messages of 消息 between desks and rangers, for the desk, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';
import type { AgeMessages } from '@lookout/web/shared/time-text.ts';

export const rangerMessageZh = {
  title: '消息',
  none: '还没有消息。选一起火，给他写一条；他的手机联网后收到。',
  failed: '消息没有取到',
  to: '发给他',
  /** 已发: stored on the server; 已读: read by the other side. */
  sent: '已发',
  readBy: (by: string, time: string) => `${by} ${time} 已读`,
  unread: '未读',
  fire: '火情',
  chooseFire: '就哪起火',
  noFires: '没有在燃火情，也没有往来过的火情',
  content: '消息内容',
  placeholder: '写给护林员，最多 200 个字',
  needContent: '请填写消息内容',
  needFire: '请选择火情',
  send: '发消息',
  sending: '正在发送…',
  done: '发送成功',
  notSent: (why: string) => `没有发送成功，填写的内容仍保留：${why}`,
  noAnswer: '服务器没有应答，填写的内容仍保留；再发一次不会重复',
  ready: '常用语',
  age: {
    now: '刚刚',
    minutes: (n: number) => `${n}分钟前`,
    hours: (n: number) => `${n}小时前`,
    days: (n: number) => `${n}天前`,
  } satisfies AgeMessages,
  badge: (n: number) => `护林员消息 ${n}`,
  badgeTitle: '护林员发来的未读消息',
  allRead: '没有未读的消息',
  reply: '回复',
  markRead: '已读',
  story: '火情经过',
};

export type RangerMessageTexts = typeof rangerMessageZh;

export const rangerMessageEn: RangerMessageTexts = {
  title: 'Messages',
  none: 'No message yet. Choose a fire and write one; he gets it when his phone has a line.',
  failed: 'The messages could not be loaded',
  to: 'to him',
  sent: 'sent',
  readBy: (by, time) => `read by ${by} ${time}`,
  unread: 'not read',
  fire: 'Fire',
  chooseFire: 'About which fire',
  noFires: 'No fire in progress, and none written about before',
  content: 'Message',
  placeholder: 'To the ranger, at most 200 characters',
  needContent: 'Please write a message',
  needFire: 'Please choose a fire',
  send: 'Send',
  sending: 'Sending…',
  done: 'Sent',
  notSent: (why) => `Not sent; what you wrote is still here: ${why}`,
  noAnswer: 'The server did not answer; what you wrote is still here, and sending again does not double it',
  ready: 'Ready texts',
  age: {
    now: 'just now',
    minutes: (n) => `${n} min ago`,
    hours: (n) => `${n} h ago`,
    days: (n) => `${n} d ago`,
  },
  badge: (n) => `Rangers: ${n}`,
  badgeTitle: 'Unread messages from rangers',
  allRead: 'Nothing unread',
  reply: 'Reply',
  markRead: 'Read',
  story: 'Story of the fire',
};

export const useRangerMessageTexts = messagesIn<RangerMessageTexts>({ zh: rangerMessageZh, en: rangerMessageEn });
