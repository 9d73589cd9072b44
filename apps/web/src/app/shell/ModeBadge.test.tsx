import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import type { ModeSetting } from '@lookout/features/operating-mode/operating-mode.ts';
import { modeRecords } from '@lookout/features/operating-mode/parts/mode-records.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type DeskOptions, fill, openDesk } from '../testing/desk.tsx';
import { LOST, refusedBy } from '../testing/wire.ts';
import { ModeBadge } from './ModeBadge.tsx';

const { modeList, modeSet } = contract.operatingMode;
const PREFECTURE = '513200' as GridNo;
const COUNTY = '513221' as GridNo;
const setting = (overrides: Partial<Named<ModeSetting>> = {}): Named<ModeSetting> => ({
  gridNo: PREFECTURE,
  gridName: '阿坝藏族羌族自治州',
  mode: 'emergency',
  reason: '三处同时报警',
  setBy: '阿坝州值班员',
  setAt: new Date('2026-11-24T08:00:00+08:00'),
  version: 1,
  exerciseId: null,
  ...overrides,
});

async function openBadge(settings: readonly Named<ModeSetting>[], options: DeskOptions = {}) {
  const desk = openDesk(options);
  desk.wire.on(modeList, () => [...settings]);
  desk.app.records(modeRecords).load(await desk.app.client.operatingMode.modeList(), 1);
  desk.show(<ModeBadge />);
  const badge = await screen.findByRole('button', { name: /^运行模式/ });
  return { ...desk, badge };
}

it('shows the current mode as text: an emergency set above, by which officer, since when and why', async () => {
  const { badge, user } = await openBadge([setting(), setting({ gridNo: COUNTY, gridName: '汶川县', mode: 'daily', reason: '如常' })]);
  expect(badge.getAttribute('data-mode')).toBe('emergency');
  expect(badge.textContent).toContain('应急模式');
  await user.click(badge);
  await screen.findByText('三处同时报警');
  screen.getByText(/阿坝藏族羌族自治州 · 阿坝州值班员 · 自 2026-11-24 08:00:00/);
  screen.getByText('由上级网格阿坝藏族羌族自治州决定，本级不能解除。');
});

it('follows a live change of the mode', async () => {
  const { badge, app } = await openBadge([]);
  expect(badge.getAttribute('data-mode')).toBe('daily');
  const set = { ...setting(), setAt: new Date() };
  app
    .records(modeRecords)
    .apply([{ kind: 'mode-changed', setting: set, seq: 9, publishedAt: new Date(), gridNo: PREFECTURE, requestId: null }]);
  await screen.findByText('应急模式');
});

it('sends nothing without a reason or before the change is confirmed in place', async () => {
  const { badge, user, wire } = await openBadge([]);
  wire.on(modeSet, () => setting({ gridNo: COUNTY, gridName: '汶川县' }));
  await user.click(badge);
  await user.click(await screen.findByRole('button', { name: '进入应急' }));
  await screen.findByText('请填写原因');
  fill(screen.getByLabelText('原因'), '大风');
  await user.click(screen.getByRole('button', { name: '进入应急' }));
  await screen.findByText(/立即进入应急/);
  expect(wire.calls(modeSet)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '确定进入应急' }));
  await screen.findByText('汶川县已进入应急模式');
  expect(wire.calls(modeSet).map(({ body }) => body)).toEqual([{ gridNo: '513221', mode: 'emergency', reason: '大风', version: 0 }]);
  expect(badge.getAttribute('data-mode')).toBe('emergency');
});

it('names the colleague who changed the mode first, and keeps the reason', async () => {
  const { badge, user, wire } = await openBadge([]);
  const inForce = setting({ gridNo: COUNTY, setBy: '汶川县副班' });
  wire.on(modeSet, () => refusedBy(codedError('mode-changed', { by: '汶川县副班' }), inForce));
  await user.click(badge);
  fill(await screen.findByLabelText('原因'), '大风');
  await user.click(screen.getByRole('button', { name: '进入应急' }));
  await user.click(await screen.findByRole('button', { name: '确定进入应急' }));
  await screen.findByText(/汶川县副班已先一步设为应急模式/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('原因').value).toBe('大风');
  expect(badge.getAttribute('data-mode')).toBe('emergency');
});

it('keeps the reason when the connection is lost', async () => {
  const { badge, user, wire } = await openBadge([]);
  wire.on(modeSet, () => LOST);
  await user.click(badge);
  fill(await screen.findByLabelText('原因'), '大风');
  await user.click(screen.getByRole('button', { name: '进入应急' }));
  await user.click(await screen.findByRole('button', { name: '确定进入应急' }));
  await screen.findByText(/服务器没有应答/);
  expect(screen.getByLabelText<HTMLTextAreaElement>('原因').value).toBe('大风');
});

it('a user without the right to dispatch sees the mode and why he cannot change it', async () => {
  const { badge, user } = await openBadge([setting()], { rights: ['watch-alarms'] });
  await user.click(badge);
  await screen.findByText(/当前账号不能设定运行模式/);
  expect(screen.queryByRole('button', { name: '恢复日常' })).toBeNull();
});
