// The frame around every page: what it starts, and what its header shows.
import { codedError, type Got } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { safetyRecords } from '@lookout/features/safety/parts/safety-records.ts';
import { aPerson } from '@lookout/features/testing/builders.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SilentAudioContext } from '../../shared/testing/sound-page.ts';
import { type DeskOptions, fill, openDesk } from '../testing/desk.tsx';
import { answerPublicKey, INSTALLATION, LOST, refusedBy } from '../testing/wire.ts';
import { Shell, ShellPages } from './Shell.tsx';

type Menu = NonNullable<ReturnType<ReturnType<typeof openDesk>['app']['session']['get']>['info']>['menuDTOS'][number];
type Installation = Got<typeof contract.auth.installation>;

const menu = (menuCode: string, icon: string | null, path: string): Menu => ({
  menuCode,
  menuName: `名${menuCode}`,
  icon,
  path,
  parentCode: null,
  sort: 1,
  visible: true,
});

interface ShellOptions extends DeskOptions {
  readonly menus?: readonly Menu[];
  readonly installation?: Partial<Installation>;
}

/** Opens the shell at an address without a page, so that only the frame is shown. */
function openShell({ menus = [], installation = {}, ...options }: ShellOptions = {}) {
  const contexts: object[] = [];
  const desk = openDesk({ at: '/manage/task', ...options });
  vi.stubGlobal(
    'AudioContext',
    class extends SilentAudioContext {
      override readonly resume = async () => void contexts.push(this);
    },
  );
  const { wire, app } = desk;
  const { info } = app.session.get();
  if (info) app.session.setInfo({ ...info, menuDTOS: [...menus] });
  wire.on(contract.duty.events, () => LOST);
  wire.on(contract.duty.localDate, () => [{ datetime: '2026-11-23 08:00:00', dayOfWeek: '星期一' }]);
  wire.on(contract.warning.warningPage, () => ({ total: 0, pageNo: 1, pageSize: 200, list: [] }));
  wire.on(contract.rangerMessage.rangerMessagePage, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  wire.on(contract.danger.fireLevel, () => []);
  wire.on(contract.notification.aging, () => ({ policies: [], desks: [] }));
  wire.on(contract.shift.shiftNow, () => ({ present: null, former: null }));
  wire.on(contract.auth.installation, () => ({ ...INSTALLATION, ...installation }));
  desk.showAlone(<Shell app={app} />);
  return { ...desk, contexts };
}

// Proves §2.31
it('the alarm sound begins with the session, whatever page is opened first', async () => {
  const { user, contexts } = openShell();
  // A user gesture allows sound. The desk has waited for one since the session began, and the warnings of geological hazards since they
  // were loaded.
  await waitFor(async () => {
    await user.click(document.body);
    expect(contexts).toHaveLength(2);
  });
});

it('a user without the right to see alarms has no desk', async () => {
  const { user, contexts } = openShell({ rights: ['watch-video'] });
  await screen.findByRole('banner');
  await user.click(document.body);
  expect(contexts).toEqual([]);
});

it('notices have their own lines above the page and cover nothing of it', async () => {
  const { app } = openShell();
  const alarm = { raisedAt: new Date(), reasons: ['margin'], taken: null } as const;
  app.records(safetyRecords).load([aPerson(crypto.randomUUID(), { alarm })], 1);
  const notice = await screen.findByRole('region', { name: '人员安全通知' });
  const main = screen.getByRole('main');
  expect(main.contains(notice)).toBe(false);
  expect(notice.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('the reason of a refused act is shown above the page, in addition to the five-second message, until it is read', async () => {
  const { app, user } = openShell();
  const main = await screen.findByRole('main');
  const context = { occasion: 'act', silent: true, isWrite: true, token: 'token' } as const;
  act(() => app.presenter.report({ kind: 'error', message: '没有得到火点位置', seconds: 5, code: 501, data: null }, context));
  await screen.findByText('没有得到火点位置');
  within(main).getByText('刚才的操作没有成功：没有得到火点位置');
  await user.click(within(main).getByRole('button', { name: '知道了' }));
  expect(within(main).queryByText(/没有得到火点位置/)).toBeNull();
});

// Proves §2.5a, §6.1e
it('menu icons come from the menu list; an unknown icon name shows a plain tile', async () => {
  openShell({
    menus: [
      menu('bpAlarm', 'replay', '/manage/alarm'),
      menu('bpMonitor', 'monitor', '/manage/monitor'),
      menu('task', 'mine', '/manage/task'),
    ],
  });
  const iconOf = (name: string) => screen.getByRole('link', { name }).querySelector('svg')?.getAttribute('data-icon');
  await screen.findByRole('link', { name: '名bpAlarm' });
  expect(['名bpAlarm', '名bpMonitor', '名task'].map(iconOf)).toEqual(['video-camera', 'radar-chart', 'appstore']);
});

// Proves §2.23
it('资源管理 opens /resource in a new tab, for users who may see resources', async () => {
  openShell();
  const link = await screen.findByRole('link', { name: '资源管理' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/resource', '_blank']);
});

// Proves §2.26, §6.5
it('for the user named in the setting, the live video item opens two entries: video preview and device correction', async () => {
  const { user } = openShell({
    menus: [menu('bpReplay', 'replay', '/manage/replay'), { ...menu('device', null, '/manage/device'), visible: false }],
    installation: { replayMenuFullName: '汶川县值班员' },
  });
  await user.click(await screen.findByRole('button', { name: /名bpReplay/ }));
  const entries = (await screen.findAllByRole('menuitem')).map((item) => within(item).getByRole('link'));
  expect(entries.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['名bpReplay', '/manage/replay'],
    ['名device', '/manage/device'],
  ]);
});

it('the header has one 更多: urgent items, the items that did not fit on either side, and the pages outside /manage in groups', async () => {
  const paths = ['monitor', 'replay', 'geologic', 'task', 'alarm', 'ranger', 'FireReport', 'record'];
  const { user } = openShell({ menus: paths.map((path, index) => ({ ...menu(path, null, `/manage/${path}`), sort: index })) });
  await screen.findByRole('link', { name: '名monitor' });
  const [more, ...others] = screen.getAllByRole('button', { name: /更多/ });
  expect(others).toEqual([]);
  // Elements have no width in this test, so no item fits.
  await user.click(more as HTMLElement);
  const entries = (await screen.findAllByRole('menuitem')).map((item) => within(item).getByRole('link').getAttribute('href'));
  const items = paths.map((path) => `/manage/${path}`);
  const at = (path: string) => entries.indexOf(path);
  expect(entries.slice(at('/manage/monitor'), at('/manage/monitor') + items.length)).toEqual(items);
  const order = ['/sos', '/manage/monitor', '/warning', '/analysis', '/notifications'].map(at);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(at('/sos')).toBe(0);
});

// Proves §2.20
it('the header shows the date, the weekday and the time of the server, and greets by the hour with the full name', async () => {
  const { app } = openShell();
  await app.serverClock.measure();
  // The test machine's hour may give the same greeting, but not the same day.
  await screen.findByText('2026-11-23 星期一');
  screen.getByText('早上好，汶川县值班员');
  expect(screen.getByRole('time').textContent).toMatch(/^08:00:\d\d$/);
});

// Proves §2.21, §4.10b, §4.11
it('the account menu opens 修改密码, which closes again, and logs out', async () => {
  const { app, user, wire } = openShell();
  // As in a browser, leaving ends everything on the page.
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(cleanup);
  wire.on(contract.auth.logout, () => undefined);
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: '账号菜单' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('修改密码');
  const dialog = within(await screen.findByRole('dialog', { name: '修改密码' }));
  await user.click(dialog.getByRole('button', { name: '取消' }));
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: '修改密码' })).toHaveLength(0));

  await choose('退出登录');
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/login'));
  expect(wire.calls(contract.auth.logout)).toHaveLength(1);
  expect(app.session.get()).toMatchObject({ token: null, info: null, rights: new Set() });
});

it("logging out ends a browser's push subscription and reports it to the server while the session is still valid", async () => {
  const { user, wire } = openShell();
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(cleanup);
  const unsubscribe = vi.fn(async () => true);
  const getSubscription = async () => ({ endpoint: 'https://push.example/1', unsubscribe });
  const serviceWorker = { getRegistration: async () => ({ pushManager: { getSubscription } }) };
  Object.defineProperty(window.navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const order: string[] = [];
  wire.on(contract.notification.unsubscribePush, ({ body }) => void order.push(`unsubscribe ${(body as { endpoint: string }).endpoint}`));
  wire.on(contract.auth.logout, () => void order.push('logout'));
  try {
    await user.click(screen.getByRole('button', { name: '账号菜单' }));
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/login'));
  } finally {
    Reflect.deleteProperty(window.navigator, 'serviceWorker');
  }
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(order).toEqual(['unsubscribe https://push.example/1', 'logout']);
});

// Proves §2.24
it("the Sichuan variant links to its other systems and marks those without an address; without an address, 应急预案 is only this app's own page", async () => {
  const { user } = openShell({
    installation: { externalLinks: [{ id: 'environment', label: '环境监测', url: 'http://127.0.0.1/environment' }] },
  });
  await user.click(await screen.findByRole('button', { name: /外部系统/ }));
  const link = await screen.findByRole('link', { name: '环境监测' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['http://127.0.0.1/environment', '_blank']);
  screen.getByRole('menuitem', { name: '后台管理（未配置）' });
  expect(screen.queryByRole('menuitem', { name: /应急预案/ })).toBeNull();
  cleanup();

  const url = 'http://127.0.0.1/plans';
  const other = openShell({ installation: { externalLinks: [{ id: 'emergencyPlan', label: '应急预案', url }] } });
  await other.user.click(await screen.findByRole('button', { name: /外部系统/ }));
  expect((await screen.findByRole('link', { name: '应急预案' })).getAttribute('href')).toBe(url);
});

// Proves §6.1c
it('a hidden page opens at its address although no menu lists it', async () => {
  const { wire, show } = openDesk({ at: '/manage/device', rights: ['watch-video'] });
  wire.on(contract.camera.cameraList, () => []);
  wire.on(contract.camera.monitorList, () => []);
  show(<ShellPages NotFound={() => <p>none</p>} />);
  await screen.findByRole('heading', { name: '设备纠偏' });
});

it('验证密码 is asked when the server requires it, and the refused call is then repeated; when the dialog is closed, the call stays refused', async () => {
  const { app, user, wire } = openShell();
  answerPublicKey(wire);
  let isVerified = false;
  const { monitorDelete } = contract.alarm;
  wire.on(monitorDelete, () => (isVerified ? undefined : refusedBy(codedError('verification-needed'))));
  wire.on(contract.auth.verifyPassword, () => {
    isVerified = true;
    return undefined;
  });
  const remove = () => app.client.alarm.monitorDelete({ query: { id: crypto.randomUUID(), reason: '误报' }, silent: true });
  const dialog = async () => within(await screen.findByRole('dialog', { name: '验证密码' }));

  const given = remove().catch((error: unknown) => error);
  await user.click((await dialog()).getByRole('button', { name: '取消' }));
  expect(await given).toMatchObject({ name: 'CallFailed', message: '请先验证后台管理密码' });
  expect(wire.calls(monitorDelete)).toHaveLength(1);

  const removed = remove();
  fill((await dialog()).getByPlaceholderText('请输入后台管理验证密码'), 'Lookout2026');
  await user.click((await dialog()).getByRole('button', { name: '确定' }));
  await removed;
  expect(wire.calls(monitorDelete)).toHaveLength(3);
});
