import { covers, type GridNo, NATION } from '@lookout/domain';
import {
  ABA,
  anAuditEntry,
  anObservation,
  LIXIAN,
  ORIGIN,
  reportFacts,
  SICHUAN,
  satelliteFacts,
  WEIHUI,
  WENCHUAN,
} from '@lookout/store/testing/builders.ts';
import { ask, availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStore, type Store } from '../store.ts';
import { type Alarm, type AlarmFacts, type LocatedObservation, UNANSWERED } from './alarm.ts';
import type { Recorded } from './alarm-recording.store.ts';

const TOWN = '513221100' as GridNo;
const CHENGDU = '510100' as GridNo;
const ARRIVED = new Date('2026-11-21T08:00:00.123Z');

describe.each(availableServers())('alarms on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => ARRIVED, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const freshStore = async () => openStore({ url: await server.newDatabase('migrated'), clock: () => ARRIVED, mayWait: () => true });
  const recordOne = async (overrides: Parameters<typeof anObservation>[0] = {}) => {
    const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation(overrides)] });
    const [alarm] = fresh;
    if (!alarm) throw new Error('it was no new alarm');
    return alarm;
  };

  it('an alarm is read back completely, with its event and its audit row', async () => {
    const observation = anObservation({ address: '威州镇 % _ \\', dedupeKey: 'whole' });
    const { fresh, duplicates, arrivedAt } = await store.alarms.record({
      origin: ORIGIN,
      observations: [observation],
      audit: [anAuditEntry({ act: 'ingest' })],
    });
    const alarm = alarmOf(observation, fresh[0]?.id);
    expect(duplicates).toEqual([]);
    expect(arrivedAt).toEqual(ARRIVED);
    expect(await store.alarms.find(WENCHUAN, alarm.id)).toEqual(alarm);
    const { response, ...recorded } = alarm;
    const { observedAt: happenedAt } = observation;
    expect((await store.events.since(WENCHUAN, (fresh[0]?.seq ?? 0) - 1, 1)).entries).toEqual([
      {
        event: {
          id: alarm.id,
          seq: fresh[0]?.seq,
          kind: 'alarm.recorded',
          objectId: alarm.id,
          gridNo: WENCHUAN,
          leftGridNo: null,
          happenedAt,
          recordedAt: ARRIVED,
          ...ORIGIN,
          payload: { alarm: recorded },
        },
        numbers: 1,
      },
    ]);
    expect((await store.audit.page(WENCHUAN, { act: 'ingest' }, { offset: 0, limit: 10 })).total).toBe(1);
  });

  it.each([0, 3, 900])('a repeated observation is a duplicate of the stored alarm and creates no event (%i others)', async (size) => {
    const recorded = await recordOne({ dedupeKey: `recorded-${size}` });
    const head = await store.events.head();
    const others = Array.from({ length: size }, (_, n) => anObservation({ dedupeKey: `other-${size}-${n}` }));
    const [again, another] = [anObservation({ dedupeKey: `recorded-${size}` }), anObservation({ dedupeKey: `another-${size}` })];
    const { fresh, duplicates } = await store.alarms.record({
      origin: ORIGIN,
      observations: [...others, again, another, another, ...others, again],
    });
    const idAt = (index: number) => fresh.find((one) => one.index === index)?.id;
    expect(duplicates).toEqual([
      { index: size, id: recorded.id },
      { index: size + 2, id: idAt(size + 1) },
      ...others.map((_, n) => ({ index: size + 3 + n, id: idAt(n) })),
      { index: 2 * size + 3, id: recorded.id },
    ]);
    expect(fresh.map(({ index, seq }) => ({ index, seq }))).toEqual([
      ...others.map((_, n) => ({ index: n, seq: head + n + 1 })),
      { index: size + 1, seq: head + size + 1 },
    ]);
    expect(new Set(fresh.map(({ id }) => id)).size).toBe(size + 1);
    expect(await store.events.head()).toBe(head + size + 1);
    const stored = await store.alarms.list(NATION, { ids: fresh.map(({ id }) => id) }, { limit: 1_000 });
    const fireNosOf = (all: readonly { readonly facts: AlarmFacts }[]) =>
      new Set(all.map(({ facts }) => facts.kind === 'satellite' && facts.fireNo));
    expect(fireNosOf(stored.list)).toEqual(fireNosOf([...others, another]));
    expect(await store.alarms.record({ origin: ORIGIN, observations: [again, ...others, again] })).toMatchObject({ fresh: [] });
  });

  it('many alarms are read back as completely as one, of every kind and with any text', async () => {
    const own = await freshStore();
    const fireNo = 'N-202601010600-E103.59000N31.47700';
    const observations = [
      anObservation({ dedupeKey: `firms:${fireNo}`, facts: satelliteFacts({ fireNo, dayNight: null, confidence: '“高”' }) }),
      anObservation({
        facts: reportFacts(),
        findType: 'person',
        address: '火情 😀 \t\\N \u001f"',
        observedAt: new Date('1969-07-20T20:17:40.123Z'),
      }),
      anObservation({ facts: smokeFacts, findType: 'sensor', position: { lng: -0.1, lat: 1e-7 } }),
      anObservation({ formattedAddress: '长'.repeat(5_000) }),
    ];
    const { fresh } = await own.alarms.record({ origin: ORIGIN, observations });
    for (const [index, observation] of observations.entries()) {
      const id = fresh[index]?.id ?? '';
      expect(await own.alarms.find(WENCHUAN, id)).toEqual(alarmOf(observation, id));
    }
    expect((await own.alarms.findByFireNo(WENCHUAN, fireNo))?.id).toBe(fresh[0]?.id);
    expect((await own.alarms.list(NATION, { deviceId: smokeFacts.deviceId }, { limit: 9 })).list).toHaveLength(1);
    await own.close();
  });

  it('a single duplicate in the middle of a batch does not affect the others', async () => {
    const keys = Array.from({ length: 400 }, (_, n) => `middle-${n}`);
    const head = await store.events.head();
    const single = Promise.all(
      keys.toReversed().map((dedupeKey) => store.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey })] })),
    );
    const batch = await store.alarms.record({ origin: ORIGIN, observations: keys.map((dedupeKey) => anObservation({ dedupeKey })) });
    const fresh = [...(await single), batch].flatMap((one) => one.fresh.map(({ id }) => id));
    expect(new Set(fresh).size).toBe(400);
    expect(fresh).toHaveLength(400);
    expect(await store.events.head()).toBe(head + 400);
  });

  it('single alarms that arrive at once are stored together, each with its own audit row and sender, in their order', async () => {
    const url = await server.newDatabase('migrated');
    const own = await openStore({ url, clock: () => ARRIVED, mayWait: () => true });
    const observations = Array.from({ length: 250 }, (_, n) =>
      anObservation(
        n % 2 === 0
          ? { facts: reportFacts(), findType: 'person', address: `${n} 火情 😀 \t\\N`, position: { lng: 103.5 + n / 7_000, lat: 31.4 } }
          : { facts: smokeFacts, findType: 'sensor', formattedAddress: `${n}`, dedupeKey: `key:${n}` },
      ),
    );
    const originOf = (n: number) => ({ ...ORIGIN, requestId: `call-${n}` });
    const recorded = await Promise.all(
      observations.map((observation, n) =>
        own.alarms.record({ observations: [observation], origin: originOf(n), audit: [anAuditEntry({ act: `ingest-${n}` })] }),
      ),
    );
    expect(recorded.map(({ fresh }) => fresh[0]?.seq)).toEqual(observations.map((_, n) => n + 1));
    const { entries } = await own.events.since(NATION, 0, 500);
    expect(entries.map(({ event }) => [event.objectId, event.requestId])).toEqual(
      recorded.map(({ fresh }, n) => [fresh[0]?.id, `call-${n}`]),
    );
    for (const [n, observation] of observations.entries()) {
      const id = recorded[n]?.fresh[0]?.id ?? '';
      expect(await own.alarms.find(WENCHUAN, id)).toEqual(alarmOf(observation, id));
    }
    const { total, list } = await own.audit.page(NATION, {}, { offset: 0, limit: 300 });
    expect([total, list.map(({ act }) => act).reverse()]).toEqual([250, observations.map((_, n) => `ingest-${n}`)]);
    expect(await own.audit.verifyChain()).toBeNull();
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    const { rows } = await reader.query<{ commits: number }>('select count(distinct xmin::text)::int as commits from alarm');
    expect(rows[0]?.commits).toBeLessThanOrEqual(5);
    await reader.end();
    await own.close();
  });

  it('an alarm that the database refuses, or already has, does not affect those that arrive with it', async () => {
    const head = await store.events.head();
    const unknown = anObservation({ facts: { ...reportFacts(), kind: 'unknown' as 'report' } });
    const same = Array.from({ length: 20 }, () => anObservation({ dedupeKey: 'key:at-once' }));
    const outcomes = await Promise.allSettled(
      [anObservation(), ...same, unknown, anObservation()].map((observation) =>
        store.alarms.record({ origin: ORIGIN, observations: [observation] }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual([...Array(21).fill('fulfilled'), 'rejected', 'fulfilled']);
    const stored = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(stored.flatMap(({ fresh }) => fresh)).toHaveLength(3);
    const known = new Set(stored.slice(1, 21).flatMap(({ fresh, duplicates }) => [...fresh, ...duplicates].map(({ id }) => id)));
    expect(known.size).toBe(1);
    expect(await store.events.head()).toBe(head + 3);
  });

  it('two servers that store the same keys at once, in opposite orders, store each key once', async () => {
    const url = await server.newDatabase('migrated');
    const both = await Promise.all([1, 2].map(() => openStore({ url, clock: () => ARRIVED, mayWait: () => true })));
    const keys = Array.from({ length: 300 }, (_, n) => `key:${n}`);
    const answers = await Promise.all(
      both.flatMap((one, at) =>
        (at === 0 ? keys : keys.toReversed()).map((dedupeKey) =>
          one.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey })] }),
        ),
      ),
    );
    expect(answers.flatMap(({ fresh }) => fresh)).toHaveLength(300);
    expect(answers.flatMap(({ duplicates }) => duplicates)).toHaveLength(300);
    expect(await both[0]?.events.head()).toBe(300);
    for (const one of both) await one.close();
  });

  it('in a caller’s transaction many alarms are stored with it or not at all', async () => {
    const observations = [anObservation({ dedupeKey: 'with-1' }), anObservation({ dedupeKey: 'with-1' }), anObservation()];
    const head = await store.events.head();
    const attempt = store.transaction(async (tx) => {
      await tx.alarms.record({ origin: ORIGIN, observations });
      throw new Error('rolled back');
    });
    await expect(attempt).rejects.toThrow('rolled back');
    expect(await store.events.head()).toBe(head);
    const { fresh, duplicates } = await store.transaction((tx) => tx.alarms.record({ origin: ORIGIN, observations }));
    expect(fresh.map(({ index, seq }) => [index, seq])).toEqual([
      [0, head + 1],
      [2, head + 2],
    ]);
    expect(duplicates).toEqual([{ index: 1, id: fresh[0]?.id }]);
  });

  it('the same file sent four times at once, each time in another order, is stored once', async () => {
    const keys = Array.from({ length: 300 }, (_, n) => `race-${n}`);
    const orders = [keys, keys.toReversed(), [...keys.slice(150), ...keys.slice(0, 150)], keys];
    const head = await store.events.head();
    const answers = await Promise.all(
      orders.map((order) => store.alarms.record({ origin: ORIGIN, observations: order.map((dedupeKey) => anObservation({ dedupeKey })) })),
    );
    expect(answers.reduce((sum, { fresh }) => sum + fresh.length, 0)).toBe(300);
    expect(answers.reduce((sum, { duplicates }) => sum + duplicates.length, 0)).toBe(900);
    expect(await store.events.head()).toBe(head + 300);
  });

  it('a key that another server stores while a file is being written leaves no gap in the run', async () => {
    const url = await server.newDatabase('migrated');
    const [one, other] = await Promise.all([1, 2].map(() => openStore({ url, clock: () => ARRIVED, mayWait: () => true })));
    const watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    const isBlocked = async () => {
      const { rows } = await watcher.query("select from pg_stat_activity where wait_event_type = 'Lock' and query like '%record_alarms%'");
      return rows.length > 0;
    };
    const observations = ['a', 'b', 'c'].map((dedupeKey) => anObservation({ dedupeKey }));
    let file: Promise<Recorded> | undefined;
    const known = await other?.transaction(async (tx) => {
      const { fresh } = await tx.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey: 'b' })] });
      file = one?.alarms.record({ origin: ORIGIN, observations });
      await vi.waitFor(async () => expect(await isBlocked()).toBe(true), { timeout: 10_000, interval: 10 });
      return fresh[0];
    });
    const { fresh, duplicates } = (await file) as Recorded;
    expect([known?.seq, ...fresh.map(({ index, seq }) => [index, seq])]).toEqual([1, [0, 2], [2, 3]]);
    expect(duplicates).toEqual([{ index: 1, id: known?.id }]);
    const entries = (await one?.events.since(NATION, 0, 10))?.entries ?? [];
    expect(entries.map(({ event }) => event.objectId)).toEqual([known?.id, ...fresh.map(({ id }) => id)]);
    for (const opened of [one, other]) await opened?.close();
    await watcher.end();
  });

  it('keys are looked up by the index even on a connection that stored its first alarm while the table was empty', async () => {
    const url = await server.newDatabase('migrated');
    await ask(url, 'vacuum analyze alarm');
    const fresh = await openStore({ url, clock: () => ARRIVED, mayWait: () => true, connections: 1 });
    const observations = Array.from({ length: 500 }, (_, n) => anObservation({ dedupeKey: `early-${n}` }));
    await fresh.alarms.record({ origin: ORIGIN, observations: observations.slice(0, 1) });
    await fresh.alarms.record({ origin: ORIGIN, observations });
    await fresh.alarms.record({ origin: ORIGIN, observations });
    // The connection reports its counts when it ends.
    await fresh.close();
    const [counts] = await ask(url, `select seq_scan::integer as scans from pg_stat_user_tables where relname = 'alarm'`);
    expect(counts).toEqual({ scans: 0 });
  });

  it('one bad row prevents the whole batch', async () => {
    const good = anObservation({ facts: satelliteFacts({ fireNo: 'good' }) });
    const bad = anObservation({ position: { lng: 'east' as unknown as number, lat: 31 } });
    const unknown = anObservation({ facts: { ...reportFacts(), kind: 'unknown' as 'report' } });
    const head = await store.events.head();
    for (const observations of [[good, bad], [good, unknown], [bad], [unknown]]) {
      await expect(store.alarms.record({ origin: ORIGIN, observations, audit: [anAuditEntry()] })).rejects.toThrow();
    }
    expect(await store.alarms.findByFireNo(NATION, 'good')).toBeNull();
    expect(await store.events.head()).toBe(head);
  });

  it('every read is limited to its scope, exactly as covers() defines it', async () => {
    const own = await freshStore();
    const places = [NATION, SICHUAN, ABA, WENCHUAN, TOWN, LIXIAN, CHENGDU, WEIHUI, '110000' as GridNo, '511000' as GridNo];
    const observations = places.map((gridNo) => anObservation({ gridNo, facts: satelliteFacts({ fireNo: `at-${gridNo}` }) }));
    const { fresh } = await own.alarms.record({ origin: ORIGIN, observations });
    const alarms = observations.map((observation, index) => ({ observation, id: fresh[index]?.id ?? '' }));
    for (const scope of places) {
      const inside = alarms.filter(({ observation }) => covers(scope, observation.gridNo));
      const ids = inside.map(({ id }) => id).sort();
      const { list } = await own.alarms.list(scope, {}, { limit: 100 });
      expect(list.map(({ id }) => id).sort()).toEqual(ids);
      expect(await own.alarms.count(scope)).toBe(inside.length);
      expect((await own.alarms.page(scope, {}, { offset: 0, limit: 100 })).total).toBe(inside.length);
      expect((await own.alarms.latest(scope, 100)).length).toBe(inside.length);
      const counted = await own.alarms.countByPrefecture(scope);
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
      for (const { id, observation } of alarms) {
        const is = covers(scope, observation.gridNo);
        expect((await own.alarms.find(scope, id)) !== null).toBe(is);
        expect((await own.alarms.findByFireNo(scope, `at-${observation.gridNo}`)) !== null).toBe(is);
        expect((await own.alarms.lockForUpdate(scope, id)) !== null).toBe(is);
        const alarm = alarmOf(observation, id);
        expect(await own.alarms.save(scope, alarm, alarm)).toBe(is);
        expect(await own.alarms.save(scope, alarm, { ...alarm, facts: { ...alarm.facts } })).toBe(is);
        expect((await own.alarms.findEver(scope, id)) !== null).toBe(is);
      }
    }
    expect(await own.alarms.countByPrefecture(SICHUAN)).toEqual([
      { gridNo: SICHUAN, count: 1 },
      { gridNo: CHENGDU, count: 1 },
      { gridNo: '511000', count: 1 },
      { gridNo: ABA, count: 4 },
    ]);
    await own.close();
  });

  it('each filter narrows by its own field', async () => {
    const own = await freshStore();
    const stored = async (overrides: Parameters<typeof anObservation>[0], arrivedAt: Date) => {
      const { fresh } = await own.alarms.record({ origin: ORIGIN, observations: [anObservation(overrides)], arrivedAt });
      return { id: fresh[0]?.id ?? '' };
    };
    const early = await stored(
      { formattedAddress: '甲 100%', observedAt: new Date('2026-11-20T00:00:00Z'), position: { lng: 100, lat: 30 } },
      new Date('2026-11-20T01:00:00Z'),
    );
    const late = await stored({ gridNo: LIXIAN, findType: 'person', facts: reportFacts(), position: { lng: 104, lat: 32 } }, ARRIVED);
    const before = (await own.alarms.find(ABA, late.id)) as Alarm;
    const judgement = { verdict: 'real', note: null, realFireType: null, at: ARRIVED, by: '值班员' } as const;
    const push = { at: ARRIVED, note: null, fromGridNo: LIXIAN };
    await own.alarms.save(ABA, before, { ...before, response: { stage: 'in-progress', judgement, acknowledgement: null, push } });
    const found = async (filters: Parameters<Store['alarms']['list']>[1]) => {
      const { list } = await own.alarms.list(ABA, filters, { limit: 10 });
      expect(await own.alarms.count(ABA, filters)).toBe(list.length);
      return list.map(({ id }) => (id === early.id ? 'early' : 'late'));
    };
    expect(await found({})).toEqual(['late', 'early']);
    expect(await found({ kinds: ['satellite'] })).toEqual(['early']);
    expect(await found({ beginArrived: ARRIVED })).toEqual(['late']);
    expect(await found({ endArrived: ARRIVED })).toEqual(['early']);
    expect(await found({ endObserved: new Date('2026-11-20T00:00:01Z') })).toEqual(['early']);
    expect(await found({ beginObserved: new Date('2026-11-20T00:00:01Z') })).toEqual(['late']);
    expect(await found({ handled: false })).toEqual(['early']);
    expect(await found({ inProgress: true })).toEqual(['late']);
    expect(await found({ inProgress: false })).toEqual(['early']);
    expect(await found({ handled: true })).toEqual(['late']);
    expect(await found({ pushed: true, verdict: 'real' })).toEqual(['late']);
    expect(await found({ pushed: false })).toEqual(['early']);
    expect(await found({ verdict: 'unjudged' })).toEqual(['early']);
    expect(await found({ verdict: 'false' })).toEqual([]);
    expect(await found({ gridNo: WENCHUAN })).toEqual(['early']);
    expect(await found({ gridNo: WEIHUI })).toEqual([]);
    expect(await found({ ids: [late.id, 'no-uuid'] })).toEqual(['late']);
    expect(await found({ findType: 'person' })).toEqual(['late']);
    expect(await found({ text: '100%' })).toEqual(['early']);
    expect(await found({ text: '1_0' })).toEqual([]);
    expect(await found({ box: { west: 99, south: 29, east: 101, north: 31 } })).toEqual(['early']);
    expect(await found({ box: { west: 179, south: 29, east: 101, north: 31 } })).toEqual(['early']);
    expect(await own.alarms.list(ABA, {}, { limit: 1, sort: 'observedAt', descending: false })).toMatchObject({
      list: [{ id: early.id }],
      more: true,
    });
    expect(await own.alarms.page(ABA, {}, { offset: 1, limit: 1 })).toMatchObject({ total: 2, list: [{ id: early.id }] });
    await own.close();
  });

  it('an id that is not a UUID matches no alarm', async () => {
    expect(await store.alarms.find(NATION, "1' or true")).toBeNull();
    expect(await store.alarms.lockForUpdate(NATION, '')).toBeNull();
    expect(await store.alarms.remove(NATION, '１')).toBe(false);
  });
});

/** The alarm of an observation at the time of its arrival. */
function alarmOf({ dedupeKey, ...observation }: LocatedObservation, id = ''): Alarm {
  return { ...observation, id, arrivedAt: ARRIVED, response: UNANSWERED };
}

const smokeFacts = {
  kind: 'smoke',
  deviceId: '烟感-1',
  deviceName: null,
  smokeLevel: 3,
  temperatureCelsius: null,
  batteryPercent: null,
  pictures: ['a'],
} as const;
