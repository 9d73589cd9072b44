// The dialogs of the account menu: the rules of passwords, and the wording of a refusal.
import { codedError } from '@lookout/contract';
import { contract } from '@lookout/features/contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openDesk } from '../../app/testing/desk.tsx';
import { answerPublicKey, INSTALLATION, refusedBy } from '../../app/testing/wire.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { VerifyPassword } from './VerifyPassword.tsx';

const { auth } = contract;
const nothing = () => undefined;
const LOCKED_OUT = codedError('account-locked-until', { until: new Date('2026-11-22T01:15:00Z') });

async function openChange(passwordPolicy: 'standard' | 'strict' = 'standard') {
  const desk = openDesk();
  desk.wire.on(auth.installation, () => ({ ...INSTALLATION, passwordPolicy }));
  answerPublicKey(desk.wire);
  desk.show(<ChangePassword onClose={nothing} />);
  const form = within(await screen.findByRole('dialog', { name: '修改密码' }));
  const [oldOne, newOne, again] = ['原密码', '新密码', '确认密码'].map((label) => form.getByLabelText(label)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  return { ...desk, form, oldOne, newOne, again, confirm: () => desk.user.click(form.getByRole('button', { name: '确定' })) };
}

// Proves §2.36a, §5.12
it('修改密码 asks for the old password, the new one and its repetition', async () => {
  const { oldOne, newOne, again, form, confirm, wire } = await openChange();
  expect(oldOne.getAttribute('placeholder')).toBe('请输入原密码');
  expect(again.getAttribute('placeholder')).toBe('请确认新密码');
  expect(newOne.getAttribute('type')).toBe('password');
  await confirm();
  for (const message of ['请输入原密码', '请输入包含字母，数字和符号的6-18位的密码', '请确认新密码']) await form.findByText(message);
  expect(wire.calls(auth.changePassword)).toEqual([]);
});

// Proves §5.9a, §5.9b, §5.10
it('修改密码: each rule has its message, the check warns for 5 s, and nothing is sent before all are met', async () => {
  const { oldOne, newOne, again, form, confirm, wire } = await openChange();
  fill(oldOne, 'Wrong@2026');
  fill(newOne, 'abcdef');
  fill(again, 'abcdefg');
  const began = performance.now();
  await confirm();
  await form.findByText('请输入包含字母，数字和符号的6-18位的密码');
  await form.findByText('两次密码输入不一致');
  const check = '请检查密码位数及是否包含字母数字和符号';
  await screen.findByText(check);
  expect(wire.calls(auth.changePassword)).toEqual([]);
  await waitFor(() => expect(screen.queryByText(check)).toBeNull());
  const seconds = (performance.now() - began) / 1_000;
  expect([seconds > 4.9, seconds < 8]).toEqual([true, true]);
});

// Proves §8.7c
it('修改密码: a refusal is shown with its reason', async () => {
  const { oldOne, newOne, again, form, confirm, wire } = await openChange();
  wire.on(auth.changePassword, () => refusedBy(codedError('wrong-old-password')));
  fill(oldOne, 'Wrong@2026');
  fill(newOne, 'Wangtian#7');
  fill(again, 'Wangtian#7');
  await confirm();
  await screen.findByText('修改密码失败');
  await form.findByText('原密码不正确');
  // The fifth wrong attempt locks the account.
  wire.on(auth.changePassword, () => refusedBy(LOCKED_OUT));
  await confirm();
  await form.findByText('账户已锁定至 2026-11-22 09:15:00，请届时再试');
});

it('修改密码 under strict: the longer rule applies, and a fault that only the server can detect is shown at the new password', async () => {
  const { oldOne, newOne, again, form, confirm, wire } = await openChange('strict');
  await waitFor(() => expect(newOne.getAttribute('placeholder')).toBe('请输入包含字母，数字和符号的12-64位的密码'));
  const common = codedError('weak-password', { fault: 'common' });
  wire.on(auth.changePassword, () => refusedBy(common, [{ path: 'newPasswd', message: '密码过于常见，容易被猜中，请换一个' }]));
  fill(oldOne, 'Wrong@2026');
  for (const field of [newOne, again]) fill(field, 'Wangtian#7');
  await confirm();
  await form.findByText('请输入包含字母，数字和符号的12-64位的密码');
  for (const field of [newOne, again]) fill(field, 'Password@2026');
  await confirm();
  await form.findByText('密码过于常见，容易被猜中，请换一个');
});

function openVerify(passwordPolicy: 'standard' | 'strict' = 'standard') {
  const desk = openDesk();
  desk.wire.on(auth.installation, () => ({ ...INSTALLATION, passwordPolicy }));
  answerPublicKey(desk.wire);
  return desk;
}

it("后台验证 under the strict policy requires the officer's own password, with any characters", async () => {
  const { show, user, wire } = openVerify('strict');
  show(<VerifyPassword onClose={nothing} />);
  const form = within(await screen.findByRole('dialog', { name: '验证密码' }));
  fill(await form.findByLabelText('本人的登录密码或动态验证码'), 'Look out, @2026!');
  wire.on(auth.verifyPassword, () => undefined);
  await user.click(form.getByRole('button', { name: '确定' }));
  await screen.findByText('验证成功');
});

// Proves §8.7a, §5.12
it('后台验证 shows 验证成功 only when the server accepts', async () => {
  const { show, user, wire } = openVerify();
  const closed: string[] = [];
  show(<VerifyPassword onVerified={() => closed.push('verified')} onClose={() => closed.push('closed')} />);
  const form = within(await screen.findByRole('dialog', { name: '验证密码' }));
  fill(form.getByPlaceholderText('请输入后台管理验证密码'), 'Lookout2026');
  wire.on(auth.verifyPassword, () => undefined);
  await user.click(form.getByRole('button', { name: '确定' }));
  await screen.findByText('验证成功');
  expect(closed).toEqual(['verified', 'closed']);
});

// Proves §2.36b, §5.11, §8.7b
it('后台验证: the password is required, letters and digits only; a wrong one is refused', async () => {
  const { show, user, wire } = openVerify();
  wire.on(auth.verifyPassword, () => refusedBy(codedError('verify-failed')));
  show(<VerifyPassword onClose={nothing} />);
  const form = within(await screen.findByRole('dialog', { name: '验证密码' }));
  const field = form.getByPlaceholderText('请输入后台管理验证密码');
  const ok = () => user.click(form.getByRole('button', { name: '确定' }));
  await ok();
  await form.findByText('请输入包含字母，数字的密码');
  fill(field, 'Lookout2026');
  await waitFor(() => expect(form.queryByText('请输入包含字母，数字的密码')).toBeNull());
  fill(field, 'Lookout@2026');
  await form.findByText('请输入包含字母，数字的密码');
  expect(wire.calls(auth.verifyPassword)).toEqual([]);
  fill(field, 'Wrong2026');
  await ok();
  // The text appears twice: above the page for five seconds, and at its field for as long as the error applies.
  await waitFor(() => expect(screen.getAllByText('验证失败，请重试')).toHaveLength(2));
  form.getByText('验证失败，请重试');
  wire.on(auth.verifyPassword, () => refusedBy(LOCKED_OUT));
  await ok();
  await form.findByText('账户已锁定至 2026-11-22 09:15:00，请届时再试');
});
