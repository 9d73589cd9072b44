import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import { migrate } from '@lookout/store';
import { MIGRATIONS } from '@lookout/store/migrations/migrations.generated.ts';
import { WENCHUAN } from '@lookout/store/testing/builders.ts';
import { availableServers, type TestServer } from '@lookout/store/testing/databases.ts';
import { ask } from '@lookout/store/testing/template.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewSms } from '../sms/sms.store.ts';
import { openStore, type Store } from '../store.ts';
import { NOTIFICATION_CHANNELS } from './notification.ts';
import type { NewNotification } from './notifications.store.ts';
import { OUTBOX_ORIGINS } from './outbox.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const secondsOn = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

describe.each(availableServers())('the outbox on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  let url: string;
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => NOON, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });
  beforeEach(() => ask(url, 'delete from outbox'));

  const aMessage = (overrides: Partial<NewSms> = {}): NewSms => ({
    id: randomUUID(),
    fireId: randomUUID(),
    fireName: '汶川县',
    phone: '13800000000',
    receiver: '张三',
    content: '火情',
    state: 'waiting',
    nextAttemptAt: NOON,
    accountId: randomUUID(),
    fullName: '值班员',
    gridNo: WENCHUAN,
    createdAt: NOON,
    ...overrides,
  });
  const aNotification = (over: Partial<NewNotification> = {}): NewNotification => {
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
      channel: 'push',
      address: null,
      stage: 'unjudged',
      repeat: 0,
      danger: null,
      isDuty: false,
      title: '【林火·待核实】汶川县',
      content: '威州镇',
      payload: { alarmId: 'a' },
      state: 'waiting',
      nextAttemptAt: NOON,
      createdAt: NOON,
      ...over,
    };
  };
  const everything = { channels: NOTIFICATION_CHANNELS, origins: OUTBOX_ORIGINS };
  const claim = (now: Date, leaseEnd: Date, limit: number) => store.outbox.claim(now, leaseEnd, limit, everything);
  const stands = async (id: string) => (await store.sms.find(NATION, [id]))[0];

  it("contains officers' messages and notifications of fires, each with the data its channel needs, and returns only channels that are configured", async () => {
    const [message, notification] = [aMessage(), aNotification()];
    await store.sms.add([message]);
    await store.notifications.add([notification]);
    const only = (channels: typeof everything.channels | readonly ['sms'], origins: typeof everything.origins | readonly ['message']) =>
      store.outbox.claim(NOON, NOON, 9, { channels, origins });
    const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).toSorted();
    expect(ids(await only(['sms'], OUTBOX_ORIGINS))).toEqual([message.id]);
    expect(ids(await only(NOTIFICATION_CHANNELS, ['message']))).toEqual([message.id]);
    const found = new Map((await claim(NOON, secondsOn(60), 9)).map((one) => [one.id, one]));
    expect(found.get(message.id)).toMatchObject({ channel: 'sms', address: '13800000000', title: null, content: '火情', payload: null });
    expect(found.get(notification.id)).toMatchObject({
      channel: 'push',
      address: notification.accountId,
      title: '【林火·待核实】汶川县',
      payload: { alarmId: 'a' },
    });
  });

  it('four servers that claim due messages claim each message once, the longest waiting first, and leave what is not due', async () => {
    const due = Array.from({ length: 40 }, (_, n) => aMessage({ nextAttemptAt: secondsOn(-n) }));
    await store.sms.add([...due, aMessage({ nextAttemptAt: secondsOn(1) }), aMessage({ state: 'kept', nextAttemptAt: null })]);
    const [first] = [await claim(NOON, secondsOn(60), 1)];
    expect(first.map(({ id, attempts }) => [id, attempts])).toEqual([[due.at(-1)?.id, 1]]);
    const taken = (await Promise.all(Array.from({ length: 4 }, () => claim(NOON, secondsOn(60), 20)))).flat();
    expect(taken.map(({ id }) => id).toSorted()).toEqual(
      due
        .slice(0, -1)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await claim(NOON, secondsOn(60), 20)).toEqual([]);
  });

  it("grids take turns, and within a grid accounts; officers' messages have one turn in four; busy receivers are left for later", async () => {
    const of = (gridNo: typeof WENCHUAN, accountId: string, count: number, over: Partial<NewSms> = {}) =>
      Array.from({ length: count }, (_, n) =>
        aMessage({ gridNo, accountId, nextAttemptAt: secondsOn(n - 100), content: accountId.slice(-1), ...over }),
      );
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [
      string,
      string,
      string,
      string,
    ];
    const lixian = '513222' as typeof WENCHUAN;
    await store.sms.add([
      ...of(WENCHUAN, a, 9),
      ...of(WENCHUAN, b, 1),
      ...of(lixian, c, 2, { nextAttemptAt: NOON }),
      ...of(lixian, d, 2, { isWritten: true }),
    ]);
    const claimed = async (limit: number, busy?: { grids: string[]; addresses: string[] }) =>
      (await store.outbox.claim(NOON, secondsOn(60), limit, { ...everything, ...(busy && { busy }) }))
        .map(({ content }) => content)
        .toSorted();
    expect(await claimed(1, { grids: [WENCHUAN], addresses: [] })).toEqual(['c']);
    expect(await claimed(9, { grids: [], addresses: ['13800000000'] })).toEqual([]);
    expect(await claimed(4)).toEqual(['a', 'b', 'c', 'd']);
    expect(await claimed(2)).toEqual(['a', 'a']);
    expect(await claimed(20)).toEqual(['a', 'a', 'a', 'a', 'a', 'a', 'd']);
  });

  it('a message that is returned untried counts no attempt, and waits until the given time', async () => {
    const message = aMessage();
    await store.sms.add([message]);
    const [taken] = await claim(NOON, secondsOn(60), 1);
    if (!taken) throw new Error('nothing was taken');
    await store.outbox.postpone(taken, secondsOn(30));
    expect(await claim(secondsOn(29), secondsOn(60), 1)).toEqual([]);
    expect((await claim(secondsOn(30), secondsOn(90), 1)).map(({ attempts }) => attempts)).toEqual([1]);
  });

  it('a message leased by a crashed server is claimed again after the lease; a late result of the first server counts only if it was sent', async () => {
    const message = aMessage();
    await store.sms.add([message]);
    const [lost] = await claim(NOON, secondsOn(60), 1);
    const [again] = await claim(secondsOn(60), secondsOn(120), 1);
    if (!lost || !again) throw new Error('nothing was taken');
    expect([lost.attempts, again.attempts]).toEqual([1, 2]);
    await store.outbox.settle(lost, { reason: '迟到的失败', nextAttemptAt: null, at: secondsOn(61) });
    expect(await stands(message.id)).toMatchObject({ state: 'waiting', reason: null });
    await store.outbox.settle(lost, { state: 'sent', at: secondsOn(90) });
    expect(await stands(message.id)).toMatchObject({ state: 'sent', sentAt: secondsOn(90), nextAttemptAt: null });
    await store.outbox.settle(again, { reason: '太晚', nextAttemptAt: null, at: secondsOn(91) });
    expect(await stands(message.id)).toMatchObject({ state: 'sent', reason: null });
  });

  it('a failed message waits for its next attempt with its reason, or is given up', async () => {
    const message = aMessage();
    await store.sms.add([message]);
    for (const [at, end, wanted] of [
      [0, { reason: '超时', nextAttemptAt: secondsOn(300) }, { state: 'waiting', reason: '超时', nextAttemptAt: secondsOn(300) }],
      [300, { reason: '拒收', nextAttemptAt: null }, { state: 'failed', reason: '拒收', nextAttemptAt: null }],
    ] as const) {
      const [taken] = await claim(secondsOn(at), secondsOn(at + 60), 1);
      if (!taken) throw new Error('nothing was taken');
      await store.outbox.settle(taken, { ...end, at: secondsOn(at) });
      expect(await stands(message.id)).toMatchObject(wanted);
    }
    expect(await claim(secondsOn(9_999), secondsOn(10_000), 1)).toEqual([]);
  });

  it('reports the number of waiting messages in each channel and since when', async () => {
    expect(await store.outbox.waiting()).toEqual([]);
    await store.sms.add([aMessage({ createdAt: secondsOn(-9) }), aMessage(), aMessage({ state: 'kept', nextAttemptAt: null })]);
    await store.notifications.add([aNotification({ createdAt: secondsOn(-3) }), aNotification({ state: 'held' })]);
    expect((await store.outbox.waiting()).toSorted((a, b) => b.count - a.count)).toEqual([
      { channel: 'sms', count: 2, oldestAt: secondsOn(-9) },
      { channel: 'push', count: 1, oldestAt: secondsOn(-3) },
    ]);
  });

  it('deletes what was completed long ago, with its record; waiting messages remain however old they are', async () => {
    const [done, waiting, kept] = [aMessage(), aMessage(), aMessage({ state: 'kept', nextAttemptAt: null, createdAt: secondsOn(100) })];
    await store.sms.add([done, waiting, kept]);
    const recorded = aNotification({ state: 'kept', nextAttemptAt: null });
    await store.notifications.add([recorded]);
    await store.outbox.settle({ id: done.id, attempts: 0 }, { state: 'sent', at: secondsOn(5) });
    expect(await store.outbox.prune(secondsOn(50), 1)).toBe(1);
    expect(await store.outbox.prune(secondsOn(50), 10)).toBe(1);
    expect(await store.outbox.prune(secondsOn(50), 10)).toBe(0);
    expect((await store.sms.find(NATION, [done.id, waiting.id, kept.id])).map(({ id }) => id).toSorted()).toEqual(
      [waiting.id, kept.id].toSorted(),
    );
    expect((await store.notifications.page(NATION, {}, { offset: 0, limit: 9 })).total).toBe(0);
  });

  it('contains after the upgrade the messages of the two earlier outboxes', async () => {
    const older = await server.newDatabase();
    await migrate(
      older,
      MIGRATIONS.slice(
        0,
        MIGRATIONS.findIndex(({ name }) => name === '0054-outbox'),
      ),
    );
    const [waiting, sent, recorded, held, hook] = Array.from({ length: 5 }, () => randomUUID());
    const [alarm, account, webhook] = Array.from({ length: 3 }, () => randomUUID());
    await ask(
      older,
      `insert into sms (id, phone, content, state, attempts, next_attempt_at, reason, full_name, grid_no, created_at, sent_at) values
        ('${waiting}', '13800000001', '待发', 'waiting', 2, '2026-11-21T04:00:00Z', '#busy', '值班员', '513221', '2026-11-21T03:00:00Z', null),
        ('${sent}', '13800000002', '已发', 'sent', 1, null, null, '值班员', '513221', '2026-11-21T03:00:00Z', '2026-11-21T03:01:00Z')`,
    );
    await ask(
      older,
      `insert into notification values
        ('${recorded}', 'a', 'fire', '${alarm}', '${alarm}', '513221', '${account}', null, '某', 'push', null, 'unjudged', 0, false, '标题', '内容', null,
          'waiting', 0, '2026-11-21T04:00:00Z', null, '2026-11-21T03:00:00Z', null),
        ('${held}', 'b', 'fire', '${alarm}', '${alarm}', '513221', '${account}', null, '某', 'sms', '13800000003', 'unjudged', 0, false, '标题', '内容', null,
          'held', 0, '2026-11-21T07:00:00Z', null, '2026-11-21T03:00:00Z', null),
        ('${hook}', 'c', 'test', null, null, '513221', null, '${webhook}', '系统', 'webhook', null, null, 0, false, '标题', '内容', '{"kind":"test"}',
          'delivered', 1, null, null, '2026-11-21T03:00:00Z', '2026-11-21T03:00:01Z')`,
    );
    expect(await migrate(older)).toContain('0054-outbox');
    const upgraded = await openStore({ url: older, clock: () => NOON, mayWait: () => true });
    const messages = new Map((await upgraded.sms.find(NATION, [waiting ?? '', sent ?? ''])).map((one) => [one.id, one]));
    expect(messages.get(waiting ?? '')).toMatchObject({
      phone: '13800000001',
      content: '待发',
      attempts: 2,
      reason: '#busy',
      sentAt: null,
    });
    expect(messages.get(sent ?? '')).toMatchObject({ state: 'sent', sentAt: new Date('2026-11-21T03:01:00Z') });
    const { list } = await upgraded.notifications.page(NATION, {}, { offset: 0, limit: 9 });
    expect(new Map(list.map(({ id, state, address }) => [id, [state, address]]))).toEqual(
      new Map([
        [recorded, ['waiting', null]],
        [held, ['held', '13800000003']],
        [hook, ['delivered', null]],
      ]),
    );
    const due = new Map((await upgraded.outbox.claim(NOON, secondsOn(60), 9, everything)).map((one) => [one.id, one]));
    expect([...due.keys()].toSorted()).toEqual([waiting, recorded].toSorted());
    expect(due.get(waiting ?? '')).toMatchObject({ channel: 'sms', title: null, attempts: 3 });
    expect(due.get(recorded ?? '')).toMatchObject({ channel: 'push', address: account, payload: { alarmId: alarm } });
    await upgraded.close();
  });
});
