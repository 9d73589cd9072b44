// Errors of the choice of sites.
import { business, invalid } from '@lookout/contract';

export const siteErrors = {
  'site-grid-level': invalid('请选择一个市州或县', 'Please choose a prefecture or a county'),
  'site-places-needed': invalid('请先在地图上点选候选位置，或读取文件', 'Please draw candidate places on the map or read a file first'),
  'site-places-at-most': invalid<{ most: number }>(
    ({ most }) => `候选位置最多${most}个`,
    ({ most }) => `At most ${most} candidate places`,
  ),
  'site-busy': business('您所在网格的选址计算已排满，请稍后再试', 'Too many searches of your grid are waiting; please try again later'),
  'site-not-done': business('选址还没有算完', 'The search has not finished'),
  'site-file-format': invalid('没有这种格式的文件', 'There is no file of this format'),
};
