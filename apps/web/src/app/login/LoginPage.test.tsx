import { contract } from '@lookout/contract';
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openApp } from '../testing/desk.tsx';
import { LOST } from '../testing/wire.ts';
import { LoginPage } from './LoginPage.tsx';

const { auth } = contract;

function openLogin() {
  const desk = openApp({ at: '/login' });
  desk.showAlone(<LoginPage onEntered={() => undefined} />);
  return {
    ...desk,
    userName: screen.getByLabelText<HTMLInputElement>('用户名'),
    password: screen.getByLabelText<HTMLInputElement>('密码'),
    submit: () => desk.user.click(screen.getByRole('button', { name: '登录' })),
  };
}

it('empty fields are named one by one, and nothing is sent', async () => {
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

it('a server that does not answer is named as such, not as a wrong password', async () => {
  const { wire, userName, password, submit } = openLogin();
  wire.on(auth.publicKey, () => LOST);
  fill(userName, 'aba');
  fill(password, 'Lookout@2026');
  await submit();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('服务器没有应答，请检查网络后再试'));
});
