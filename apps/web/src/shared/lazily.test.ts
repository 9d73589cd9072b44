import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadScript, SCRIPT_TIMEOUT_MS, ScriptFailed } from './lazily.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const outcomeOf = (load: () => Promise<unknown>) => loadScript(load).catch((error: unknown) => error);

// Proves §9.1c
it('loading a script times out after 120 s (specification §9)', async () => {
  let outcome: unknown = 'waiting';
  void outcomeOf(() => new Promise(() => undefined)).then((one) => {
    outcome = one;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect([SCRIPT_TIMEOUT_MS, outcome]).toEqual([120_000, expect.any(ScriptFailed)]);
});

it('a script that arrives or fails earlier leaves no timer running', async () => {
  expect(await outcomeOf(async () => 'script')).toBe('script');
  expect(await outcomeOf(async () => Promise.reject(new TypeError('no line')))).toMatchObject({ name: 'ScriptFailed', message: 'no line' });
  expect(vi.getTimerCount()).toBe(0);
});
