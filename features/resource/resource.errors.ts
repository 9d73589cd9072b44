// Errors of editing resources.
import { conflict, invalid } from '@lookout/contract';

export const resourceErrors = {
  'resource-code-taken': invalid<{ code: string }>(
    ({ code }) => `编号 ${code} 已有同类资源`,
    ({ code }) => `There already is a resource of this kind with the number ${code}`,
  ),
  'resource-revised': conflict<{ by: string | null }>(
    ({ by }) => `该资源已由${by ?? '导入'}修改`,
    ({ by }) => `This resource was changed by ${by ?? 'an import'}`,
  ),
  'attribute-not-number': invalid<{ name: string }>(
    ({ name }) => `“${name}”应为不小于 0 的数`,
    ({ name }) => `"${name}" must be a number from 0 on`,
  ),
  'attribute-not-whole': invalid<{ name: string }>(
    ({ name }) => `“${name}”应为不小于 0 的整数`,
    ({ name }) => `"${name}" must be a whole number from 0 on`,
  ),
  'travel-kind': invalid<{ kinds: readonly string[] }>('类别不是可选的值', ({ kinds }) => `The kind must be one of ${kinds.join(', ')}`),
  'travel-kinds-needed': invalid('至少要一个类别', 'At least one kind is needed'),
  'travel-mode': invalid<{ modes: readonly string[] }>(
    '出行方式不是可选的值',
    ({ modes }) => `The mode must be one of ${modes.join(', ')}`,
  ),
  'travel-minutes': invalid<{ most: number; least: number }>(
    ({ least, most }) => `时间应为 ${least}–${most} 分钟`,
    ({ least, most }) => `Times must be ${least}–${most} minutes`,
  ),
  'travel-minutes-count': invalid<{ most: number }>(
    ({ most }) => `时间应有 1–${most} 个`,
    ({ most }) => `There must be 1–${most} times`,
  ),
  'table-rows-at-most': invalid<{ most: number }>(
    ({ most }) => `一个表格最多 ${most} 行，请拆开导入`,
    ({ most }) => `A table has at most ${most} rows; please split it`,
  ),
};
