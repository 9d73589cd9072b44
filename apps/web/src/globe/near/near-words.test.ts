import { expect, it } from 'vitest';
import { globeZh } from '../text.zh-CN.ts';
import { wayWords } from './near-words.ts';

it.each([
  [{ distance: 850.4, bearing: 44 }, '东北 850 米'],
  [{ distance: 999.7, bearing: 0 }, '北 1000 米'],
  [{ distance: 3_240, bearing: 181 }, '南 3.2 公里'],
  [{ distance: 41_700, bearing: 359 }, '北 42 公里'],
])('%o is %s', (way, words) => expect(wayWords(way, globeZh.near.units)).toBe(words));
