import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { ABA, LIXIAN, WEIHUI, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { ask } from '@lookout/store/testing/template.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../store.ts';
import type { NewSms } from './sms.store.ts';

const NOON = new Date('2026-11-21T04:00:00Z');
const secondsOn = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

describe.each(oneServer(18))('short messages on $name', ({ start }) => {
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
    content: '火情\t"\\',
    state: 'waiting',
    nextAttemptAt: NOON,
    accountId: randomUUID(),
    fullName: '值班员',
    gridNo: WENCHUAN,
    createdAt: NOON,
    ...overrides,
  });

  it('a message is stored unchanged, once, and is visible within the scope', async () => {
    const message = aMessage();
    expect(await store.sms.add([message])).toEqual([message.id]);
    expect(await store.sms.add([{ ...message, content: '别的' }])).toEqual([]);
    expect(await store.sms.add([])).toEqual([]);
    const whole = { ...message, attempts: 0, reason: null, sentAt: null };
    expect(await store.sms.find(ABA, [message.id, 'no uuid'])).toEqual([whole]);
    expect(await store.sms.find(LIXIAN, [message.id])).toEqual([]);
  });

  it('messages are listed newest first, filtered by every field', async () => {
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

  it('templates have unique names, are sorted by name, and can be deleted', async () => {
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

  it('a template is used in its grid and below, and cannot be changed from below or from another grid', async () => {
    const mine = { id: randomUUID(), gridNo: ABA, name: '核实情况', content: '本州' };
    await store.sms.addTemplate(mine, NOON);
    const content = async (scope: GridNo) => (await store.sms.template(scope, mine.id))?.content ?? null;
    expect([await content(WENCHUAN), await content(NATION), await content(WEIHUI)]).toEqual(['本州', null, null]);
    // Of two templates with one name, the one of the nearest grid comes first.
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
