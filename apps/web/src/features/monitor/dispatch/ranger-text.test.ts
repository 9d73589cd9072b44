import { describe, expect, it } from 'vitest';
import { at } from '../../../entities/testing/things.ts';
import { dispatchZh } from './messages.ts';
import { agoText, distanceText } from './ranger-text.ts';

const NOW = Date.parse('2026-11-21T10:00:00+08:00');

describe('times and distances in words', () => {
  it.each([
    ['2026-11-21 10:00:30', '刚刚'],
    ['2026-11-21 09:59:20', '刚刚'],
    ['2026-11-21 09:57:00', '3 分钟前'],
    ['2026-11-21 07:30:00', '2 小时前'],
    ['2026-11-18 10:00:00', '3 天前'],
  ])('%s was %s', (time, messages) => expect(agoText(at(time), NOW, dispatchZh.age)).toBe(messages));

  it.each([
    [0, '0 米'],
    [847, '850 米'],
    [3_240, '3.2 公里'],
    [41_700, '42 公里'],
  ])('%i metres are %s', (metres, messages) => expect(distanceText(metres, dispatchZh)).toBe(messages));
});
