import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { ABA, LIXIAN, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { NewNotification } from './notifications.store.ts';

const NOON = new Date('2026-11-27T04:00:00Z');
const minutesOn = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

describe.each(availableServers())('notifications on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  beforeAll(async () => {
    server = await start();
    store = await openStore({ url: await server.newDatabase('migrated'), clock: () => NOON, mayWait: () => true });
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
      danger: null,
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

  it('exist once for each key, whichever server adds them', async () => {
    const message = aMessage();
    const same = { ...aMessage(), onceKey: message.onceKey };
    const added = await Promise.all([store.notifications.add([message]), store.notifications.add([same])]);
    expect(added.toSorted()).toEqual([0, 1]);
  });

  it('that are held are released at the end of the quiet hours, and summed once', async () => {
    const held = aMessage({ state: 'held', nextAttemptAt: minutesOn(60) });
    await store.notifications.add([held]);
    const released = (now: Date) => store.transaction((tx) => tx.notifications.lockReleased(now, 100));
    expect(await released(minutesOn(59))).toEqual([]);
    expect((await released(minutesOn(60))).map(({ id }) => id)).toEqual([held.id]);
    const summary = aMessage({ kind: 'summary', fireId: null, alarmId: null });
    await store.notifications.summed(new Map([[held.id, summary.id]]), '#none', minutesOn(60));
    await store.notifications.add([summary]);
    expect(await released(minutesOn(61))).toEqual([]);
    expect(await find(held.id)).toMatchObject({ state: 'summed', settledAt: minutesOn(60), gatheredInto: summary.id });
    expect((await store.notifications.byIds([summary.id])).get(summary.id)).toMatchObject({ kind: 'summary' });
  });

  it('of a flood wait until the first is due, then all of that person and channel are sent together', async () => {
    const [accountId, otherId] = [randomUUID(), randomUUID()];
    const [first, second, other] = [
      aMessage({ accountId, state: 'gathering', nextAttemptAt: minutesOn(1) }),
      aMessage({ accountId, state: 'gathering', nextAttemptAt: minutesOn(10), createdAt: minutesOn(0.5) }),
      aMessage({ accountId: otherId, state: 'gathering', nextAttemptAt: minutesOn(10) }),
    ];
    const single = aMessage({ accountId, createdAt: minutesOn(-5) });
    const old = aMessage({ accountId, createdAt: minutesOn(-11) });
    await store.notifications.add([first, second, other, single, old]);
    const bursts = async () => (await store.notifications.bursts([accountId], minutesOn(-10))).map(({ channel, ...one }) => one);
    expect(await bursts()).toEqual([{ accountId, singles: 1, gatheredAt: null, waitingSince: NOON }]);
    const due = (now: Date) => store.transaction(async (tx) => (await tx.notifications.lockGathered(now, 100)).map(({ id }) => id));
    expect(await due(NOON)).toEqual([]);
    expect(await due(minutesOn(1))).toEqual([first.id, second.id]);
    const together = aMessage({ accountId, kind: 'gathered', fireId: null, alarmId: null, createdAt: minutesOn(1) });
    await store.notifications.summed(new Map([first, second].map(({ id }) => [id, together.id])), '#none', minutesOn(1));
    await store.notifications.add([together]);
    expect(await bursts()).toEqual([{ accountId, singles: 1, gatheredAt: minutesOn(1), waitingSince: null }]);
    expect(await find(first.id)).toMatchObject({ state: 'summed', gatheredInto: together.id, reason: null });
    await store.notifications.summed(new Map([[other.id, null]]), '#none', minutesOn(10));
    expect(await find(other.id)).toMatchObject({ state: 'summed', gatheredInto: null, reason: '#none' });
    expect(await store.notifications.keysAdded([first.onceKey, 'none'])).toEqual(new Set([first.onceKey]));
  });

  it("are found by the alarm or by the name of the fire, and listed within the caller's grid", async () => {
    const [one, two] = [aMessage({ gridNo: LIXIAN }), aMessage({ gridNo: LIXIAN, stage: 'over' })];
    await store.notifications.add([one, two]);
    expect((await store.notifications.sentAbout([one.alarmId ?? ''], [two.fireId ?? ''])).map(({ stage }) => stage).toSorted()).toEqual([
      'over',
      'unjudged',
    ]);
    expect(await store.notifications.sentAbout([randomUUID()], [])).toEqual([]);
    const count = async (scope: typeof ABA, more = {}) => (await store.notifications.page(scope, more, { offset: 0, limit: 1 })).total;
    expect(await count(LIXIAN)).toBe(2);
    expect(await count(ABA)).toBeGreaterThan(2);
    expect(await count(ABA, { alarmIds: [one.alarmId ?? ''] })).toBe(1);
    expect(await count(LIXIAN, { state: 'failed' })).toBe(0);
  });

  it('begin with events after the upgrade', async () => {
    expect(await store.transaction((tx) => tx.notifications.readingForUpdate())).toBe(await store.notifications.head());
    expect(await store.notificationSettings.isAnyoneNotified()).toBe(false);
  });
});
