import { describe, expect, it } from 'vitest';
import { createUnderWay } from './under-way.ts';

describe('calls under way', () => {
  it('are waited for, whether they end well or not, and so is what began meanwhile', async () => {
    const underWay = createUnderWay();
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const ended: string[] = [];
    const answers = [underWay.during(first.promise).catch(() => 'refused')];
    const idle = underWay.idle().then(() => ended.push('idle'));
    answers.push(underWay.during(second.promise));
    first.reject(new Error('no'));
    ended.push(await (answers[0] as Promise<string>));
    second.resolve('answered');
    ended.push(await (answers[1] as Promise<string>));
    await idle;
    expect(ended).toEqual(['refused', 'answered', 'idle']);
  });

  it('that are none let the end come at once', async () => {
    await expect(createUnderWay().idle()).resolves.toBeUndefined();
  });
});
