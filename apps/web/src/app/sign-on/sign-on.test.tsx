// The messages and actions of /oss, /authredirect and /switch; the test supplies the server's answers.
import { codedError } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp, openDesk } from '../testing/desk.tsx';
import { LOST, refusedBy, type Wire } from '../testing/wire.ts';
import { AuthRedirectPage } from './AuthRedirectPage.tsx';
import { receiveArrival } from './arrival.ts';
import { OssPage } from './OssPage.tsx';
import { SwitchPage } from './SwitchPage.tsx';

const { auth } = contract;
const REPLY = {
  access_token: 'new-token',
  token_type: 'Bearer' as const,
  expires_in: 3600,
  gridNo: '513221',
  accid: 'accid',
  imToken: '',
  groupId: '001',
  systemName: '林火瞭望',
  fullName: '汶川县值班员',
};

/** @param ways the sign-on methods configured besides the password */
function openPage(page: typeof OssPage | typeof AuthRedirectPage, at: string, answer: (wire: Wire) => void) {
  const desk = openApp({ at });
  const targets: (string | null)[] = [];
  desk.wire.on(auth.signOnWays, () => ({ portal: { isDemo: false, url: 'https://portal.example/' }, oidc: true, demo: null }));
  answer(desk.wire);
  const Page = page as typeof OssPage & typeof AuthRedirectPage;
  desk.showAlone(<Page arrival={receiveArrival(window)} onEntered={(target) => targets.push(target)} />);
  return { ...desk, targets };
}

const USER = { userName: 'wenchuan', fullName: '汶川县值班员', gridName: '汶川县' };

// Proves §2.2, §4.10a
it('/oss removes the token from the address, shows whose account it is, enters on a click, and opens the path that the address names', async () => {
  const { app, wire, user, targets } = openPage(OssPage, '/oss?token=secret&redirect=%2Fmanage%2Falarm', ({ on }) => {
    on(auth.portalUser, () => USER);
    on(auth.portalLogin, () => REPLY);
  });
  expect(location.href).not.toContain('secret');
  await screen.findByText('门户说您是：汶川县值班员（wenchuan，汶川县）。');
  expect([wire.calls(auth.portalLogin), app.session.get().token, targets]).toEqual([[], null, []]);
  await user.click(screen.getByRole('button', { name: '确认进入：汶川县值班员' }));
  await waitFor(() => expect(targets).toEqual(['/manage/alarm']));
  expect(app.session.get().token).toBe('new-token');
  expect(wire.calls(auth.portalLogin).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
});

// Proves §2.2
it('/oss without a token stays open, shows what the page is and what is missing, and how to proceed', async () => {
  const { targets } = openPage(OssPage, '/oss', ({ on }) => on(auth.portalUser, () => refusedBy(codedError('no-portal-token'))));
  await screen.findByText(/现在没有门户令牌/);
  expect((await screen.findByRole('link', { name: '打开门户' })).getAttribute('href')).toBe('https://portal.example/');
  expect(screen.getByRole('link', { name: '返回账号登录' }).getAttribute('href')).toBe('/login');
  expect([location.pathname, targets]).toEqual(['/oss', []]);
});

it('/oss shows a refusal in the server’s text, and after a lost connection a retry that still has the token', async () => {
  let answer: () => typeof LOST | typeof USER | ReturnType<typeof refusedBy> = () => refusedBy(codedError('portal-token-spent'));
  const { wire, user, targets } = openPage(OssPage, '/oss?token=secret', ({ on }) => {
    on(auth.portalUser, () => answer());
    on(auth.portalLogin, () => REPLY);
  });
  await screen.findByText('这个令牌已经用过，不能再用。请回到门户重新进入');
  answer = () => LOST;
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('服务器没有应答，请检查网络后再试');
  answer = () => USER;
  await user.click(screen.getByRole('button', { name: '重试' }));
  await user.click(await screen.findByRole('button', { name: '确认进入：汶川县值班员' }));
  await waitFor(() => expect(targets).toEqual([null]));
  // The client retries once by itself where no answer arrives.
  expect(wire.calls(auth.portalUser).map(({ body }) => body)).toEqual(Array(4).fill({ token: 'secret' }));
});

it('/authredirect sends the answer to the server once and returns to where the sign-on began', async () => {
  const { app, wire, targets } = openPage(AuthRedirectPage, '/authredirect?code=c&state=s&iss=http%3A%2F%2Fidp', ({ on }) =>
    on(auth.oidcFinish, () => ({ ...REPLY, redirect: '/manage/task' })),
  );
  expect(location.search).toBe('');
  await waitFor(() => expect(targets).toEqual(['/manage/task']));
  expect(app.session.get().token).toBe('new-token');
  expect(wire.calls(auth.oidcFinish).map(({ body }) => body)).toEqual([{ code: 'c', state: 's', iss: 'http://idp' }]);
});

it('/authredirect without an answer stays open and links back; with a refusal by the provider it shows the reason', async () => {
  openPage(AuthRedirectPage, '/authredirect', () => undefined);
  await screen.findByText(/现在没有它的应答/);
  expect(screen.getByRole('link', { name: '返回账号登录' }).getAttribute('href')).toBe('/login');
  expect(location.pathname).toBe('/authredirect');
});

it('/authredirect shows why the server refused an answer', async () => {
  openPage(AuthRedirectPage, '/authredirect?code=c&state=s', ({ on }) =>
    on(auth.oidcFinish, () => refusedBy(codedError('oidc-other-browser'))),
  );
  await screen.findByText('这次登录是在另一个浏览器里发起的，不能在这里完成。请重新登录');
  expect(screen.getByRole('button', { name: '统一身份登录' })).toBeTruthy();
});

// Proves §2.2
it('/switch without a login shows what the page is and leads to the login and back', async () => {
  const desk = openApp({ at: '/switch' });
  desk.showAlone(<SwitchPage onSwitched={() => undefined} />);
  await screen.findByText(/您还没有登录/);
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/login?redirect=%2Fswitch');
});

const GRID = { fullName: '', level: 'county' as const, own: false, hasChildren: false };
const HELD = [
  { ...GRID, gridNo: '513200', gridName: '阿坝州', level: 'prefecture' as const, own: true, hasChildren: true },
  { ...GRID, gridNo: '410781', gridName: '卫辉市' },
];
const BELOW = Array.from({ length: 9 }, (_, index) => ({ ...GRID, gridNo: `51322${index + 1}`, gridName: `县${index + 1}` }));

function openSwitch() {
  const desk = openDesk({ at: '/switch', officer: { gridNo: '513200' as never, gridName: '阿坝州' } });
  let switched = 0;
  desk.wire.on(auth.installation, () => LOST);
  desk.wire.on(auth.menuTreeOfUser, () => [
    { menuCode: 'bpMonitor', menuName: '预警监测', icon: null, path: null, parentCode: null, sort: 1, visible: true, children: [] },
  ]);
  desk.wire.on(auth.menuElements, () => [{ menuCode: null, elementCode: 'adminDelete', elementName: '管理员删除' }]);
  desk.wire.on(auth.grantedGrids, ({ query }) => (query.parentNo ? BELOW : HELD));
  desk.showAlone(
    <SwitchPage
      onSwitched={() => {
        switched += 1;
      }}
    />,
  );
  return { ...desk, switched: () => switched };
}

// Proves §3.19a
it('/switch goes down to a county and makes the session act for it; the stored grid and topic are updated', async () => {
  const { app, wire, user, switched } = openSwitch();
  wire.on(auth.switchGrid, () => ({ gridNo: '513222', gridName: '县2', topic: '513222' }));
  await screen.findByText('当前网格：阿坝州');
  await screen.findByText('卫辉市');
  await screen.findByText('预警监测 · 管理员删除');
  expect(screen.queryByRole('button', { name: '切换到此：阿坝州' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '阿坝州的下级网格' }));
  await user.type(await screen.findByRole('searchbox'), '县2');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '切换到此：县2' }));
  await waitFor(() => expect(switched()).toBe(1));
  expect(wire.calls(auth.switchGrid).map(({ body }) => body)).toEqual([{ gridNo: '513222' }]);
  expect([app.session.stored('gridNo'), app.session.stored('topic'), app.session.get().info]).toEqual(['513222', '513222', null]);
});

it('/switch keeps its list and shows why a switch was refused', async () => {
  const { wire, user, switched } = openSwitch();
  wire.on(auth.switchGrid, () => LOST);
  await user.click(await screen.findByRole('button', { name: '切换到此：卫辉市' }));
  await screen.findByText('服务器没有应答，请检查网络后再试');
  expect(screen.getByRole('button', { name: '切换到此：卫辉市' })).toBeTruthy();
  expect(switched()).toBe(0);
});
