// Texts of the ranger's side of 消息, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import { MOST_MESSAGE_CHARACTERS } from '../ranger-message.ts';

export const talkZh = {
  title: '消息',
  none: '还没有消息',
  noneHint: '值班席就火情发来的消息会显示在这里；您上报或被派往的火情，也可以在这里写给值班席。',
  stale: '没有连上服务器，以下消息可能不是最新。',
  states: { waiting: '待发', refused: '没有被接受', sent: '已发', read: '已读' },
  me: '我',
  fire: '就哪起火',
  content: '写给值班席',
  placeholder: '现场情况，或需要什么',
  ready: '常用语',
  count: (of: number) => `${of}/${MOST_MESSAGE_CHARACTERS}`,
  empty: '请填写消息内容',
  tooLong: `消息最多 ${MOST_MESSAGE_CHARACTERS} 个字`,
  send: '发消息',
  retry: '再发',
  discard: '删除',
  queued: '已存在本机，联网后自动发送',
  sent: '已发出',
  notKept: '没有发出，本机也无法保存（存储空间不足？），请稍后再试。',
  fresh: (from: string, content: string) => `${from}：${content}`,
};

export type TalkMessages = typeof talkZh;

export const talkEn: TalkMessages = {
  title: 'Messages',
  none: 'No message yet',
  noneHint: 'What the desk writes about a fire is shown here; about a fire that you reported or were sent to you can write from here.',
  stale: 'The server was not reached; these messages may be old.',
  states: { waiting: 'waiting', refused: 'not taken', sent: 'sent', read: 'read' },
  me: 'me',
  fire: 'About which fire',
  content: 'To the desk',
  placeholder: 'How it looks, or what is needed',
  ready: 'Ready texts',
  count: (of) => `${of}/${MOST_MESSAGE_CHARACTERS}`,
  empty: 'Please write a message',
  tooLong: `At most ${MOST_MESSAGE_CHARACTERS} characters`,
  send: 'Send',
  retry: 'Send again',
  discard: 'Delete',
  queued: 'Kept on this phone; it goes out by itself',
  sent: 'Sent',
  notKept: 'Not sent, and this phone could not keep it (storage full?). Try again later.',
  fresh: (from, content) => `${from}: ${content}`,
};

export const useTalkMessages = messagesIn<TalkMessages>({ zh: talkZh, en: talkEn });
