import { expect, it } from 'vitest';
import { shortGridName } from './grid-name.ts';

it.each([
  ['阿坝藏族羌族自治州', '阿坝州'],
  ['凉山彝族自治州', '凉山州'],
  ['北川羌族自治县', '北川县'],
  ['伊犁哈萨克自治州', '伊犁州'],
  ['巴音郭楞蒙古自治州', '巴音郭楞州'],
  ['积石山保安族东乡族撒拉族自治县', '积石山县'],
  ['广西壮族自治区', '广西'],
  ['新疆维吾尔自治区', '新疆'],
  ['白沙黎族自治县', '白沙县'],
  // A name without nationalities, and one that is short already.
  ['内蒙古自治区', '内蒙古自治区'],
  ['汶川县', '汶川县'],
])('%s is called %s', (name, short) => {
  expect(shortGridName(name)).toBe(short);
});
