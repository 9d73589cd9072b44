import { type ChangesOf, NATION } from '@lookout/domain';
import {
  ABA,
  anEvent,
  anObservation,
  anOfficer,
  LIXIAN,
  ORIGIN,
  reportFacts,
  satelliteFacts,
  WENCHUAN,
} from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import {
  type Alarm,
  type AlarmFacts,
  type AlarmResponse,
  type CameraFacts,
  judgementOf,
  type LocatedObservation,
  UNANSWERED,
  verdictOf,
} from './alarm.ts';
import { judge } from './alarm-actions.ts';
import { type AlarmPayloads, applyToAlarm } from './alarm-events.ts';

const ARRIVED = new Date('2026-11-21T08:00:00.123Z');
const OFFICER = anOfficer({ fullName: '值班员' });

describe.each(availableServers())('updates of alarms on $name', ({ start }) => {
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

  const recordOne = async (overrides: Parameters<typeof anObservation>[0] = {}) => {
    const { fresh } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation(overrides)] });
    const [alarm] = fresh;
    if (!alarm) throw new Error('it was no new alarm');
    return alarm;
  };

  const theAlarm = async (id: string): Promise<Alarm> => {
    const alarm = await store.alarms.find(NATION, id);
    if (!alarm) throw new Error('it is not there');
    return alarm;
  };

  it('of two officers who judge at once one wins, and the other sees the winning verdict', async () => {
    const { id } = await recordOne();
    const answer = (verdict: 'real' | 'false') =>
      store.transaction(async (tx) => {
        const alarm = await tx.alarms.lockForUpdate(WENCHUAN, id);
        if (!alarm) throw new Error('the alarm is gone');
        const judged = judge(alarm, OFFICER, { verdict, note: null, realFireType: null });
        if (!judged.ok) return verdictOf(alarm.response);
        await tx.alarms.save(WENCHUAN, alarm, after(alarm, judged.value));
        return 'won';
      });
    const outcomes = await Promise.all([answer('real'), answer('false')]);
    const response = (await store.alarms.find(WENCHUAN, id))?.response ?? UNANSWERED;
    const verdict = verdictOf(response);
    expect(outcomes.toSorted()).toEqual([verdict, 'won'].toSorted());
    expect(response.stage).toBe(verdict === 'real' ? 'in-progress' : 'dismissed');
    expect(judgementOf(response)).toEqual({ verdict, note: null, realFireType: null, at: ARRIVED, by: '值班员' });
  });

  it('a response is read back as it was saved, at every stage', async () => {
    const { id } = await recordOne();
    const is = { verdict: 'real', note: '浓烟', realFireType: 'forest', at: ARRIVED, by: '甲' } as const;
    const isNot = { verdict: 'false', note: null, realFireType: null, at: new Date(0), by: '乙' } as const;
    const closure = { at: new Date(1), by: '丙', outcome: 'other', note: '已移交' } as const;
    const acknowledgement = { at: new Date(2), by: '丁', accountId: OFFICER.accountId };
    const push = { at: new Date(3), note: '请支援', fromGridNo: WENCHUAN };
    const answers: AlarmResponse[] = [
      { stage: 'open', acknowledgement, push: null },
      { stage: 'handled', acknowledgement: null, push },
      { stage: 'dismissed', judgement: isNot, acknowledgement, push: { ...push, note: null } },
      { stage: 'in-progress', judgement: is, acknowledgement, push },
      { stage: 'closed', judgement: is, closure, acknowledgement, push },
      { stage: 'closed', judgement: { ...is, note: null, realFireType: null }, closure: { ...closure, note: null }, acknowledgement, push },
      { stage: 'in-progress', judgement: is, acknowledgement: null, push: null },
      UNANSWERED,
    ];
    for (const response of answers) {
      const alarm = await theAlarm(id);
      expect(await store.alarms.save(WENCHUAN, alarm, { ...alarm, response })).toBe(true);
      expect(await theAlarm(id)).toEqual({ ...alarm, response });
    }
  });

  it('a removed alarm is returned by no read, and its key still marks a duplicate', async () => {
    const alarm = await recordOne({ dedupeKey: 'removed' });
    expect(await store.alarms.remove(LIXIAN, alarm.id)).toBe(false);
    expect(await store.alarms.remove(WENCHUAN, alarm.id)).toBe(true);
    expect(await store.alarms.remove(WENCHUAN, alarm.id)).toBe(false);
    expect(await store.alarms.find(NATION, alarm.id)).toBeNull();
    expect(await store.alarms.count(NATION, { ids: [alarm.id] })).toBe(0);
    const { duplicates } = await store.alarms.record({ origin: ORIGIN, observations: [anObservation({ dedupeKey: 'removed' })] });
    expect(duplicates).toEqual([{ index: 0, id: alarm.id }]);
  });

  it('an address can be corrected or cleared', async () => {
    const { id } = await recordOne({ address: '旧' });
    for (const address of ['双河村', null]) {
      const alarm = await theAlarm(id);
      expect(await store.alarms.save(WENCHUAN, alarm, { ...alarm, address })).toBe(true);
      expect((await theAlarm(id)).address).toBe(address);
    }
  });

  it('corrected facts are read back completely, and a detection is still found by its number', async () => {
    const fireNo = 'N-202601010600-E103.59000N31.48800';
    for (const dedupeKey of [`firms:${fireNo}`, 'another key', null]) {
      const { id } = await recordOne({ dedupeKey, facts: satelliteFacts({ fireNo }) });
      const alarm = await theAlarm(id);
      const facts = { ...alarm.facts, areaHectares: 2.5, frpMegawatts: null } as AlarmFacts;
      expect(await store.alarms.save(WENCHUAN, alarm, { ...alarm, facts })).toBe(true);
      expect(await store.alarms.findByFireNo(WENCHUAN, fireNo)).toEqual({ ...alarm, facts });
      await store.alarms.remove(WENCHUAN, id);
    }
    const { id } = await recordOne({ findType: 'camera-smoke', facts: cameraFacts });
    const alarm = await theAlarm(id);
    const facts = { ...cameraFacts, deviceId: '球机-2', monitoringPointId: 'm-2' };
    expect(await store.alarms.save(WENCHUAN, alarm, { ...alarm, facts })).toBe(true);
    expect((await store.alarms.list(WENCHUAN, { deviceId: '球机-2' }, { limit: 9 })).list).toEqual([{ ...alarm, facts }]);
  });

  it('the recorded event does not change, however often the alarm is changed, answered and removed', async () => {
    const observation = anObservation({ address: '旧', facts: reportFacts({ comment: '初' }), findType: 'person' });
    const { id, seq } = await recordOne(observation);
    const { response, ...recorded } = alarmOf(observation, id);
    const place = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'nearest-seat', formattedAddress: '理县' } as const;
    const steps: ((alarm: Alarm) => Alarm)[] = [
      (alarm) => ({ ...alarm, response: { stage: 'handled', acknowledgement: null, push: null } }),
      (alarm) => ({ ...alarm, address: null }),
      (alarm) => ({ ...alarm, ...place }),
      (alarm) => ({ ...alarm, facts: reportFacts({ comment: '终', altitudeMetres: 1 }), address: '新' }),
    ];
    const expectRecordedEvent = async () => {
      const { entries } = await store.events.since(WENCHUAN, seq - 1, 1);
      expect(entries[0]?.event).toMatchObject({ seq, gridNo: WENCHUAN, payload: { alarm: recorded } });
      expect((await store.events.since(LIXIAN, seq - 1, 9)).entries).toEqual([]);
    };
    for (const step of steps) {
      const alarm = await theAlarm(id);
      expect(await store.alarms.save(ABA, alarm, step(alarm))).toBe(true);
      expect(await theAlarm(id)).toEqual(step(alarm));
      await expectRecordedEvent();
    }
    await store.alarms.remove(ABA, id);
    await expectRecordedEvent();
  });

  it('an alarm is moved to another grid by a scope that covers both, and is then found only there', async () => {
    const { id } = await recordOne();
    const alarm = await theAlarm(id);
    const place = { position: { lng: 103.2, lat: 31.5 }, gridNo: LIXIAN, gridBasis: 'boundary', formattedAddress: '理县' } as const;
    const moved = { ...alarm, ...place };
    expect(await store.alarms.save(LIXIAN, alarm, moved)).toBe(false);
    expect(await store.alarms.save(ABA, alarm, moved)).toBe(true);
    expect(await store.alarms.find(WENCHUAN, alarm.id)).toBeNull();
    expect(await store.alarms.find(LIXIAN, alarm.id)).toEqual(moved);
  });
});

/** The alarm of an observation at the time of its arrival. */
function alarmOf({ dedupeKey, ...observation }: LocatedObservation, id = ''): Alarm {
  return { ...observation, id, arrivedAt: ARRIVED, response: UNANSWERED };
}

/** The alarm after the officer's action, at the store's time. */
function after(alarm: Alarm, change: ChangesOf<AlarmPayloads>): Alarm {
  const event = anEvent({ ...change, objectId: alarm.id, actor: OFFICER, happenedAt: ARRIVED });
  return applyToAlarm(alarm, event as never) as Alarm;
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

const cameraFacts: CameraFacts = {
  kind: 'camera' as const,
  isDeviceAmbiguous: false,
  maskName: null,
  deviceId: smokeFacts.deviceId,
  monitoringPointId: null,
  horizontalDegrees: null,
  verticalDegrees: null,
  maxHeat: null,
  distanceMetres: null,
  nearMetres: null,
  farMetres: null,
  alarmType: null,
  handleOpinions: null,
  pictures: [],
  videos: [],
};
