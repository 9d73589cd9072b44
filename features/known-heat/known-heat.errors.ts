// Known heat and masks on the map.
import { conflict, invalid } from '@lookout/contract';

type By = { by: string };

export const knownHeatErrors = {
  'heat-name-needed': invalid('请填写热源名称', 'Please enter the name of the heat source'),
  'heat-kind': invalid('请选择热源类型', 'Please choose the kind of the heat source'),
  'heat-place-needed': invalid('请选择热源的位置', 'Please choose the place of the heat source'),
  'heat-radius-range': invalid<{ least: number; most: number }>(
    ({ least, most }) => `半径应为${least}至${most}米`,
    ({ least, most }) => `The radius is ${least} to ${most} m`,
  ),
  'heat-revised': conflict<By>(
    ({ by }) => `该热源已由${by}修改，请核对后再改`,
    ({ by }) => `${by} has changed this heat source; please check it first`,
  ),
  'heat-reviewed': conflict<By>(
    ({ by }) => `该热源已由${by}处理`,
    ({ by }) => `${by} has decided about this heat source`,
  ),
  'mask-points-at-most': invalid<{ most: number }>(
    ({ most }) => `一个屏蔽区最多${most}个点`,
    ({ most }) => `A mask has at most ${most} points`,
  ),
  'mask-kinds-needed': invalid('请选择屏蔽的火警来源', 'Please choose which alarms it masks'),
  'mask-crosses': invalid('屏蔽区的边线不能相交', 'The outline of a mask must not cross itself'),
  'mask-span': invalid<{ kilometres: number }>(
    ({ kilometres }) => `屏蔽区不能超过${kilometres}公里宽`,
    ({ kilometres }) => `A mask may be at most ${kilometres} km wide`,
  ),
  'mask-ends-in-the-past': invalid('截止时间应晚于现在', 'The end must be later than now'),
  'mask-days-at-most': invalid<{ most: number }>(
    ({ most }) => `截止时间不能晚于${most}天之后`,
    ({ most }) => `The end must be within ${most} days`,
  ),
  'mask-revised': conflict<By>(
    ({ by }) => `该屏蔽区已由${by}修改，请核对后再改`,
    ({ by }) => `${by} has changed this mask; please check it first`,
  ),
  'mask-over': conflict<By>(
    ({ by }) => `该屏蔽区已经结束（${by}）`,
    ({ by }) => `This mask is over (${by})`,
  ),
} as const;
