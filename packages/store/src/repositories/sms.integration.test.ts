import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../open.ts';
import { ABA, LIXIAN, WEIHUI, WENCHUAN } from '../testing/builders.ts';
import { availableServers, type TestServer } from '../testing/databases.ts';
import { ask } from '../testing/template.ts';
import type { NewSms } from './sms.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const secondsOn = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

describe.each(availableServers())('the SMS outbox on $name', ({ start }) => {
  let server: TestServer;
  let store: Store;
  let url: string;
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => NOON, isPatient: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });
  beforeEach(() => ask(url, 'delete from sms'));

  const aMessage = (overrides: Partial<NewSms> = {}): NewSms => ({
    id: randomUUID(),
    fireId: randomUUID(),
    fireName: '汶川县',
    phone: '13800000000',
    receiver: '张三',
    content: '火情\t"\\',
    state: 'waiting',
    nextAttemptAt: NOON,
    accountId: randomUUID(),
    fullName: '值班员',
    gridNo: WENCHUAN,
    createdAt: NOON,
    ...overrides,
  });
  const stands = async (id: string) => (await store.sms.find(NATION, [id]))[0];

  it('keeps a message whole, once, and shows it within the fence', async () => {
    const message = aMessage();
    expect(await store.sms.add([message])).toEqual([message.id]);
    expect(await store.sms.add([{ ...message, content: '别的' }])).toEqual([]);
    expect(await store.sms.add([])).toEqual([]);
    const whole = { ...message, attempts: 0, reason: null, sentAt: null };
    expect(await store.sms.find(ABA, [message.id, 'no uuid'])).toEqual([whole]);
    expect(await store.sms.find(LIXIAN, [message.id])).toEqual([]);
  });

  it('lists newest first, by everything it names', async () => {
    const fireId = randomUUID();
    const sent = [
      aMessage({ createdAt: secondsOn(1), phone: '139', fireId }),
      aMessage({ createdAt: secondsOn(2), gridNo: LIXIAN, state: 'kept', nextAttemptAt: null }),
      aMessage({ createdAt: secondsOn(3), gridNo: WEIHUI }),
    ];
    await store.sms.add(sent);
    const found = async (scope: GridNo, filters = {}) => {
      const [{ list }, page] = [
        await store.sms.list(scope, filters, { limit: 9 }),
        await store.sms.page(scope, filters, { offset: 0, limit: 9 }),
      ];
      expect(page).toEqual({ total: list.length, list });
      return list.map(({ id }) => sent.findIndex((message) => message.id === id));
    };
    expect([await found(NATION), await found(ABA), await found(WENCHUAN)]).toEqual([[2, 1, 0], [1, 0], [0]]);
    expect(
      await Promise.all([{ gridNo: LIXIAN }, { fireId }, { fireId: 'x' }, { state: 'kept' }, { phone: '39' }].map((f) => found(NATION, f))),
    ).toEqual([...[[1], [0], [], [1], [0]]]);
    expect(await found(NATION, { begin: secondsOn(2), end: secondsOn(3) })).toEqual([1]);
    expect(await store.sms.list(NATION, {}, { limit: 2 })).toMatchObject({ more: true, list: [{}, {}] });
    expect(await store.sms.page(NATION, {}, { offset: 2, limit: 2 })).toMatchObject({ total: 3, list: [{ id: sent[0]?.id }] });
  });

  it('four servers that take what is due take each message once, the longest waiting first, and leave what is not due', async () => {
    const due = Array.from({ length: 40 }, (_, n) => aMessage({ nextAttemptAt: secondsOn(-n) }));
    await store.sms.add([...due, aMessage({ nextAttemptAt: secondsOn(1) }), aMessage({ state: 'kept', nextAttemptAt: null })]);
    const [first] = [await store.sms.claim(NOON, secondsOn(60), 1)];
    expect(first.map(({ id, attempts, nextAttemptAt }) => [id, attempts, nextAttemptAt])).toEqual([[due.at(-1)?.id, 1, secondsOn(60)]]);
    const taken = (await Promise.all(Array.from({ length: 4 }, () => store.sms.claim(NOON, secondsOn(60), 20)))).flat();
    expect(taken.map(({ id }) => id).toSorted()).toEqual(
      due
        .slice(0, -1)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await store.sms.claim(NOON, secondsOn(60), 20)).toEqual([]);
  });

  it('a message leased by a server that died is taken again after the lease; a late report of the first counts only if it was sent', async () => {
    const message = aMessage();
    await store.sms.add([message]);
    const [lost] = await store.sms.claim(NOON, secondsOn(60), 1);
    const [again] = await store.sms.claim(secondsOn(60), secondsOn(120), 1);
    if (!lost || !again) throw new Error('nothing was taken');
    expect([lost.attempts, again.attempts]).toEqual([1, 2]);
    await store.sms.settle(lost, { reason: '迟到的失败', nextAttemptAt: null });
    expect(await stands(message.id)).toMatchObject({ state: 'waiting', reason: null });
    await store.sms.settle(lost, { sentAt: secondsOn(90) });
    expect(await stands(message.id)).toMatchObject({ state: 'sent', sentAt: secondsOn(90), nextAttemptAt: null });
    await store.sms.settle(again, { reason: '太晚', nextAttemptAt: null });
    expect(await stands(message.id)).toMatchObject({ state: 'sent', reason: null });
  });

  it('a failure waits for its next attempt with its reason, or is given up', async () => {
    const message = aMessage();
    await store.sms.add([message]);
    for (const [at, end, wanted] of [
      [0, { reason: '超时', nextAttemptAt: secondsOn(300) }, { state: 'waiting', reason: '超时', nextAttemptAt: secondsOn(300) }],
      [300, { reason: '拒收', nextAttemptAt: null }, { state: 'failed', reason: '拒收', nextAttemptAt: null }],
    ] as const) {
      const [taken] = await store.sms.claim(secondsOn(at), secondsOn(at + 60), 1);
      if (!taken) throw new Error('nothing was taken');
      await store.sms.settle(taken, end);
      expect(await stands(message.id)).toMatchObject(wanted);
    }
    expect(await store.sms.claim(secondsOn(9_999), secondsOn(10_000), 1)).toEqual([]);
  });

  it('templates have one name each, stand in the order of their names, and go', async () => {
    const before = await store.sms.templates(ABA);
    expect(before.map(({ name }) => name)).toEqual(['出动通知', '核实情况', '火情上报']);
    const mine = { id: randomUUID(), gridNo: ABA, name: '一', content: '{地点}' };
    expect(await store.sms.addTemplate(mine, NOON)).toMatchObject({ ok: true });
    expect(await store.sms.changeTemplate(ABA, { ...mine, content: '改' }, NOON)).toEqual({ ok: true, value: ABA });
    expect(await store.sms.addTemplate({ ...mine, id: randomUUID() }, NOON)).toEqual({ ok: false, error: 'name-taken' });
    expect(await store.sms.template(ABA, mine.id)).toEqual({ ...mine, content: '改' });
    expect([await store.sms.template(ABA, 'x'), await store.sms.template(ABA, randomUUID())]).toEqual([null, null]);
    const remove = (id: string) => store.sms.deleteTemplate(ABA, id);
    expect([await remove(mine.id), await remove(mine.id), await remove('x')]).toEqual([ABA, null, null]);
    expect(await store.sms.templates(ABA)).toEqual(before);
  });

  it('a template is used in its grid and below, and changed by nobody below or beside it', async () => {
    const mine = { id: randomUUID(), gridNo: ABA, name: '核实情况', content: '本州' };
    await store.sms.addTemplate(mine, NOON);
    const content = async (scope: GridNo) => (await store.sms.template(scope, mine.id))?.content ?? null;
    expect([await content(WENCHUAN), await content(NATION), await content(WEIHUI)]).toEqual(['本州', null, null]);
    // The nearest first, of two of one name.
    expect((await store.sms.templates(WENCHUAN)).map(({ gridNo, name }) => [gridNo, name])).toEqual([
      [ABA, '核实情况'],
      [NATION, '出动通知'],
      [NATION, '核实情况'],
      [NATION, '火情上报'],
    ]);
    for (const scope of [WENCHUAN, WEIHUI]) {
      expect(await store.sms.changeTemplate(scope, { ...mine, content: '外人' }, NOON)).toEqual({ ok: true, value: null });
      expect(await store.sms.deleteTemplate(scope, mine.id)).toBeNull();
    }
    expect(await content(ABA)).toBe('本州');
    expect(await store.sms.deleteTemplate(NATION, mine.id)).toBe(ABA);
  });
});
