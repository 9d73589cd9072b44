// Messages of the ranger's side of 求救 (SOS), in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

export const ownSosZh = {
  title: '求救',
  button: '求救',
  hold: '按住 3 秒发出求救',
  holding: (seconds: number) => `继续按住 ${seconds} 秒`,
  holdHint: '按住“求救”3 秒才会发出',
  waiting: '求救正在发送',
  waitingHint: '没有信号也会一直重发，直到送达。请留在原处，走到开阔处更容易接通。',
  delivered: (time: string) => `求救已送达 ${time}`,
  deliveredHint: '各级值班席正在响铃，请保持手机开机。',
  taken: (by: string, time: string) => `${by} ${time} 已接手`,
  takenHint: '有人正在处置，请保持手机开机，留意来电。',
  cancelling: '正在取消求救',
  cancelled: '求救已取消',
  closed: (outcome: string, by: string, time: string) => `求救已结束：${outcome}（${by} ${time}）`,
  refused: (why: string) => `求救没有被接收：${why}。请直接打电话求救。`,
  notKept: '求救没有发出，本机也无法保存。请直接打电话求救，或再按一次。',
  place: (text: string, age: string) => `位置 ${text}（${age}）`,
  noPlace: '手机没有位置：值班席只知道是您，不知道在哪里',
  cancel: '取消求救（误触）',
  cancelReason: '为什么取消',
  cancelPreset: '误触',
  cancelSend: '确定取消',
  cancelKeep: '继续求救',
  reasonNeeded: '请说明为什么取消',
  dismiss: '知道了',
  call: '拨打 119',
};

export type OwnSosMessages = typeof ownSosZh;

export const ownSosEn: OwnSosMessages = {
  title: 'SOS',
  button: 'Help',
  hold: 'Hold for 3 seconds to send an SOS',
  holding: (seconds) => `Hold for ${seconds} more`,
  holdHint: 'Hold “SOS” for 3 seconds to send it',
  waiting: 'The SOS is on its way',
  waitingHint: 'It is sent again and again until it arrives, also without signal now. Stay where you are; open ground has better signal.',
  delivered: (time) => `The SOS arrived at ${time}`,
  deliveredHint: 'Every desk above you is ringing. Keep the phone on.',
  taken: (by, time) => `${by} took it at ${time}`,
  takenHint: 'Somebody is seeing to it. Keep the phone on and answer calls.',
  cancelling: 'Calling the SOS off',
  cancelled: 'The SOS was called off',
  closed: (outcome, by, time) => `The SOS is over: ${outcome} (${by} ${time})`,
  refused: (why) => `The SOS was not taken: ${why}. Please call for help by phone.`,
  notKept: 'The SOS was not sent, and this phone cannot keep it. Please call for help by phone, or press again.',
  place: (text, age) => `Position ${text} (${age})`,
  noPlace: 'The phone has no position: the desks know that it is you, but not where',
  cancel: 'Call it off (pressed by mistake)',
  cancelReason: 'Why is it called off',
  cancelPreset: 'Pressed by mistake',
  cancelSend: 'Call it off',
  cancelKeep: 'Keep the SOS',
  reasonNeeded: 'Please say why',
  dismiss: 'OK',
  call: 'Call 119',
};

export const useOwnSosMessages = messagesIn<OwnSosMessages>({ zh: ownSosZh, en: ownSosEn });
