import { haversineMetres } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { describe, expect, it } from 'vitest';
import { countiesOf } from '../places.ts';
import type { Answer } from '../wire/sender.ts';
import type { PositionBody } from '../wire/wire.ts';
import { runCrowd, walkersAt, walkersOf } from './crowd.ts';

const START = Date.parse('2026-11-21T09:00:00+08:00');

describe('walkers', () => {
  it('A scale up to 1 has no walkers; a scale of 250 has ten thousand', () => {
    expect([0.5, 1, 2, 250].map(walkersAt)).toEqual([0, 0, 80, 10_000]);
  });

  it('The same seed gives the same walkers at the same places, also when there are more of them; another seed gives other places', () => {
    const places = (seed: number, count: number) => walkersOf(seed, count).map(({ userName, positionAt }) => [userName, positionAt(START)]);
    expect(places(1, 300).slice(0, 40)).toEqual(places(1, 40));
    expect(places(2, 40)).not.toEqual(places(1, 40));
    expect(new Set(walkersOf(1, 300).map(({ userName }) => userName)).size).toBe(300);
  });

  it('Each walker keeps walking at pedestrian speed, within the reach of a settlement of the county', () => {
    for (const { gridNo, positionAt } of walkersOf(1, 200)) {
      const settlements = countiesOf('aba').find((county) => county.gridNo === gridNo)?.settlements ?? [];
      for (const minutes of [0, 7, 600]) {
        const at = START + minutes * 60_000;
        const metres = haversineMetres(positionAt(at), positionAt(at + 15_000));
        expect(metres).toBeGreaterThan(0.5);
        expect(metres).toBeLessThan(25);
        expect(settlements.some((one) => haversineMetres(one, positionAt(at)) <= one.reachMetres)).toBe(true);
      }
    }
  });
});

describe('a crowd of walkers on a server', () => {
  async function crowdFor(minutes: number, existing: readonly string[], count = 12) {
    const made: Record<string, unknown>[] = [];
    const batches: (readonly PositionBody[])[] = [];
    const progress: (readonly [number, number])[] = [];
    const ending = new AbortController();
    let wall = START;
    await runCrowd({
      walkers: walkersOf(1, count),
      session: {
        encrypted: async () => ({ kind: 'delivered', data: { userPasswd: 'p', aeskey: 'k', nonce: 'n' } }),
        call: (async (row: unknown, body: Record<string, unknown>): Promise<Answer<unknown>> => {
          if (row === contract.admin.adminUsers)
            return { kind: 'delivered', data: { list: existing.map((userName) => ({ userName, id: `id-${userName}` })) } };
          made.push(body);
          return { kind: 'delivered', data: { id: `id-${body.userName}` } };
        }) as never,
      },
      wire: {
        positions: async (rows) => {
          batches.push(rows);
          return { kind: 'delivered', data: { received: rows.length, accepted: rows.length, duplicates: 0, rejected: [] } };
        },
      },
      clock: { worldOf: (ms) => ms },
      wallClock: () => wall,
      pause: async (ms) => {
        for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
        wall += ms;
        if (wall - START >= minutes * 60_000) ending.abort();
      },
      signal: ending.signal,
      onMade: (...numbers) => progress.push(numbers),
      onRefused: (_, why) => expect.fail(why),
      onKeyRefused: () => expect.fail('key refused'),
    });
    return { made, batches, progress };
  }

  it('Existing accounts are reused; the other walkers get accounts as rangers of their county, and the progress is reported', async () => {
    const { made, progress } = await crowdFor(1, ['demo-walker-00001', 'demo-walker-00003']);
    expect(made).toHaveLength(10);
    expect(made.map(({ userName }) => userName)).not.toContain('demo-walker-00003');
    expect(made[0]).toMatchObject({ userName: 'demo-walker-00002', gridNo: '513222', rights: ['report-as-ranger'], groupId: '001003001' });
    expect(progress.at(-1)).toEqual([12, 12]);
  });

  it('Every walker sends a position every 15 s, in six batches, and has moved', async () => {
    const { batches } = await crowdFor(
      1,
      walkersOf(1, 12).map(({ userName }) => userName),
    );
    expect(new Set(batches.filter(({ length }) => length > 0).map(({ length }) => length))).toEqual(new Set([2]));
    const own = batches.flat().filter(({ userId }) => userId === 'id-demo-walker-00001');
    const times = own.map(({ actualUploadTime }) => Date.parse(actualUploadTime));
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual(times.slice(1).map(() => 15_000));
    expect(new Set(own.map(({ position }) => `${position.lng},${position.lat}`)).size).toBe(own.length);
  });
});
