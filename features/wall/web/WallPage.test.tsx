// The content of the wall in each of its states. Its appearance and the connection to a real server are tested in a browser
// (e2e/src/map-embed.test.ts).
import { codedError, permissionCode } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { OFFICER, openApp, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST, refusedBy, type Wire } from '@lookout/web/app/testing/wire.ts';
import { wallLinkAt } from '@lookout/web/shared/wall-link.ts';
import { embeddedLogin } from '@lookout/web/stores/session.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { WALL_RIGHTS } from '../../map-embed/map-embed.ts';
import type { Wall } from '../wall.ts';
import { WallPage } from './WallPage.tsx';

const NOW = Date.parse('2026-11-29T10:00:00+08:00');
const FIRE = {
  id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  position: { lng: 103.59, lat: 31.48 },
  formattedAddress: '阿坝州汶川县，汶川县城北约3.2公里',
  kinds: ['camera' as const, 'satellite' as const],
  alarms: 2,
  realFireType: 'forest' as const,
  firstSeenAt: new Date('2026-11-29T08:00:00+08:00'),
  judgedAt: new Date('2026-11-29T08:05:00+08:00'),
  inCharge: '张建国',
  people: { sent: 1, underWay: 2, there: 3 },
  vehicles: 2,
  nextArrivalAt: new Date('2026-11-29T10:20:00+08:00'),
  area: { hectares: 12.3, basis: 'observed' as const },
  forecast: {
    runId: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0002',
    beginsAt: new Date('2026-11-29T09:30:00+08:00'),
    areas: [
      { hours: 1, hectares: 8 },
      { hours: 3, hectares: 40.4 },
    ],
  },
  picture: null,
};
const ALARM = {
  id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0003',
  kind: 'report' as const,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  position: { lng: 103.6, lat: 31.5 },
  formattedAddress: '阿坝州汶川县，映秀镇东约1公里',
  observedAt: new Date('2026-11-29T09:58:00+08:00'),
  arrivedAt: new Date('2026-11-29T09:59:00+08:00'),
  state: 'waiting' as const,
  picture: null,
};
const QUIET: Wall = {
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  name: '值班大厅',
  centre: { lng: 103.59, lat: 31.48 },
  isDemo: false,
  sums: { unjudged: 0, burning: 0, burningHectares: null, closedToday: 1, openTasks: 0, peopleOut: 5, warnings: 0 },
  fires: [],
  alarms: [],
  onDuty: { fullName: '李值班', beganAt: new Date('2026-11-29T08:00:00+08:00') },
};
const BURNING: Wall = { ...QUIET, sums: { ...QUIET.sums, burning: 1, burningHectares: 12.3 }, fires: [FIRE] };

/** A wall opened by a link, with these replies to its calls. */
function openWall(answer: (wire: Wire) => void, at = '/wall?link=1') {
  const desk = openApp({ at });
  const link = wallLinkAt(location.search, localStorage);
  link.keepToken('map_x');
  desk.app.session.begin(embeddedLogin(`map_${'x'.repeat(43)}`));
  // The test wire has no read tokens, so the session gets the rights that such a token would give.
  desk.app.session.setInfo({ userDTO: OFFICER, menuDTOS: [], elementCodes: WALL_RIGHTS.map(permissionCode) });
  desk.wire.onPath('/wall', () => new Response('<!doctype html>'));
  desk.wire.on(contract.grid.areaData, () => []);
  desk.wire.on(contract.danger.fireLevel, () => []);
  desk.wire.on(contract.wall.wallForecast, () => null);
  desk.wire.onPath('/terrain/meta', () => new Response(null, { status: 404 }));
  answer(desk.wire);
  desk.showAlone(<WallPage link={link} />);
  return desk;
}
const shows = (wire: Wire, wall: Wall, last = 1) => wire.on(contract.wall.wall, () => ({ last, now: NOW, wall }));

describe('/wall', () => {
  it('without a link and without a login explains what the page is and what is missing', async () => {
    openApp({ at: '/wall' }).showAlone(<WallPage link={null} />);
    await screen.findByRole('heading', { name: '此大屏需要链接' });
  });

  it.each([
    ['embed-revoked', '大屏链接已被吊销', null],
    ['embed-expired', '大屏链接已过期', null],
    ['not-logged-in', '大屏链接无效', 'map_x'],
  ] as const)('a link that ended with %s shows %s, and the last wall is deleted from the browser', async (code, title, token) => {
    openWall(({ on }) => on(contract.wall.wall, () => refusedBy(codedError(code))));
    await screen.findByRole('heading', { name: title });
    expect([localStorage.getItem('wall.token.1'), localStorage.getItem('wall.seen.1')]).toEqual([token, null]);
  });

  it('before the first reply reports that the service does not answer, without any button', async () => {
    const { wire } = openWall(({ on }) => on(contract.wall.wall, () => LOST));
    await screen.findByRole('heading', { name: '服务无应答' });
    expect(screen.queryAllByRole('button')).toEqual([]);
    shows(wire, QUIET);
    await screen.findByText('当前没有在燃火情');
  });

  it('a user without the right to see alarms gets a message', async () => {
    const { wire, showAlone } = openDesk({ at: '/wall' });
    wire.on(contract.wall.wall, () => refusedBy(codedError('not-found')));
    showAlone(<WallPage link={null} />);
    await screen.findByRole('heading', { name: '无权限' });
  });

  it('without fires: today’s totals, the officer on duty, and the server’s clock', async () => {
    openWall((wire) => shows(wire, QUIET));
    await screen.findByText('当前没有在燃火情');
    screen.getByText('值班：李值班');
    screen.getByText(/10:00:0\d/, { selector: 'time' });
    const sums = within(document.querySelector<HTMLElement>('.wall-sums') as HTMLElement);
    expect(sums.getByText('过火面积').nextElementSibling?.textContent).toBe('—公顷');
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('a fire in its turn: its start, the officer in charge, the people on the way, its area and its forecast; a new alarm takes the front', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 });
    try {
      const { wire } = openWall((one) => shows(one, BURNING));
      await screen.findByText('待研判');
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      const front = within(screen.getByRole('region', { name: '当前播报' }));
      front.getByText('在燃火情 1 / 1');
      front.getByText('张建国');
      front.getByText('08:00 · 已燃 2 小时');
      front.getByText(/待接收 1 · 在途 2 · 到场 3 · 车辆 2/);
      front.getByText('12 公顷');
      front.getByText('40 公顷');
      shows(wire, { ...BURNING, alarms: [ALARM] }, 2);
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      front.getByText('新告警');
      front.getByText('映秀镇东约1公里');
    } finally {
      vi.useRealTimers();
    }
  });

  it('a lost connection leaves the last wall with its time; a wall loaded meanwhile shows it too', async () => {
    localStorage.setItem('wall.seen.1', JSON.stringify({ at: Date.parse('2026-11-28T10:00:00+08:00'), wall: BURNING }));
    const { wire } = openWall(({ on }) => on(contract.wall.wall, () => LOST));
    await screen.findByText('数据已旧：截至 11-28 10:00，正在重连');
    shows(wire, QUIET);
    await screen.findByText('当前没有在燃火情');
    await waitFor(() => expect(screen.queryByText(/数据已旧/)).toBeNull());
  });
});
