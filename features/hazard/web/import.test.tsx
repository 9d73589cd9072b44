// 导入 on the page of hazard points: what is checked, refused, written and displayed.

import type { TableReport } from '@lookout/contract';
import type { Desk } from '@lookout/web/app/testing/desk.tsx';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { openHazards } from './testing.tsx';

const { hazard } = contract;
const REJECTED: TableReport['rejected'] = [
  { line: 3, column: '经度', reason: '位置不在您的网格范围内', error: { code: 'outside-senders-grid', params: {} } },
];
const TABLE = new File(['统一编号,名称,类型,经度,纬度\n'], '隐患点.csv', { type: 'text/csv' });

/** Opens the import dialog and chooses the table. */
async function chosen({ user }: Desk) {
  await user.click(await screen.findByRole('button', { name: '导入' }));
  const dialog = await screen.findByRole('dialog', { name: '导入隐患点表格' });
  await user.upload(dialog.querySelector('input[type=file]') as HTMLInputElement, TABLE);
  return within(dialog);
}

it('an empty list explains how to add points, by form or from a table, without a command line', async () => {
  await openHazards();
  await screen.findByText('按“登记隐患点”登记一处，或用“导入”带入 Excel 或 CSV 表格。');
});

it('a table is checked first and its refused rows are listed; it is written when the officer confirms, and the list is then requested again', async () => {
  const desk = await openHazards();
  const { wire, user } = desk;
  wire.on(hazard.importHazards, ({ query }) => ({
    received: 3,
    accepted: 2,
    changed: query.apply === '1' ? 1 : null,
    rejected: REJECTED,
  }));
  const dialog = await chosen(desk);
  await dialog.findByText('读到 3 行 · 可导入 2 行 · 不能导入 1 行');
  for (const text of ['3', '经度', '位置不在您的网格范围内']) expect(dialog.getByText(text)).toBeTruthy();
  expect(wire.calls(hazard.importHazards).map(({ query }) => query.apply)).toEqual(['0']);
  const request = wire.calls(hazard.hazardPage).length;
  await user.click(dialog.getByRole('button', { name: '导入这 2 行' }));
  await dialog.findByText('读到 3 行 · 已导入 2 行，其中新增或更新 1 处 · 不能导入 1 行');
  expect(wire.calls(hazard.importHazards).map(({ query }) => query.apply)).toEqual(['0', '1']);
  expect(dialog.queryByRole('button', { name: '导入这 2 行' })).toBeNull();
  await waitFor(() => expect(wire.calls(hazard.hazardPage).length).toBeGreaterThan(request));
});

it('a table whose upload fails shows an error and may be sent again; one without a valid row cannot be imported', async () => {
  const desk = await openHazards();
  const answers = [LOST, { received: 1, accepted: 0, changed: null, rejected: REJECTED }] as const;
  desk.wire.on(hazard.importHazards, () => answers[desk.wire.calls(hazard.importHazards).length - 1] ?? LOST);
  const dialog = await chosen(desk);
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^没有办成：/);
  await desk.user.upload(document.querySelector('.ant-modal input[type=file]') as HTMLInputElement, TABLE);
  await dialog.findByText('读到 1 行 · 可导入 0 行 · 不能导入 1 行');
  expect(dialog.queryByRole('alert')).toBeNull();
  expect((dialog.getByRole('button', { name: '导入这 0 行' }) as HTMLButtonElement).disabled).toBe(true);
});
