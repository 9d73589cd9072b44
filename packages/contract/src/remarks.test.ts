import { expect, it } from 'vitest';
import { type Remark, remarkMessage } from './remarks.ts';

it.each<[Remark, string, string]>([
  [{ code: 'list-cut', params: { limit: 200 } }, '只列出 200 条，请缩小范围', 'Only 200 are listed; please narrow the search'],
  [
    { code: 'newest-listed', params: { limit: 200 } },
    '只列出最新的 200 条，请缩小范围',
    'Only the newest 200 are listed; please narrow the search',
  ],
  [
    { code: 'days-without-fire-weather', params: { count: 2, days: ['2026-11-21', '2026-11-22'] } },
    '缺 2 日观测：2026-11-21、2026-11-22',
    '2 days have no observation: 2026-11-21, 2026-11-22',
  ],
  [
    { code: 'bucket-away', params: {} },
    '存储桶暂时连不上，只列出本服务器上的录像',
    'The storage cannot be reached now: only recordings on this server are listed',
  ],
])('$code has a message in every language', (remark, zh, en) => {
  expect(remarkMessage(remark, 'zh')).toBe(zh);
  expect(remarkMessage(remark, 'en')).toBe(en);
});
