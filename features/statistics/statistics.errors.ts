// Errors of the statistics.
import { invalid, unavailable } from '@lookout/contract';

export const statisticsErrors = {
  'statistics-window-needed': invalid('请选择统计窗口，或填写开始和结束时间', 'Please choose a window, or give its begin and its end'),
  'statistics-window-too-long': invalid<{ years: number }>(
    ({ years }) => `统计窗口最长${years}年`,
    ({ years }) => `A window is at most ${years} years long`,
  ),
  'load-window-too-long': invalid<{ days: number }>(
    ({ days }) => `告警负荷的时段最长${days}天`,
    ({ days }) => `The load is counted over at most ${days} days`,
  ),
  'load-too-many-alarms': invalid<{ most: number }>(
    ({ most }) => `该时段的火警超过${most}条，请缩短时段或选择下级网格`,
    ({ most }) => `There are more than ${most} alarms in this time: please choose a shorter one or a smaller grid`,
  ),
  'statistics-not-ready': unavailable<{ percent: number }>(
    ({ percent }) => `统计数据正在准备（${percent}%），请稍后再试`,
    ({ percent }) => `The statistics are being prepared (${percent}%); please try again soon`,
  ),
} as const;
