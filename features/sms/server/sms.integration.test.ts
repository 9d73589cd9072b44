import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Reply, sharedTestServer, startTestServer } from '@lookout/server/testing/test-server.ts';
import { ask } from '@lookout/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

/** A gateway like real ones: it may be slow, broken or send malformed replies. */
interface Gateway {
  readonly url: string;
  readonly received: { id: string; phone: string; content: string }[];
  answer: RequestListener;
  stop(): Promise<void>;
}

async function startGateway(): Promise<Gateway> {
  const received: Gateway['received'] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      gateway.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    received,
    answer: OK,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}
const OK: RequestListener = (_request, response) => response.writeHead(202).end('not json, and nobody minds');

const CONTENT = '请立即前往核实';

/** One server and the requests of its officers. */
async function openRoom(env: Record<string, string>, clock?: () => Date, databaseUrl?: string) {
  const options = { env, waits: { outboxEveryMs: 100 }, ...(clock && { clock }) };
  const server = await (databaseUrl === undefined ? sharedTestServer(options) : startTestServer({ ...options, databaseUrl }));
  const tokens: Record<string, string> = {};
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer']) tokens[user] = (await server.login(user)).access_token;
  const as = (user: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
    server.call(method, path, { token: tokens[user], ...(body !== undefined && { body }), ...(headers && { headers }) });
  return {
    server,
    as,
    newFire: async (): Promise<string> =>
      (await as('wenchuan', 'POST', '/fire/api/reportFirealarm', { longitude: 103.59, latitude: 31.48 })).body.data.id,
    submit: (user: string, fireId: string, body: unknown, headers?: Record<string, string>) =>
      as(user, 'POST', `/fire/api/smsAba/newSubmits?fireId=${fireId}`, body, headers),
    outbox: async (user: string, body: object = {}) => (await as(user, 'POST', '/fire/api/smsAba/page', body)).body.data,
  };
}
type TestRoom = Awaited<ReturnType<typeof openRoom>>;

describe('without a gateway', () => {
  let room: TestRoom;
  let fireId: string;
  beforeAll(async () => {
    room = await openRoom({});
    fireId = await room.newFire();
  });
  afterAll(() => room?.server.stop());
  const submit = (body: unknown, user = 'wenchuan') => room.submit(user, fireId, body);

  it('messages are stored where users can read them, with the history and the audit', async () => {
    const reply = await submit({ phones: '138 0000 0001，13800000002,13800000001', content: CONTENT });
    expect(reply.body.data).toMatchObject([
      {
        phone: '13800000001',
        state: 'kept',
        attempts: 0,
        createUser: '汶川县值班员',
        sendTime: null,
        gridNo: '513221',
        fireId,
        content: CONTENT,
      },
      { phone: '13800000002', state: 'kept' },
    ]);
    expect((await room.outbox('aba')).list).toHaveLength(2);
    expect((await room.as('wenchuan', 'POST', '/fire/api/smsAba/list', { fireId, phone: '0002' })).body.data).toHaveLength(1);
    expect((await room.outbox('lixian')).total).toBe(0);
    expect((await room.outbox('wenchuan', { state: 'sent' })).total).toBe(0);

    const history = (await room.as('wenchuan', 'GET', `/fire/api/fire/history?id=${fireId}`)).body.data;
    const detail = { content: CONTENT, receivers: ['138****01', '138****02'], count: 2 };
    expect(history.at(-1)).toMatchObject({ act: 'messaged', fullName: '汶川县值班员', detail });
    const { list } = await room.server.store.audit.page('513221' as never, { act: 'send-sms', outcome: 'ok' }, { offset: 0, limit: 5 });
    expect(list).toMatchObject([{ userName: 'wenchuan', targetKind: 'alarm', targetId: fireId }]);
  });

  it('a call repeated after a lost reply sends nothing twice', async () => {
    const before = (await room.outbox('wenchuan')).total;
    const send = () => room.submit('wenchuan', fireId, { phones: ['13900000009'], content: CONTENT }, { 'idempotency-key': 'once' });
    const [first, again] = [await send(), await send()];
    expect(again.body.data).toEqual(first.body.data);
    expect((await room.outbox('wenchuan')).total).toBe(before + 1);
    const acts = (await room.as('wenchuan', 'GET', `/fire/api/fire/history?id=${fireId}`)).body.data as { act: string }[];
    expect(acts.filter(({ act }) => act === 'messaged')).toHaveLength(2);
  });

  it('users receive at their phone numbers, each number once; a user without a phone is named', async () => {
    const { list } = await room.server.store.accounts.list('513221' as never, {}, { limit: 10 });
    const [officer, ranger] = ['wenchuan', 'ranger01'].map((name) => list.find(({ userName }) => userName === name));
    if (!officer || !ranger) throw new Error('the demo has changed');
    await room.server.store.accounts.update('513221' as never, officer.id, { phone: '139-0000-0000' });
    await room.server.store.accounts.update('513221' as never, ranger.id, { phone: null });
    const receivers = (await room.as('wenchuan', 'GET', '/fire/api/smsAba/receivers')).body.data;
    expect(receivers).toContainEqual({
      id: officer.id,
      fullName: '汶川县值班员',
      gridNo: '513221',
      gridName: '汶川县',
      phone: '13900000000',
    });
    const sent = await submit({ userIds: [officer.id], phones: ['13900000000', '10086'], content: CONTENT });
    expect(sent.body.data).toMatchObject([
      { phone: '13900000000', receiver: '汶川县值班员' },
      { phone: '10086', receiver: null },
    ]);
    const refused = await submit({ userIds: [officer.id, ranger.id], content: CONTENT });
    expect(refused).toMatchObject({ status: 422, body: { data: [{ path: 'userIds' }] } });
    expect(refused.body.message).toContain(ranger.fullName);
    const stranger = (await room.server.store.accounts.list('513222' as never, {}, { limit: 1 })).list[0]?.id;
    expect(await submit({ userIds: [stranger], content: CONTENT })).toMatchObject({ status: 422, body: { data: [{ path: 'userIds' }] } });
  });

  it.each([
    ['nobody to send to', { content: CONTENT }, 'phones'],
    ['no content', { phones: ['10086'] }, 'content'],
    ['only blanks', { phones: ['10086'], content: '  ' }, 'content'],
    ['no phone', { phones: ['call me'], content: CONTENT }, 'phones.0'],
    ['too long', { phones: ['10086'], content: '字'.repeat(501) }, 'content'],
    ['a space that nothing fills', { phones: ['10086'], content: '{天气}{地点}' }, 'content'],
    ['a template that is not there', { phones: ['10086'], templateId: '00000000-0000-4000-8000-00000000000f' }, 'templateId'],
    ['too many', { phones: Array.from({ length: 101 }, (_, n) => `1380000${1000 + n}`), content: CONTENT }, 'phones'],
  ])('%s is refused with its field, and nothing is stored', async (_, body, path) => {
    const before = (await room.outbox('wenchuan')).total;
    expect(await submit(body)).toMatchObject({ status: 422, body: { data: [{ path }] } });
    expect((await room.outbox('wenchuan')).total).toBe(before);
  });

  it('a message is limited to the scope: the fire of another county is missing, and an observer cannot send', async () => {
    expect((await submit({ phones: ['10086'], content: CONTENT }, 'lixian')).status).toBe(404);
    expect((await submit({ phones: ['10086'], content: CONTENT }, 'viewer')).status).toBe(403);
  });

  it('default templates exist from the start; templates are filled from the fire, changed and deleted', async () => {
    const templates = (await room.as('wenchuan', 'GET', '/fire/api/smsAba/templates')).body.data as { id: string; name: string }[];
    expect(templates.map(({ name }) => name).sort()).toEqual(['出动通知', '核实情况', '火情上报'].sort());
    await room.as('wenchuan', 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId, isReal: 1, isTrueNote: '{地点}不再填' });
    const put = (body: object, user = 'aba') => room.as(user, 'POST', '/fire/api/smsAba/template', body);
    expect((await put({ name: '新', content: '{地点}' }, 'wenchuan')).status).toBe(403);
    expect(await put({ name: '新', content: '{地点}{谁}' })).toMatchObject({ status: 422, body: { data: [{ path: 'content' }] } });
    expect((await put({ name: '核实情况', content: 'x', gridNo: '513300' })).status).toBe(422);
    // A prefecture cannot change a template of the nation; it may have one of its own with the same name, once.
    const [nations] = templates.filter(({ name }) => name === '核实情况');
    expect((await put({ id: nations?.id, name: '核实情况', content: 'x' })).status).toBe(404);
    expect((await room.as('aba', 'DELETE', `/fire/api/smsAba/template/${nations?.id}`)).status).toBe(404);
    expect([(await put({ name: '核实情况', content: 'x' })).status, (await put({ name: '核实情况', content: 'x' })).status]).toEqual([
      200, 409,
    ]);
    const listed = (await room.as('wenchuan', 'GET', '/fire/api/smsAba/templates')).body.data;
    expect(listed).toMatchObject([{ name: '核实情况', content: 'x', gridNo: '513200', gridName: '阿坝藏族羌族自治州' }, {}, {}, {}]);
    expect((await put({ id: '00000000-0000-4000-8000-00000000000f', name: '无', content: 'x' })).status).toBe(404);
    const { id } = (await put({ name: '全部', content: '{地点}|{时间}|{来源}|{火情}|{备注}|{编号}' })).body.data;

    const preview = () => room.as('wenchuan', 'GET', `/fire/api/smsAba/preview?fireId=${fireId}&templateId=${id}`);
    const words = (await preview()).body.data.content.split('|');
    expect(words.slice(2)).toEqual(['人员上报', '真实火情', '{地点}不再填', fireId]);
    expect(words[0]).toContain('汶川县');
    expect(words[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await submit({ phones: ['10086'], templateId: id })).body.data[0].content).toBe(words.join('|'));
    expect((await submit({ phones: ['10086'], templateId: id, content: '手写' })).body.data[0].content).toBe('手写');

    expect((await put({ id, name: '全部', content: '{编号}' })).status).toBe(200);
    expect((await preview()).body.data.content).toBe(fireId);
    expect((await room.as('lixian', 'GET', `/fire/api/smsAba/preview?fireId=${fireId}&templateId=${id}`)).status).toBe(404);
    const remove = () => room.as('aba', 'DELETE', `/fire/api/smsAba/template/${id}`);
    expect([(await remove()).status, (await remove()).status, (await preview()).status]).toEqual([200, 404, 404]);
  });
});

describe('with a gateway', () => {
  let gateway: Gateway;
  let room: TestRoom;
  let now = new Date();
  const minutesLater = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const states = async (fireId: string) =>
    (await room.outbox('wenchuan', { fireId })).list as {
      state: string;
      attempts: number;
      reason: string | null;
      sentAt: string | null;
    }[];
  const becomes = (fireId: string, wish: object) =>
    vi.waitFor(async () => expect((await states(fireId))[0]).toMatchObject(wish), { timeout: 15_000, interval: 50 });

  beforeAll(async () => {
    gateway = await startGateway();
    room = await openRoom({ SMS_URL: gateway.url, NOTIFY_HOSTS: '127.0.0.0/8' }, () => now);
  });
  afterEach(() => {
    gateway.answer = OK;
    gateway.received.length = 0;
  });
  afterAll(async () => {
    await room?.server.stop();
    await gateway?.stop();
  });

  it('a message is sent immediately, once, with its id', async () => {
    const fireId = await room.newFire();
    const [sms] = (await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT })).body.data;
    expect(sms).toMatchObject({ state: 'waiting' });
    await becomes(fireId, { state: 'sent', attempts: 1, reason: null });
    expect((await states(fireId))[0]?.sentAt).not.toBeNull();
    expect(gateway.received).toEqual([{ id: sms.id, phone: '13800000000', content: CONTENT }]);
  });

  it('a broken gateway is retried after 1, 5, 15 and 60 minutes; then the message fails with the reason', async () => {
    gateway.answer = (_request, response) => response.writeHead(500).end('no');
    const fireId = await room.newFire();
    await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT });
    await becomes(fireId, { state: 'waiting', attempts: 1, reason: '短信网关返回 HTTP 500' });
    const nextAt = async () =>
      (await room.server.store.sms.list('513221' as never, { fireId }, { limit: 1 })).list[0]?.nextAttemptAt ?? null;
    for (const [attempts, minutes] of [1, 5, 15, 60].entries()) {
      await vi.waitFor(async () => expect(await nextAt()).toEqual(new Date(now.getTime() + minutes * 60_000)), {
        timeout: 15_000,
        interval: 50,
      });
      minutesLater(minutes - 0.1);
      expect(await room.server.store.outbox.claim(now, now, 10, { channels: ['sms'], origins: ['message'] })).toEqual([]);
      minutesLater(0.1);
      await becomes(fireId, { attempts: attempts + 2 });
    }
    await becomes(fireId, { attempts: 5, state: 'failed', reason: '短信网关返回 HTTP 500' });
    expect(gateway.received).toHaveLength(5);
    expect(new Set(gateway.received.map(({ id }) => id)).size).toBe(1);
  });

  it.each<[string, RequestListener, RegExp]>([
    ['garbage', (request) => request.socket.end('\0\0 this is no HTTP \r\n\r\n'), /短信网关/],
    ['a hang-up', (request) => request.socket.destroy(), /短信网关无法连接/],
    [
      'a redirect to somewhere else',
      (_request, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
      /短信网关/,
    ],
    ['a refusal with an endless body', (_request, response) => void response.writeHead(403).write('x'.repeat(100_000)), /HTTP 403/],
  ])('%s is a failed attempt with its reason, sent when the gateway is available again', async (_, answer, reason) => {
    gateway.answer = answer;
    const fireId = await room.newFire();
    await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT });
    await becomes(fireId, { state: 'waiting', attempts: 1, reason: expect.stringMatching(reason) });
    gateway.answer = OK;
    minutesLater(1.1);
    await becomes(fireId, { state: 'sent', attempts: 2, reason: null });
  });

  it('a silent gateway blocks nothing: alarms arrive meanwhile, and the attempt is abandoned after five seconds', async () => {
    gateway.answer = () => undefined;
    const fireId = await room.newFire();
    expect((await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT })).status).toBe(200);
    for (let n = 0; n < 5; n++) await room.newFire();
    // The attempt has not timed out yet.
    expect((await states(fireId))[0]).toMatchObject({ state: 'waiting', reason: null });
    await becomes(fireId, { state: 'waiting', attempts: 1, reason: '短信网关 5 秒内没有应答' });
  });

  it('two hundred silent webhooks of one administrator delay no short message: it is sent before the first of them times out', async () => {
    const silent = await startGateway();
    silent.answer = () => undefined;
    const webhook = { name: '静默', url: silent.url, least: 'confirmed', gridNo: '513200' };
    const { data } = (await room.as('guojia', 'POST', contract.notification.createWebhook.path, webhook)).body;
    const url = room.server.databaseUrl;
    const same = 'grid_no, url, secret, least, enabled, version, created_by, created_at, changed_by, changed_at';
    await ask(
      url,
      `insert into webhook (id, name, ${same}) select gen_random_uuid(), name || n, ${same} from webhook, generate_series(2, 200) n where id = '${data.id}'`,
    );
    await ask(
      url,
      `insert into outbox (id, origin, channel, address, content, payload, state, attempts, next_attempt_at, put_at, share_grid, goes_first)
       select gen_random_uuid(), 'message', 'webhook', id::text, '火情', '{}', 'waiting', 0, created_at, created_at,
         (array['513200', '510000'])[1 + row_number() over () % 2], true from webhook
       where url = '${silent.url}'`,
    );
    // The maximum number of concurrent deliveries is waiting for replies.
    let before = 0;
    const isFull = () => {
      const [was, is] = [before, silent.received.length];
      before = is;
      return is > 0 && is === was;
    };
    await vi.waitFor(() => expect(isFull()).toBe(true), { timeout: 15_000, interval: 250 });
    const fireId = await room.newFire();
    await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT });
    await vi.waitFor(() => expect(gateway.received).toHaveLength(1), { timeout: 15_000, interval: 5 });
    const [webhooks] = await ask<{ waiting: number; failed: number }>(
      url,
      `select count(*)::int as waiting, count(reason)::int as failed from outbox where channel = 'webhook' and state = 'waiting'`,
    );
    expect(webhooks).toEqual({ waiting: 200, failed: 0 });
    await ask(url, `delete from outbox where channel = 'webhook'`);
    await silent.stop();
  });

  it('two servers of one database send each message once', async () => {
    const other = await openRoom({ SMS_URL: gateway.url }, () => now, room.server.databaseUrl);
    const fireId = await room.newFire();
    const phones = Array.from({ length: 60 }, (_, n) => `138000${10_000 + n}`);
    await Promise.all([
      room.submit('wenchuan', fireId, { phones: phones.slice(0, 30), content: CONTENT }),
      other.submit('wenchuan', fireId, { phones: phones.slice(30), content: CONTENT }),
    ]);
    await vi.waitFor(async () => expect((await room.outbox('wenchuan', { fireId, state: 'sent', pageSize: 100 })).total).toBe(60), {
      timeout: 20_000,
      interval: 100,
    });
    expect(gateway.received.map(({ phone }) => phone).sort()).toEqual(phones);
    await other.server.stop();
  });

  it('a server that stops waits for the deliveries in progress, and the next server continues', async () => {
    const before = await openRoom({ SMS_URL: gateway.url }, () => now, room.server.databaseUrl);
    await before.server.stop();
    gateway.answer = (_request, response) => response.writeHead(503).end();
    const fireId = await room.newFire();
    await room.submit('wenchuan', fireId, { phones: ['13800000000'], content: CONTENT });
    await becomes(fireId, { attempts: 1, reason: '短信网关返回 HTTP 503' });
    gateway.answer = OK;
    const next = await openRoom({ SMS_URL: gateway.url }, () => new Date(now.getTime() + 90_000), room.server.databaseUrl);
    await becomes(fireId, { state: 'sent', attempts: 2 });
    await next.server.stop();
  });
});
