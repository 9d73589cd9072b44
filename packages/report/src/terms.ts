// The texts of the statistics, in both languages: the same on pages, in files and in print.
import { formatTime, type Language } from '@lookout/contract';
import type { Span } from '@lookout/domain';
import type { AlarmKind, RealFireType, Verdict } from '@lookout/features/alarm/alarm.ts';
import type { ResponseStep, SeriesStep, StatisticsWindow, Tally, WeatherClass } from '@lookout/features/statistics/statistics.ts';
import { dangerTexts } from './danger.ts';

const zh = {
  title: '火警统计',
  windows: { 6: '近半年', 3: '近三个月', 1: '当月', 0: '近7天' } satisfies Readonly<Record<StatisticsWindow, string>>,
  freeWindow: '自选',
  kinds: { satellite: '卫星热点', camera: '监控报警', report: '人员上报', smoke: '烟感报警', danger: '隐患检查' } satisfies Readonly<
    Record<AlarmKind, string>
  >,
  verdicts: { real: '真实', false: '误报', unjudged: '未研判' } satisfies Readonly<Record<Verdict, string>>,
  fireTypes: {
    farm: '农事用火',
    domestic: '居民生活用火',
    garbage: '焚烧垃圾',
    'folk-custom': '民俗用火',
    construction: '施工用火',
    smoking: '吸烟',
    forest: '森林火灾',
    grassland: '草原火灾',
  } satisfies Readonly<Record<RealFireType, string>>,
  noType: '未定类型',
  levels: dangerTexts.zh.numbered,
  weathers: { rain: '有雨', gale: '大风', dry: '干燥', ordinary: '一般' } satisfies Readonly<Record<WeatherClass, string>>,
  unknown: '未知',
  steps: { acknowledge: '接警', judge: '研判', send: '派遣', arrive: '到场', close: '关闭' } satisfies Readonly<
    Record<ResponseStep, string>
  >,
  bars: { hour: '小时', day: '日', week: '周', month: '月' } satisfies Readonly<Record<SeriesStep, string>>,
  total: '火警总数',
  count: '次数',
  median: '中位数',
  ninetieth: '90% 不超过',
  falseShare: '误报率',
  periods: { now: '本期', before: '上期', yearBefore: '去年同期' },
  change: '比上期',
  yearChange: '比去年同期',
  item: '项目',
  period: '时间',
  otherPosts: '其他',
  noCamera: '未注明摄像头',
  sections: {
    summary: '总览与比较',
    series: '火警走势',
    grids: '按网格',
    kinds: '按来源',
    fireTypes: '真实火情类型',
    levels: '按火险等级',
    weathers: '按天气',
    times: '各步用时',
    posts: '各步用时（按岗位）',
    cameras: '误报最多的摄像头',
  },
  columns: {
    grid: '网格',
    kind: '来源',
    fireType: '类型',
    level: '火险等级',
    weather: '天气',
    step: '步骤',
    post: '岗位',
    camera: '摄像头',
  },
  fromArrival: '自火警到达起算',
  minutes: (value: string) => `${value} 分钟`,
  hours: (value: string) => `${value} 小时`,
  days: (value: string) => `${value} 天`,
  seconds: (value: string) => `${value} 秒`,
  minutesAxis: '分钟',
  span: (begin: string, end: string) => `${begin} 至 ${end}`,
};

export type ReportTerms = typeof zh;

const en: ReportTerms = {
  title: 'Alarm statistics',
  windows: { 6: 'Half a year', 3: 'Three months', 1: 'This month', 0: 'Last 7 days' },
  freeWindow: 'Other',
  kinds: { satellite: 'Satellite', camera: 'Camera', report: 'Report', smoke: 'Smoke', danger: 'Danger check' },
  verdicts: { real: 'Real', false: 'False', unjudged: 'Not judged' },
  fireTypes: {
    farm: 'Farm burning',
    domestic: 'Domestic fire',
    garbage: 'Garbage burning',
    'folk-custom': 'Folk custom fire',
    construction: 'Construction fire',
    smoking: 'Smoking',
    forest: 'Forest fire',
    grassland: 'Grassland fire',
  },
  noType: 'No type',
  levels: dangerTexts.en.numbered,
  weathers: { rain: 'Rain', gale: 'Strong wind', dry: 'Dry', ordinary: 'Ordinary' },
  unknown: 'Unknown',
  steps: { acknowledge: 'Acknowledge', judge: 'Judge', send: 'Send', arrive: 'Arrive', close: 'Close' },
  bars: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' },
  total: 'Alarms',
  count: 'Cases',
  median: 'Median',
  ninetieth: '90% within',
  falseShare: 'False share',
  periods: { now: 'This period', before: 'Period before', yearBefore: 'A year before' },
  change: 'Against before',
  yearChange: 'Against last year',
  item: 'Figure',
  period: 'Time',
  otherPosts: 'Others',
  noCamera: 'No camera named',
  sections: {
    summary: 'Summary and comparison',
    series: 'Alarms over time',
    grids: 'By grid',
    kinds: 'By source',
    fireTypes: 'Types of real fires',
    levels: 'By fire risk',
    weathers: 'By weather',
    times: 'Time to each step',
    posts: 'Time to each step, by post',
    cameras: 'Cameras with most false alarms',
  },
  columns: {
    grid: 'Grid',
    kind: 'Source',
    fireType: 'Type',
    level: 'Fire risk',
    weather: 'Weather',
    step: 'Step',
    post: 'Post',
    camera: 'Camera',
  },
  fromArrival: 'From the arrival of the alarm',
  minutes: (value) => `${value} min`,
  hours: (value) => `${value} h`,
  days: (value) => `${value} d`,
  seconds: (value) => `${value} s`,
  minutesAxis: 'min',
  span: (begin, end) => `${begin} to ${end}`,
};

const terms: Readonly<Record<Language, ReportTerms>> = { zh, en };
export const termsIn = (language: Language): ReportTerms => terms[language];

/** A duration in a suitable unit; null: —. */
export function waitText(seconds: number | null, { seconds: s, minutes, hours, days }: ReportTerms): string {
  if (seconds === null) return '—';
  if (seconds < 60) return s(String(seconds));
  if (seconds < 3_600) return minutes(trimmed(seconds / 60));
  return seconds < 86_400 ? hours(trimmed(seconds / 3_600)) : days(trimmed(seconds / 86_400));
}

const trimmed = (value: number): string => value.toFixed(1).replace(/\.0$/, '');

/** `37.5%`; null: —. @param share 0–1 */
export const shareText = (share: number | null): string => (share === null ? '—' : `${trimmed(share * 100)}%`);

/** Beyond this a percentage is no more informative than "many times". */
const MOST_PERCENT = 999;

/** The change from an earlier number, as `+12.5%`; — where the earlier one is 0 or unknown. */
export function changeText(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return '—';
  const percent = Math.round((1_000 * (now - before)) / before) / 10;
  if (percent > MOST_PERCENT) return `>+${MOST_PERCENT}%`;
  return `${percent > 0 ? '+' : ''}${trimmed(percent)}%`;
}

/** The name of a bar of the series. */
export function barText({ begin }: Pick<Span, 'begin'>, step: SeriesStep): string {
  const text = formatTime(begin);
  if (step === 'hour') return text.slice(5, 16);
  return step === 'month' ? text.slice(0, 7) : text.slice(5, 10);
}

export const VERDICT_ORDER = ['real', 'false', 'unjudged'] as const satisfies readonly (Verdict & keyof Tally)[];
