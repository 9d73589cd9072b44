import { expect, it } from 'vitest';
import { successOf } from './result-text.ts';

it('success is said in the words of the specification', () => {
  expect([successOf('judge'), successOf('push'), successOf('push-smoke'), successOf('close')]).toEqual([
    '处理成功',
    '推送成功',
    '推送成功',
    '处理成功',
  ]);
});
