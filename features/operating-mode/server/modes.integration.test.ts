import type { Row } from '@lookout/contract';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

const { modeList, modeSet } = contract.operatingMode;
const USERS = ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer', 'ranger01'] as const;
type User = (typeof USERS)[number];

let server: TestServer;
const sessions = {} as Record<User, Session>;

beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of USERS) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const call = (user: User, { method, path }: Row, body?: unknown): Promise<Reply> =>
  server.call(method, path, { token: sessions[user].access_token, ...(body !== undefined && { body }) });
const listOf = async (user: User) => (await call(user, modeList)).body.data as { gridNo: string; mode: string; version: number }[];
const versionOf = async (user: User, gridNo: string) => (await listOf(user)).find((one) => one.gridNo === gridNo)?.version ?? 0;
const set = async (user: User, gridNo: string, mode: string, reason = '连续高火险') =>
  call(user, modeSet, { gridNo, mode, reason, version: await versionOf(user, gridNo) });
const probeOf = (user: User) => mqttProbe(server.mqttUrl, sessions[user].accid, sessions[user].access_token);
const outbox = async () =>
  (await call('guojia', contract.sms.smsList, { gridNo: '513200' })).body.data.filter(({ content }: { content: string }) =>
    content.startsWith('【应急响应】'),
  );

describe('an operating mode', () => {
  // Proves §4.12
  it('set for a prefecture is published live to its counties, and to no neighbour', async () => {
    const [county, neighbour] = [await probeOf('wenchuan'), await probeOf('weihui')];
    for (const gridNo of ['513221', '513200', '510000', '100000'])
      expect(await county.subscribe(`lookout/operatingMode/${gridNo}`)).toBe(true);
    for (const gridNo of ['410781', '410700', '410000', '100000'])
      expect(await neighbour.subscribe(`lookout/operatingMode/${gridNo}`)).toBe(true);
    // Topics of grids in another branch of the tree are always refused.
    for (const gridNo of ['513222', '513200', '510000']) expect(await neighbour.subscribe(`lookout/operatingMode/${gridNo}`)).toBe(false);

    expect((await set('aba', '513200', 'emergency', '  三处同时报警  ')).body).toMatchObject({
      code: 200,
      data: { gridNo: '513200', gridName: '阿坝藏族羌族自治州', mode: 'emergency', reason: '三处同时报警', setBy: '阿坝州值班员' },
    });
    expect(await county.next()).toMatchObject({
      topic: 'lookout/operatingMode/513200',
      message: { gridNo: '513200', data: { mode: 'emergency', reason: '三处同时报警' } },
    });
    // The first message that the neighbour receives is that of the nation.
    expect((await set('guojia', '100000', 'emergency')).body.code).toBe(200);
    expect(await neighbour.next()).toMatchObject({ message: { gridNo: '100000' } });
    await set('guojia', '100000', 'daily');
    county.end();
    neighbour.end();
  });

  it('is caught up from the log in every grid it applies to, and in no other', async () => {
    const modesIn = async (user: User) =>
      (await server.call('GET', `/fire/api/event?since=0&limit=1000`, { token: sessions[user].access_token })).body.data.events
        .filter(({ payload }: { payload: { kind: string } }) => payload.kind === 'operatingMode')
        .map(({ payload }: { payload: { gridNo: string } }) => payload.gridNo);
    expect(await modesIn('wenchuan')).toContain('513200');
    expect(await modesIn('sichuan')).toContain('513200');
    expect(await modesIn('weihui')).not.toContain('513200');
    expect((await listOf('wenchuan')).map(({ gridNo }) => gridNo)).toEqual(['100000', '513200']);
    expect((await listOf('weihui')).map(({ gridNo }) => gridNo)).toEqual(['100000']);
  });

  it('set by two users at once: the second gets 409 with the current mode', async () => {
    const version = await versionOf('aba', '513200');
    const body = { gridNo: '513200', mode: 'daily', reason: '已扑灭', version };
    const replies = await Promise.all([call('aba', modeSet, body), call('sichuan', modeSet, body)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ data: { gridNo: '513200', mode: 'daily', version: version + 1 } });
    expect(lost?.body.message).toMatch(/^运行模式已由.+更改$/);
    // Also for a mode that has not been set before.
    const first = { gridNo: '513222', mode: 'emergency', reason: '演示', version: 0 };
    const fresh = await Promise.all([call('aba', modeSet, first), call('lixian', modeSet, first)]);
    expect(fresh.map(({ status }) => status).sort()).toEqual([200, 409]);
    await set('aba', '513222', 'daily');
  });

  it('is set only by users with 任务管理 in that grid or above, and is refused with the invalid field', async () => {
    expect((await call('viewer', modeSet, { mode: 'emergency', reason: '试', version: 0 })).status).toBe(403);
    expect((await call('ranger01', modeList)).status).toBe(403);
    for (const gridNo of ['513200', '513222', '100000'])
      expect(await call('wenchuan', modeSet, { gridNo, mode: 'emergency', reason: '试', version: 0 })).toMatchObject({
        status: 422,
        body: { data: [{ path: 'gridNo' }] },
      });
    for (const [body, path, message] of [
      [{ mode: 'emergency', reason: ' ', version: 0 }, 'reason', '请填写原因'],
      [{ mode: 'war', reason: '试', version: 0 }, 'mode', '没有这种运行模式'],
      [{ mode: 'simulation', reason: '试', version: 0 }, 'mode', '演练模式由开始演练进入'],
    ] as const)
      expect((await call('wenchuan', modeSet, body)).body.data).toEqual([{ path, message }]);
    expect(await set('aba', '513200', 'daily')).toMatchObject({ body: { code: 501, message: '已是这个运行模式' } });
  });

  it('is audited as an event, with its reason', async () => {
    const rows = await server.store.audit.page('513200' as never, {}, { offset: 0, limit: 200 });
    expect(JSON.stringify(rows.list)).toContain('三处同时报警');
  });
});

describe('an emergency', () => {
  it('alerts the duty list of the grid and below once per change and phone, and not on the return to daily duty', async () => {
    const before = (await outbox()).length;
    await set('aba', '513200', 'emergency', '大风');
    const called = (await outbox()).slice(0, (await outbox()).length - before);
    expect(called.length).toBeGreaterThan(0);
    expect(new Set(called.map(({ phone }: { phone: string }) => phone)).size).toBe(called.length);
    expect(called.map(({ receiver }: { receiver: string }) => receiver)).toEqual(expect.arrayContaining(['汶川县值班员', '阿坝州值班员']));
    expect(called.map(({ receiver }: { receiver: string }) => receiver)).not.toContain('四川省值班员');
    expect(called[0]).toMatchObject({ state: 'kept', content: expect.stringContaining('原因：大风。') });
    const after = (await outbox()).length;
    await set('aba', '513200', 'daily');
    expect((await outbox()).length).toBe(after);
  });

  it('requests positions from rangers every 7.5 s, daily duty every 15 s', async () => {
    const position = async () =>
      (
        await call('ranger01', contract.ranger.position, [
          { userId: sessions.ranger01.accid, position: { lng: 103.59, lat: 31.48 }, actualUploadTime: new Date().toISOString() },
        ])
      ).body.data.nextAfterMilliseconds;
    expect(await position()).toBe(15_000);
    await set('aba', '513200', 'emergency');
    // Every server learns of the change from the log.
    await expect.poll(position).toBe(7_500);
    await set('aba', '513200', 'daily');
    await expect.poll(position).toBe(15_000);
  });
});
