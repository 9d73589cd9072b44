import { codedError, type Got } from '@lookout/contract';
import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../../contract.ts';
import { FuelsTab } from './FuelsTab.tsx';

const { fuelList, saveFuel, resetFuel } = contract.spread;
type Fuel = Got<typeof fuelList>[number];
const PINE: Fuel = {
  scheme: 'igbp',
  value: 1,
  name: null,
  fuelModel: 'TL8',
  fuelFactor: 'pine',
  canopy: null,
  source: 'RMRS-GTR-153',
  toConfirm: true,
  isOwn: false,
};
const WATER: Fuel = { ...PINE, value: 17, fuelModel: 'NB8', fuelFactor: null, toConfirm: false };
const OWN: Fuel = { ...PINE, scheme: 'worldcover', value: 30, fuelModel: 'GR4', source: '凉山草场调查', toConfirm: false, isOwn: true };
const OF_TABLE: Fuel = { ...OWN, scheme: 'table', value: 7, name: '高山草甸' };

function openTab(gridNo = '100000') {
  const desk = openDesk({ officer: { gridNo: gridNo as never } });
  desk.wire.on(fuelList, () => [PINE, WATER, OWN, OF_TABLE]);
  desk.show(<FuelsTab />);
  return desk;
}
const rowOf = async (text: string | RegExp) => (await screen.findByText(text)).closest('tr') as HTMLElement;

it('each class shows its fuel, the fire behaviour, the source of the values, and whether the row is the deployment’s own', async () => {
  const { user } = openTab();
  const pine = await rowOf(/MODIS IGBP 1 常绿针叶林/);
  expect(pine.textContent).toMatch(/TL8.*松林 1.*\d+\.\d m\/min.*RMRS-GTR-153.*待核对/);
  expect((await rowOf(/MODIS IGBP 17 水面/)).textContent).toMatch(/NB8.*不燃.*不燃/);
  const own = await rowOf(/ESA WorldCover 30 草地/);
  within(own).getByText('本部署');
  await rowOf(/ 7 高山草甸/);
  expect(within(pine).queryByText('恢复默认')).toBeNull();
  await user.click(screen.getByText('ESA WorldCover'));
  await waitFor(() => expect(screen.queryByText(/常绿针叶林/)).toBeNull());
});

it('choosing another model shows its effect at once; it is saved with its canopy and source', async () => {
  const { wire, user } = openTab();
  wire.on(saveFuel, ({ body }) => ({ ...PINE, ...(body as object), isOwn: true }));
  await user.click(within(await rowOf(/常绿针叶林/)).getByRole('button', { name: '修改' }));
  const drawer = await screen.findByRole('dialog', { name: '可燃物：MODIS IGBP 1 常绿针叶林' });
  const meaning = () => within(drawer).getByRole('status').textContent;
  const open = meaning();
  expect(open).toMatch(/\d+\.\d m\/min，\d+ kW\/m，焰长 \d+\.\d m/);
  await user.click(within(drawer).getByLabelText('填写林冠（挡风，影响速度）'));
  fill(await within(drawer).findByLabelText('盖度（%）'), '70');
  fill(within(drawer).getByLabelText('树高（m）'), '18');
  fill(within(drawer).getByLabelText('冠长率（0–1）'), '0.5');
  await waitFor(() => expect(meaning()).not.toBe(open));
  fill(within(drawer).getByLabelText('出处'), '省林科院 2026');
  await user.click(within(drawer).getByRole('button', { name: '保存' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(wire.calls(saveFuel)[0]?.body).toEqual({
    scheme: 'igbp',
    value: 1,
    fuelModel: 'TL8',
    fuelFactor: 'pine',
    canopy: { coverPercent: 70, heightMetres: 18, crownRatio: 0.5 },
    source: '省林科院 2026',
    toConfirm: true,
  });
  await waitFor(() => expect(wire.calls(fuelList)).toHaveLength(2));
});

it('a field that the server refuses shows the reason, a lost connection loses no input, and closing asks first', async () => {
  const { wire, user } = openTab();
  wire.on(saveFuel, () =>
    refusedBy(codedError('no-such-fuel-class', { scheme: 'gbt21010', value: 99 }), [{ path: 'value', message: '没有 99 这个类' }]),
  );
  await user.click(await screen.findByRole('button', { name: '新增地类' }));
  const drawer = await screen.findByRole('dialog', { name: '新增地类的可燃物' });
  await user.click(within(drawer).getByRole('button', { name: '保存' }));
  for (const text of ['请填写类值（0–65534 的整数）', '请选择可燃物模型', '请写明出处']) await within(drawer).findByText(text);
  expect(wire.calls(saveFuel)).toHaveLength(0);
  fill(within(drawer).getByLabelText('类值'), '99');
  fill(within(drawer).getByLabelText('出处'), '样地');
  await user.click(within(drawer).getByLabelText('可燃物模型（Rothermel）'));
  await user.type(within(drawer).getByLabelText('可燃物模型（Rothermel）'), 'GR2');
  await user.click(await screen.findByTitle(/^GR2 /));
  await user.click(within(drawer).getByRole('button', { name: '保存' }));
  await within(drawer).findByText('没有 99 这个类');
  wire.on(saveFuel, () => LOST);
  await user.click(within(drawer).getByRole('button', { name: '保存' }));
  await within(drawer).findByRole('alert');
  expect(within(drawer).getByLabelText<HTMLTextAreaElement>('出处').value).toBe('样地');
  await user.click(within(drawer).getByRole('button', { name: '取消' }));
  await user.click(await screen.findByRole('button', { name: '继续填写' }));
  expect(within(drawer).getByLabelText<HTMLTextAreaElement>('出处').value).toBe('样地');
});

it('resetting a deployment’s own row asks for confirmation', async () => {
  const { wire, user } = openTab();
  wire.on(resetFuel, () => undefined);
  await user.click(within(await rowOf(/ESA WorldCover 30/)).getByRole('button', { name: '恢复默认' }));
  await screen.findByText(/恢复为产品自带的可燃物吗/);
  await user.click(screen.getAllByRole('button', { name: '恢复默认' }).at(-1) as HTMLElement);
  await waitFor(() => expect(wire.calls(resetFuel)[0]?.query).toEqual({ scheme: 'worldcover', value: '30' }));
});

it('an administrator of less than the whole country can read the table and change nothing', async () => {
  openTab('510000');
  await screen.findByText(/只有全国管理员可以修改/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '新增地类' }).disabled).toBe(true);
  expect(within(await rowOf(/常绿针叶林/)).getByRole<HTMLButtonElement>('button', { name: '修改' }).disabled).toBe(true);
});
