import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { openMonitor } from './testing/monitor.tsx';

it('the duty totals are shown over the map, each links to what it counts; totals without access are hidden', async () => {
  const { wire, user } = await openMonitor({
    answer: ({ on }) =>
      on(contract.wall.dutySums, () => ({
        unjudged: 3,
        burning: 2,
        burningHectares: 12.34,
        closedToday: 1,
        openTasks: 4,
        peopleOut: null,
        warnings: 0,
      })),
  });
  const sums = within(await screen.findByRole('list', { name: '态势汇总' }));
  expect(sums.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '待研判 3',
    '在燃火情 2',
    '过火面积 12 公顷',
    '今日关闭 1',
    '在办任务 4',
    '生效预警 0',
  ]);
  expect(wire.calls(contract.wall.dutySums)).toHaveLength(1);
  await user.click(sums.getByRole('button', { name: /今日关闭/ }));
  expect(location.pathname + location.search).toBe('/manage/alarm?state=closed');
});
