import { expect, it } from 'vitest';
import { successOf } from './action-failure.ts';
import { actionZh } from './messages.ts';

// Proves §8.6a
it('success uses the specification’s wording', () => {
  expect([
    successOf('judge', actionZh),
    successOf('push', actionZh),
    successOf('push-smoke', actionZh),
    successOf('close', actionZh),
  ]).toEqual(['处理成功', '推送成功', '推送成功', '处理成功']);
});
