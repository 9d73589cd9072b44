// Errors of operating modes and exercises.
import { business, conflict, invalid } from '@lookout/contract';

export const modeErrors = {
  'mode-unknown': invalid('没有这种运行模式', 'There is no such operating mode'),
  'mode-by-exercise': invalid('演练模式由开始演练进入', 'Simulation is entered by beginning an exercise'),
  'mode-reason-needed': invalid('请填写原因', 'Please give the reason'),
  'mode-changed': conflict<{ by: string }>(
    ({ by }) => `运行模式已由${by}更改`,
    ({ by }) => `${by} has already changed the operating mode`,
  ),
  'mode-as-it-is': business('已是这个运行模式', 'This operating mode is already set'),
  'exercise-name-needed': invalid('请填写演练名称', 'Please name the exercise'),
  'exercise-verdict-needed': invalid('请填写讲评', 'Please write the verdict'),
  'inject-kind': invalid('演练只能注入卫星、监控和人员上报的火警', 'An exercise imitates satellites, cameras and reports only'),
  'inject-minutes': invalid<{ most: number }>(
    ({ most }) => `时间应为0到${most}分钟`,
    ({ most }) => `The time must be 0 to ${most} minutes`,
  ),
  'injects-needed': invalid('请至少填写一起火警', 'Please give at least one alarm'),
  'injects-at-most': invalid<{ most: number }>(
    ({ most }) => `一次演练最多注入${most}起火警`,
    ({ most }) => `An exercise has at most ${most} alarms`,
  ),
  'exercise-first': conflict<{ by: string; name: string }>(
    ({ by, name }) => `${by}已在本网格开始演练“${name}”`,
    ({ by, name }) => `${by} has already begun the exercise "${name}" in this grid`,
  ),
  'exercise-over': conflict('演练已经结束', 'The exercise has ended'),
  'exercise-changed': conflict<{ by: string }>(
    ({ by }) => `讲评已由${by}更改`,
    ({ by }) => `${by} has already changed the verdict`,
  ),
  'exercise-in-emergency': business('应急期间不能开始演练', 'No exercise is begun in an emergency'),
  'exercise-leader-only': business<{ leader: string }>(
    ({ leader }) => `只有演练负责人${leader}可以注入火警`,
    ({ leader }) => `Only the leader of the exercise, ${leader}, may add alarms`,
  ),
  'exercise-running': business('演练尚未结束，请先结束演练', 'The exercise has not ended: please end it first'),
};
