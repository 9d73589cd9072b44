// The controls around the map on the monitor's page, with the flat map.

import type { Named } from '@lookout/domain';
import type { Wire } from '@lookout/web/app/testing/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { Resource } from '../../resource/resource.ts';
import { readResource } from '../../resource/resource.wire.ts';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

const viewInAddress = () => new URLSearchParams(location.search).get('at');
const onMap = () => document.querySelector('.globe-stage canvas') as HTMLCanvasElement;
/** The centre of the map. */
const MIDDLE = { x: 600, y: 320 };
/** A mouse event on the map, with offsets, which this DOM does not provide. @param right pixels to the right of the centre */
function mapEvent(type: string, right = 0): Event {
  return Object.defineProperties(new Event(type), { offsetX: { value: MIDDLE.x + right }, offsetY: { value: MIDDLE.y } });
}

const RESOURCE = {
  id: crypto.randomUUID(),
  name: '汶川扑火队',
  isOnline: '0' as const,
  districtName: null,
  streetName: null,
  gridNo: '513221',
  gridName: '汶川县',
  position: { lng: 103.59, lat: 31.48, z: 1330 },
  leaderName: '王五',
  leaderPhone: '13800000003',
  description: '三十五人',
  monitorRange: null,
  horizontalAngle: null,
  resourceCode: 'T1',
  resourceType: 'team' as const,
  attributes: {},
};
/** Answers with a resource at the centre of the map. */
const answerResource = ({ on }: Wire): void => {
  on(contract.resource.resourceList, () => [RESOURCE]);
  on(
    { ...contract.resource.resourceOne, path: `/resource/api/resourceList/${RESOURCE.id}` as never },
    () => readResource(RESOURCE) as Named<Resource>,
  );
};
const openCard = () =>
  waitFor(() => {
    fireEvent(onMap(), mapEvent('click'));
    return screen.getByRole('dialog', { name: RESOURCE.name });
  });

// Proves §2.27a
it('the globe has buttons for home, full screen and VR', async () => {
  // This DOM does not support full screen.
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
  const { user } = await openMonitor();
  const button = (name: string) => within(screen.getByRole('toolbar', { name: '地图控制' })).getByRole('button', { name });
  const before = viewInAddress();
  await user.click(button('回到初始视野'));
  await waitFor(() => expect(viewInAddress()).not.toBe(before));
  const enter = vi.fn(async () => undefined);
  document.documentElement.requestFullscreen = enter;
  await user.click(button('全屏'));
  expect(enter).toHaveBeenCalledOnce();
  await user.click(button('VR 模式'));
  expect(button('VR 模式').getAttribute('aria-pressed')).toBe('true');
});

// Proves §2.27b
it('the position under the pointer is shown, in decimals and in degrees, minutes and seconds', async () => {
  const { user } = await openMonitor();
  const place = () => document.querySelector('.readout-place')?.textContent;
  expect(place()).toBe('—');
  fireEvent(onMap(), mapEvent('pointermove'));
  expect(place()).toBe('103.59000, 31.48000');
  await user.click(document.querySelector('.readout-cursor') as HTMLElement);
  expect(place()).toBe('103°35′24.0″E 31°28′48.0″N');
  fireEvent(onMap(), new Event('pointerleave'));
  expect(place()).toBe('—');
});

// Proves §2.34
it('a click on a resource opens its card: name, state, grid, coordinates, the person responsible with the phone number, and description', async () => {
  await openMonitor({ answer: answerResource });
  const card = await openCard();
  const facts = [...card.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]);
  expect(Object.fromEntries(facts)).toMatchObject({
    状态: '离线',
    负责人: '王五',
    电话: '13800000003',
    描述: '三十五人',
  });
  expect(card.textContent).toContain('汶川县（513221）');
  expect(card.textContent).toContain('103.59000, 31.48000');
});

it("one search finds a position, areas with their towns, and resources, and opens a resource's card", async () => {
  const { user } = await openMonitor({
    answer: (wire) => {
      answerResource(wire);
      wire.on(contract.resource.gridList, () => [
        {
          no: '513221100',
          name: '威州镇',
          level: 'town' as const,
          fullName: '汶川县威州镇',
          longitude: 103.59,
          latitude: 31.48,
          approximate: true as const,
        },
      ]);
      wire.on(contract.mapLayer.layerFeaturePage, () => ({ list: [], total: 0, pageNo: 1, pageSize: 50 }));
    },
  });
  await user.click(within(screen.getByRole('toolbar', { name: '地图工具' })).getByRole('button', { name: '搜索' }));
  const field = screen.getByRole('combobox', { name: '搜索' });
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  await user.type(field, '汶川');
  await waitFor(() => expect(options()).toEqual(['汶川扑火队扑火队伍 · 汶川县', '威州镇汶川县威州镇 · 位置为上级网格的']));
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: RESOURCE.name });

  const before = viewInAddress();
  await user.clear(field);
  await user.type(field, '北纬31°30′ 东经103°40′');
  await waitFor(() => expect(options()).toEqual(['103.66667, 31.50000经纬度']));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(viewInAddress()).not.toBe(before));
});

it('while a position is picked, a click on a marker returns the position under the pointer and opens nothing; afterwards a click opens the marker again', async () => {
  const alarm = alarmAt('移到别处', 'camera', { position: { lng: 103.61, lat: 31.49 } });
  const { user, openAlarm, clickRareAction } = await openMonitor({ alarms: [alarm], answer: answerResource });
  const card = await openCard();
  await user.click(within(card).getByRole('button', { name: '关闭' }));
  await openAlarm('移到别处');
  await clickRareAction('移位');
  const moving = within(screen.getByRole('form', { name: '移位' }));
  const lng = () => Number((moving.getByLabelText('经度') as HTMLInputElement).value);

  // Within the hit area of the marker, next to its centre.
  fireEvent(onMap(), mapEvent('click', 8));
  await waitFor(() => expect(lng()).toBeGreaterThan(RESOURCE.position.lng));
  expect(lng()).toBeLessThan(RESOURCE.position.lng + 0.01);
  for (const gesture of ['click', 'pointermove']) fireEvent(onMap(), mapEvent(gesture));
  await waitFor(() => expect(lng()).toBe(RESOURCE.position.lng));
  expect(screen.queryByRole('dialog', { name: RESOURCE.name })).toBeNull();

  await user.click(moving.getAllByRole('button', { name: '取消' }).at(-1) as HTMLElement);
  await openCard();
});
