// Errors of the quality of patrols.
import { invalid } from '@lookout/contract';

export const patrolQualityErrors = {
  'month-format': invalid('月份格式为YYYY-MM', 'A month is written YYYY-MM'),
  'month-ahead': invalid('这个月还没有开始', 'This month has not begun yet'),
  'patrol-gaps-level': invalid('巡护空白只按市州与县统计', 'Gaps of patrols are counted for prefectures and counties only'),
};
