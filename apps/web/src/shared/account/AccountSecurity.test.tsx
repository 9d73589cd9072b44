// 账号安全: the second factor is turned on and off, and sessions are listed and ended.
import { codedError } from '@lookout/contract';
import type { OwnSession } from '@lookout/features/auth/own-account.ts';
import { contract } from '@lookout/features/contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, openDesk } from '../../app/testing/desk.tsx';
import { answerPublicKey, LOST, refusedBy } from '../../app/testing/wire.ts';
import { AccountSecurity } from './AccountSecurity.tsx';
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx';

const { auth } = contract;

const OFF = { turnedOnAt: null, isRequired: false, recoveryCodesLeft: 0 };
const ON = { turnedOnAt: new Date('2026-11-25T00:00:00Z'), isRequired: false, recoveryCodesLeft: 10 };
const SESSION = {
  id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0101',
  createdAt: new Date('2026-11-25T00:00:00Z'),
  usedAt: new Date('2026-11-25T01:00:00Z'),
  expiresAt: new Date('2026-11-25T12:00:00Z'),
  address: '10.0.0.7',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  way: 'password',
  isThis: true,
} as const;
const OTHER = {
  ...SESSION,
  id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0102',
  address: '10.0.0.8',
  userAgent: null,
  way: 'oidc',
  isThis: false,
} as const;
const CODES = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-JKLM-NPQR-STUV-WX${n}2`);

function open() {
  const desk = openDesk();
  answerPublicKey(desk.wire);
  desk.wire.on(auth.ownSessions, () => [SESSION]);
  return desk;
}

it('is turned on by password, QR code and first code; a wrong code is reported at its field; the recovery codes are shown', async () => {
  const { wire, user, show } = open();
  let isOn = false;
  wire.on(auth.secondFactor, () => (isOn ? ON : OFF));
  wire.on(auth.beginSecondFactor, () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x:aba?secret=JBSWY3DPEHPK3PXP' }));
  const answers = [refusedBy(codedError('second-factor-not-begun')), { recoveryCodes: CODES }];
  wire.on(auth.confirmSecondFactor, () => {
    isOn = answers.length === 1;
    return answers.shift() ?? LOST;
  });
  show(<AccountSecurity onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: '开启两步验证' }));
  await user.click(await screen.findByRole('button', { name: '下一步' }));
  await screen.findByText('请输入登录密码');
  fill(screen.getByLabelText('登录密码'), 'Lookout@2026');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  await screen.findByText('JBSW Y3DP EHPK 3PXP');
  fill(screen.getByLabelText('验证码（6位数字）'), '123 456');
  await user.click(screen.getByRole('button', { name: '开启两步验证' }));
  await screen.findByText('请先扫描二维码，再输入验证码');
  await user.click(screen.getByRole('button', { name: '开启两步验证' }));
  const list = within(await screen.findByRole('list', { name: '恢复码' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
  await user.click(screen.getByRole('button', { name: '我已保存' }));
  await screen.findByText('剩余恢复码 10 个');
  expect(wire.calls(auth.confirmSecondFactor).map(({ body }) => body)).toEqual([{ code: '123456' }, { code: '123456' }]);
  expect(JSON.stringify(wire.calls(auth.beginSecondFactor).map(({ body }) => body))).not.toContain('Lookout@2026');
});

it('is turned off by password and code', async () => {
  const { wire, user, show } = open();
  const states = [ON, OFF];
  wire.on(auth.secondFactor, () => states.shift() ?? OFF);
  const answers = [refusedBy(codedError('wrong-password-or-code')), undefined];
  wire.on(auth.turnOffSecondFactor, () => answers.shift());
  show(<AccountSecurity onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: '关闭两步验证' }));
  fill(await screen.findByLabelText('登录密码'), 'Lookout@2026');
  fill(screen.getByLabelText('验证码或恢复码'), '123456');
  await user.click(screen.getByRole('button', { name: '关闭两步验证' }));
  await screen.findByText('密码或验证码不正确');
  await user.click(screen.getByRole('button', { name: '关闭两步验证' }));
  await screen.findByText('两步验证已关闭');
  await screen.findByRole('button', { name: '开启两步验证' });
});

it('sessions are listed with the current one marked; another session, or all others, can be ended', async () => {
  const { wire, user, show } = open();
  wire.on(auth.secondFactor, () => OFF);
  let rows: readonly OwnSession[] = [SESSION, OTHER, { ...OTHER, id: '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0103' }];
  wire.on(auth.ownSessions, () => rows);
  wire.on(auth.endOwnSession, () => {
    rows = rows.slice(0, 2);
    return undefined;
  });
  wire.on(auth.endOtherSessions, () => {
    rows = [SESSION];
    return { ended: 1 };
  });
  show(<AccountSecurity onClose={() => undefined} />);
  await screen.findByText('本次登录');
  await screen.findByText('Chrome · Windows');
  expect(screen.getAllByText('未知的程序')).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: '结束' })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: '确定' }));
  await screen.findByText('会话已结束');
  await waitFor(() => expect(screen.getAllByText('未知的程序')).toHaveLength(1));
  expect(wire.calls(auth.endOwnSession).map(({ body }) => body)).toEqual([{ id: OTHER.id }]);
  await user.click(screen.getByRole('button', { name: '结束其他全部会话' }));
  await screen.findByText('确定结束其他 1 个会话吗？');
  await user.click(screen.getAllByRole('button', { name: '确定' }).at(-1) as HTMLElement);
  await screen.findByText('没有其他会话。');
});

it('a failed load is reported with a retry', async () => {
  const { wire, user, show } = open();
  let isThere = false;
  // The client itself repeats a failed read once.
  wire.on(auth.secondFactor, () => (isThere ? OFF : LOST));
  show(<AccountSecurity onClose={() => undefined} />);
  await screen.findByText('没能取得数据');
  isThere = true;
  await user.click(screen.getByRole('button', { name: '重试' }));
  await screen.findByText('未开启');
});

it('a user who must have a second factor sees nothing else, and continues once the codes are saved', async () => {
  const { wire, user, show } = open();
  wire.on(auth.secondFactor, () => ({ ...OFF, isRequired: true }));
  wire.on(auth.beginSecondFactor, () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' }));
  wire.on(auth.confirmSecondFactor, () => ({ recoveryCodes: CODES }));
  const done: string[] = [];
  show(<SetUpSecondFactor onDone={() => done.push('done')} />);
  await screen.findByRole('heading', { name: '请先开启两步验证' });
  await user.click(await screen.findByRole('button', { name: '开启两步验证' }));
  fill(await screen.findByLabelText('登录密码'), 'Lookout@2026');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  fill(await screen.findByLabelText('验证码（6位数字）'), '123456');
  await user.click(screen.getByRole('button', { name: '开启两步验证' }));
  await user.click(await screen.findByRole('button', { name: '我已保存' }));
  expect(done).toEqual(['done']);
});
