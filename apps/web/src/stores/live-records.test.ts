import { CallFailed, type Client } from '@lookout/client';
import type { Capability, GridNo } from '@lookout/domain';
import { describe, expect, it, vi } from 'vitest';
import { createHoldings, createRecords, type LoadContext, liveRecords } from './live-records.ts';

interface Note {
  readonly id: string;
  readonly text: string;
}
const a: Note = { id: 'a', text: 'first' };
const b: Note = { id: 'b', text: 'second' };

/** Notes whose list call is answered by the test; their updates have the kind of plots. */
function aDesk(right?: Capability) {
  const load = vi.fn<() => Promise<readonly Note[]>>();
  const kind = liveRecords<Note>({
    key: ({ id }) => id,
    order: (one, other) => (one.id < other.id ? -1 : 1),
    load,
    ...(right && { right }),
    past: () => [],
    effects: { 'plot-gone': ({ plotId }) => [{ gone: plotId }] },
  });
  const again: Array<() => void> = [];
  let isOver = false;
  let since = 5;
  const context: LoadContext = {
    client: {} as Client,
    rights: new Set<Capability>(['watch-alarms']),
    since: () => since,
    isOver: () => isOver,
    later: (run) => void again.push(run),
  };
  return {
    kind,
    load,
    context,
    again,
    notes: kind.create((run) => run()),
    leave: () => {
      isOver = true;
    },
    setSince: (seq: number) => {
      since = seq;
    },
  };
}
const refused = (kind: 'logged-out' | 'conflict') => new CallFailed({ kind, message: '', confirm: '', cancel: '' } as never);

describe('the list of live records', () => {
  it('is requested, and its state shows the progress', async () => {
    const { notes, load, context } = aDesk();
    let answer: (list: readonly Note[]) => void = () => undefined;
    load.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const refreshed = notes.refresh(context);
    expect(notes.state()).toBe('loading');
    answer([b, a]);
    await refreshed;
    expect([notes.state(), notes.list(), notes.seq()]).toEqual(['loaded', [a, b], 5]);
  });

  it('is requested again after a lost connection, but not once the session has ended', async () => {
    const { notes, load, context, again } = aDesk();
    load.mockRejectedValueOnce(new TypeError('failed to fetch')).mockResolvedValueOnce([a]);
    await notes.refresh(context);
    expect([notes.state(), again.length]).toEqual(['failed', 1]);
    again[0]?.();
    await vi.waitFor(() => expect(notes.state()).toBe('loaded'));
    load.mockRejectedValueOnce(refused('logged-out'));
    await notes.refresh(context);
    // The loaded records are still available.
    expect([notes.state(), notes.list(), again.length]).toEqual(['loaded', [a], 1]);
  });

  it('is not requested without the required right; a reply after the end of the session is dropped', async () => {
    const without = aDesk('see-rangers');
    await without.notes.refresh(without.context);
    expect([without.load.mock.calls.length, without.notes.state()]).toEqual([0, 'empty']);
    const { notes, load, context, leave, again } = aDesk();
    load.mockResolvedValueOnce([a]).mockRejectedValueOnce(new TypeError('failed to fetch'));
    const refreshed = [notes.refresh(context), notes.refresh(context)];
    leave();
    notes.clear();
    await Promise.all(refreshed);
    expect([notes.list(), notes.state(), again]).toEqual([[], 'empty', []]);
  });

  it('is valid up to the seq known when it was requested', async () => {
    const { notes, load, context, setSince } = aDesk();
    let answer: (list: readonly Note[]) => void = () => undefined;
    load.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const refreshed = notes.refresh(context);
    notes.apply([{ seq: 6, kind: 'plot-gone', plotId: 'a', publishedAt: new Date(0), gridNo: '513221' as GridNo, requestId: null }]);
    answer([a, b]);
    await refreshed;
    expect(notes.list()).toEqual([b]);
    setSince(0);
    load.mockResolvedValueOnce([a, b]);
    await notes.refresh(context);
    expect(notes.list()).toEqual([a, b]);
  });
});

it('a desk has one store for each kind, and rejects an unknown kind', () => {
  const [held, other] = [aDesk(), aDesk()];
  const holdings = createHoldings([held.kind], (run) => run());
  expect(holdings.of(held.kind)).toBe(holdings.all[0]);
  expect(() => holdings.of(other.kind)).toThrow('does not hold');
});

it("a change that does not affect a record's position needs no sorting; one that does is sorted", () => {
  const order = vi.fn((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name));
  const records = createRecords<{ name: string; at: number }>(() => undefined, order);
  for (const name of ['c', 'a', 'd', 'b']) records.set(name, { name, at: 0 });
  const names = () => records.list().map(({ name }) => name);
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  order.mockClear();
  const before = records.list();
  records.set('c', { name: 'c', at: 1 });
  expect(records.list()[2]).toEqual({ name: 'c', at: 1 });
  expect([before[2]?.at, order.mock.calls.length]).toEqual([0, 1]);
  records.set('c', { name: '0', at: 2 });
  expect(names()).toEqual(['0', 'a', 'b', 'd']);
  records.remove('a');
  expect(names()).toEqual(['0', 'b', 'd']);
  records.clear();
  expect(names()).toEqual([]);
});

it('records remain sorted however they are added, moved, removed and added again', () => {
  const records = createRecords<{ id: string; at: number }>(
    () => undefined,
    (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1),
  );
  const known = new Map<string, { id: string; at: number }>();
  // The same numbers in each run (a linear congruential generator), so that a failure can be reproduced.
  let seed = 1;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 3_000; step += 1) {
    const id = String(next(60));
    if (next(3) === 0) {
      records.remove(id);
      known.delete(id);
    } else {
      const record = { id, at: next(20) };
      records.set(id, record);
      known.set(id, record);
    }
    if (next(4) === 0) expect(records.list()).toEqual([...known.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)));
  }
});

describe('records that are refilled', () => {
  it('publish only what differs from before', () => {
    const { notes } = aDesk();
    notes.load([a, b], 5);
    const notified: { upserted: readonly Note[]; removed: readonly string[] }[] = [];
    notes.subscribe((change) => notified.push(change));
    const c: Note = { id: 'c', text: 'third' };
    notes.refill(() => notes.load([b, c], 3));
    expect([notes.list(), notes.seq()]).toEqual([[b, c], 3]);
    expect([notified.flatMap(({ upserted }) => upserted), notified.flatMap(({ removed }) => removed)]).toEqual([[c], ['a']]);
  });

  it('accept an update older than one they had applied before', () => {
    const { notes } = aDesk();
    notes.load([a, b], 5);
    notes.apply([{ kind: 'plot-gone', plotId: 'a', seq: 9 } as never]);
    notes.refill(() => notes.load([a, b], 5));
    expect(notes.list()).toEqual([a, b]);
    notes.apply([{ kind: 'plot-gone', plotId: 'a', seq: 6 } as never]);
    expect(notes.list()).toEqual([b]);
  });
});
