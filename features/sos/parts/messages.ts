// Messages of 求救 (SOS), for the desk and for the ranger's page, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { SosOutcome, SosState } from '../sos.ts';

const states: Readonly<Record<SosState, string>> = { raised: '待接手', taken: '已接手', cancelled: '已取消', closed: '已结束' };
const outcomes: Readonly<Record<SosOutcome, string>> = {
  rescued: '已获救',
  safe: '自行脱险',
  'handed-over': '已移交公安、消防或医疗',
  'false-alarm': '误报',
  other: '其他',
};

const ageZh = (minutes: number) =>
  minutes < 1 ? '刚刚' : minutes < 60 ? `${minutes} 分钟前` : `${Math.floor(minutes / 60)} 小时${minutes % 60} 分钟前`;

export const sosZh = {
  sos: '求救',
  states,
  outcomes,
  /** The age of a position. */
  age: ageZh,
  noPlace: '位置不明',
  accuracy: (metres: number) => `误差约 ${Math.round(metres)} 米`,
  takenBy: (by: string, time: string) => `${by} ${time} 已接手`,
};

export type SosMessages = typeof sosZh;

const ageEn = (minutes: number) =>
  minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;

export const sosEn: SosMessages = {
  sos: 'SOS',
  states: { raised: 'Not taken', taken: 'Taken', cancelled: 'Called off', closed: 'Closed' },
  outcomes: {
    rescued: 'Rescued',
    safe: 'Got out of danger himself',
    'handed-over': 'Handed over to police, fire brigade or doctors',
    'false-alarm': 'False alarm',
    other: 'Other',
  },
  age: ageEn,
  noPlace: 'Position unknown',
  accuracy: (metres) => `within about ${Math.round(metres)} m`,
  takenBy: (by, time) => `${by} took it at ${time}`,
};

export const useSosMessages = messagesIn<SosMessages>({ zh: sosZh, en: sosEn });
