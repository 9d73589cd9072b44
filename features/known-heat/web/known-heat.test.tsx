import { codedError } from '@lookout/contract';
import type { Capability, Named } from '@lookout/domain';
import { type Desk, type DeskOptions, fill, OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { LOST, refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { at } from '../../testing/builders.ts';
import type { KnownHeat, MapMask } from '../known-heat.ts';
import { KnownHeatPage } from './index.tsx';

const { knownHeat: calls } = contract;
type Heat = Named<KnownHeat>;

const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001';
const createdAt = at('2026-11-21 09:00:00');
const heat = (more: Partial<Heat> = {}): Heat => ({
  id: ID,
  name: '汶川县映秀镇',
  kind: 'other',
  state: 'proposed',
  origin: 'detections',
  position: { lng: 103.59, lat: 31.48 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  address: '映秀镇',
  radiusMetres: 750,
  usualFrpMegawatts: 12.34,
  days: ['2026-11-01', '2026-11-05', '2026-11-09', '2026-11-20'],
  hours: [2, 14],
  note: null,
  version: 1,
  createdBy: '热源识别',
  createdAt,
  changedBy: '热源识别',
  changedAt: createdAt,
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
  ...more,
});
const mask: Named<MapMask> = {
  id: ID,
  polygon: [
    { lng: 103.5, lat: 31.4 },
    { lng: 103.51, lat: 31.4 },
    { lng: 103.51, lat: 31.41 },
  ],
  reason: '光伏场反光',
  alarmKinds: ['satellite'],
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  endsAt: at('2036-12-31 00:00:00'),
  version: 1,
  createdBy: OFFICER.fullName,
  createdAt,
  changedBy: OFFICER.fullName,
  changedAt: createdAt,
};
const pageOf = <T,>(...list: T[]) => ({ total: list.length, pageNo: 1, pageSize: 20, list });

function open(at = '/knownHeat', options: Pick<DeskOptions, 'rights'> = {}): Desk {
  const desk = openDesk({ at, ...options });
  answerOwnGrid(desk.wire);
  return desk;
}

it('proposed sources are listed with their days, hours and usual power', async () => {
  const { wire, show } = open();
  wire.on(calls.knownHeatPage, () => pageOf(heat()));
  show(<KnownHeatPage />);
  await screen.findByText('4 天，最近 2026-11-20');
  for (const text of ['2 时、14 时', '≤ 12.3', '卫星监测']) expect(screen.getByText(text)).toBeTruthy();
  expect(wire.calls(calls.knownHeatPage)[0]?.body).toMatchObject({ state: 'proposed' });
});

it('an empty list states why, with a different text under a filter', async () => {
  const { wire, show } = open('/knownHeat?tab=confirmed');
  wire.on(calls.knownHeatPage, () => pageOf<Heat>());
  show(<KnownHeatPage />);
  await screen.findByText('还没有已确认的热源');
});

it('a filter without matches is reported; a place in the URL filters by distance', async () => {
  const { wire, show } = open('/knownHeat?near=103.59,31.48&within=2000');
  wire.on(calls.knownHeatPage, () => pageOf<Heat>());
  show(<KnownHeatPage />);
  await screen.findByText('没有符合条件的记录');
  expect(wire.calls(calls.knownHeatPage)[0]?.body).toMatchObject({ around: { centre: { lng: 103.59, lat: 31.48 }, radiusMetres: 2_000 } });
});

it('entering a place filters by distance; an invalid position is reported', async () => {
  const { wire, user, show } = open();
  wire.on(calls.knownHeatPage, () => pageOf(heat()));
  show(<KnownHeatPage />);
  const field = await screen.findByLabelText('此处附近（经度, 纬度）');
  await user.type(field, '那里{Enter}');
  await screen.findByRole('alert');
  expect(wire.calls(calls.knownHeatPage).at(-1)?.body).toMatchObject({ around: null });
  const again = await screen.findByLabelText('此处附近（经度, 纬度）');
  await user.clear(again);
  await user.type(again, '103.59, 31.48{Enter}');
  await waitFor(() =>
    expect(wire.calls(calls.knownHeatPage).at(-1)?.body).toMatchObject({
      around: { centre: { lng: 103.59, lat: 31.48 }, radiusMetres: 5_000 },
    }),
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it('a list that failed to load can be requested again', async () => {
  const { wire, user, show } = open();
  let answer: ReturnType<typeof pageOf<Heat>> | typeof LOST = LOST;
  wire.on(calls.knownHeatPage, () => answer);
  show(<KnownHeatPage />);
  const retry = await screen.findByRole('button', { name: /重试/ });
  answer = pageOf(heat());
  await user.click(retry);
  await screen.findByText('4 天，最近 2026-11-20');
});

it('a user who only watches sees everything and can change nothing', async () => {
  const rights: readonly Capability[] = ['watch-alarms'];
  const { wire, show } = open('/knownHeat', { rights });
  wire.on(calls.knownHeatPage, () => pageOf(heat()));
  show(<KnownHeatPage />);
  await screen.findByText('4 天，最近 2026-11-20');
  for (const name of ['登记热源', '导入', '确认', '否决']) expect(screen.queryByRole('button', { name: spaced(name) })).toBeNull();
});

it('confirming sets name, kind and radius of the source; the list is reloaded', async () => {
  const { wire, user, show } = open();
  wire.on(calls.knownHeatPage, () => pageOf(heat()));
  wire.on(calls.reviewKnownHeat, () => heat({ state: 'confirmed', name: '红星砖厂', kind: 'kiln', version: 2 }));
  show(<KnownHeatPage />);
  await user.click(await screen.findByRole('button', { name: spaced('确认') }));
  const form = within(await screen.findByRole('form', { name: '确认热源' }));
  fill(form.getByLabelText('名称'), '红星砖厂');
  const query = wire.calls(calls.knownHeatPage).length;
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: spaced('确认') }));
  await waitFor(() =>
    expect(wire.calls(calls.reviewKnownHeat).map(({ body }) => body)).toEqual([
      { id: ID, state: 'confirmed', name: '红星砖厂', kind: 'other', radiusMetres: 750, note: null },
    ]),
  );
  await waitFor(() => expect(wire.calls(calls.knownHeatPage).length).toBeGreaterThan(query));
});

it('rejecting needs a reason; the second officer sees who was first, and keeps the typed text', async () => {
  const { wire, user, show } = open();
  wire.on(calls.knownHeatPage, () => pageOf(heat()));
  wire.on(calls.reviewKnownHeat, () =>
    refusedBy(codedError('heat-reviewed', { by: '阿坝州值班员' }), heat({ state: 'confirmed', reviewedBy: '阿坝州值班员' })),
  );
  show(<KnownHeatPage />);
  await user.click(await screen.findByRole('button', { name: spaced('否决') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: spaced('否决') }));
  await dialog.findByText('请填写原因');
  expect(wire.calls(calls.reviewKnownHeat)).toHaveLength(0);
  fill(dialog.getByLabelText('原因'), '是烧荒');
  await user.click(dialog.getByRole('button', { name: spaced('否决') }));
  await dialog.findByText(/该热源已由阿坝州值班员处理/);
  expect((dialog.getByLabelText('原因') as HTMLTextAreaElement).value).toBe('是烧荒');
});

it('a mask is drawn by its corners; an invalid line is named', async () => {
  const { wire, user, show } = open('/knownHeat?tab=masks');
  wire.on(calls.mapMaskPage, () => pageOf(mask));
  wire.on(calls.createMapMask, () => ({ id: ID }));
  show(<KnownHeatPage />);
  await screen.findByText('光伏场反光');
  await user.click(screen.getByRole('button', { name: '新建屏蔽区' }));
  const dialog = within(await screen.findByRole('dialog'));
  fill(dialog.getByLabelText('原因'), '烟囱');
  fill(dialog.getByLabelText('边界'), '103.5, 31.4\n那里');
  await user.click(dialog.getByRole('button', { name: spaced('保存') }));
  await dialog.findByText('第 2 行不是位置');
  fill(dialog.getByLabelText('边界'), '103.5, 31.4\n103.51, 31.4\n103.51, 31.41');
  await user.click(dialog.getByRole('button', { name: spaced('保存') }));
  await waitFor(() =>
    expect(wire.calls(calls.createMapMask)[0]?.body).toMatchObject({
      reason: '烟囱',
      alarmKinds: ['satellite', 'camera', 'smoke'],
      polygon: mask.polygon,
    }),
  );
});

it('the map can be opened next to the corners, to draw them', async () => {
  const { wire, user, show } = open('/knownHeat?tab=masks');
  const { auth, baseMap, burning, duty, grid, hazard, mapLayer, resource } = contract;
  const own = { gridNo: OFFICER.gridNo, gridName: OFFICER.gridName };
  wire.on(auth.userArea, () => ({ ...own, areasPoint: null, centerLocationPoint: null, approximate: false }));
  wire.on(grid.areaData, () => []);
  wire.on(baseMap.baseMapList, () => []);
  wire.on(mapLayer.layerList, () => []);
  wire.on(mapLayer.sceneList, () => []);
  wire.on(resource.resourceList, () => []);
  wire.on(resource.counts, () => []);
  wire.on(duty.weatherNow, () => []);
  wire.on(burning.burningList, () => []);
  wire.on(hazard.hazardList, () => []);
  wire.on(calls.knownHeatList, () => [heat({ state: 'confirmed' })]);
  wire.on(calls.mapMaskList, () => [mask]);
  wire.on(calls.mapMaskPage, () => pageOf(mask));
  wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  show(<KnownHeatPage />);
  await user.click(await screen.findByRole('button', { name: spaced('修改') }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: '打开地图' }));
  await waitFor(() => expect(document.querySelector('.globe-stage[data-state="ready"]')).not.toBeNull());
  await user.click(await dialog.findByRole('button', { name: '在地图上画' }));
  await dialog.findByText(/双击或按 Enter 结束/);
  await user.click(dialog.getByRole('button', { name: spaced('停止') }));
  expect((dialog.getByLabelText('边界') as HTMLTextAreaElement).value.split('\n')).toHaveLength(3);
  // The globe's part has requested its data.
  await waitFor(() => expect(wire.calls(calls.knownHeatList)).not.toHaveLength(0));
  expect(wire.calls(calls.mapMaskList)[0]?.body).toEqual({ isStanding: true });
});

it('a mask is ended before its end time after one confirmation', async () => {
  const { wire, user, show } = open('/knownHeat?tab=masks');
  wire.on(calls.mapMaskPage, () => pageOf(mask));
  wire.on(calls.endMapMask, () => mask);
  show(<KnownHeatPage />);
  await user.click(await screen.findByRole('button', { name: '提前结束' }));
  const [, confirm] = await waitFor(() => {
    const buttons = screen.getAllByRole('button', { name: '提前结束' });
    expect(buttons).toHaveLength(2);
    return buttons;
  });
  await user.click(confirm as HTMLElement);
  await waitFor(() => expect(wire.calls(calls.endMapMask).map(({ body }) => body)).toEqual([{ id: ID }]));
});

/** antd puts a space between two Chinese characters of a button. */
const spaced = (name: string): RegExp => new RegExp(`^${name.split('').join(' ?')}$`);
