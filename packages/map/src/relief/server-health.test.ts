import { describe, expect, it } from 'vitest';
import { createRetries, watchHealth } from './server-health.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const missing = () => Promise.reject(new Error('404'));

describe('watching a server', () => {
  it('six failed tiles in a row mean that the server is down, reported once; single missing tiles do not', async () => {
    const dead: string[] = [];
    const { watch } = watchHealth((reason) => dead.push(reason));
    const request = async (tile: Promise<unknown>) => {
      await watch(tile)?.catch(() => undefined);
      await settle();
    };
    for (let round = 0; round < 3; round++) {
      for (let k = 0; k < 5; k++) await request(missing());
      await request(Promise.resolve('picture'));
    }
    expect(dead).toEqual([]);
    for (let k = 0; k < 9; k++) await request(missing());
    expect(dead).toEqual(['404']);
    expect(watch(undefined)).toBeUndefined();
  });

  it('trouble is reported once, retried with growing delays, and reported again only after the server responded', () => {
    const reasons: string[] = [];
    const waits: number[] = [];
    const retries = createRetries(
      () => undefined,
      (reason) => reasons.push(reason),
      (_run, milliseconds) => {
        waits.push(milliseconds);
        return () => undefined;
      },
    );
    for (let k = 0; k < 6; k++) retries.failed('away');
    expect([reasons, waits]).toEqual([['away'], [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]]);
    retries.answered();
    retries.failed('away again');
    expect([reasons, waits.at(-1)]).toEqual([['away', 'away again'], 60_000]);
  });
});
