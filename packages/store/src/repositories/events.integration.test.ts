import { NATION } from '@lookout/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open.ts';
import { ask } from '../testing/admin.ts';
import { ABA, anObservation, LIXIAN, SICHUAN, satelliteFacts, WEIHUI, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type OwnServer } from '../testing/databases.ts';
import type { StoredEvent } from './events.ts';

describe.each(availableServers())('the event log on $name', ({ startOwn }) => {
  // One test crashes it.
  let server: OwnServer;
  let url: string;
  let store: Store;
  beforeAll(async () => {
    server = await startOwn();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => new Date(), connections: 25 });
    store.tellAlarmsBy(({ id }) => ({ id }));
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const freshStore = async () => openStore({ url: await server.newDatabase('migrated'), clock: () => new Date('2026-11-21T08:00:00Z') });

  it('numbers have no gap and reading while 20 write never passes one over', async () => {
    const from = await store.events.head();
    const seen: StoredEvent[] = [];
    let next = from;
    let writing = true;
    const readOn = async () => {
      const answer = await store.events.since(NATION, next, 37);
      seen.push(...answer.events);
      next = answer.next;
      return answer.more;
    };
    const reader = (async () => {
      while (writing) await readOn();
    })();
    const writer = async (one: number) => {
      for (let round = 0; round < 50; round += 1) {
        // Of every four rounds one is rolled back after it took a number.
        const spoilt = round % 4 === 3;
        const attempt = store.transaction(async (tx) => {
          await tx.events.append([{ kind: 'newFire', gridNo: WENCHUAN, data: { one, round, spoilt } }]);
          if (spoilt) throw new Error('rolled back');
        });
        await attempt.catch((error: Error) => expect(error.message).toBe('rolled back'));
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, one) => writer(one)));
    writing = false;
    await reader;
    while (await readOn());
    const kept = 20 * 38;
    expect(seen.map((event) => event.seq)).toEqual(Array.from({ length: kept }, (_, index) => from + index + 1));
    expect(seen.some((event) => (event.data as { spoilt: boolean }).spoilt)).toBe(false);
    expect(next).toBe(await store.events.head());
  });

  it('a transaction whose connection is killed before commit leaves neither alarm nor event nor number', async () => {
    const before = await store.events.head();
    const observation = anObservation({ facts: satelliteFacts({ fireNo: 'lost' }) });
    const work = store.transaction(async (tx) => {
      await tx.alarms.record({ observations: [observation] });
      await ask(
        url,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
      await tx.settings.set('never', true);
    });
    await expect(work).rejects.toMatchObject({ name: 'StoreUnavailable', reason: 'connection' });
    expect(await store.alarms.findByFireNo(NATION, 'lost')).toBeNull();
    expect(await store.settings.get('never')).toBeUndefined();
    expect(await store.events.head()).toBe(before);
  });

  it('after a crash of the whole server everything acknowledged is there and the store works on', async () => {
    const { fresh } = await store.alarms.record({ observations: [anObservation()] });
    await server.crash();
    await expect
      .poll(
        () =>
          store.ready().then(
            () => 'ready',
            () => 'not yet',
          ),
        { timeout: 5_000 },
      )
      .toBe('ready');
    const [one] = fresh;
    expect(await store.alarms.find(NATION, one?.id ?? '')).not.toBeNull();
    expect((await store.events.since(NATION, (one?.seq ?? 0) - 1, 1)).events[0]?.seq).toBe(one?.seq);
  });

  it('a grid is told only what lies in it, and goes on behind the others’ events', async () => {
    const own = await freshStore();
    const append = (gridNo: typeof ABA, n: number) => own.events.append([{ kind: n % 2 ? 'fireAlarm' : 'newFire', gridNo, data: n }]);
    for (const [n, gridNo] of [WENCHUAN, WEIHUI, LIXIAN, ABA, WEIHUI].entries()) await append(gridNo, n);
    const told = async (scope: typeof ABA, since = 0, limit = 10, kinds?: string[]) => {
      const { events, ...rest } = await own.events.since(scope, since, limit, kinds);
      return { ...rest, seqs: events.map((event) => event.seq) };
    };
    expect(await told(WENCHUAN)).toEqual({ last: 5, next: 5, more: false, seqs: [1] });
    expect(await told(ABA)).toEqual({ last: 5, next: 5, more: false, seqs: [1, 3, 4] });
    expect(await told(SICHUAN, 1)).toEqual({ last: 5, next: 5, more: false, seqs: [3, 4] });
    expect(await told(ABA, 0, 2)).toEqual({ last: 5, next: 3, more: true, seqs: [1, 3] });
    expect(await told(NATION, 0, 10, ['fireAlarm'])).toEqual({ last: 5, next: 5, more: false, seqs: [2, 4] });
    expect(await told(NATION, 5)).toEqual({ last: 5, next: 5, more: false, seqs: [] });
    // A number from another, longer log: nothing to tell, and no step back.
    expect(await told(NATION, 9)).toEqual({ last: 5, next: 9, more: false, seqs: [] });
    expect((await own.events.readRange(3, 10)).map((event) => event.data)).toEqual([3, 4]);
    await own.close();
  });

  it('a run of alarms is told one by one, in each scope its own, from wherever the reader left off', async () => {
    const own = await freshStore();
    own.tellAlarmsBy(({ id, facts }) => ({ id, facts: facts.kind }));
    await own.events.append([{ kind: 'fireAlarm', gridNo: WENCHUAN, data: 'before' }]);
    const grids = [WENCHUAN, WEIHUI, LIXIAN, WENCHUAN, WEIHUI];
    const { fresh } = await own.alarms.record({ observations: grids.map((gridNo) => anObservation({ gridNo })) });
    await own.events.append([{ kind: 'fireAlarm', gridNo: WEIHUI, data: 'after' }]);
    expect(fresh.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6]);
    const told = async (scope: typeof ABA, since: number, limit: number, kinds?: string[]) => {
      const { events, ...rest } = await own.events.since(scope, since, limit, kinds);
      return { ...rest, seqs: events.map((event) => event.seq) };
    };
    const [, , inLixian] = fresh;
    expect((await own.events.since(LIXIAN, 0, 5)).events).toEqual([
      { seq: 4, kind: 'newFire', gridNo: LIXIAN, at: new Date('2026-11-21T08:00:00Z'), data: { id: inLixian?.id, facts: 'satellite' } },
    ]);
    expect(await told(NATION, 0, 9)).toEqual({ last: 7, next: 7, more: false, seqs: [1, 2, 3, 4, 5, 6, 7] });
    for (const since of [1, 2, 3, 4, 5, 6, 7]) {
      expect(await told(NATION, since, 9)).toMatchObject({ next: 7, seqs: [2, 3, 4, 5, 6, 7].filter((seq) => seq > since) });
      expect((await own.events.readRange(since, 2)).map(({ seq }) => seq)).toEqual(
        [2, 3, 4, 5, 6, 7].filter((seq) => seq > since).slice(0, 2),
      );
    }
    expect(await told(ABA, 0, 2)).toEqual({ last: 7, next: 2, more: true, seqs: [1, 2] });
    expect(await told(ABA, 2, 2)).toEqual({ last: 7, next: 7, more: false, seqs: [4, 5] });
    expect(await told(NATION, 0, 9, ['fireAlarm'])).toMatchObject({ seqs: [1, 7] });
    await own.close();
  });

  it('the newFire of a removed alarm is passed over, and the reader goes on behind it', async () => {
    const own = await freshStore();
    own.tellAlarmsBy(({ id }) => id);
    const { fresh } = await own.alarms.record({ observations: [anObservation(), anObservation(), anObservation()] });
    const ids = fresh.map(({ id }) => id);
    await own.alarms.remove(WENCHUAN, ids[1] ?? '');
    await own.alarms.remove(WENCHUAN, ids[2] ?? '');
    expect(await own.events.since(WENCHUAN, 0, 9)).toMatchObject({ last: 3, next: 3, more: false, events: [{ seq: 1, data: ids[0] }] });
    expect(await own.events.since(WENCHUAN, 1, 9)).toMatchObject({ next: 3, more: false, events: [] });
    await own.close();
  });

  it('a reader far behind is led over long stretches and never past the first number of a run', async () => {
    const ownUrl = await server.newDatabase('migrated');
    const own = await openStore({ url: ownUrl, clock: () => new Date() });
    own.tellAlarmsBy(({ id }) => id);
    await ask(ownUrl, 'update journal_head set event_last = 199998');
    const { fresh } = await own.alarms.record({ observations: Array.from({ length: 5 }, () => anObservation()) });
    expect(fresh.map(({ seq }) => seq)).toEqual([199_999, 200_000, 200_001, 200_002, 200_003]);
    const first = await own.events.since(WENCHUAN, 0, 9);
    expect(first).toEqual({ last: 200_003, next: 199_998, more: true, events: [] });
    expect((await own.events.since(WENCHUAN, first.next, 9)).events.map(({ seq }) => seq)).toEqual(fresh.map(({ seq }) => seq));
    await own.close();
  });

  it('data comes back as it was given, whatever text is in it', async () => {
    const data = { text: '火情 “引号” \\ <b> 😀', nested: [1, null, { a: 0.1 }], none: null };
    const [event] = await store.events.append([{ kind: 'newFire', gridNo: WENCHUAN, data }]);
    const [read] = await store.events.readRange((event?.seq ?? 0) - 1, 1);
    expect(read).toEqual(event);
    expect(read?.data).toEqual(data);
  });

  it('text that PostgreSQL cannot hold is cleaned, not refused', async () => {
    const [event] = await store.events.append([{ kind: 'newFire', gridNo: WENCHUAN, data: { text: 'a\0b\ud800c\\u0000' } }]);
    const [read] = await store.events.readRange((event?.seq ?? 0) - 1, 1);
    expect(read?.data).toEqual({ text: 'ab\ufffdc\\u0000' });
  });
});
