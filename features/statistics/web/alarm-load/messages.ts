// Messages of 告警负荷, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { DeskAdvice, LoadClass, LoadWindow, NuisanceAdvice } from '../../alarm-load.ts';

interface AdviceTexts<Figures> {
  readonly text: string;
  readonly why: (figures: Figures) => string;
}

/** The figures in the text of a reason. */
export interface NuisanceFigures {
  readonly judged: number;
  readonly falseShare: string;
  readonly recurring: number;
  readonly chattering: number;
  readonly lowConfidence: number;
  readonly repeated: number;
  readonly stale: number;
}
export interface DeskFigures {
  readonly floodShare: string;
  readonly mean: string;
  readonly announced: number;
  readonly fires: number;
  readonly stale: number;
}

const zh = {
  title: '告警负荷',
  toAnalysis: '分析报告',
  windows: '时段',
  window: { 24: '近24小时', 168: '近7天', 744: '近31天' } satisfies Readonly<Record<LoadWindow, string>>,
  reset: '重置',
  empty: { title: '该时段没有火警', hint: '换一个时段或网格。' },
  classes: { acceptable: '可接受', manageable: '可应付', 'over-demanding': '过载', flood: '洪泛' } satisfies Readonly<
    Record<LoadClass, string>
  >,
  classRange: (from: number, to: number | null) => (to === null ? `≥${from} 条` : from === to ? `${from} 条` : `${from}–${to} 条`),
  legend: '每10分钟火警数的分级',
  basis: '按 EEMUA 191 与 ISA-18.2：每10分钟约1条可接受、2条为上限、10条为洪泛。只计有声火警，演练不计；屏蔽区与已知情况的静默火警另列。',
  figures: '本席位',
  announced: '有声火警',
  silent: (count: number) => `另有静默 ${count} 条`,
  fires: '火情',
  perFire: (count: string) => `每起火 ${count} 条`,
  mean: '平均每10分钟',
  peak: '最忙10分钟',
  floods: '洪泛',
  floodCount: (count: number) => `${count} 次`,
  floodShare: (share: string) => `占时间 ${share}`,
  standing: '未应答',
  stale: (count: number) => `超24小时未处置 ${count} 条`,
  sections: {
    desksByHour: '各席位 · 一天各时段的最忙10分钟',
    hoursByDay: '本席位 · 逐日逐时的最忙10分钟',
    desks: '各席位负荷',
    hours: '本席位逐时',
    floods: '洪泛经过',
    sources: '滋扰来源与处置建议',
  },
  ownDesk: (name: string) => `${name}（本席位）`,
  onlyDesk: (name: string) => `只看${name}`,
  hour: (hour: string) => `${hour}时`,
  day: '日期',
  cell: (where: string, peak: number, word: string, mean: string, announced: number) =>
    `${where}：最忙10分钟 ${peak} 条，${word}；平均 ${mean} 条，共 ${announced} 条`,
  toAlarms: '查看这些火警',
  columns: {
    desk: '席位',
    hour: '时段',
    class: '最忙时分级',
    announced: '有声',
    silent: '静默',
    fires: '火情',
    perFire: '条/火情',
    mean: '平均/10分钟',
    peak: '峰值/10分钟',
    peakAt: '峰值时间',
    floods: '洪泛次数',
    floodShare: '洪泛占时间',
    standing: '未应答',
    stale: '超24小时',
    advice: '处置建议',
    begin: '开始',
    end: '结束',
    minutes: '历时（分钟）',
    alarms: '火警',
    source: '来源',
    name: '名称',
    share: '占负荷',
    judgedFalse: '误报',
    falseShare: '误报率',
    repeated: '重复',
    chattering: '抖动',
    recurring: '同地反复',
    lowConfidence: '低置信度',
  },
  classShare: (word: string) => `${word}时间`,
  goesOn: '仍在持续',
  noFloods: '没有洪泛：没有任何10分钟超过10条。',
  floodsLeftOut: (count: number) => `另有 ${count} 次较早的未列出，导出中有全部`,
  sourcesLeftOut: (count: number) => `另有 ${count} 个来源未列出`,
  floodsNote: '10分钟内超过10条时开始，少于5条时结束（ISA-18.2）。',
  sourcesNote:
    '占负荷按有声火警。重复：同一来源再次报同一起火；抖动：同一设备1分钟内3条以上；同地反复：4天以上在同一处、从未判为真火；超24小时含静默火警。',
  noAdvice: '无需处理',
  nuisance: {
    mask: { text: '设屏蔽区', why: ({ judged, falseShare }) => `已研判 ${judged} 条，误报 ${falseShare}：看到的多半不是火` },
    'known-heat': { text: '登记已知热源', why: ({ recurring }) => `${recurring} 条在4天以上反复出现于同一处，从未判为真火` },
    repair: { text: '检修设备', why: ({ chattering }) => `${chattering} 条在1分钟内连报3次以上` },
    confidence: {
      text: '核对置信度',
      why: ({ lowConfidence, judged, falseShare }) =>
        `低置信度 ${lowConfidence} 条，已研判 ${judged} 条中误报 ${falseShare}；把它们研判完，可信程度随之调整`,
    },
    fold: { text: '按火情处置', why: ({ repeated }) => `${repeated} 条是对同一起火的重复报警` },
    clear: { text: '清理积压', why: ({ stale }) => `${stale} 条超过24小时仍未处置` },
  } satisfies Readonly<Record<NuisanceAdvice, AdviceTexts<NuisanceFigures>>>,
  desk: {
    staff: {
      text: '增派席位或由上级分担',
      why: ({ floodShare, mean }) => `洪泛占时间 ${floodShare}（应低于1%），平均每10分钟 ${mean} 条（应不超过2条）`,
    },
    'first-source': { text: '先治最大的来源', why: () => '一个来源就占三分之一以上，见滋扰来源' },
    fold: { text: '按火情处置', why: ({ announced, fires }) => `${announced} 条火警只是 ${fires} 起火` },
    clear: { text: '清理积压', why: ({ stale }) => `${stale} 条超过24小时仍未处置` },
  } satisfies Readonly<Record<DeskAdvice, AdviceTexts<DeskFigures>>>,
};

export type LoadMessages = typeof zh;

const en: LoadMessages = {
  title: 'Alarm load',
  toAnalysis: 'Analysis',
  windows: 'Time',
  window: { 24: 'Last 24 hours', 168: 'Last 7 days', 744: 'Last 31 days' },
  reset: 'Reset',
  empty: { title: 'No alarms in this time', hint: 'Choose another time or grid.' },
  classes: { acceptable: 'Acceptable', manageable: 'Manageable', 'over-demanding': 'Over-demanding', flood: 'Flood' },
  classRange: (from, to) => (to === null ? `≥${from}` : from === to ? `${from}` : `${from}–${to}`),
  legend: 'Classes of alarms in 10 minutes',
  basis:
    'After EEMUA 191 and ISA-18.2: about 1 alarm in 10 minutes is acceptable, 2 the most to manage, 10 a flood. Counts what sounded, without exercises; what masks and known conditions silenced is apart.',
  figures: 'This desk',
  announced: 'Alarms that sounded',
  silent: (count) => `and ${count} silent`,
  fires: 'Fires',
  perFire: (count) => `${count} alarms a fire`,
  mean: 'Mean in 10 minutes',
  peak: 'Busiest 10 minutes',
  floods: 'Floods',
  floodCount: (count) => String(count),
  floodShare: (share) => `${share} of the time`,
  standing: 'Unanswered',
  stale: (count) => `${count} open for more than 24 hours`,
  sections: {
    desksByHour: 'Desks · busiest 10 minutes by hour of the day',
    hoursByDay: 'This desk · busiest 10 minutes by day and hour',
    desks: 'Load of the desks',
    hours: 'This desk by the hour',
    floods: 'Floods',
    sources: 'Nuisance by source, and what to do',
  },
  ownDesk: (name) => `${name} (this desk)`,
  onlyDesk: (name) => `Only ${name}`,
  hour: (hour) => `${hour}:00`,
  day: 'Day',
  cell: (where, peak, word, mean, announced) =>
    `${where}: ${peak} in the busiest 10 minutes, ${word}; ${mean} on average, ${announced} in all`,
  toAlarms: 'Show these alarms',
  columns: {
    desk: 'Desk',
    hour: 'Hour',
    class: 'Class at the busiest',
    announced: 'Sounded',
    silent: 'Silent',
    fires: 'Fires',
    perFire: 'Alarms a fire',
    mean: 'Mean / 10 min',
    peak: 'Peak / 10 min',
    peakAt: 'Peak at',
    floods: 'Floods',
    floodShare: 'Time in flood',
    standing: 'Unanswered',
    stale: 'Over 24 h',
    advice: 'What to do',
    begin: 'Begin',
    end: 'End',
    minutes: 'Minutes',
    alarms: 'Alarms',
    source: 'Source',
    name: 'Name',
    share: 'Share of load',
    judgedFalse: 'False',
    falseShare: 'False share',
    repeated: 'Repeated',
    chattering: 'Chattering',
    recurring: 'Same place again',
    lowConfidence: 'Low confidence',
  },
  classShare: (word) => `Time ${word.toLowerCase()}`,
  goesOn: 'goes on',
  noFloods: 'No floods: no ten minutes had more than 10 alarms.',
  floodsLeftOut: (count) => `${count} earlier ones are not listed; the export has all`,
  sourcesLeftOut: (count) => `${count} more sources are not listed`,
  floodsNote: 'Begins with more than 10 alarms in 10 minutes, ends with fewer than 5 (ISA-18.2).',
  sourcesNote:
    'The share is of what sounded. Repeated: the same source told of the same fire again. Chattering: one device, three or more in a minute. Same place again: on four days or more, never judged real. Over 24 h includes silent alarms.',
  noAdvice: 'Nothing to do',
  nuisance: {
    mask: { text: 'Set a mask', why: ({ judged, falseShare }) => `${judged} judged, ${falseShare} of them false: it mostly sees no fire` },
    'known-heat': { text: 'Enter known heat', why: ({ recurring }) => `${recurring} came back at one place on 4 days or more, never real` },
    repair: { text: 'Have it repaired', why: ({ chattering }) => `${chattering} came three or more in a minute` },
    confidence: {
      text: 'Check the confidence',
      why: ({ lowConfidence, judged, falseShare }) =>
        `${lowConfidence} of low confidence; of ${judged} judged, ${falseShare} false. Judge the rest: how far it is believed follows`,
    },
    fold: { text: 'Answer the fire', why: ({ repeated }) => `${repeated} repeat an earlier alarm of the same fire` },
    clear: { text: 'Clear the backlog', why: ({ stale }) => `${stale} are open for more than 24 hours` },
  },
  desk: {
    staff: {
      text: 'More desks, or share with the one above',
      why: ({ floodShare, mean }) =>
        `${floodShare} of the time in flood (should be below 1%), ${mean} in 10 minutes on average (at most 2)`,
    },
    'first-source': { text: 'Begin with the largest source', why: () => 'One source makes a third or more; see the sources' },
    fold: { text: 'Answer the fire', why: ({ announced, fires }) => `${announced} alarms are only ${fires} fires` },
    clear: { text: 'Clear the backlog', why: ({ stale }) => `${stale} are open for more than 24 hours` },
  },
};

export const useLoadMessages = messagesIn<LoadMessages>({ zh, en });
