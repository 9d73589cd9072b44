import { expect, it } from 'vitest';
import { createBreakers } from './breakers.ts';

it('after three failures a receiver is paused, longer after each failed trial, and normal operation resumes after a successful one', () => {
  let now = 0;
  const breakers = createBreakers(() => new Date(now));
  const secondsLeft = (): number | null => {
    const until = breakers.pausedUntil('webhook:a');
    return until === null ? null : (until.getTime() - now) / 1_000;
  };
  for (let failures = 1; failures <= 3; failures++) {
    expect(secondsLeft()).toBeNull();
    breakers.failed('webhook:a');
  }
  expect(secondsLeft()).toBe(5);
  expect(breakers.pausedUntil('webhook:b')).toBeNull();
  expect(breakers.paused()).toEqual(['webhook:a']);
  for (const pause of [5, 10, 20, 40, 60, 60]) {
    expect(secondsLeft()).toBe(pause);
    now += pause * 1_000;
    // One message is the trial; the others wait for its result.
    expect(secondsLeft()).toBeNull();
    expect(secondsLeft()).toBe(30);
    breakers.failed('webhook:a');
  }
  expect(secondsLeft()).toBe(60);
  now += 60_000;
  expect(secondsLeft()).toBeNull();
  breakers.answered('webhook:a');
  expect([secondsLeft(), secondsLeft()]).toEqual([null, null]);
  expect(breakers.paused()).toEqual([]);
});
