import { expect, it, vi } from 'vitest';
import { createTurns } from './turns.ts';

it('At most `atOnce` works run at a time; the next starts when one ends, successfully or not', async () => {
  const turns = createTurns({ atOnce: 2, mostWaiting: 1 });
  const began: number[] = [];
  const works = [0, 1, 2].map((n) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const answer = turns.take('one', () => {
      began.push(n);
      return promise;
    });
    return { answer, end: () => resolve(n), fail: () => reject(new Error('no')) };
  });
  const [first, second, third] = works;
  expect(began).toEqual([0, 1]);
  await expect(turns.take('another', async () => 3)).rejects.toMatchObject({ code: 'server-busy' });
  first?.fail();
  await expect(first?.answer).rejects.toThrow('no');
  await vi.waitFor(() => expect(began).toEqual([0, 1, 2]));
  second?.end();
  third?.end();
  expect(await Promise.all([second?.answer, third?.answer])).toEqual([1, 2]);
  expect(await turns.take('one', async () => 4)).toBe(4);
});

const BOUNDS = { atOnce: 1, mostWaiting: 6, mostWaitingOfOne: 4 };

it('A caller with a single waiting work is next after the current turn, however many works another caller has waiting', async () => {
  const turns = createTurns(BOUNDS);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [turns.take('a', () => first.promise)];
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) all.push(turns.take(name.charAt(0), async () => void order.push(name)));
  first.resolve();
  await Promise.all(all);
  expect(order).toEqual(['b1', 'a1', 'b2', 'a2', 'a3']);
});

it('More works than may wait for one caller, or for all, are refused; works are accepted again when there is room', async () => {
  const turns = createTurns(BOUNDS);
  const first = Promise.withResolvers<void>();
  const running = [turns.take('a', () => first.promise)];
  for (let n = 0; n < BOUNDS.mostWaitingOfOne; n++) running.push(turns.take('a', async () => {}));
  await expect(turns.take('a', async () => {})).rejects.toMatchObject({ code: 'too-many-waiting', params: { of: 'account', waiting: 4 } });
  running.push(
    turns.take('b', async () => {}),
    turns.take('c', async () => {}),
  );
  await expect(turns.take('d', async () => {})).rejects.toMatchObject({ code: 'server-busy' });
  first.resolve();
  await Promise.all(running);
  expect(await turns.take('d', async () => 'in')).toBe('in');
});

const GRID = { atOnce: 1, mostWaiting: 8, mostWaitingOfGrid: 4, mostWaitingOfOne: 3 };
const of = (account: string, grid: string, isDuty = false) => ({ account, grid, isDuty });
const held = (turns: ReturnType<typeof createTurns>) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { running: turns.take('house', () => promise), release: resolve };
};

it('A county with many officers has no more turns than one with a single officer, and each officer has an equal part of his county’s turns', async () => {
  const turns = createTurns(GRID);
  const { running, release } = held(turns);
  const order: string[] = [];
  const works = [
    ['a1', 'a', '510703'],
    ['a2', 'a', '510703'],
    ['a3', 'a', '510703'],
    ['b1', 'b', '510703'],
    ['c1', 'c', '513401'],
    ['c2', 'c', '513401'],
  ].map(([name = '', account = '', grid = '']) => turns.take(of(account, grid), async () => void order.push(name), { name }));
  expect(turns.order()).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'a3']);
  release();
  await Promise.all([running, ...works]);
  expect(order).toEqual(['a1', 'c1', 'b1', 'c2', 'a2', 'a3']);
});

it('Duty works go first, and one of four turns goes to the other works', async () => {
  const turns = createTurns({ ...GRID, mostWaiting: 99, mostWaitingOfGrid: 99, mostWaitingOfOne: 99 });
  const { running, release } = held(turns);
  const names = ['o1', 'o2', ...Array.from({ length: 7 }, (_, n) => `d${n + 1}`)];
  const works = names.map((name) => turns.take(of(name.charAt(0), '51', name.startsWith('d')), async () => {}, { name }));
  expect(turns.order()).toEqual(['d1', 'd2', 'd3', 'o1', 'd4', 'd5', 'd6', 'o2', 'd7']);
  release();
  await Promise.all([running, ...works]);
});

it('Long work costs its grid turns: other grids go first until they have used as much', async () => {
  let time = 0;
  const turns = createTurns({ ...GRID, now: () => time });
  const { running, release } = held(turns);
  const order: string[] = [];
  const take = (name: string, grid: string, seconds = 0) =>
    turns.take(of(name.charAt(0), grid), async () => {
      order.push(name);
      time += seconds * 1_000;
    });
  const works = [take('a1', '510703', 2), take('a2', '510703'), take('c1', '513401'), take('c2', '513401'), take('c3', '513401')];
  release();
  await Promise.all([running, ...works]);
  expect(order).toEqual(['a1', 'c1', 'c2', 'c3', 'a2']);
});

it('A newcomer has accumulated no turns: it takes turns with grids that have had many already', async () => {
  const turns = createTurns({ ...GRID, mostWaitingOfOne: 8, mostWaitingOfGrid: 8 });
  const { running, release } = held(turns);
  const order: string[] = [];
  const works: Promise<void>[] = [];
  const take = (name: string, grid: string): void => {
    const work = async (): Promise<void> => {
      order.push(name);
      if (name === 'a3') for (const newcomer of ['b1', 'b2', 'b3']) take(newcomer, '52');
    };
    works.push(turns.take(of(name.charAt(0), grid), work));
  };
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) take(name, '51');
  release();
  await running;
  await vi.waitFor(() => expect(order).toHaveLength(8));
  await Promise.all(works);
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5', 'b3']);
});

it('A caller with too many waiting works is refused with their number, for his account and for his grid; a grid without a waiting work is let in however many wait', async () => {
  const turns = createTurns(GRID);
  const { running, release } = held(turns);
  const none = async () => {};
  const works = ['a', 'a', 'a', 'b'].map((account) => turns.take(of(account, '510703'), none));
  await expect(turns.take(of('a', '510703'), none)).rejects.toMatchObject({ params: { of: 'account', waiting: 3 } });
  await expect(turns.take(of('c', '510703'), none)).rejects.toMatchObject({ code: 'too-many-waiting', params: { of: 'grid', waiting: 4 } });
  for (const account of ['a', 'b', 'c', 'd']) works.push(turns.take(of(account, '513401'), none));
  await expect(turns.take('an address', none)).rejects.toMatchObject({ code: 'server-busy' });
  works.push(turns.take(of('a', '5115'), none));
  await expect(turns.take(of('a', '5115'), none)).rejects.toMatchObject({ code: 'server-busy' });
  release();
  await Promise.all([running, ...works]);
});

it('A work of a kind that is at its limit runs after works of other kinds, in the listed order as in fact', async () => {
  const turns = createTurns({ atOnce: 1, atOnceOfKind: { long: 1 }, mostWaiting: 9 });
  const { running, release } = held(turns);
  const works = ['e1', 'e2', 's1', 'e3', 's2'].map((name) =>
    turns.take(of(name, name), async () => {}, name.startsWith('e') ? { name, kind: 'long' } : { name }),
  );
  expect(turns.order()).toEqual(['e1', 's1', 's2', 'e2', 'e3']);
  release();
  await Promise.all([running, ...works]);
});

it('The running works of a grid and of a kind are limited even when there is room', async () => {
  const turns = createTurns({ ...GRID, atOnce: 3, atOnceOfGrid: 2, atOnceOfKind: { long: 1 } });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = (name: string, grid: string, kind?: string) =>
    turns.take(
      of(name, grid),
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      kind === undefined ? {} : { kind },
    );
  const works = [take('a', '51', 'long'), take('b', '52', 'long'), take('c', '51'), take('d', '51'), take('e', '52')];
  expect(begun).toEqual(['a', 'c', 'e']);
  ends[0]?.();
  await works[0];
  await vi.waitFor(() => expect(begun).toEqual(['a', 'c', 'e', 'b']));
  ends[1]?.();
  await vi.waitFor(() => expect(begun).toHaveLength(5));
  for (const end of ends) end();
  await Promise.all(works);
});

it('A caller who has left loses his place, whether he left before queueing or while waiting', async () => {
  const turns = createTurns(GRID);
  const { running, release } = held(turns);
  const begun = vi.fn(async () => {});
  const caller = new AbortController();
  const waiting = turns.take(of('a', '51'), begun, { signal: caller.signal, name: 'a' });
  caller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'call-abandoned' });
  await expect(turns.take(of('a', '51'), begun, { signal: caller.signal })).rejects.toMatchObject({ code: 'call-abandoned' });
  expect(turns.order()).toEqual([]);
  release();
  await running;
  expect(await turns.take(of('b', '51'), async () => 'in')).toBe('in');
  expect(begun).not.toHaveBeenCalled();
});
