import { describe, expect, it } from 'vitest';
import { memoryStore } from '../patrol-store.ts';
import { BATCH, createPositionLog, MOST_STORED, type StoredPosition } from './position-log.ts';

class Refused extends Error {}
const HERE = { lng: 103.59, lat: 31.48 };

function aPhone(over: { readonly store?: ReturnType<typeof memoryStore>; readonly send?: () => Promise<number | null> } = {}) {
  let clock = 0;
  const line = { whole: true };
  const sent: (readonly StoredPosition[])[] = [];
  const store = over.store ?? memoryStore(true);
  const log = createPositionLog({
    store: store.positions,
    owner: 'ranger',
    maySend: () => true,
    isRefusal: (error) => error instanceof Refused,
    now: () => ++clock,
    send: async (batch) => {
      if (!line.whole) throw new Error('no answer');
      const requestedMs = (await over.send?.()) ?? null;
      sent.push(batch);
      return requestedMs;
    },
  });
  return { log, sent, line, store, ats: () => sent.map((batch) => batch.map(({ at }) => at)) };
}

describe('the ranger’s track', () => {
  it('each position is sent at once', async () => {
    const { log, sent } = aPhone();
    await log.add(HERE);
    expect(sent).toEqual([[{ owner: 'ranger', at: 1, ...HERE }]]);
    expect(log.get()).toMatchObject({ waiting: 0, sentAt: expect.any(Number) });
  });

  it('positions are sent at the interval the server requests, or at the default interval where it requests none', async () => {
    let requestedMs: number | null = 7_500;
    const { log } = aPhone({ send: async () => requestedMs });
    expect(log.get().everyMilliseconds).toBe(15_000);
    await log.add(HERE);
    expect(log.get().everyMilliseconds).toBe(7_500);
    requestedMs = null;
    await log.add(HERE);
    expect(log.get().everyMilliseconds).toBe(15_000);
  });

  it('without signal positions are stored, and sent in one batch in order of time', async () => {
    const { log, line, ats, store } = aPhone();
    line.whole = false;
    for (let i = 0; i < 3; i++) await log.add(HERE);
    expect(log.get()).toMatchObject({ waiting: 3, sentAt: null });
    expect((await store.positions.list('ranger')).length).toBe(3);
    line.whole = true;
    await log.flush();
    expect(ats()).toEqual([[1, 2, 3]]);
    expect([log.get().waiting, await store.positions.list('ranger')]).toEqual([0, []]);
  });

  it('positions survive a reload, for their owner only', async () => {
    const store = memoryStore(true);
    await store.positions.put({ owner: 'ranger', at: -5, ...HERE });
    await store.positions.put({ owner: 'other', at: -4, ...HERE });
    const { log, ats } = aPhone({ store });
    await log.load();
    expect(log.get().waiting).toBe(1);
    await log.flush();
    expect(ats()).toEqual([[-5]]);
    expect((await store.positions.list('other')).length).toBe(1);
  });

  it('a permanently refused position does not block later ones', async () => {
    const { log } = aPhone({ send: () => Promise.reject(new Refused()) });
    await log.add(HERE);
    expect(log.get()).toMatchObject({ waiting: 0, sentAt: null });
  });

  it('after a long time without signal the newest positions are kept and sent in batches', async () => {
    const { log, line, sent } = aPhone();
    line.whole = false;
    for (let i = 0; i < MOST_STORED + 3; i++) await log.add(HERE);
    expect(log.get().waiting).toBe(MOST_STORED);
    line.whole = true;
    await log.flush();
    expect(sent.map((batch) => batch.length)).toEqual([BATCH, MOST_STORED - BATCH]);
    expect(sent[0]?.[0]?.at).toBe(4);
  });
});
