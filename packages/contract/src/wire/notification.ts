// The words of notifications (通知): short, for a telephone's screen, in the language that the receiver chose.
import type { AlarmKind, NotificationStage } from '@lookout/domain';
import type { Language } from '../errors/entry.ts';
import { formatTime } from '../values.ts';

/** What is said of a fire. */
export interface ToldFire {
  readonly stage: NotificationStage;
  /** 0: the first time. */
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

interface Words {
  readonly stages: Readonly<Record<NotificationStage, { readonly name: string; readonly ask: string }>>;
  readonly kinds: Readonly<Record<AlarmKind, string>>;
  readonly again: (repeat: number) => string;
  readonly fire: (
    fire: { readonly name: string; readonly ask: string; readonly again: string; readonly time: string; readonly by: string } & ToldFire,
  ) => NotificationText;
  readonly and: string;
  readonly summary: (fires: readonly NotificationText[]) => NotificationText;
  readonly test: NotificationText;
}

/** Of a summary, so that a short message stays one. */
const MOST_NAMED = 5;

const words: Readonly<Record<Language, Words>> = {
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
    test: { title: '[Forest fire] Test', content: 'This is a test, not a fire.' },
  },
};

export function notificationText(fire: ToldFire, language: Language): NotificationText {
  const { stages, kinds, again, and, fire: write } = words[language];
  const by = [...new Set(fire.kinds)].map((kind) => kinds[kind]).join(and);
  const time = formatTime(fire.seenAt).slice(5, 16);
  return write({ ...fire, ...stages[fire.stage], again: fire.repeat === 0 ? '' : again(fire.repeat), time, by });
}

/** What came in the quiet hours, one for each fire. */
export const notificationSummary = (fires: readonly NotificationText[], language: Language): NotificationText =>
  words[language].summary(fires);

export const testNotification = (language: Language): NotificationText => words[language].test;
