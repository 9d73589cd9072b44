import { expect } from 'vitest';

const PATIENCE_MS = 45_000;

interface Patience {
  /** Milliseconds. */
  readonly timeout?: number;
  readonly interval?: number;
}

/** An expectation that may become true in a while: drawn without a graphics card, a page is in no hurry. */
export const eventually = <T>(read: () => T | Promise<T>, { timeout = PATIENCE_MS, interval = 100 }: Patience = {}) =>
  expect.poll(read, { timeout, interval });
