// Remarks on an incomplete list. Like an error, a remark is a code with parameters, with a message in each language.
import type { Language } from './errors/entry.ts';

type Wording<P> = Readonly<Record<Language, (params: P) => string>>;
const remark = <P>(zh: (params: P) => string, en: (params: P) => string): Wording<P> => ({ zh, en });

type Cut = { readonly limit: number };

const remarks = {
  /** The list was cut, and its order does not show which items are missing. */
  'list-cut': remark<Cut>(
    ({ limit }) => `只列出 ${limit} 条，请缩小范围`,
    ({ limit }) => `Only ${limit} are listed; please narrow the search`,
  ),
  'newest-listed': remark<Cut>(
    ({ limit }) => `只列出最新的 ${limit} 条，请缩小范围`,
    ({ limit }) => `Only the newest ${limit} are listed; please narrow the search`,
  ),
  'first-listed': remark<Cut>(
    ({ limit }) => `只列出前 ${limit} 条`,
    ({ limit }) => `Only the first ${limit} are listed`,
  ),
  'most-dangerous-listed': remark<Cut>(
    ({ limit }) => `只列出最危险的 ${limit} 条，请缩小范围`,
    ({ limit }) => `Only the ${limit} most dangerous are listed; please narrow the search`,
  ),
  'people-listed': remark<Cut>(
    ({ limit }) => `只列出 ${limit} 人，请缩小范围`,
    ({ limit }) => `Only ${limit} people are listed; please narrow the search`,
  ),
  'first-people-listed': remark<Cut>(
    ({ limit }) => `只列出前 ${limit} 人，请缩小范围`,
    ({ limit }) => `Only the first ${limit} people are listed; please narrow the search`,
  ),
  'earliest-positions-listed': remark<Cut>(
    ({ limit }) => `只列出最早的 ${limit} 个位置，请缩小时间范围`,
    ({ limit }) => `Only the earliest ${limit} positions are listed; please narrow the time`,
  ),
  'bucket-away': remark<Readonly<Record<never, never>>>(
    () => '存储桶暂时连不上，只列出本服务器上的录像',
    () => 'The storage cannot be reached now: only recordings on this server are listed',
  ),
  'no-roads-imported': remark<Readonly<Record<never, never>>>(
    () => '没有导入道路，只按步行计算',
    () => 'No roads were imported: all times are on foot',
  ),
  'demo-roads': remark<Readonly<Record<never, never>>>(
    () => '按演示道路计算，非真实道路',
    () => 'The times use the demo’s invented roads',
  ),
  'past-forecast-fire': remark<{ readonly time: string; readonly roads: 'none' | 'demo' | 'imported' | 'mixed' }>(
    ({ time, roads }) =>
      `已避开 ${time} 起的蔓延推演中将被火封闭的路${{ none: '；没有导入道路，只按步行计算', demo: '；按演示道路计算，非真实道路', imported: '', mixed: '' }[roads]}`,
    ({ time, roads }) =>
      `The ways avoid what the fire closes according to the forecast from ${time}${{ none: '; no roads were imported: all times are on foot', demo: '; the times use the demo’s invented roads', imported: '', mixed: '' }[roads]}`,
  ),
  'time-of-arrival': remark<Readonly<Record<never, never>>>(
    () => '所报时间早于一年前（设备的时钟不对），按收到的时间记录',
    () => 'The stated time is more than a year ago (the clock of the device is wrong): its arrival time is used instead',
  ),
  'no-fire-weather-yet': remark<Readonly<Record<never, never>>>(
    () => '还没有火险天气观测',
    () => 'There are no observations of fire weather yet',
  ),
  'grids-without-fire-weather': remark<{ readonly day: string; readonly count: number }>(
    ({ day, count }) => `${day}：${count} 个网格没有观测`,
    ({ day, count }) => `${day}: ${count} grids have no observation`,
  ),
  'days-without-fire-weather': remark<{ readonly count: number; readonly days: readonly string[] }>(
    ({ count, days }) => `缺 ${count} 日观测：${days.join('、')}`,
    ({ count, days }) => `${count} days have no observation: ${days.join(', ')}`,
  ),
};
type Remarks = typeof remarks;
export type RemarkCode = keyof Remarks;
type ParamsOf<C extends RemarkCode> = Parameters<Remarks[C]['zh']>[0];

export type Remark = { [C in RemarkCode]: { readonly code: C; readonly params: ParamsOf<C> } }[RemarkCode];

export function remarkMessage({ code, params }: Remark, language: Language): string {
  const text = remarks[code][language] as (params: Remark['params']) => string;
  return text(params);
}
