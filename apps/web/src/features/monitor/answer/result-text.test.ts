import { expect, it } from 'vitest';
import { successOf } from './action-failure.ts';
import { answerZh } from './messages.ts';

it('success is said in the words of the specification', () => {
  expect([
    successOf('judge', answerZh),
    successOf('push', answerZh),
    successOf('push-smoke', answerZh),
    successOf('close', answerZh),
  ]).toEqual(['处理成功', '推送成功', '推送成功', '处理成功']);
});
