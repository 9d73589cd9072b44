// Errors of coverage.
import { invalid } from '@lookout/contract';

export const coverageErrors = {
  'coverage-no-elevation': invalid('塔下没有高程数据', 'There is no elevation under the mast'),
  'coverage-mast-height': invalid(
    '这座塔没有塔高，请先在监控配置里填写',
    'The height of this mast is not known; please enter it in the camera settings',
  ),
  'coverage-figures-level': invalid('视域只统计到县', 'Coverage is computed down to counties only'),
  'coverage-no-boundary': invalid('这个网格没有边界', 'The boundary of this grid is not known'),
  'coverage-picture-level': invalid('视域图只有市州与县的', 'There are pictures of coverage of prefectures and counties only'),
};
