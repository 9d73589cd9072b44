import { describe, expect, it } from 'vitest';
import { createInFlight } from './serve.ts';

describe('calls in flight', () => {
  it('are waited for, whether they succeed or fail, as are works that start meanwhile', async () => {
    const inFlight = createInFlight();
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const ended: string[] = [];
    const answers = [inFlight.during(first.promise).catch(() => 'refused')];
    const idle = inFlight.idle().then(() => ended.push('idle'));
    answers.push(inFlight.during(second.promise));
    first.reject(new Error('no'));
    ended.push(await (answers[0] as Promise<string>));
    second.resolve('answered');
    ended.push(await (answers[1] as Promise<string>));
    await idle;
    expect(ended).toEqual(['refused', 'answered', 'idle']);
  });

  it('do not delay the shutdown when there are none', async () => {
    await expect(createInFlight().idle()).resolves.toBeUndefined();
  });
});
