import { describe, expect, it } from 'vitest';
import { createInFlight, createRateLimiter, RATES } from './serve.ts';

describe('the limit of calls', () => {
  it('lets 200 a second of one session through for ever, and a burst besides', () => {
    let now = 0;
    const mayPass = createRateLimiter(() => now);
    for (let second = 0; second < 60; second += 1, now += 1000)
      for (let call = 0; call < 200; call += 1) expect(mayPass('s', RATES.account)).toBe(true);
  });

  it('holds up a flood, and only the one who floods', () => {
    let now = 0;
    const mayPass = createRateLimiter(() => now);
    const passed = Array.from({ length: 3_000 }, () => mayPass('flood', RATES.account)).filter(Boolean).length;
    expect(passed).toBe(RATES.account.burst);
    expect(mayPass('another', RATES.account)).toBe(true);
    now += 1000;
    expect(Array.from({ length: 3_000 }, () => mayPass('flood', RATES.account)).filter(Boolean).length).toBe(RATES.account.perSecond);
  });
});

describe('calls in flight', () => {
  it('are waited for, whether they end well or not, and so is what began meanwhile', async () => {
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

  it('that are none let the end come at once', async () => {
    await expect(createInFlight().idle()).resolves.toBeUndefined();
  });
});
