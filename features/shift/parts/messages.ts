// Texts of the totals of duty (态势汇总), on the monitor and on the wall.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { DutySum } from '../duty-sums.ts';

interface SumTexts {
  readonly name: string;
  /** The exact definition of the count. */
  readonly hint: string;
  readonly unit: string;
}

const zh = {
  title: '态势汇总',
  sums: {
    unjudged: { name: '待研判', hint: '待研判的告警，不含属于在燃火情的', unit: '条' },
    burning: { name: '在燃火情', hint: '已判真实、尚未关闭的火情', unit: '起' },
    burningHectares: {
      name: '过火面积',
      hint: '在燃火情的面积之和：标绘、填报或卫星所报的最大者，没有时为蔓延推演此刻的面积；都没有的不计',
      unit: '公顷',
    },
    closedToday: { name: '今日关闭', hint: '今日关闭、不再燃烧的火情', unit: '起' },
    openTasks: { name: '在办任务', hint: '未完成也未取消的任务', unit: '项' },
    peopleOut: { name: '巡护在岗', hint: '两分钟之内有位置的护林员', unit: '人' },
    warnings: { name: '生效预警', hint: '未解除、未到期的森林火险预警', unit: '条' },
  } as Readonly<Record<DutySum, SumTexts>>,
  unknown: '—',
};

const en: typeof zh = {
  title: 'Sums of duty',
  sums: {
    unjudged: { name: 'Unjudged', hint: 'Alarms that wait to be judged, without those of fires in progress', unit: '' },
    burning: { name: 'Burning', hint: 'Fires judged real and not closed', unit: '' },
    burningHectares: {
      name: 'Area',
      hint: 'Of fires in progress: the largest that was drawn, entered or told by a satellite, else what the forecast says of now; those without either are left out',
      unit: 'ha',
    },
    closedToday: { name: 'Closed today', hint: 'Fires closed today that do not burn any more', unit: '' },
    openTasks: { name: 'Tasks', hint: 'Neither done nor cancelled', unit: '' },
    peopleOut: { name: 'Rangers out', hint: 'Rangers with a position of the last two minutes', unit: '' },
    warnings: { name: 'Warnings', hint: 'Fire-danger warnings neither lifted nor over', unit: '' },
  },
  unknown: '—',
};

export const useDutySumMessages = messagesIn({ zh, en });
