import { describe, expect, it } from 'vitest';
import { createRetries, watchHealth } from './server-health.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const missing = () => Promise.reject(new Error('404'));

describe('watching a server', () => {
  it('six tiles on end that fail are a dead server, told once; single holes are not', async () => {
    const dead: string[] = [];
    const { watch } = watchHealth((reason) => dead.push(reason));
    const ask = async (tile: Promise<unknown>) => {
      await watch(tile)?.catch(() => undefined);
      await settle();
    };
    for (let round = 0; round < 3; round++) {
      for (let k = 0; k < 5; k++) await ask(missing());
      await ask(Promise.resolve('picture'));
    }
    expect(dead).toEqual([]);
    for (let k = 0; k < 9; k++) await ask(missing());
    expect(dead).toEqual(['404']);
    expect(watch(undefined)).toBeUndefined();
  });

  it('trouble is said once, tried again later and later, and said again only after it had answered', () => {
    const said: string[] = [];
    const waits: number[] = [];
    const retries = createRetries(
      () => undefined,
      (reason) => said.push(reason),
      (_run, milliseconds) => {
        waits.push(milliseconds);
        return () => undefined;
      },
    );
    for (let k = 0; k < 6; k++) retries.failed('away');
    expect([said, waits]).toEqual([['away'], [60_000, 120_000, 240_000, 480_000, 600_000, 600_000]]);
    retries.answered();
    retries.failed('away again');
    expect([said, waits.at(-1)]).toEqual([['away', 'away again'], 60_000]);
  });
});
