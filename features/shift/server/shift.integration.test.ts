import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: TestServer;
const sessions: Record<string, Session> = {};
/** A second officer of the same desk. */
const COLLEAGUE = 'lixian2';

beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer']) sessions[user] = await server.login(user);
  const { list } = await server.store.accounts.list('513222' as never, {}, { limit: 100 });
  const officer = list.find(({ userName }) => userName === 'lixian');
  if (!officer) throw new Error('the demo has no such officer');
  await server.store.accounts.create({
    ...officer,
    id: '11111111-1111-4111-8111-111111111111',
    userName: COLLEAGUE,
    fullName: '理县副班',
  });
  sessions[COLLEAGUE] = await server.login(COLLEAGUE);
});
afterAll(() => server?.stop());

const as = (user: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  server.call(method, path, { token: sessions[user]?.access_token, ...(body !== undefined && { body }) });
const desk = async (user: string) => (await as(user, 'GET', '/fire/api/duty/desk')).body.data;
const take = (user: string, relieve?: boolean) => as(user, 'POST', '/fire/api/duty/take', { ...(relieve !== undefined && { relieve }) });
const handOver = (user: string, note?: string) => as(user, 'POST', '/fire/api/duty/handover', { successor: '李四', note });
const page = async (user: string, body: object = {}) => (await as(user, 'POST', '/fire/api/duty/page', body)).body.data;

describe('the desk', () => {
  it('is taken, handed over with a note and the current totals, and taken by the next officer, who reads the note', async () => {
    expect(await desk('wenchuan')).toEqual({ present: null, former: null });
    const report = (await as('wenchuan', 'POST', '/fire/api/reportFirealarm', { longitude: 103.59, latitude: 31.48 })).body.data.id;
    await as('wenchuan', 'POST', '/fire/api/reportFirealarm', { longitude: 103.6, latitude: 31.5 });

    const taken = await take('wenchuan');
    expect(taken.body.data).toMatchObject({ gridNo: '513221', gridName: '汶川县', fullName: '汶川县值班员', endedAt: null, openAlarms: 2 });
    expect((await take('wenchuan')).body.data.id).toBe(taken.body.data.id);

    expect((await as('wenchuan', 'POST', '/fire/api/monitorFirealarm/fireRealUpdates', { fireId: report, isReal: 1 })).status).toBe(200);
    expect((await desk('wenchuan')).present).toMatchObject({ openAlarms: 1, firesInProgress: 1 });

    // A shift does not end by one click: the handover names the next officer, and requires a note while a fire burns.
    const refusedFor = async (body: object) => {
      const { status, body: answer } = await as('wenchuan', 'POST', '/fire/api/duty/handover', body);
      return { status, data: answer.data };
    };
    expect(await refusedFor({ note: '一起在燃' })).toEqual({ status: 422, data: [{ path: 'successor', message: '请填写接班人' }] });
    expect(await refusedFor({ successor: '李四', note: ' ' })).toEqual({
      status: 422,
      data: [{ path: 'note', message: '还有 1 起在燃火情，请填写交接说明' }],
    });
    expect((await desk('wenchuan')).present.endedAt).toBeNull();
    expect((await as('wenchuan', 'GET', '/fire/api/duty/successors')).body.data).toEqual(['汶川县值班员']);

    const ended = await handOver('wenchuan', '  威州镇一起在燃，已派两人  ');
    expect(ended.body.data).toMatchObject({
      note: '威州镇一起在燃，已派两人',
      openAlarms: 1,
      firesInProgress: 1,
      successor: '李四',
      nextName: null,
      relieved: false,
    });
    expect(ended.body.data.endedAt).toMatch(/^\d{4}-/);
    // The stored totals do not change, whatever arrives later.
    await as('wenchuan', 'POST', '/fire/api/reportFirealarm', { longitude: 103.7, latitude: 31.5 });
    const { present, former } = await desk('wenchuan');
    expect(present).toBeNull();
    expect(former).toEqual(ended.body.data);

    await take('wenchuan');
    expect((await desk('wenchuan')).former).toMatchObject({ id: ended.body.data.id, nextName: '汶川县值班员' });
  });

  it('of another officer: 409 with the current shift, unless relieved expressly, which is recorded', async () => {
    await take('lixian');
    const refused = await take(COLLEAGUE);
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '席位由理县值班员值班，须先交班或明确替换', data: { fullName: '理县值班员' } },
    });
    expect((await handOver(COLLEAGUE, '不是我的')).status).toBe(409);
    expect((await desk('lixian')).present.fullName).toBe('理县值班员');

    expect((await take(COLLEAGUE, true)).body.data.fullName).toBe('理县副班');
    expect((await desk('lixian')).former).toMatchObject({ fullName: '理县值班员', relieved: true, nextName: '理县副班', note: null });
    expect((await handOver('lixian')).body).toMatchObject({ code: 409, data: { fullName: '理县副班' } });

    const { list } = await server.store.audit.page('513222' as never, { act: 'take-desk', outcome: 'ok' }, { offset: 0, limit: 5 });
    expect(list[0]).toMatchObject({ userName: COLLEAGUE, targetKind: 'shift' });
    expect(list[0]?.detail).toMatchObject({
      events: expect.arrayContaining([
        { kind: 'shift.began', detail: expect.objectContaining({ relieved: expect.objectContaining({ fullName: '理县值班员' }) }) },
      ]),
    });
  });

  it('has one officer, however many take it at once', async () => {
    await take('lixian', true);
    await handOver('lixian');
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => take(n % 2 === 0 ? 'lixian' : COLLEAGUE)));
    const holder = (await desk('lixian')).present;
    for (const { status, body } of replies)
      expect(status === 200 ? body.data.id : body.data.accountId).toBe(status === 200 ? holder.id : holder.accountId);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(6);
    const relieving = await Promise.all(['lixian', COLLEAGUE, 'lixian', COLLEAGUE].map((user) => take(user, true)));
    for (const { status } of relieving) expect([200, 409]).toContain(status);
    expect((await page('lixian')).list.filter(({ endedAt }: { endedAt: string | null }) => endedAt === null)).toHaveLength(1);
  });

  it('without an officer cannot be handed over: 409', async () => {
    expect(await handOver('weihui')).toMatchObject({ status: 409, body: { message: '席位无人值班，不能交班' } });
  });

  it('is taken only with the right; an observer sees it', async () => {
    expect((await take('viewer')).status).toBe(403);
    expect((await handOver('viewer')).status).toBe(403);
    expect((await as('viewer', 'POST', '/fire/api/duty/page', {})).status).toBe(403);
    expect((await as('viewer', 'GET', '/fire/api/duty/desk')).status).toBe(200);
    expect((await as('viewer', 'GET', '/fire/api/duty/desk?gridNo=510000')).status).toBe(422);
    expect((await handOver('wenchuan', '字'.repeat(501))).status).toBe(422);
  });

  it('is published to its own desk and those above, and nowhere else', async () => {
    const probeOf = async (user: string, grid: string) => {
      const { accid, access_token } = sessions[user] as Session;
      const probe = await mqttProbe(server.mqttUrl, accid, access_token);
      await probe.subscribe(`lookout/fireAlarm/${grid}`);
      return probe;
    };
    const [own, above, beside] = await Promise.all([probeOf('wenchuan', '513221'), probeOf('aba', '513200'), probeOf('lixian', '513222')]);
    const { id } = (await handOver('wenchuan', '交')).body.data;
    for (const probe of [own, above]) {
      const { message } = await probe.next();
      expect(message).toMatchObject({ kind: 'fireAlarm', gridNo: '513221', data: { shift: { id, note: '交' } } });
    }
    const isLixians = (await desk('lixian')).present.fullName === '理县值班员';
    await take(isLixians ? COLLEAGUE : 'lixian', true);
    expect((await beside.next()).message).toMatchObject({ gridNo: '513222' });
    for (const probe of [own, above, beside]) probe.end();
  });

  it('stores a record that is visible within its grid', async () => {
    const all = await page('guojia', { pageSize: 100 });
    expect(new Set(all.list.map(({ gridNo }: { gridNo: string }) => gridNo))).toEqual(new Set(['513221', '513222']));
    expect((await page('weihui')).total).toBe(0);
    expect((await page('aba', { gridNo: '513221' })).total).toBe(2);
    expect((await page('aba', { beginTime: '2099-01-01 00:00:00' })).total).toBe(0);
    const backwards = { beginTime: '2026-02-01 00:00:00', endTime: '2026-01-01 00:00:00' };
    expect((await as('aba', 'POST', '/fire/api/duty/page', backwards)).status).toBe(422);
  });
});
