import { codedError, type Got } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openApp } from '../testing/desk.tsx';
import { answerPublicKey, LOST, loginRefused, refusedBy } from '../testing/wire.ts';
import { LoginPage } from './LoginPage.tsx';

const { auth } = contract;

type Ways = Got<typeof auth.signOnWays>;

function openLogin(ways: Ways = { portal: null, oidc: false, demo: null }, at = '/login') {
  const desk = openApp({ at });
  desk.wire.on(auth.signOnWays, () => ways);
  desk.showAlone(<LoginPage onEntered={() => undefined} />);
  return {
    ...desk,
    userName: screen.getByLabelText<HTMLInputElement>('用户名'),
    password: screen.getByLabelText<HTMLInputElement>('密码'),
    submit: () => desk.user.click(screen.getByRole('button', { name: '登录' })),
  };
}

it('each empty field is reported, and nothing is sent', async () => {
  const { wire, userName, submit } = openLogin();
  await submit();
  await screen.findByText('请输入用户名');
  await screen.findByText('请输入密码');
  expect(userName.getAttribute('aria-invalid')).toBe('true');
  fill(userName, 'aba');
  await submit();
  await waitFor(() => expect(screen.queryByText('请输入用户名')).toBeNull());
  await screen.findByText('请输入密码');
  expect([...wire.calls(auth.login), ...wire.calls(auth.publicKey)]).toEqual([]);
});

it('caps lock is shown while a password is typed', async () => {
  const { password } = openLogin();
  const press = (isOn: boolean) => {
    const event = createEvent.keyDown(password, { key: 'a' });
    Object.assign(event, { getModifierState: (key: string) => isOn && key === 'CapsLock' });
    fireEvent(password, event);
  };
  press(true);
  expect((await screen.findByText('大写锁定已开启')).getAttribute('role')).toBe('status');
  press(false);
  await waitFor(() => expect(screen.queryByText('大写锁定已开启')).toBeNull());
});

it('a password can be shown, and is hidden at first', async () => {
  const { user, password } = openLogin();
  fill(password, 'Lookout@2026');
  expect(password.type).toBe('password');
  await user.click(screen.getByRole('button', { name: '显示密码' }));
  expect(password.type).toBe('text');
});

it('a server that does not answer is reported as such, not as a wrong password', async () => {
  const { wire, userName, password, submit } = openLogin();
  wire.on(auth.publicKey, () => LOST);
  fill(userName, 'aba');
  fill(password, 'Lookout@2026');
  await submit();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('服务器没有应答，请检查网络后再试'));
});

it('统一身份登录 is offered where a portal or an identity provider is configured; the demo portal is marked 演示', async () => {
  openLogin({ portal: { isDemo: true, url: null }, oidc: false, demo: null }, '/login?redirect=%2Fmanage%2Falarm');
  const link = await screen.findByRole('link', { name: '统一身份登录（演示）' });
  expect(link.getAttribute('href')).toBe('/oss?redirect=%2Fmanage%2Falarm');
});

it('统一身份登录 passes the provider the path to return to, only if it is a path of this site; a provider that does not answer is reported in a message', async () => {
  for (const [redirect, sent] of [
    ['%2Fmanage%2Falarm', '/manage/alarm'],
    ['https%3A%2F%2Fevil.example', null],
  ]) {
    const { wire, user } = openLogin({ portal: null, oidc: true, demo: null }, `/login?redirect=${redirect}`);
    wire.on(auth.oidcBegin, () => refusedBy(codedError('oidc-not-set')));
    await user.click((await screen.findAllByRole('button', { name: '统一身份登录' })).at(-1) as HTMLElement);
    await screen.findAllByText('本系统没有设置身份提供方（OpenID Connect），请用账号和密码登录');
    expect(wire.calls(auth.oidcBegin).map(({ body }) => body)).toEqual([{ redirect: sent }]);
    cleanup();
  }
});

const DEMO: NonNullable<Ways['demo']> = {
  password: 'Lookout@2026',
  accounts: [
    { userName: 'aba', fullName: '阿坝州值班员', gridNo: '513200', gridName: '阿坝藏族羌族自治州', sees: 'administration' },
    { userName: 'viewer', fullName: '阿坝州观察员', gridNo: '513200', gridName: '阿坝藏族羌族自治州', sees: 'alarms' },
  ],
};

it('the demo lists its accounts with their grid and what they see; one click fills the fields and logs in, encrypted', async () => {
  const { wire, user, userName, password } = openLogin({ portal: null, oidc: false, demo: DEMO });
  answerPublicKey(wire);
  wire.on(auth.login, () => LOST);
  await user.click(await screen.findByRole('button', { name: /阿坝州观察员.*阿坝藏族羌族自治州.*只看预警监测/s }));
  await screen.findByText('服务器没有应答，请检查网络后再试');
  expect([userName.value, password.value]).toEqual(['viewer', 'Lookout@2026']);
  const [login] = wire.calls(auth.login);
  expect(login?.body).toMatchObject({ userName: 'viewer', grant_type: 'password' });
  expect(JSON.stringify(login?.body)).not.toContain('Lookout@2026');
});

it('without the demo no account is offered', async () => {
  openLogin({ portal: { isDemo: false, url: null }, oidc: false, demo: null });
  await screen.findByRole('link', { name: '统一身份登录' });
  expect(screen.queryByText('演示账号')).toBeNull();
});

it('an account with a second factor is asked for its code, which is sent with the login; a wrong code is reported, and a recovery code is accepted instead', async () => {
  const { wire, user, userName, password, submit } = openLogin();
  answerPublicKey(wire);
  const answers = [loginRefused('otp_required', '请输入动态验证码'), loginRefused('unauthorized', '账户或密码错误！')];
  wire.on(auth.login, () => answers.shift() ?? LOST);
  fill(userName, 'aba');
  fill(password, 'Lookout@2026');
  await submit();
  const code = await screen.findByLabelText<HTMLInputElement>('动态验证码');
  expect([code.autocomplete, code.inputMode, document.activeElement]).toEqual(['one-time-code', 'numeric', code]);
  await submit();
  await screen.findByText('请输入验证码');
  expect(wire.calls(auth.login)).toHaveLength(1);
  fill(code, '123 456');
  await submit();
  await screen.findByText('密码或验证码不正确，或验证码已用过。请等下一个验证码再试');
  await user.click(screen.getByRole('button', { name: '手机不在身边？用恢复码' }));
  fill(await screen.findByLabelText('恢复码'), 'ABCD-EFGH');
  await submit();
  await screen.findByText('服务器没有应答，请检查网络后再试');
  expect(wire.calls(auth.login).map(({ body }) => (body as { otp?: string }).otp)).toEqual([undefined, '123456', 'ABCD-EFGH']);
});
