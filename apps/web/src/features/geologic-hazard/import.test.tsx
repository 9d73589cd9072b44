// 导入 on the page of hazard points: what is checked, refused, written and said.
import { contract, type TableReport } from '@lookout/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Desk, OFFICER, openDesk } from '../../app/testing/desk.tsx';
import { LOST } from '../../app/testing/wire.ts';
import { GeologicHazardPage } from './index.tsx';

const { hazards } = contract;
const REJECTED: TableReport['rejected'] = [
  { line: 3, column: '经度', reason: '位置不在您的网格范围内', error: { code: 'outside-senders-grid', params: {} } },
];
const TABLE = new File(['统一编号,名称,类型,经度,纬度\n'], '隐患点.csv', { type: 'text/csv' });

async function open() {
  const desk = openDesk({ at: '/manage/GeologicHazard' });
  const { wire } = desk;
  const { auth, grids, layers, resources, fire, burnings, duty } = contract;
  const grid = { no: OFFICER.gridNo, name: OFFICER.gridName };
  wire.on(grids.gridTree, () => [{ ...grid, children: [] }]);
  wire.on(grids.grid, () => ({ ...grid, level: 'county' as const, fullName: OFFICER.gridName, longitude: null, latitude: null }));
  wire.on(auth.userArea, () => ({ gridNo: grid.no, gridName: grid.name, areasPoint: null, centerLocationPoint: null, approximate: false }));
  wire.on(grids.areaData, () => []);
  wire.on(layers.layerList, () => []);
  wire.on(layers.sceneList, () => []);
  wire.on(resources.resourceList, () => []);
  wire.on(resources.counts, () => []);
  wire.on(duty.weatherNow, () => []);
  wire.on(fire.samePlace, () => []);
  wire.on(burnings.burningList, () => []);
  wire.on(hazards.hazardList, () => []);
  wire.on(hazards.hazardPage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  desk.show(<GeologicHazardPage />);
  await waitFor(() => expect(document.querySelector('.globe-stage[data-state="ready"]')).not.toBeNull());
  return desk;
}

/** The dialog with the table chosen. */
async function chosen({ user }: Desk) {
  await user.click(await screen.findByRole('button', { name: '导入' }));
  const dialog = await screen.findByRole('dialog', { name: '导入隐患点表格' });
  await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, TABLE);
  return within(dialog);
}

it('an empty list says how points come in: by hand or from a table, without a command line', async () => {
  await open();
  await screen.findByText('按“登记隐患点”登记一处，或用“导入”带入 Excel 或 CSV 表格。');
});

it('a table is checked first, its refused rows named; it is written when the officer says so, and the list is asked for anew', async () => {
  const desk = await open();
  const { wire, user } = desk;
  wire.on(hazards.importHazards, ({ query }) => ({
    received: 3,
    accepted: 2,
    changed: query.apply === '1' ? 1 : null,
    rejected: REJECTED,
  }));
  const dialog = await chosen(desk);
  await dialog.findByText('读到 3 行 · 可导入 2 行 · 不能导入 1 行');
  for (const text of ['3', '经度', '位置不在您的网格范围内']) expect(dialog.getByText(text)).toBeTruthy();
  expect(wire.calls(hazards.importHazards).map(({ query }) => query.apply)).toEqual(['0']);
  const asked = wire.calls(hazards.hazardPage).length;
  await user.click(dialog.getByRole('button', { name: '导入这 2 行' }));
  await dialog.findByText('读到 3 行 · 已导入 2 行，其中新增或更新 1 处 · 不能导入 1 行');
  expect(wire.calls(hazards.importHazards).map(({ query }) => query.apply)).toEqual(['0', '1']);
  expect(dialog.queryByRole('button', { name: '导入这 2 行' })).toBeNull();
  await waitFor(() => expect(wire.calls(hazards.hazardPage).length).toBeGreaterThan(asked));
});

it('a table that is lost on its way says so and may be sent again; one without a good row is not offered', async () => {
  const desk = await open();
  const answers = [LOST, { received: 1, accepted: 0, changed: null, rejected: REJECTED }] as const;
  desk.wire.on(hazards.importHazards, () => answers[desk.wire.calls(hazards.importHazards).length - 1] ?? LOST);
  const dialog = await chosen(desk);
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^没有办成：/);
  await desk.user.upload(document.querySelector('.ant-modal input[type=file]') as HTMLInputElement, TABLE);
  await dialog.findByText('读到 1 行 · 可导入 0 行 · 不能导入 1 行');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect((dialog.getByRole('button', { name: '导入这 0 行' }) as HTMLButtonElement).disabled).toBe(true);
});
