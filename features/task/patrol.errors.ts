// Errors of task templates and of recurring patrols.
import { conflict, invalid } from '@lookout/contract';

type By = { by: string };
type Most = { most: number };

export const patrolErrors = {
  'task-minutes': invalid<Most>(
    ({ most }) => `时长应为 1 至 ${most} 分钟`,
    ({ most }) => `It lasts 1 to ${most} minutes`,
  ),
  'task-template-name-taken': conflict<By>(
    ({ by }) => `该网格已有同名的任务模板（${by}）`,
    ({ by }) => `This grid has a task template of this name already (${by})`,
  ),
  'task-template-revised': conflict<By>(
    ({ by }) => `任务模板已由${by}修改`,
    ({ by }) => `${by} has changed the task template`,
  ),
  'patrol-name-needed': invalid('请填写巡护名称', 'Please enter the name of the patrol'),
  'time-of-day-format': invalid('请选择出发时间（时:分）', 'Please choose the time of day (HH:mm)'),
  'weekdays-needed': invalid('请至少选择一个星期几', 'Please choose at least one day of the week'),
  'repeat-days': invalid<Most>(
    ({ most }) => `间隔应为 1 至 ${most} 天`,
    ({ most }) => `The interval is 1 to ${most} days`,
  ),
  'except-days-at-most': invalid<Most>(
    ({ most }) => `例外日期最多 ${most} 个`,
    ({ most }) => `At most ${most} days are left out`,
  ),
  'patrol-without-days': invalid(
    '按此规则没有一天需要巡护，请检查起止日期和例外日期',
    'The rule leaves no day; please check its first and last day and the days left out',
  ),
  'route-points-at-most': invalid<Most>(
    ({ most }) => `路线最多 ${most} 个点`,
    ({ most }) => `A route has at most ${most} points`,
  ),
  'route-too-short': invalid('路线至少两个点，区域至少三个点', 'A line has at least two points, an area three'),
  'calendar-too-long': invalid('日历最长 42 天', 'A calendar shows at most 42 days'),
  'patrol-revised': conflict<By>(
    ({ by }) => `定期巡护已由${by}修改`,
    ({ by }) => `${by} has changed the recurring patrol`,
  ),
  'patrol-ended': conflict<By>(
    ({ by }) => `定期巡护已结束（${by}）`,
    ({ by }) => `The recurring patrol has ended (${by})`,
  ),
} as const;
