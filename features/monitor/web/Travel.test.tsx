// Travel times on the monitor's page: 周边 of an alarm by time, and how far a team can travel.
import { codedError, formatTime, type Got } from '@lookout/contract';
import type { Capability, Named } from '@lookout/domain';
import { refusedBy, type Wire } from '@lookout/web/app/testing/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { Resource } from '../../resource/resource.ts';
import { readResource } from '../../resource/resource.wire.ts';
import { anArrival, aRanger, aWayBack } from '../../testing/builders.ts';
import { alarmAt, openMonitor } from './testing/monitor.tsx';

const { ranger: rangerCalls, resource: resourceCalls, travel } = contract;
const TEAM = {
  id: '00000000-0000-4000-8000-0000000000f1',
  name: '汶川扑火队',
  isOnline: '1' as const,
  districtName: null,
  streetName: null,
  gridNo: '513221',
  gridName: '汶川县',
  position: { lng: 103.59, lat: 31.48, z: 1330 },
  leaderName: null,
  leaderPhone: null,
  description: null,
  monitorRange: null,
  horizontalAngle: null,
  resourceCode: 'T1',
  resourceType: 'team' as const,
  attributes: {},
};
type Near = Got<typeof resourceCalls.aroundByKind>[number];
const groupOf = (resourceType: 'team' | 'waterSource', resourceName: string, name: string, distance: number): Near => ({
  resourceType,
  resourceName,
  count: 1,
  list: [{ ...TEAM, id: crypto.randomUUID(), name, resourceType, distance, bearing: 45 }],
});

describe('周边', () => {
  const FIRST = [anArrival({ id: TEAM.id, name: '远处先到队', seconds: 1_260 })];
  const openNear = async (rights?: readonly Capability[], comers = FIRST) => {
    const alarm = alarmAt('周边处', 'camera');
    const desk = await openMonitor({ alarms: [alarm], ...(rights && { rights }) });
    desk.wire.on(resourceCalls.aroundByKind, () => [
      groupOf('team', '扑火队伍', TEAM.name, 4_000),
      groupOf('waterSource', '水源地', '水池', 900),
    ]);
    desk.wire.on(travel.nearest, () => comers);
    await desk.openAlarm('周边处');
    await desk.user.click(desk.popup().getByRole('tab', { name: '周边' }));
    return desk;
  };

  it('is sorted by arrival time: units that can travel come first, stationary ones follow by distance', async () => {
    const { user, popup, wire } = await openNear();
    const first = within(await popup().findByRole('region', { name: '谁先到' }));
    const row = first.getByRole('button', { name: /远处先到队/ });
    expect(row.textContent).toMatch(/约 21 分钟公路 12 公里，步行 1.8 公里爬升 340 米/);
    expect(popup().queryByText(TEAM.name)).toBeNull();
    await popup().findByText('水池');
    wire.on(travel.back, () => aWayBack({ roads: 'imported' }));
    await user.click(row);
    expect(row.getAttribute('aria-pressed')).toBe('true');
    await first.findByText('返回约 38 分钟');
    expect(wire.calls(travel.back).map(({ body }) => body)).toMatchObject([{ kind: 'team', from: { lng: 103.5, lat: 31.4 } }]);
    await user.click(popup().getByText('按距离'));
    await popup().findByText(TEAM.name);
    expect(popup().queryByRole('region', { name: '谁先到' })).toBeNull();
    expect(wire.calls(travel.nearest)).toHaveLength(1);
  });

  it('around a forecast names the units that bypass the fire, the forecast used, and until when the way back is open', async () => {
    const beginsAt = new Date();
    const begin = formatTime(beginsAt);
    const { user, popup, wire } = await openNear(undefined, [
      anArrival({ id: TEAM.id, name: '绕行队', avoidsFire: true, forecastTime: begin }),
      anArrival({ kind: 'HelicopterPoint', id: 'h', name: '停机点', forecastTime: begin }),
    ]);
    const row = await popup().findByRole('button', { name: /绕行队/ });
    expect(row.textContent).toContain('绕开火场');
    await popup().findByText(`模型估算 · 演示道路 · 按 ${begin.slice(11, 16)} 起的推演避开火场`);
    const cutOffAt = new Date(Date.now() + 3_600_000);
    wire.on(travel.back, () => aWayBack({ roads: 'imported', forecastAt: beginsAt, cutOffAt, isCutOffOnArrival: true }));
    await user.click(row);
    const told = await popup().findByText(/^返回约 38 分钟；.* 后返回路线将被火切断；到场前返回路线就会被切断$/);
    expect(told.getAttribute('data-threatened')).toBe('true');
    // A unit that flies there also flies back.
    await user.click(popup().getByRole('button', { name: /停机点/ }));
    await waitFor(() => expect(popup().queryByText(/返回/)).toBeNull());
    expect(wire.calls(travel.back)).toHaveLength(1);
  });

  it('includes people, with whether they are online; the radius does not apply to people and is not shown', async () => {
    const { user, popup, wire } = await openNear();
    const at = new Date();
    const last = { position: { lng: 103.6, lat: 31.49 }, at, receivedAt: at };
    const near = { fullName: '近处护林员', last, distanceMetres: 1_200, bearingDegrees: 45 };
    const ranger = aRanger('00000000-0000-4000-8000-0000000000f3', near);
    wire.on(rangerCalls.rangerList, () => [ranger]);
    wire.on(travel.nearest, () => [
      anArrival({ kind: 'ranger', id: ranger.userId, name: ranger.fullName, seconds: 540, positionTime: formatTime(at) }),
    ]);
    await popup().findByLabelText('半径');
    await user.click(popup().getByText('护林员'));
    const row = await popup().findByRole('button', { name: /近处护林员/ });
    await waitFor(() => expect(row.textContent).toMatch(/^近处护林员在线约 9 分钟.* · 位置 \d\d:\d\d$/));
    expect(popup().queryByLabelText('半径')).toBeNull();
    await user.click(popup().getByText('按距离'));
    await popup().findByText('东北 1.2 公里');
    await popup().findByLabelText('半径');
  });

  it('is sorted by distance for an officer who may neither decide nor dispatch, and sends no travel request', async () => {
    const { popup, wire } = await openNear(['watch-alarms']);
    await popup().findByText(TEAM.name);
    expect(popup().queryByText('按时间')).toBeNull();
    expect(wire.calls(travel.nearest)).toEqual([]);
  });
});

describe('how far a team can travel', () => {
  type Reach = Got<typeof travel.reach>;
  const square = (half: number): [number, number][] => [
    [103.59 - half, 31.48 - half],
    [103.59 + half, 31.48 - half],
    [103.59 + half, 31.48 + half],
    [103.59 - half, 31.48 - half],
  ];
  const REACH: Reach = {
    roads: 'none',
    forecastAt: null,
    areas: [15, 30, 60].map((minutes) => ({
      minutes,
      area: { type: 'MultiPolygon', coordinates: minutes === 15 ? [] : [[square(minutes / 1_000)]] },
    })),
  };
  const openCard = async (answer: (wire: Wire) => void) => {
    const desk = await openMonitor({
      answer: (wire) => {
        wire.on(resourceCalls.resourceList, () => [TEAM]);
        wire.on(
          { ...resourceCalls.resourceOne, path: `/resource/api/resourceList/${TEAM.id}` as never },
          () => readResource(TEAM) as Named<Resource>,
        );
        answer(wire);
      },
    });
    const card = await waitFor(() => {
      const click = Object.defineProperties(new Event('click'), { offsetX: { value: 600 }, offsetY: { value: 320 } });
      fireEvent(document.querySelector('.globe-stage canvas') as HTMLCanvasElement, click);
      return screen.getByRole('dialog', { name: TEAM.name });
    });
    await desk.user.click(within(card).getByRole('button', { name: '到达范围' }));
    return { ...desk, panel: within(await screen.findByRole('region', { name: `到达范围 · ${TEAM.name}` })) };
  };

  it("is requested for the team's means of travel, has a legend, names the road data, and can be closed", async () => {
    const { user, panel, wire } = await openCard(({ on }) => on(travel.reach, () => REACH));
    const legend = within(await panel.findByRole('list', { name: '图例' }));
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '15 分钟内到不了任何地方',
      '30 分钟内',
      '60 分钟内',
    ]);
    await panel.findByText('模型估算 · 没有导入道路，按步行估算');
    await user.click(panel.getByText('步行'));
    await waitFor(() => expect(wire.calls(travel.reach)).toHaveLength(2));
    expect(wire.calls(travel.reach).map(({ body }) => (body as { mode: string }).mode)).toEqual(['fire-engine', 'foot']);
    await user.click(panel.getByRole('button', { name: '关闭到达范围' }));
    expect(screen.queryByRole('region', { name: `到达范围 · ${TEAM.name}` })).toBeNull();
  });

  it('a refusal is shown with a retry', async () => {
    let isRefused = true;
    const { user, panel } = await openCard(({ on }) => on(travel.reach, () => (isRefused ? refusedBy(codedError('not-found')) : REACH)));
    const retry = await panel.findByRole('button', { name: '重试' });
    isRefused = false;
    await user.click(retry);
    await panel.findByRole('list', { name: '图例' });
  });
});
