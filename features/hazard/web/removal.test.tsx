// 删除 on the page of hazard points, and its undo.
import { codedError } from '@lookout/contract';
import { type Desk, fill, OFFICER } from '@lookout/web/app/testing/desk.tsx';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { openHazards } from './testing.tsx';

const { hazard: hazardCalls } = contract;
type Point = (typeof hazardCalls.restoreHazard.reply)['_output'];
const ID = '00000000-0000-4000-8000-000000000001';
const NO = { blue: null, yellow: null, orange: null, red: null };
const POINT: Point = {
  id: ID,
  code: 'H-1',
  name: '东山滑坡',
  kind: 'slide',
  level: 'medium',
  state: 'registered',
  position: { lng: 103.59, lat: 31.48 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  address: null,
  people: 118,
  households: 32,
  dutyName: null,
  dutyPhone: null,
  description: null,
  version: 2,
  changedBy: OFFICER.fullName,
  changedAt: new Date('2026-11-01T00:00:00Z'),
  photos: [],
  rain: { oneHour: NO, oneDay: NO },
  monitors: [],
};
const deletion = { ...hazardCalls.deleteHazard, path: hazardCalls.deleteHazard.path.replace('{id}', ID) };
const button = (name: string) => screen.findByRole('button', { name });

/** Opens the point in its drawer, with the dialog of 删除. */
async function removing(): Promise<Desk & { readonly dialog: ReturnType<typeof within> }> {
  const desk = await openHazards(`?point=${ID}`, ({ on }) => {
    const rain = { oneHour: null, oneDay: null, at: null };
    on({ ...hazardCalls.hazardOne, path: hazardCalls.hazardOne.path.replace('{id}', ID) }, () => ({ hazard: POINT, monitors: [], rain }));
    on(hazardCalls.hazardWarningPage, () => ({ total: 0, pageNo: 1, pageSize: 5, list: [] }));
    on(hazardCalls.hazardHistory, () => []);
  });
  await desk.user.click(await screen.findByRole('button', { name: /^delete 删除$/ }));
  return { ...desk, dialog: within(await screen.findByRole('dialog', { name: '删除“东山滑坡”？' })) };
}

it('asks for a reason and for 验证密码, closes the point, and restores it in place without asking for the password again', async () => {
  const { app, wire, user, dialog } = await removing();
  const { verification } = app;
  wire.on(deletion, () => (wire.calls(deletion).length > 1 ? undefined : refusedBy(codedError('verification-needed'))));
  wire.on(hazardCalls.restoreHazard, () => POINT);
  await user.click(dialog.getByRole('button', { name: '删除' }));
  await dialog.findByText('请填写删除原因');
  expect(wire.calls(deletion)).toEqual([]);
  dialog.getByText('监测设备与读数一并删除，10 秒内可撤销；预警与审计仍在。');

  fill(dialog.getByLabelText('删除原因'), '误删');
  await user.click(dialog.getByRole('button', { name: '删除' }));
  // The shell's own test covers the dialog shown here.
  await waitFor(() => expect(verification.isRequested()).toBe(true));
  verification.answer(true);
  await screen.findByText('已删除“东山滑坡”');
  expect(wire.calls(deletion).map(({ query }) => query.reason)).toEqual(['误删', '误删']);
  await waitFor(() => expect(location.search).not.toContain('point='));

  const listed = wire.calls(hazardCalls.hazardPage).length;
  await user.click(await button('撤销'));
  await screen.findByText('已恢复“东山滑坡”');
  expect(wire.calls(hazardCalls.restoreHazard).map(({ body }) => body)).toEqual([{ id: ID }]);
  expect(verification.isRequested()).toBe(false);
  await waitFor(() => expect(wire.calls(hazardCalls.hazardPage).length).toBeGreaterThan(listed));
});

it('shows why a deletion, or an undo, was refused', async () => {
  const { wire, user, dialog } = await removing();
  const answers = [refusedBy(codedError('hazard-has-warning')), undefined];
  wire.on(deletion, () => answers[wire.calls(deletion).length - 1]);
  wire.on(hazardCalls.restoreHazard, () => refusedBy(codedError('hazard-code-taken', { name: '新的' }), { ...POINT, name: '新的' }));
  fill(dialog.getByLabelText('删除原因'), '误删');
  await user.click(dialog.getByRole('button', { name: '删除' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('该隐患点有未关闭的预警，请先关闭');
  expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: '删除' }));
  await user.click(await button('撤销'));
  await screen.findByText('统一编号已由“新的”使用');
});
