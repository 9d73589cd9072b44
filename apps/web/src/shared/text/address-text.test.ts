import { expect, it } from 'vitest';
import { addressWithin } from './address-text.ts';

const ABA = '四川省阿坝藏族羌族自治州';

it.each([
  [`${ABA}九寨沟县，九寨沟县城南约1.0公里`, ABA, '九寨沟县，九寨沟县城南约1.0公里'],
  [`${ABA}九寨沟县，九寨沟县城南约1.0公里`, `${ABA}九寨沟县`, '九寨沟县城南约1.0公里'],
  [ABA, ABA, ABA],
  ['河南省新乡市卫辉市，卫辉市区附近', ABA, '河南省新乡市卫辉市，卫辉市区附近'],
  [`${ABA}汶川县，桑坪村`, '全国', `${ABA}汶川县，桑坪村`],
  [`${ABA}汶川县，桑坪村`, '', `${ABA}汶川县，桑坪村`],
])('%s in %s is %s', (address, own, shown) => {
  expect(addressWithin(address, own)).toBe(shown);
});
