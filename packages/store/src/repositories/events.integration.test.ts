import { randomUUID } from 'node:crypto';
import { type Actor, type DomainEvent, type GridNo, NATION } from '@lookout/domain';
import { type Alarm, type AlarmFacts, type AlarmLocation, type LocatedObservation, UNANSWERED } from '@lookout/features/alarm/alarm.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ABA, anEvent, anObservation, anOfficer, LIXIAN, ORIGIN, SICHUAN, satelliteFacts, WEIHUI, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type OwnServer } from '../testing/databases.ts';
import { ask } from '../testing/template.ts';
import type { LogEntry } from './events.ts';

const AT = new Date('2026-11-21T08:00:00.123Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const IN_LIXIAN: AlarmLocation = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'boundary', formattedAddress: '理县' };

const seqsOf = (entries: readonly LogEntry[]) => entries.map(({ event }) => event.seq);
const one = (event: DomainEvent) => ({ event, numbers: 1 });
const aNote = (note: string, gridNo: GridNo = WENCHUAN) => anEvent({ gridNo, kind: 'alarm.push-withdrawn', payload: { note } });
const noteOf = ({ event }: LogEntry) => (event.kind === 'alarm.push-withdrawn' ? event.payload.note : event.kind);
const eventsOf = (store: Store) => async (scope: GridNo, since: number, limit: number) => {
  const { entries, ...rest } = await store.events.since(scope, since, limit);
  return { ...rest, seqs: seqsOf(entries) };
};
/** The alarm of an observation on the day of its arrival. */
const alarmOf = ({ dedupeKey, ...observation }: LocatedObservation, id = ''): Alarm => ({
  ...observation,
  id,
  arrivedAt: AT,
  response: UNANSWERED,
});
const recordAll = async (store: Store, observations: readonly LocatedObservation[]): Promise<string[]> => {
  const { fresh } = await store.alarms.record({ origin: ORIGIN, observations });
  return fresh.map(({ id }) => id);
};

describe.each(availableServers())('the event log on $name', ({ startOwn }) => {
  // A dedicated server, because one test crashes it.
  let server: OwnServer;
  let url: string;
  let store: Store;
  beforeAll(async () => {
    server = await startOwn();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => new Date(), connections: 25, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const freshStore = async () => openStore({ url: await server.newDatabase('migrated'), clock: () => AT, mayWait: () => true });

  it('numbers have no gap, and a reader never skips one while 20 writers append', async () => {
    const from = await store.events.head();
    const seen: LogEntry[] = [];
    let next = from;
    let writing = true;
    const readOn = async () => {
      const answer = await store.events.since(NATION, next, 37);
      seen.push(...answer.entries);
      next = answer.next;
      return answer.more;
    };
    const reader = (async () => {
      while (writing) await readOn();
    })();
    const writer = async () => {
      for (let round = 0; round < 20; round += 1) {
        // Of every four rounds, one is rolled back after it took its numbers.
        const isSpoilt = round % 4 === 3;
        const attempt = store.transaction(async (tx) => {
          await tx.events.append([{ event: aNote(isSpoilt ? 'spoilt' : 'kept'), numbers: 1 + (round % 3) }]);
          if (isSpoilt) throw new Error('rolled back');
        });
        await attempt.catch((error: Error) => expect(error.message).toBe('rolled back'));
      }
    };
    await Promise.all(Array.from({ length: 20 }, writer));
    writing = false;
    await reader;
    while (await readOn());
    expect(seen).toHaveLength(20 * 15);
    expect(seen.map(({ event, numbers }) => event.seq - numbers)).toEqual([from, ...seqsOf(seen).slice(0, -1)]);
    expect(new Set(seen.map(noteOf))).toEqual(new Set(['kept']));
    expect(new Set(seen.map(({ numbers }) => numbers))).toEqual(new Set([1, 2, 3]));
    expect(next).toBe(await store.events.head());
    expect(seen.at(-1)?.event.seq).toBe(next);
  });

  it('a transaction whose connection is killed before commit leaves neither alarm nor event nor number', async () => {
    const before = await store.events.head();
    const observation = anObservation({ facts: satelliteFacts({ fireNo: 'lost' }) });
    const work = store.transaction(async (tx) => {
      await tx.alarms.record({ origin: ORIGIN, observations: [observation] });
      await tx.events.append([one(anEvent())]);
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

  it('after a crash of the whole server everything acknowledged is stored, and the store works on', async () => {
    const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation()] });
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
    const [first] = fresh;
    expect(await store.alarms.find(NATION, first?.id ?? '')).not.toBeNull();
    expect(seqsOf((await store.events.since(NATION, (first?.seq ?? 0) - 1, 1)).entries)).toEqual([first?.seq]);
  });

  it('a grid reads only its own events, and continues after those of others', async () => {
    const own = await freshStore();
    const eventsSince = eventsOf(own);
    for (const [n, gridNo] of [WENCHUAN, WEIHUI, LIXIAN, ABA, WEIHUI].entries()) await own.events.append([one(aNote(`${n}`, gridNo))]);
    expect(await eventsSince(WENCHUAN, 0, 10)).toEqual({ last: 5, next: 5, more: false, seqs: [1] });
    expect(await eventsSince(ABA, 0, 10)).toEqual({ last: 5, next: 5, more: false, seqs: [1, 3, 4] });
    expect(await eventsSince(SICHUAN, 1, 10)).toEqual({ last: 5, next: 5, more: false, seqs: [3, 4] });
    expect(await eventsSince(ABA, 0, 2)).toEqual({ last: 5, next: 3, more: true, seqs: [1, 3] });
    expect(await eventsSince(NATION, 5, 10)).toEqual({ last: 5, next: 5, more: false, seqs: [] });
    // A number from another, longer log: no events are returned, and the position does not move back.
    expect(await eventsSince(NATION, 9, 10)).toEqual({ last: 5, next: 9, more: false, seqs: [] });
    expect((await own.events.readRange(3, 10)).map(noteOf)).toEqual(['3', '4']);
    await own.close();
  });

  it('an event whose object left a grid is read there and in the new grid, and nowhere else', async () => {
    const own = await freshStore();
    await own.events.append([one(anEvent({ gridNo: LIXIAN, leftGridNo: WENCHUAN })), one(anEvent({ gridNo: WEIHUI, leftGridNo: ABA }))]);
    const seqs = async (scope: GridNo) => (await eventsOf(own)(scope, 0, 9)).seqs;
    expect([await seqs(WENCHUAN), await seqs(LIXIAN), await seqs(ABA)]).toEqual([[1], [1], [1, 2]]);
    expect([await seqs(WEIHUI), await seqs(SICHUAN), await seqs(NATION)]).toEqual([[2], [1, 2], [1, 2]]);
    expect([await seqs('513223' as GridNo), await seqs('513221100' as GridNo)]).toEqual([[], []]);
    await own.close();
  });

  it('an event may take several numbers: they are consecutive, and a reader that stopped between them reads it again', async () => {
    const own = await freshStore();
    const eventsSince = eventsOf(own);
    const events = ['a', 'b', 'c', 'd'].map((note, n) => aNote(note, n === 1 ? WEIHUI : WENCHUAN));
    const numbers = [3, 1, 2, 4];
    const append = (from: number, to: number) =>
      own.events.append(events.slice(from, to).map((event, n) => ({ event, numbers: numbers[from + n] ?? 0 })));
    expect([await append(0, 3), await append(3, 4), await append(4, 4)]).toEqual([[3, 4, 6], [10], []]);
    expect(await own.events.head()).toBe(10);
    const all = await own.events.readRange(0, 9);
    expect(all.map((entry) => [noteOf(entry), entry.event.seq, entry.numbers])).toEqual([
      ['a', 3, 3],
      ['b', 4, 1],
      ['c', 6, 2],
      ['d', 10, 4],
    ]);
    for (let since = 0; since <= 10; since += 1) {
      const left = [3, 4, 6, 10].filter((seq) => seq > since);
      expect(await eventsSince(NATION, since, 9)).toEqual({ last: 10, next: 10, more: false, seqs: left });
      expect(await eventsSince(WENCHUAN, since, 9)).toEqual({ last: 10, next: 10, more: false, seqs: left.filter((seq) => seq !== 4) });
      expect(seqsOf(await own.events.readRange(since, 2))).toEqual(left.slice(0, 2));
    }
    expect(await eventsSince(WENCHUAN, 1, 1)).toEqual({ last: 10, next: 3, more: true, seqs: [3] });
    await own.close();
  });

  it('a run of alarms is read one by one, by scope, from any position of the reader', async () => {
    const own = await freshStore();
    const eventsSince = eventsOf(own);
    await own.events.append([{ event: anEvent(), numbers: 2 }]);
    const observations = [WENCHUAN, WEIHUI, LIXIAN, WENCHUAN, WEIHUI].map((gridNo) => anObservation({ gridNo }));
    const { fresh } = await own.alarms.record({ origin: ORIGIN, observations });
    await own.events.append([{ event: anEvent({ gridNo: WEIHUI }), numbers: 2 }]);
    expect(fresh.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7]);
    const [, , inLixian] = observations.map((observation, n) => alarmOf(observation, fresh[n]?.id));
    const { response, ...alarm } = inLixian as Alarm;
    expect((await own.events.since(LIXIAN, 0, 5)).entries).toEqual([
      {
        event: {
          id: alarm.id,
          seq: 5,
          kind: 'alarm.recorded',
          objectId: alarm.id,
          gridNo: LIXIAN,
          leftGridNo: null,
          ...ORIGIN,
          happenedAt: alarm.observedAt,
          recordedAt: AT,
          payload: { alarm },
        },
        numbers: 1,
      },
    ]);
    const all = [2, 3, 4, 5, 6, 7, 9];
    expect(await eventsSince(NATION, 0, 9)).toEqual({ last: 9, next: 9, more: false, seqs: all });
    for (let since = 1; since <= 9; since += 1) {
      const left = all.filter((seq) => seq > since);
      expect(await eventsSince(NATION, since, 9)).toMatchObject({ next: 9, seqs: left });
      expect(seqsOf(await own.events.readRange(since, 2))).toEqual(left.slice(0, 2));
    }
    expect(await eventsSince(ABA, 0, 2)).toEqual({ last: 9, next: 3, more: true, seqs: [2, 3] });
    expect(await eventsSince(ABA, 3, 2)).toEqual({ last: 9, next: 9, more: false, seqs: [5, 6] });
    await own.close();
  });

  it('a late reader also reads a removed alarm, as it was recorded', async () => {
    const own = await freshStore();
    const ids = await recordAll(own, [anObservation(), anObservation(), anObservation()]);
    for (const id of ids.slice(1)) await own.alarms.remove(WENCHUAN, id);
    const { entries, ...rest } = await own.events.since(WENCHUAN, 0, 9);
    expect(rest).toEqual({ last: 3, next: 3, more: false });
    expect(entries.map(({ event }) => event.objectId)).toEqual(ids);
    expect((await own.events.readRange(1, 9)).map(({ event }) => event.objectId)).toEqual(ids.slice(1));
    await own.close();
  });

  it('a late reader reads a moved and edited alarm with the facts and in the grid it was recorded with', async () => {
    const own = await freshStore();
    const observations = [1, 2, 3].map((n) =>
      anObservation({ address: `地址${n}`, dedupeKey: `firms:N-${n}`, facts: satelliteFacts({ fireNo: `N-${n}` }) }),
    );
    const ids = await recordAll(own, observations);
    const [, id = ''] = ids;
    const before = (await own.alarms.find(NATION, id)) as Alarm;
    const facts = { ...before.facts, areaHectares: 7 } as AlarmFacts;
    expect(await own.alarms.save(NATION, before, { ...before, ...IN_LIXIAN, address: null, facts })).toBe(true);
    const recordedIn = async (scope: GridNo) =>
      (await own.events.since(scope, 0, 9)).entries.map(({ event }) => event.kind === 'alarm.recorded' && event.payload.alarm);
    const recorded = observations.map((observation, n) => {
      const { response, ...alarm } = alarmOf(observation, ids[n]);
      return alarm;
    });
    for (const scope of [WENCHUAN, ABA, NATION]) expect(await recordedIn(scope)).toEqual(recorded);
    expect(await recordedIn(LIXIAN)).toEqual([]);
    expect((await own.alarms.find(LIXIAN, id))?.facts).toEqual(facts);
    await own.close();
  });

  it('a reader far behind advances over long stretches and never past the first number of a run', async () => {
    const ownUrl = await server.newDatabase('migrated');
    const own = await openStore({ url: ownUrl, clock: () => new Date(), mayWait: () => true });
    await ask(ownUrl, 'update journal_head set event_last = 199998');
    const { fresh } = await own.alarms.record({ origin: ORIGIN, observations: Array.from({ length: 5 }, () => anObservation()) });
    expect(fresh.map(({ seq }) => seq)).toEqual([199_999, 200_000, 200_001, 200_002, 200_003]);
    const first = await own.events.since(WENCHUAN, 0, 9);
    expect(first).toEqual({ last: 200_003, next: 199_998, more: true, entries: [] });
    expect(seqsOf((await own.events.since(WENCHUAN, first.next, 9)).entries)).toEqual(fresh.map(({ seq }) => seq));
    await own.close();
  });

  it('nor past the first number of an event with several numbers', async () => {
    const ownUrl = await server.newDatabase('migrated');
    const own = await openStore({ url: ownUrl, clock: () => new Date(), mayWait: () => true });
    await ask(ownUrl, 'update journal_head set event_last = 199998');
    await own.events.append([{ event: anEvent(), numbers: 5 }, one(anEvent())]);
    expect(await own.events.since(WENCHUAN, 0, 9)).toEqual({ last: 200_004, next: 199_998, more: true, entries: [] });
    expect(await eventsOf(own)(WENCHUAN, 199_998, 9)).toEqual({ last: 200_004, next: 200_004, more: false, seqs: [200_003, 200_004] });
    // A long stretch of events of other grids is skipped as well.
    expect(await own.events.since(WEIHUI, 0, 9)).toEqual({ last: 200_004, next: 199_998, more: true, entries: [] });
    expect(await own.events.since(WEIHUI, 199_998, 9)).toEqual({ last: 200_004, next: 200_004, more: false, entries: [] });
    await own.close();
  });

  it('an event is returned unchanged, whatever text it contains', async () => {
    const own = await freshStore();
    const changes = { '火情 “引号” \\ <b> 😀': { from: null, to: 0.1 }, none: { from: '', to: '%_\t\n\u001f' } };
    const event = anEvent({ kind: 'alarm.edited', payload: { changes }, leftGridNo: ABA, requestId: '“%_\\', recordedAt: later(0.5) });
    const [seq] = await own.events.append([{ event, numbers: 2 }]);
    expect(await own.events.readRange(0, 9)).toEqual([{ event: { ...event, seq }, numbers: 2 }]);
    await own.close();
  });

  it('text that PostgreSQL cannot store is cleaned, not refused', async () => {
    const actor = anOfficer({ fullName: '甲\0', desk: '\udc00' });
    const event = anEvent({ kind: 'alarm.messaged', payload: { content: 'a\0b\ud800c\\u0000', receivers: ['\ud83d', '😀', '\0'] }, actor });
    const [seq = 0] = await store.events.append([one(event)]);
    const [read] = await store.events.readRange(seq - 1, 1);
    expect(read?.event.payload).toEqual({ content: 'ab\ufffdc\\u0000', receivers: ['\ufffd', '😀', ''] });
    expect(read?.event.actor).toEqual({ ...actor, fullName: '甲', desk: '\ufffd' });
  });

  it('every kind of actor is returned, for single alarms and for runs', async () => {
    const own = await freshStore();
    const actors: Actor[] = [
      anOfficer(),
      anOfficer({ post: null, desk: null, fullName: '', gridNo: NATION }),
      { kind: 'feed', name: 'firms “SUOMI”' },
      { kind: 'system', name: 'camera-watch' },
    ];
    for (const actor of actors) {
      const origin = { actor, requestId: actor.kind === 'officer' ? randomUUID() : null };
      const from = await own.events.head();
      await own.events.append([one(anEvent(origin))]);
      await own.alarms.record({ origin, observations: [anObservation()] });
      await own.alarms.record({ origin, observations: [anObservation(), anObservation()] });
      const entries = await own.events.readRange(from, 9);
      expect(entries.map(({ event }) => ({ actor: event.actor, requestId: event.requestId }))).toEqual(Array(4).fill(origin));
      const alarmId = entries.at(-1)?.event.objectId ?? '';
      expect((await own.events.ofAlarm(WENCHUAN, alarmId)).map((event) => event.actor)).toEqual([actor]);
    }
    await own.close();
  });

  it('stored events cannot be changed', async () => {
    await store.events.append([one(anEvent())]);
    await expect(ask(url, `update event set kind = 'alarm.seen'`)).rejects.toThrow('append-only');
  });
});
