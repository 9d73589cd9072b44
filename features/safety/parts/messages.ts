// Messages of 人员安全 (safety of people near fires), for officers and for the ranger's page, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import { COMPASS_POINTS } from '@lookout/web/shared/text/compass.ts';
import type { DistanceUnits } from '@lookout/web/shared/text/distance-text.ts';
import type { SafetyLookName } from '../layer/safety-looks.ts';
import type { SafePlaceKind } from '../safety.ts';

type Looks = Readonly<Record<SafetyLookName, string>>;
type Kinds = Readonly<Record<SafePlaceKind, string>>;

const looks: Looks = {
  safe: '余量充足',
  watch: '余量不足 1 小时',
  alarm: '余量不足 30 分钟',
  'too-late': '已来不及',
  'no-way-out': '无路可退',
  'lost-contact': '失联',
};
const kinds: Kinds = { burnt: '已烧过的地方', bare: '没有可燃物的开阔地', water: '水边', clear: '火不会烧到的地方' };
const ageZh = (minutes: number) =>
  minutes < 1 ? '刚刚' : minutes < 60 ? `${minutes} 分钟前` : `${Math.floor(minutes / 60)} 小时${minutes % 60} 分钟前`;
/** A duration; from two hours on in hours and minutes. */
const spanZh = (minutes: number) => (minutes < 120 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`);
const unitsZh: DistanceUnits = { metres: (n) => `${n} 米`, kilometres: (text) => `${text} 公里` };

export const safetyZh = {
  title: '人员安全',
  looks,
  notThreatened: '不受威胁',
  kinds,
  /** States how the arrival time is determined. */
  early: '按较早的一成推演',
  compass: COMPASS_POINTS.zh,
  units: unitsZh,
  age: ageZh,
  span: spanZh,
  fireIn: (minutes: number) => (minutes === 0 ? '火已到达' : `火约 ${spanZh(minutes)}后到达`),
  noFire: '推演内火不到此处',
  escapeTakes: (minutes: number) => `撤离需 ${minutes} 分钟`,
  margin: (minutes: number) => (minutes < 0 ? `晚 ${-minutes} 分钟，来不及` : `余量 ${spanZh(minutes)}`),
  noWay: '推演内没有走得通的撤离路线',
  lost: (age: string) => `失联，最后位置 ${age}`,
  /** Direction and distance to the safe place, and the minutes on foot. */
  way: (point: string, distance: string, kind: string, minutes: number) => `向${point} ${distance}，${kind}，步行约 ${minutes} 分钟`,
  inSafePlace: (kind: string) => `已在安全处（${kind}）`,
  takenBy: (by: string, time: string) => `${by} ${time} 已接手`,
  fields: { class: '人员安全', way: '撤离' },
  showWay: '撤离路线',
  hideWay: '收起撤离路线',
};

export type SafetyMessages = typeof safetyZh;

const ageEn = (minutes: number) =>
  minutes < 1 ? 'just now' : minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ${minutes % 60} min ago`;

const spanEn = (minutes: number) => (minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`);

export const safetyEn: SafetyMessages = {
  title: 'Safety of people',
  looks: {
    safe: 'Margin is enough',
    watch: 'Margin below 1 h',
    alarm: 'Margin below 30 min',
    'too-late': 'Too late',
    'no-way-out': 'No way out',
    'lost-contact': 'Contact lost',
  },
  notThreatened: 'Not threatened',
  kinds: { burnt: 'burnt ground', bare: 'open ground without fuel', water: 'beside water', clear: 'ground that does not burn' },
  early: 'by the early tenth of the forecasts',
  compass: COMPASS_POINTS.en,
  units: { metres: (n) => `${n} m`, kilometres: (text) => `${text} km` },
  age: ageEn,
  span: spanEn,
  fireIn: (minutes) => (minutes === 0 ? 'the fire is there' : `fire there in about ${spanEn(minutes)}`),
  noFire: 'the fire does not come within the forecast',
  escapeTakes: (minutes) => `${minutes} min to safety`,
  margin: (minutes) => (minutes < 0 ? `${-minutes} min too late` : `margin ${spanEn(minutes)}`),
  noWay: 'no way out within the forecast',
  lost: (age) => `contact lost, last position ${age}`,
  way: (point, distance, kind, minutes) => `${distance} ${point}, ${kind}, about ${minutes} min on foot`,
  inSafePlace: (kind) => `in a safe place (${kind})`,
  takenBy: (by, time) => `${by} took it at ${time}`,
  fields: { class: 'Safety', way: 'Way out' },
  showWay: 'Way out',
  hideWay: 'Hide the way out',
};

export const useSafetyMessages = messagesIn<SafetyMessages>({ zh: safetyZh, en: safetyEn });
