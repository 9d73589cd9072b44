// Errors of the fire-danger rules, lightning and verification.
import { conflict, invalid } from '@lookout/contract';

type Part = { part: string };

export const fireLevelErrors = {
  'danger-rules-changed': conflict<{ by: string }>(
    ({ by }) => `火险规则已由${by}更改`,
    ({ by }) => `${by} has already changed the rules of fire danger`,
  ),
  'danger-source-needed': invalid('请填写出处', 'Please give the source'),
  'rating-count': invalid<Part>(
    ({ part }) => `计分表“${part}”的分值个数不对：分值应比分界多一个，季节应为12个，等级分界应为4个`,
    ({ part }) =>
      `The table "${part}" has a wrong number of values: one more of points than of limits, 12 for the season, 4 limits between levels`,
  ),
  'rating-order': invalid<Part>(
    ({ part }) => `计分表“${part}”的分界应由小到大`,
    ({ part }) => `The limits of the table "${part}" have to ascend`,
  ),
  'holiday-name-needed': invalid('请填写节假日名称', 'Please enter the name of the holiday'),
  'holiday-days': invalid(
    '节假日的起止日期应为同一种写法（YYYY-MM-DD 或每年的 MM-DD），结束不早于开始',
    'Both days of a holiday are written alike (YYYY-MM-DD, or MM-DD of every year), and it does not end before it begins',
  ),
  'strokes-needed': invalid('雷电记录应为数组', 'The strokes have to be an array'),
  'stroke-too-old': invalid<{ days: number }>(
    ({ days }) => `雷电记录早于${days}日前，不保存`,
    ({ days }) => `Strokes are stored for ${days} days; this one is older`,
  ),
  'danger-grid-level': invalid('火险格网图只有市州与县的', 'There are danger grids of prefectures and counties only'),
  'danger-grid-no-area': invalid(
    '没有这个网格的边界，无法制作格网图',
    'The boundary of this grid is not known, so there is no danger grid for it',
  ),
  'danger-grid-no-weather': invalid(
    '该网格这一日没有火险天气，也没有预报',
    'There is neither fire weather nor a forecast for this grid and day',
  ),
  'danger-grid-no-rating': invalid(
    '该网格这一日没有 LY/T 1172 所需的资料（最高气温、最小湿度、最大风力、连旱日数）',
    'The inputs of LY/T 1172 are not known for this grid and day (highest temperature, lowest humidity, strongest wind, days without rain)',
  ),
  'verification-too-long': invalid<{ most: number }>(
    ({ most }) => `检验的时段至多${most}日`,
    ({ most }) => `A verification covers at most ${most} days`,
  ),
  'verification-too-large': invalid<{ most: number }>(
    ({ most }) => `该网格在此时段的网格日数超过${most}，请缩小时段或网格`,
    ({ most }) => `There are more than ${most} days of grids in this window; please choose a shorter one or a smaller grid`,
  ),
};
