// The short message to the duty list when a plan is started, its level changes or it ends.

import { formatTime } from '@lookout/contract';
import type { PlanRun, ResponseLevel } from './plan.ts';

const ROMAN: Readonly<Record<ResponseLevel, string>> = { 1: 'Ⅰ', 2: 'Ⅱ', 3: 'Ⅲ', 4: 'Ⅳ' };

/** The text of the newest step for the duty list: in Chinese, like every short message. */
export function planRunMessage({ planTitle, fireName, steps }: PlanRun): string {
  const step = steps.at(-1);
  if (step === undefined) return planTitle;
  const { at, by, from, to, reason } = step;
  const level = (value: ResponseLevel) => `${ROMAN[value]}级`;
  const act =
    to === null
      ? `终止${from === null ? '' : level(from)}响应`
      : from === null
        ? `启动${level(to)}响应`
        : `响应由${level(from)}${to < from ? '提升' : '降低'}为${level(to)}`;
  return `【${planTitle}】${fireName}：${act}。${reason}（${by}，${formatTime(at)}）`;
}
