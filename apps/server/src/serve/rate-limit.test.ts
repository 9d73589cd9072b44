import { describe, expect, it } from 'vitest';
import { createRateLimiter, RATES } from './rate-limit.ts';

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
