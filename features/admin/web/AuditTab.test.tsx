import type { GridNo } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { summaryOf } from '../../events.ts';
import { AuditTab } from './AuditTab.tsx';

const row = {
  id: 1,
  at: new Date('2026-11-24T02:00:00Z'),
  userName: 'aba',
  address: '127.0.0.1',
  act: 'login',
  targetKind: 'gate-image' as string | null,
  targetId: '739c3b1e-0000-4000-8000-000000000001' as string | null,
  gridNo: '513200' as GridNo,
  outcome: 'ok',
  detail: {} as Readonly<Record<string, unknown>>,
  gridNames: { '513221': '汶川县' } as Readonly<Record<string, string>>,
};

/** The detail that the server sends for these events. */
const written = (...happened: readonly Parameters<typeof summaryOf>[0][]) => ({ events: happened.map((one) => summaryOf(one)) });

function openTab(...list: (typeof row)[]) {
  const { wire, show } = openDesk({ at: '/manage/admin?tab=audit' });
  wire.on(contract.admin.auditPage, () => ({ total: list.length, pageNo: 1, pageSize: 20, list }));
  show(<AuditTab />);
}

it('the actor and the target of an act are shown by name; an id made by the server appears only in the tooltip', async () => {
  openTab(row, { ...row, id: 2, userName: 'feed-key', targetKind: 'monitoring-point', targetId: '7' });
  const picture = await screen.findByTitle(row.targetId as string);
  expect(picture.textContent).toBe('卡口图片 ');
  expect(screen.getByTitle('7').textContent).toBe('监测点 7');
  screen.getByText('外部系统（推送密钥）');
});

it('a kind that only an older version wrote is shown as stored', async () => {
  openTab({ ...row, targetKind: 'pigeon', targetId: 'p1' }, { ...row, id: 2, targetKind: null, targetId: null });
  expect((await screen.findByTitle('p1')).textContent).toBe('pigeon p1');
});

it('the detail of an act is shown as named lines; an unknown field is shown as "something else", and ids are left out', async () => {
  openTab(
    {
      ...row,
      detail: written({ kind: 'alarm.judged', payload: { judgement: { verdict: 'real', note: null, realFireType: 'grassland' } } }),
    },
    {
      ...row,
      id: 2,
      detail: {
        name: '王五',
        gridNos: ['513221', '513222'],
        before: { wind: 3, odd: 1 },
        codes: ['watch-alarms'],
        isLate: false,
        fireId: row.targetId,
      },
    },
  );
  await screen.findByText('研判：真实火情；火情类型：草原火灾');
  screen.getByText('名称：王五；网格：汶川县、513222；改前 风：3；改前 其他项：1；权限：bpMonitor；迟报：否');
});

it('the events of one act are distinguished in words, also without fields and of an unknown kind; kinds are named', async () => {
  const plot = { kind: 'arrow', name: '主攻', version: 2 } as const;
  const bundle = written(
    { kind: 'task.cancelled', payload: { reason: '火已灭' } },
    { kind: 'alarm.acknowledged', payload: {} },
    { kind: 'plot.removed', payload: plot },
    { kind: 'document.discarded', payload: { documentKind: 'bulletin' } },
  );
  openTab(
    { ...row, detail: bundle },
    {
      ...row,
      id: 2,
      detail: {
        events: [
          { kind: 'pigeon.sent', detail: { note: '一' } },
          { kind: 'hazard.flown', detail: {} },
        ],
      },
    },
    { ...row, id: 3, detail: { alarmKind: 'camera' } },
    { ...row, id: 4, detail: { kind: 'situation-map' } },
  );
  await screen.findByText(
    '任务取消 原因：火已灭；火警接警；态势标绘删除 种类：进攻箭头；态势标绘删除 名称：主攻；态势标绘删除 版本：2；火情文书放弃 文书：火情快报',
  );
  screen.getByText('其他项 备注：一；其他项');
  screen.getByText('报警来源：监控报警');
  screen.getByText('种类：态势图');
});

it('only the first lines are shown of an act with very many events', async () => {
  const events = Array.from({ length: 30 }, (_, n) => ({ kind: 'resource.confirmed', detail: { name: `水池${n + 1}` } }));
  openTab({ ...row, detail: { events } });
  const cell = await screen.findByText(/^资源确认 名称：水池1；/);
  expect(cell.textContent).toMatch(/名称：水池20；…$/);
});

it('an empty audit shows the reason and the next step, below one picture', async () => {
  openTab();
  const table = within(await screen.findByRole('table'));
  table.getByText('这段时间没有记录');
  table.getByText('放宽时间范围或清除条件');
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});
