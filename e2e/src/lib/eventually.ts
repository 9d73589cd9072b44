import { expect } from 'vitest';

const TIMEOUT_MS = 45_000;

interface PollOptions {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly interval?: number;
}

/** An expectation that may become true after a while: rendered in software, a page is slow. */
export const eventually = <T>(read: () => T | Promise<T>, { timeout = TIMEOUT_MS, interval = 50 }: PollOptions = {}) =>
  expect.poll(read, { timeout, interval });
