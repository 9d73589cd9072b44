import { globeZh } from '@lookout/web/globe/messages.ts';
import { expect, it } from 'vitest';
import type { SendingLine } from '../sending.ts';
import { lineText } from './line-text.ts';
import { decisionZh } from './messages.ts';

const to = { name: '一队', distanceMetres: 3_240, bearingDegrees: 45 };
const lines: readonly (readonly [SendingLine, string])[] = [
  [{ topic: 'people', code: 'base', params: { count: 2 } }, '基本 2 人：不单独前往'],
  [{ topic: 'people', code: 'fire-level', params: { count: 1, level: 4 } }, '加 1 人：火险四级（高）'],
  [
    { topic: 'people', code: 'too-few', params: { wanted: 4, found: 1 } },
    '50 公里内在线且空闲的只有 1 人，还缺 3 人：请电话调人或请求上级支援',
  ],
  [{ topic: 'team', code: 'nearest', params: to }, '最近的队伍：一队，东北 3.2 公里，请通知待命'],
  [{ topic: 'team', code: 'none', params: {} }, '50 公里内没有登记的队伍，请报上级调派'],
  [{ topic: 'take', code: 'no-water', params: { withinMetres: 2_000 } }, '带背负式灭火水枪、风力灭火机：2 公里内没有水源'],
  [{ topic: 'safety', code: 'wind', params: { force: 5, fromDegrees: 270 } }, '西风 5 级，蔓延快：从上风（西）或侧翼接近，不到火头前方'],
  [{ topic: 'safety', code: 'wind', params: { force: 5, fromDegrees: null } }, '风力 5 级，蔓延快：从上风或侧翼接近'],
  [
    { topic: 'safety', code: 'village', params: { ...to, name: '布瓦村', inhabitants: null, isDownwind: true } },
    '布瓦村，东北 3.2 公里，人口未知，在下风方向：立即通知，准备转移',
  ],
];

it.each(lines)('the text of %o includes its reason', (line, text) => {
  expect(lineText(line, decisionZh, globeZh.near.units)).toBe(text);
});
