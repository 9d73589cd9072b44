// The texts of notifications (通知): short, for a phone's screen, in the receiver's language.

import { formatTime, type Language } from '@lookout/contract';
import type { AlarmKind } from '../alarm/alarm.ts';
import { byLevel, NOTIFICATION_STAGES, type NotificationStage } from './notification.ts';

/** The data about a fire in a notification. */
export interface NotifiedFire {
  readonly stage: NotificationStage;
  /** 0: the first notification. */
  readonly repeat: number;
  readonly gridName: string;
  readonly address: string;
  readonly seenAt: Date;
  readonly kinds: readonly AlarmKind[];
}

export interface NotificationText {
  readonly title: string;
  readonly content: string;
}

/** One of the fires that a combined message of a flood contains, with its own text. */
export interface GatheredFire extends NotificationText {
  readonly stage: NotificationStage;
  /** 0–2; null: not known. */
  readonly danger: number | null;
  /** The name of its county. */
  readonly gridName: string;
}

/** The number of items with the same name. */
interface Count {
  readonly name: string;
  readonly count: number;
}

interface Texts {
  readonly stages: Readonly<Record<NotificationStage, { readonly name: string; readonly ask: string }>>;
  readonly kinds: Readonly<Record<AlarmKind, string>>;
  readonly again: (repeat: number) => string;
  readonly fire: (
    fire: {
      readonly name: string;
      readonly ask: string;
      readonly again: string;
      readonly time: string;
      readonly by: string;
    } & NotifiedFire,
  ) => NotificationText;
  readonly and: string;
  readonly summary: (fires: readonly NotificationText[]) => NotificationText;
  readonly gathered: (counts: {
    readonly count: number;
    readonly stages: readonly Count[];
    readonly counties: readonly Count[];
    readonly moreCounties: number;
    readonly mostDangerous: NotificationText;
  }) => NotificationText;
  readonly test: NotificationText;
}

/** Maximum number of fires named in a summary, so that a short message remains short. */
const MOST_NAMED = 5;

const texts: Readonly<Record<Language, Texts>> = {
  zh: {
    stages: {
      unjudged: { name: '待核实', ask: '请登录系统核实' },
      dangerous: { name: '高危', ask: '请立即登录系统核实' },
      confirmed: { name: '确认真火', ask: '请登录系统处置' },
      response: { name: '启动响应', ask: '已启动应急响应，请登录系统查看' },
      over: { name: '解除', ask: '已判为非火情或已结案' },
    },
    kinds: { satellite: '卫星', camera: '摄像头', report: '人员', smoke: '传感器', danger: '隐患' },
    again: (repeat) => `第${repeat}次提醒·`,
    fire: ({ name, ask, again, time, by, gridName, address }) => ({
      title: `【林火·${again}${name}】${gridName}`,
      content: `${address}，${time}由${by}发现，${ask}。`,
    }),
    and: '、',
    summary: (fires) => ({
      title: `【林火·静默时段汇总】共${fires.length}起`,
      content:
        fires
          .slice(0, MOST_NAMED)
          .map(({ title, content }, n) => `${n + 1}. ${title}：${content}`)
          .join('\n') + (fires.length > MOST_NAMED ? `\n其余${fires.length - MOST_NAMED}起请登录系统查看。` : ''),
    }),
    gathered: ({ count, stages, counties, moreCounties, mostDangerous }) => ({
      title: `【林火·合并通知】共${count}起火情`,
      content:
        `${stages.map((one) => `${one.name}${one.count}起`).join('、')}。` +
        `${counties.map((one) => `${one.name}${one.count}起`).join('、')}${moreCounties > 0 ? `，以及另外${moreCounties}个县` : ''}。` +
        `最危险：${mostDangerous.title}：${mostDangerous.content}其余请登录系统查看。`,
    }),
    test: { title: '【林火】测试消息', content: '这是一条测试消息，不是火情。' },
  },
  en: {
    stages: {
      unjudged: { name: 'to be verified', ask: 'please log in to verify it' },
      dangerous: { name: 'dangerous', ask: 'please log in at once to verify it' },
      confirmed: { name: 'confirmed', ask: 'please log in to respond' },
      response: { name: 'response started', ask: 'an emergency response has begun; please log in' },
      over: { name: 'all clear', ask: 'judged to be no fire, or closed' },
    },
    kinds: { satellite: 'satellite', camera: 'camera', report: 'people', smoke: 'sensor', danger: 'check' },
    again: (repeat) => `reminder ${repeat}, `,
    fire: ({ name, ask, again, time, by, gridName, address }) => ({
      title: `[Forest fire: ${again}${name}] ${gridName}`,
      content: `${address}, seen ${time} by ${by}: ${ask}.`,
    }),
    and: ', ',
    summary: (fires) => ({
      title: `[Forest fire: during your quiet hours] ${fires.length} in all`,
      content:
        fires
          .slice(0, MOST_NAMED)
          .map(({ title, content }, n) => `${n + 1}. ${title}: ${content}`)
          .join('\n') + (fires.length > MOST_NAMED ? `\nPlease log in for the other ${fires.length - MOST_NAMED}.` : ''),
    }),
    gathered: ({ count, stages, counties, moreCounties, mostDangerous }) => ({
      title: `[Forest fire: told together] ${count} fires`,
      content:
        `${stages.map((one) => `${one.count} ${one.name}`).join(', ')}. ` +
        `${counties.map((one) => `${one.name} ${one.count}`).join(', ')}${moreCounties > 0 ? ` and ${moreCounties} more counties` : ''}. ` +
        `Most dangerous: ${mostDangerous.title}: ${mostDangerous.content} Please log in for the others.`,
    }),
    test: { title: '[Forest fire] Test', content: 'This is a test, not a fire.' },
  },
};

export function notificationText(fire: NotifiedFire, language: Language): NotificationText {
  const { stages, kinds, again, and, fire: write } = texts[language];
  const by = [...new Set(fire.kinds)].map((kind) => kinds[kind]).join(and);
  const time = formatTime(fire.seenAt).slice(5, 16);
  return write({ ...fire, ...stages[fire.stage], again: fire.repeat === 0 ? '' : again(fire.repeat), time, by });
}

/** The summary of quiet hours, one entry for each fire. */
export const notificationSummary = (fires: readonly NotificationText[], language: Language): NotificationText =>
  texts[language].summary(fires);

/**
 * The combined message of a flood, one entry for each fire: the number, the levels, the counties, and the most dangerous fire of the
 * highest level. A single fire retains its own text.
 */
export function notificationsGathered(fires: readonly GatheredFire[], language: Language): NotificationText {
  const [mostDangerous, ...others] = fires.toSorted((a, b) => byLevel(a.stage, b.stage) || (b.danger ?? 0) - (a.danger ?? 0));
  if (mostDangerous === undefined) throw new Error('there is nothing to be told together');
  if (others.length === 0) return { title: mostDangerous.title, content: mostDangerous.content };
  const { stages, gathered } = texts[language];
  const counties = [...Map.groupBy(fires, ({ gridName }) => gridName)]
    .map(([name, own]) => ({ name, count: own.length }))
    .toSorted((a, b) => b.count - a.count);
  return gathered({
    count: fires.length,
    stages: NOTIFICATION_STAGES.toSorted(byLevel).flatMap((stage) => {
      const count = fires.filter((fire) => fire.stage === stage).length;
      return count === 0 ? [] : [{ name: stages[stage].name, count }];
    }),
    counties: counties.slice(0, MOST_NAMED),
    moreCounties: Math.max(0, counties.length - MOST_NAMED),
    mostDangerous,
  });
}

export const testNotification = (language: Language): NotificationText => texts[language].test;
