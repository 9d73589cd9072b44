import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open.ts';
import { ABA, LIXIAN, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';
import type { NewNotification } from './notifications.ts';

const NOON = new Date('2026-11-27T04:00:00Z');
const minutesOn = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

describe.each(availableServers())('notifications on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOON, isPatient: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const aMessage = (over: Partial<NewNotification> = {}): NewNotification => {
    const id = randomUUID();
    return {
      id,
      onceKey: id,
      kind: 'fire',
      fireId: randomUUID(),
      alarmId: randomUUID(),
      gridNo: WENCHUAN,
      accountId: randomUUID(),
      webhookId: null,
      receiver: '汶川县值班员',
      channel: 'sms',
      address: '13800000001',
      stage: 'unjudged',
      repeat: 0,
      isDuty: false,
      title: '【林火·待核实】汶川县',
      content: '威州镇',
      payload: null,
      state: 'waiting',
      nextAttemptAt: NOON,
      createdAt: NOON,
      ...over,
    };
  };
  const find = async (id: string) =>
    (await store.notifications.page(NATION, {}, { offset: 0, limit: 500 })).list.find((one) => one.id === id);

  it('are there once for each key, whoever adds them', async () => {
    const message = aMessage();
    const same = { ...aMessage(), onceKey: message.onceKey };
    const added = await Promise.all([store.notifications.add([message]), store.notifications.add([same])]);
    expect(added.toSorted()).toEqual([0, 1]);
  });

  it('are claimed by one of several servers; after its lease by another, and what the first says then counts only if it sent', async () => {
    const other = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOON, isPatient: () => true });
    const messages = Array.from({ length: 20 }, () => aMessage());
    await other.notifications.add(messages);
    const claims = await Promise.all(Array.from({ length: 5 }, () => other.notifications.claim(NOON, minutesOn(1), 6)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
    const [late] = claims.flat();
    if (late === undefined) throw new Error('nothing was claimed');
    const again = (await other.notifications.claim(minutesOn(2), minutesOn(3), 20)).find(({ id }) => id === late.id);
    expect(again?.attempts).toBe(2);
    await other.notifications.settle(late, { reason: 'late', nextAttemptAt: null, at: minutesOn(2) });
    const stateOf = async () =>
      (await other.notifications.page(NATION, {}, { offset: 0, limit: 50 })).list.find(({ id }) => id === late.id)?.state;
    expect(await stateOf()).toBe('waiting');
    await other.notifications.settle(late, { state: 'sent', at: minutesOn(2) });
    expect(await stateOf()).toBe('sent');
    await other.close();
  });

  it('fail for now with a next attempt, or for good', async () => {
    const message = aMessage({ nextAttemptAt: minutesOn(-100) });
    await store.notifications.add([message]);
    const claimed = (await store.notifications.claim(minutesOn(-100), minutesOn(-99), 10)).find(({ id }) => id === message.id);
    if (claimed === undefined) throw new Error('it was not claimed');
    await store.notifications.settle(claimed, { reason: '#busy', nextAttemptAt: minutesOn(90), at: NOON });
    expect(await find(message.id)).toMatchObject({ state: 'waiting', reason: '#busy', nextAttemptAt: minutesOn(90), settledAt: null });
    await store.notifications.settle(claimed, { reason: '#gone', nextAttemptAt: null, at: NOON });
    expect(await find(message.id)).toMatchObject({ state: 'failed', reason: '#gone', nextAttemptAt: null, settledAt: NOON });
  });

  it('that are held are released at the end of the quiet hours, and summed once', async () => {
    const held = aMessage({ state: 'held', nextAttemptAt: minutesOn(60) });
    await store.notifications.add([held]);
    const released = (now: Date) => store.transaction((tx) => tx.notifications.lockReleased(now, 100));
    expect(await released(minutesOn(59))).toEqual([]);
    expect((await released(minutesOn(60))).map(({ id }) => id)).toEqual([held.id]);
    await store.notifications.summed([held.id], minutesOn(60));
    expect(await released(minutesOn(61))).toEqual([]);
    expect(await find(held.id)).toMatchObject({ state: 'summed', settledAt: minutesOn(60) });
  });

  it('are found again by the alarm or by the name of the fire, and listed within the fence', async () => {
    const [one, two] = [aMessage({ gridNo: LIXIAN }), aMessage({ gridNo: LIXIAN, stage: 'over' })];
    await store.notifications.add([one, two]);
    expect((await store.notifications.told([one.alarmId ?? ''], [two.fireId ?? ''])).map(({ stage }) => stage).toSorted()).toEqual([
      'over',
      'unjudged',
    ]);
    expect(await store.notifications.told([randomUUID()], [])).toEqual([]);
    const count = async (scope: typeof ABA, more = {}) => (await store.notifications.page(scope, more, { offset: 0, limit: 1 })).total;
    expect(await count(LIXIAN)).toBe(2);
    expect(await count(ABA)).toBeGreaterThan(2);
    expect(await count(ABA, { alarmIds: [one.alarmId ?? ''] })).toBe(1);
    expect(await count(LIXIAN, { state: 'failed' })).toBe(0);
  });

  it('begin with what happens after the upgrade', async () => {
    expect(await store.transaction((tx) => tx.notifications.readingForUpdate())).toBe(await store.notifications.head());
    expect(await store.notificationSettings.isAnybodyTold()).toBe(false);
  });
});
