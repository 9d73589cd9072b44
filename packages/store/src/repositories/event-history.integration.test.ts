import { randomUUID } from 'node:crypto';
import {
  type ChangesOf,
  covers,
  type DomainEvent,
  type EventKind,
  type EventOf,
  type GridNo,
  type LoggedEvent,
  NATION,
  type ObjectKind,
} from '@lookout/domain';
import { type Alarm, type AlarmLocation, type LocatedObservation, UNANSWERED } from '@lookout/features/alarm/alarm.ts';
import { type AlarmPayloads, applyToAlarm } from '@lookout/features/alarm/alarm-events.ts';
import { fold } from '@lookout/features/events.ts';
import type { Shift } from '@lookout/features/shift/shift.ts';
import type { Sos } from '@lookout/features/sos/sos.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ABA,
  anEvent,
  anObservation,
  anOfficer,
  aTaskFile,
  LIXIAN,
  ORIGIN,
  reportFacts,
  SICHUAN,
  WEIHUI,
  WENCHUAN,
} from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';
import { Unreadable } from './events.ts';

const AT = new Date('2026-11-21T08:00:00.123Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const IN_LIXIAN: AlarmLocation = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'boundary', formattedAddress: '理县' };

const aSos = (id: string): Sos => ({
  ...{
    id,
    userId: randomUUID(),
    fullName: '杨护林',
    phone: null,
    gridNo: WENCHUAN,
    place: null,
    address: null,
    raisedAt: AT,
    receivedAt: AT,
    pressedAgain: null,
    calledAt: null,
  },
  ...{ taken: null, cancelled: null, closed: null, revision: 1 },
});
const one = (event: DomainEvent) => ({ event, numbers: 1 });
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

describe.each(availableServers())('the history of objects on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => AT, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const recordAt = async (gridNo: GridNo): Promise<string> => (await recordAll(store, [anObservation({ gridNo })]))[0] ?? '';
  const append = async (...events: readonly DomainEvent[]): Promise<LoggedEvent[]> => {
    const seqs = await store.events.append(events.map(one));
    return events.map((event, n): LoggedEvent => ({ ...event, seq: seqs[n] ?? 0 }));
  };
  /** Writes the changed alarm and its event in one transaction, as the server does. */
  const answer = async (id: string, change: ChangesOf<AlarmPayloads>): Promise<LoggedEvent> => {
    const before = (await store.alarms.find(NATION, id)) as Alarm;
    const place =
      change.kind === 'alarm.moved' ? { gridNo: change.payload.to.gridNo, leftGridNo: before.gridNo } : { gridNo: before.gridNo };
    const event = anEvent({ ...change, ...place, objectId: id, recordedAt: AT }) as EventOf<'alarm'>;
    const after = applyToAlarm(before, event);
    const seqs = await store.transaction(async (tx) => {
      await (after ? tx.alarms.save(NATION, before, after) : tx.alarms.remove(NATION, id));
      return tx.events.append([one(event)]);
    });
    return { ...event, seq: seqs[0] ?? 0 };
  };
  const real = { verdict: 'real', note: '浓烟', realFireType: 'forest' } as const;
  const moved = { from: anObservation(), to: IN_LIXIAN, heightMetres: 1_500 };

  it('is returned completely, in the order it was written, and only within the scope', async () => {
    const id = await recordAt(WENCHUAN);
    const written = [
      anEvent({ objectId: id, kind: 'alarm.linked', payload: { fromAlarmId: randomUUID() }, actor: { kind: 'system', name: 'import' } }),
      anEvent({ objectId: id, kind: 'alarm.judged', payload: { judgement: { ...real, note: '“%_\\' } }, happenedAt: later(-5) }),
      anEvent({ objectId: id, happenedAt: later(-9) }),
    ];
    const events = await append(...written);
    await append(anEvent());
    for (const scope of [NATION, SICHUAN, ABA, WENCHUAN]) {
      const [recorded, ...others] = await store.events.ofAlarm(scope, id);
      expect(recorded).toMatchObject({ id, kind: 'alarm.recorded', objectId: id, payload: { alarm: { id } }, ...ORIGIN });
      expect(others).toEqual(events);
    }
    for (const scope of [LIXIAN, WEIHUI]) expect(await store.events.ofAlarm(scope, id)).toEqual([]);
    for (const none of [randomUUID(), 'x', '']) expect(await store.events.ofAlarm(NATION, none)).toEqual([]);
  });

  it('of each alarm of a run begins with its own recording', async () => {
    await recordAt(WENCHUAN);
    const ids = await recordAll(store, [anObservation(), anObservation(), anObservation()]);
    const head = await store.events.head();
    await recordAt(WENCHUAN);
    for (const [n, id] of ids.entries()) {
      expect(await store.events.ofObject('alarm', id)).toMatchObject([
        { id, seq: head - 2 + n, kind: 'alarm.recorded', payload: { alarm: { id } } },
      ]);
    }
  });

  it('of an object that is not an alarm has all its events, whatever characters its id contains', async () => {
    const camera = anEvent({ objectId: 'c-1 “云台”', kind: 'camera.went-online', payload: {} });
    const events = await append(camera, { ...camera, id: randomUUID(), kind: 'camera.went-offline' });
    await append(anEvent({ objectId: 'c-10', kind: 'camera.removed', payload: {} }));
    expect(await store.events.ofObject('camera', camera.objectId)).toEqual(events);
    expect(await store.events.ofObject('camera', 'c-')).toEqual([]);
    expect(await store.events.ofAlarm(NATION, camera.objectId)).toEqual([]);
  });

  it('records one view for each officer, also when calls are simultaneous', async () => {
    const [id, other] = [await recordAt(WENCHUAN), await recordAt(WENCHUAN)];
    const [who, colleague] = [randomUUID(), randomUUID()];
    const firstViews = await Promise.all([1, 2, 3, 4].map(() => store.events.markSeen(id, who)));
    expect(firstViews.filter(Boolean)).toHaveLength(1);
    expect([await store.events.markSeen(other, who), await store.events.markSeen(id, colleague)]).toEqual([true, true]);
    expect([await store.events.markSeen(other, who), await store.events.markSeen(id, colleague)]).toEqual([false, false]);
  });

  it('is rolled back with the transaction it belongs to', async () => {
    const id = await recordAt(WENCHUAN);
    const head = await store.events.head();
    const who = randomUUID();
    const attempt = store.transaction(async (tx) => {
      await tx.events.markSeen(id, who);
      await tx.events.append([one(anEvent({ objectId: id, kind: 'alarm.seen', payload: {} }))]);
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await store.events.ofAlarm(NATION, id)).toHaveLength(1);
    expect(await store.events.head()).toBe(head);
    expect(await store.events.markSeen(id, who)).toBe(true);
  });

  it('over all alarms is paged newest first, and can be filtered', async () => {
    const own = await openStore({ url: await server.newDatabase('migrated'), clock: () => AT, mayWait: () => true });
    const [wenchuan = '', lixian = '', weihui = ''] = await recordAll(
      own,
      [WENCHUAN, LIXIAN, WEIHUI].map((gridNo) => anObservation({ gridNo, formattedAddress: `在${gridNo}` })),
    );
    const appendOne = async (seconds: number, objectId: string, fullName: string, change: ChangesOf<AlarmPayloads>) => {
      await own.events.append([one(anEvent({ ...change, objectId, actor: anOfficer({ fullName }), recordedAt: later(seconds) }))]);
    };
    const judged = { kind: 'alarm.judged', payload: { judgement: real } } as const;
    await appendOne(3, lixian, '丙', judged);
    await appendOne(1, wenchuan, '甲_乙', { kind: 'alarm.seen', payload: {} });
    await appendOne(2, wenchuan, '丁', judged);
    await appendOne(4, weihui, '戊', { kind: 'alarm.closed', payload: { outcome: 'burnt-out', note: null } });
    await own.events.append([
      one(anEvent({ objectId: 'c1', kind: 'camera.went-online', payload: {} })),
      one(anEvent({ objectId: randomUUID(), kind: 'task.cancelled', payload: { reason: '误派' } })),
    ]);
    const page = async (scope: GridNo, filters: Parameters<Store['events']['pageOfAlarms']>[1] = {}, offset = 0, limit = 10) => {
      const { total, list } = await own.events.pageOfAlarms(scope, filters, { offset, limit });
      return [total, list.map(({ event: { actor } }) => actor.kind === 'officer' && actor.fullName).join('')];
    };
    expect(await page(NATION)).toEqual([4, '戊丙丁甲_乙']);
    expect(await page(NATION, {}, 1, 2)).toEqual([4, '丙丁']);
    expect(await page(NATION, {}, 4, 2)).toEqual([4, '']);
    expect(await page(ABA)).toEqual([3, '丙丁甲_乙']);
    expect(await page(ABA, { gridNo: LIXIAN })).toEqual([1, '丙']);
    expect(await page(ABA, { gridNo: WEIHUI })).toEqual([0, '']);
    expect(await page(WENCHUAN, { kinds: ['alarm.judged'] })).toEqual([1, '丁']);
    expect(await page(NATION, { kinds: ['alarm.judged', 'alarm.closed'] })).toEqual([3, '戊丙丁']);
    expect(await page(NATION, { fullName: '_' })).toEqual([1, '甲_乙']);
    expect(await page(NATION, { begin: later(2), end: later(4) })).toEqual([2, '丙丁']);
    const { list } = await own.events.pageOfAlarms(LIXIAN, {}, { offset: 0, limit: 1 });
    expect(list).toMatchObject([
      { event: { objectId: lixian, ...judged, recordedAt: later(3) }, alarm: { kind: 'satellite', formattedAddress: `在${LIXIAN}` } },
    ]);
    await own.close();
  });

  it('gives the reason why an alarm is no longer in scope to the grids that had it, and to no other', async () => {
    const movedAway = await recordAt(WENCHUAN);
    await answer(movedAway, { kind: 'alarm.moved', payload: moved });
    const deleted = await recordAt(LIXIAN);
    await answer(deleted, { kind: 'alarm.deleted', payload: { reason: '误报' } });
    const both = await recordAt(WENCHUAN);
    await answer(both, { kind: 'alarm.moved', payload: moved });
    await answer(both, { kind: 'alarm.deleted', payload: { reason: '误报' } });
    const back = await recordAt(WENCHUAN);
    await answer(back, { kind: 'alarm.moved', payload: moved });
    await answer(back, { kind: 'alarm.moved', payload: { from: IN_LIXIAN, to: anObservation(), heightMetres: null } });
    const here = await recordAt(WENCHUAN);
    const by = { at: AT, fullName: '汶川县值班员' };
    for (const scope of [NATION, SICHUAN, ABA, WENCHUAN, LIXIAN, WEIHUI]) {
      const had = scope === WENCHUAN ? { kind: 'alarm.moved', ...by } : null;
      const isDeleted = covers(scope, LIXIAN) ? { kind: 'alarm.deleted', ...by } : null;
      expect(await store.events.whyGone(scope, movedAway)).toEqual(had);
      expect(await store.events.whyGone(scope, deleted)).toEqual(isDeleted);
      expect(await store.events.whyGone(scope, both)).toEqual(had ?? isDeleted);
      expect(await store.events.whyGone(scope, back)).toEqual(scope === LIXIAN ? { kind: 'alarm.moved', ...by } : null);
      for (const other of [here, randomUUID(), 'x']) expect(await store.events.whyGone(scope, other)).toBeNull();
    }
  });

  it('of a deleted alarm can still be read, with the alarm', async () => {
    const id = await recordAt(WENCHUAN);
    await append(anEvent({ objectId: id }));
    await answer(id, { kind: 'alarm.deleted', payload: { reason: '误报' } });
    expect((await store.events.ofAlarm(WENCHUAN, id)).map(({ kind }) => kind)).toEqual([
      'alarm.recorded',
      'alarm.acknowledged',
      'alarm.deleted',
    ]);
    expect(await store.alarms.find(WENCHUAN, id)).toBeNull();
    expect((await store.alarms.findEver(WENCHUAN, id))?.id).toBe(id);
    expect(await store.alarms.findEver(LIXIAN, id)).toBeNull();
    expect(await store.alarms.findEver(NATION, 'x')).toBeNull();
  });

  it('the state after each event is the one right after it, not the current one', async () => {
    const from = await store.events.head();
    const observations = [anObservation({ address: '旧', facts: reportFacts(), findType: 'person' }), anObservation()];
    const ids = await recordAll(store, observations);
    const [id = '', other = ''] = ids;
    const first = alarmOf(observations[0] as LocatedObservation, id);
    const another = alarmOf(observations[1] as LocatedObservation, other);
    const changes: ChangesOf<AlarmPayloads>[] = [
      { kind: 'alarm.moved', payload: { ...moved, from: first } },
      { kind: 'alarm.edited', payload: { changes: { comment: { from: null, to: '浓烟' }, address: { from: '旧', to: null } } } },
      { kind: 'alarm.judged', payload: { judgement: { ...real, realFireType: null } } },
    ];
    for (const change of changes) await answer(id, change);
    const judgedOther = await answer(other, {
      kind: 'alarm.judged',
      payload: { judgement: { ...real, verdict: 'false', realFireType: null } },
    });
    const deleted = await answer(id, { kind: 'alarm.deleted', payload: { reason: '误报' } });

    const events = (await store.events.readRange(from, 99)).map(({ event }) => event);
    const [, , toLixian, edited, judged] = events as [LoggedEvent, LoggedEvent, LoggedEvent, LoggedEvent, LoggedEvent];
    const afterMove: Alarm = { ...first, ...IN_LIXIAN, facts: reportFacts({ altitudeMetres: 1_500 }) };
    const afterEdit: Alarm = { ...afterMove, address: null, facts: reportFacts({ altitudeMetres: 1_500, comment: '浓烟' }) };
    const judgement = { verdict: 'real', note: '浓烟', realFireType: null, at: judged.happenedAt, by: '汶川县值班员' } as const;
    const afterJudging: Alarm = { ...afterEdit, response: { stage: 'in-progress', judgement, acknowledgement: null, push: null } };
    const otherJudged = applyToAlarm(another, judgedOther as EventOf<'alarm'>);
    expect(await store.events.statesAfter(events)).toEqual([first, another, afterMove, afterEdit, afterJudging, otherJudged, null]);
    // Each event alone, and in any order.
    expect(await store.events.statesAfter([edited])).toEqual([afterEdit]);
    expect(await store.events.statesAfter([deleted, judged, toLixian])).toEqual([null, afterJudging, afterMove]);
    expect(await store.events.statesAfter(await store.events.ofObject('alarm', id))).toEqual([
      first,
      afterMove,
      afterEdit,
      afterJudging,
      null,
    ]);
    expect(await store.events.statesAfter([])).toEqual([]);
  });

  it('the state after an event is available for every kind of object', async () => {
    const shift: Shift = {
      id: randomUUID(),
      gridNo: WENCHUAN,
      accountId: randomUUID(),
      fullName: '甲',
      beganAt: AT,
      endedAt: null,
      note: null,
      openAlarms: null,
      firesInProgress: null,
      successor: null,
      nextName: null,
      relieved: false,
    };
    const load = { openAlarms: 2, firesInProgress: 1 };
    const file = aTaskFile();
    const [sent] = file.steps;
    const plot = {
      ...({
        id: randomUUID(),
        kind: 'label',
        symbol: null,
        name: '取水点',
        points: [{ lng: 103.5, lat: 31.4 }],
        colour: 'blue',
        widthPixels: 2,
      } as const),
      note: null,
      fireId: null,
      gridNo: WENCHUAN,
      version: 1,
      createdBy: '甲',
      createdAt: AT,
      changedBy: '甲',
      changedAt: AT,
    };
    const burning = {
      ...({
        id: randomUUID(),
        applicant: '村民',
        phone: '139',
        purpose: 'farm',
        position: { lng: 103.5, lat: 31.4 },
        address: '威州镇',
      } as const),
      startsAt: AT,
      endsAt: later(60),
      areaHectares: null,
      peopleCount: 3,
      measures: null,
      gridNo: WENCHUAN,
      ...({ state: 'pending', createdBy: '甲', createdAt: AT, reviewedBy: null, reviewedAt: null, reviewNote: null } as const),
    };
    const camera = {
      id: 'c-9',
      deviceId: 'd',
      channelNum: 1,
      name: '云台',
      cameraType: null,
      manufacturer: null,
      monitoringPointId: null,
      online: false,
      towerHeightMetres: 30,
      northCorrectionDegrees: 1.5,
      position: { lng: 103.5, lat: 31.4 },
      gridNo: WENCHUAN,
    };
    const lives: DomainEvent[][] = [
      [
        anEvent({ objectId: shift.id, kind: 'shift.began', payload: { shift, load, relieved: null } }),
        anEvent({ objectId: shift.id, kind: 'shift.handed-over', payload: { note: '无异常', load }, happenedAt: later(9) }),
        anEvent({ objectId: shift.id, kind: 'shift.succeeded', payload: {}, actor: anOfficer({ fullName: '乙' }) }),
      ],
      [
        anEvent({ objectId: file.task.id, kind: 'task.dispatched', payload: file }),
        anEvent({
          objectId: file.task.id,
          kind: 'task.advanced',
          payload: { step: { ...sent, state: 'arrived', at: later(5) } as NonNullable<typeof sent> },
        }),
        anEvent({ objectId: file.task.id, kind: 'task.cancelled', payload: { reason: '误派' }, happenedAt: later(6) }),
      ],
      [
        anEvent({ objectId: plot.id, kind: 'plot.drawn', payload: { plot } }),
        anEvent({
          objectId: plot.id,
          kind: 'plot.revised',
          payload: { draft: { ...plot, name: '水源' }, gridNo: ABA, version: 2 },
          gridNo: ABA,
        }),
        anEvent({ objectId: plot.id, kind: 'plot.removed', payload: { kind: 'label', name: '水源', version: 2 } }),
      ],
      [
        anEvent({ objectId: burning.id, kind: 'burning.applied', payload: { burning } }),
        anEvent({ objectId: burning.id, kind: 'burning.reviewed', payload: { from: 'pending', to: 'approved', note: null } }),
      ],
      [
        anEvent({ objectId: camera.id, kind: 'camera.saved', payload: { camera } }),
        anEvent({ objectId: camera.id, kind: 'camera.went-online', payload: {} }),
        anEvent({ objectId: camera.id, kind: 'camera.removed', payload: {} }),
      ],
      [
        anEvent({ objectId: 'resources', kind: 'register.changed', payload: { count: 3 } }),
        anEvent({ objectId: 'resources', kind: 'register.changed', payload: { count: 1 } }),
      ],
    ];
    // First the first event of every object, then the second of every object, and so on, as if they happened in parallel.
    const events = await append(...[0, 1, 2].flatMap((n) => lives.flatMap((life) => life.slice(n, n + 1))));
    const expected = events.map(({ id, objectId }) => {
      const life = lives.find(([begun]) => begun?.objectId === objectId) ?? [];
      return fold(life.slice(0, life.findIndex((event) => event.id === id) + 1) as EventOf<ObjectKind>[]);
    });
    expect(await store.events.statesAfter(events)).toEqual(expected);
    const gone = events.filter((_, n) => expected[n] === null).map(({ kind }): EventKind => kind);
    expect(gone).toEqual(['register.changed', 'register.changed', 'plot.removed', 'camera.removed']);
    expect(await store.events.ofObject('task', file.task.id)).toEqual(events.filter(({ objectId }) => objectId === file.task.id));
  });

  it('is not mixed up with another kind of object that has the same id: a phone chooses the id of its SOS', async () => {
    const id = await recordAt(WENCHUAN);
    const sos = aSos(id);
    const raised = anEvent({ objectId: id, kind: 'sos.raised', payload: { sos } });
    const events = await append(
      anEvent({ objectId: id, kind: 'alarm.acknowledged', payload: {} }),
      raised,
      anEvent({ objectId: id, kind: 'alarm.reopened', payload: {} }),
    );
    const [acknowledged, , reopened] = await store.events.statesAfter(events);
    expect(acknowledged).toMatchObject({ id, response: { stage: 'open' } });
    expect(reopened).toEqual(acknowledged);
    expect((await store.events.statesAfter(events))[1]).toEqual(fold([raised]));
    const kindsOf = async (kind: ObjectKind) => (await store.events.ofObject(kind, id)).map((event) => event.kind);
    expect(await kindsOf('sos')).toEqual(['sos.raised']);
    expect(await kindsOf('alarm')).toEqual(['alarm.recorded', 'alarm.acknowledged', 'alarm.reopened']);
    expect((await store.events.ofAlarm(NATION, id)).map(({ kind }) => kind)).not.toContain('sos.raised');
    expect((await store.events.newestOf(['sos'], [id], { limit: 9 })).map(({ kind }) => kind)).toEqual(['sos.raised']);
  });

  it('of an object whose events do not fold is marked as unreadable, and other objects are not affected', async () => {
    const [broken, whole] = [await recordAt(WENCHUAN), await recordAt(WENCHUAN)];
    const closed = { kind: 'alarm.closed', payload: { outcome: 'extinguished', note: null } } as const;
    const events = await append(
      anEvent({ ...closed, objectId: broken }),
      anEvent({ objectId: broken, kind: 'alarm.acknowledged', payload: {} }),
      anEvent({ objectId: whole, kind: 'alarm.acknowledged', payload: {} }),
    );
    const [first, second, other] = await store.events.statesAfter(events);
    expect([first, second].map((state) => state instanceof Unreadable && String(state.cause))).toEqual(
      Array(2).fill(`Error: alarm ${broken} was closed while open`),
    );
    expect(other).toMatchObject({ id: whole, response: { acknowledgement: { by: '汶川县值班员' } } });
  });
});
