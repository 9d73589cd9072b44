import { expect, it } from 'vitest';
import { checkNewPassword } from './password-policy.ts';

const OWNER = { userName: 'zhangsan', fullName: '张三丰' };
const faultOf = async (text: string, policy: 'standard' | 'strict' = 'strict', owner = OWNER) => {
  const checked = await checkNewPassword(text, policy, owner);
  return checked.ok ? null : checked.error;
};

it.each([
  ['', 'strict-length'],
  ['Wangtian#7ab', null],
  ['Wangtian#7a', 'strict-length'],
  [`Wangtian#7${'x'.repeat(54)}`, null],
  [`Wangtian#7${'x'.repeat(55)}`, 'strict-length'],
  ['wangtianzaishan', 'no-digit'],
  ['wangtianzaishan7', 'no-symbol'],
  ['Wang tian#7abc', 'forbidden-character'],
  ['Lookout@2026!!', 'common'],
  ['Lookout@2026Lookout@2026', 'common'],
  ['Password@12345', 'common'],
  ['2026#Sunshine#2026', 'common'],
  ['password#password1', 'common'],
  ['LinHuo#20262026', 'common'],
  ['aaaaaaaaaaa1!', 'common'],
  ['my-ZhangSan-2026', 'own-name'],
  ['张三丰-forest-7', 'own-name'],
  ['7-herons-over-Wenchuan', null],
])('strict: %s is %s', async (text, fault) => {
  expect(await faultOf(text)).toBe(fault);
});

it.each([
  ['Lookout@2026', null],
  ['zhangsan#1', null],
  ['Ab#123', null],
  [`Wangtian#7${'x'.repeat(9)}`, 'length'],
  ['', 'empty'],
])('standard keeps the rule of the specification: %s is %s', async (text, fault) => {
  expect(await faultOf(text, 'standard')).toBe(fault);
});

it('A user name of two characters is not searched for in the password', async () => {
  expect(await faultOf('Li-goes-north-7', 'strict', { userName: 'li', fullName: '李' })).toBeNull();
});
