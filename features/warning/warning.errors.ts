// Errors of forest-fire danger warnings.
import { business, conflict, invalid } from '@lookout/contract';

export const warningErrors = {
  'warning-level': invalid('请选择预警级别', 'Please choose the level of the warning'),
  'warning-text-needed': invalid('请填写预警内容', 'Please enter the text of the warning'),
  'warning-area-needed': invalid('请选择预警区域', 'Please choose the areas'),
  'warning-areas-at-most': invalid<{ most: number }>(
    ({ most }) => `预警区域最多${most}个`,
    ({ most }) => `At most ${most} areas`,
  ),
  'warning-area-unknown': invalid('没有这个网格', 'There is no such grid'),
  'warning-days-at-most': invalid<{ most: number }>(
    ({ most }) => `有效期不能超过${most}天`,
    ({ most }) => `A warning holds for at most ${most} days`,
  ),
  'warning-ends-in-the-past': invalid('有效期的结束应晚于现在', 'The warning must end later than now'),
  'warning-over': business('预警已解除或已过期', 'The warning was lifted, or is over'),
  'warning-revised': conflict<{ by: string }>(
    ({ by }) => `预警已由${by}变更`,
    ({ by }) => `${by} has changed the warning`,
  ),
} as const;
