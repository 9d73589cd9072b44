import { expect, it } from 'vitest';
import { successOf } from './action-failure.ts';
import { answerZh } from './messages.ts';

it('success has the specification’s wording', () => {
  expect([
    successOf('judge', answerZh),
    successOf('push', answerZh),
    successOf('push-smoke', answerZh),
    successOf('close', answerZh),
  ]).toEqual(['处理成功', '推送成功', '推送成功', '处理成功']);
});
