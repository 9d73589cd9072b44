import { contract } from '@lookout/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openDesk } from '../../app/testing/desk.tsx';
import { AuditTab } from './AuditTab.tsx';

const row = {
  id: 1,
  at: '2026-11-24 10:00:00',
  userName: 'aba',
  address: '127.0.0.1',
  act: 'login',
  targetKind: 'gate-image' as string | null,
  targetId: '739c3b1e-0000-4000-8000-000000000001' as string | null,
  gridNo: '513200',
  outcome: 'ok',
  detail: {} as unknown,
};

function openTab(...list: (typeof row)[]) {
  const { wire, show } = openDesk({ at: '/manage/admin?tab=audit' });
  wire.on(contract.admin.auditPage, () => ({ total: list.length, pageNo: 1, pageSize: 20, list }));
  show(<AuditTab />);
}

it('what an act was about is named in words, its id is short with the whole in its title', async () => {
  openTab(row, { ...row, id: 2, targetKind: 'monitor', targetId: '7' });
  const picture = await screen.findByTitle(row.targetId as string);
  expect(picture.textContent).toBe('卡口图片 739c3b1e…');
  expect(screen.getByTitle('7').textContent).toBe('监测点 7');
});

it('a kind that only an older version wrote is shown as it was written', async () => {
  openTab({ ...row, targetKind: 'pigeon', targetId: 'p1' }, { ...row, id: 2, targetKind: null, targetId: null });
  expect((await screen.findByTitle('p1')).textContent).toBe('pigeon p1');
});

it('the detail of an act is named lines; a field that no table knows by its key', async () => {
  const judged = { events: [{ kind: 'alarm.judged', detail: { verdict: 'real', note: null, isLate: false } }] };
  openTab(
    { ...row, detail: judged },
    { ...row, id: 2, detail: { name: '王五', gridNos: ['513221', '513222'], before: { wind: 3 }, codes: [] } },
  );
  await screen.findByText('研判：真实火情；isLate：否');
  screen.getByText('名称：王五；网格：513221、513222；改前 wind：3');
});

it('an empty audit says why and what to do next, below one picture', async () => {
  openTab();
  const table = within(await screen.findByRole('table'));
  table.getByText('这段时间没有记录');
  table.getByText('放宽时间范围或清除条件');
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});
