// The dialogs of the account menu: the rules of passwords, and the wording of a refusal.
import { codedError, contract } from '@lookout/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openDesk } from '../../app/testing/desk.tsx';
import { answerPublicKey, refusedBy } from '../../app/testing/wire.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { VerifyPassword } from './VerifyPassword.tsx';

const { auth } = contract;
const nothing = () => undefined;

it('修改密码: each rule has its message, nothing is sent before all are met, and a refusal is shown', async () => {
  const { show, user, wire } = openDesk();
  answerPublicKey(wire);
  show(<ChangePassword onClose={nothing} />);
  const form = within(await screen.findByRole('dialog', { name: '修改密码' }));
  const [oldOne, newOne, again] = ['原密码', '新密码', '确认密码'].map((label) => form.getByLabelText(label)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const confirm = () => user.click(form.getByRole('button', { name: '确定' }));
  expect(oldOne.getAttribute('placeholder')).toBe('请输入原密码');
  expect(again.getAttribute('placeholder')).toBe('请确认新密码');

  fill(oldOne, 'Wrong@2026');
  fill(newOne, 'abcdef');
  fill(again, 'abcdefg');
  await confirm();
  await form.findByText('请输入包含字母，数字和符号的6-18位的密码');
  await form.findByText('两次密码输入不一致');
  await screen.findByText('请检查密码位数及是否包含字母数字和符号');
  expect(wire.calls(auth.changePassword)).toEqual([]);

  wire.on(auth.changePassword, () => refusedBy(codedError('wrong-old-password')));
  fill(newOne, 'Wangtian#7');
  fill(again, 'Wangtian#7');
  await confirm();
  await screen.findByText('修改密码失败');
});

it('后台验证: required, letters and digits only; a wrong one is refused', async () => {
  const { show, user, wire } = openDesk();
  answerPublicKey(wire);
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
  await screen.findByText('验证失败，请重试');
});
