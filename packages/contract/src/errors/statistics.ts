// Errors of the statistics.
import { invalid, unavailable } from './entry.ts';

export const statisticsErrors = {
  'statistics-window-needed': invalid('请选择统计窗口，或填写开始和结束时间', 'Please choose a window, or give its begin and its end'),
  'statistics-window-too-long': invalid<{ years: number }>(
    ({ years }) => `统计窗口最长${years}年`,
    ({ years }) => `A window is at most ${years} years long`,
  ),
  'statistics-not-ready': unavailable<{ percent: number }>(
    ({ percent }) => `统计数据正在准备（${percent}%），请稍后再试`,
    ({ percent }) => `The statistics are being prepared (${percent}%); please try again soon`,
  ),
} as const;
