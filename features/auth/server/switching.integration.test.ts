// /switch over HTTP, MQTT and video: a session that acts for another grid receives only the data of that grid, at once and on every server.
import { request as httpRequest } from 'node:http';
import type { GridNo } from '@lookout/domain';
import { hashToken } from '@lookout/server/serve/token-hash.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SWITCH = '/auth/api/auth/user/switchGrid';
const GRIDS = '/auth/api/auth/user/grids';
const INFO = '/auth/api/auth/auth/user/auth';
const WENCHUAN = '513221' as GridNo;
const WEIHUI = '410781' as GridNo;

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  const aba = await server.store.accounts.findByUserName('aba');
  await server.store.accounts.setGrids('100000' as GridNo, aba?.id ?? '', [WEIHUI, '513221100' as GridNo]);
});
afterAll(async () => {
  await second?.stop();
  await server?.stop();
});

const switchTo = ({ access_token: token }: Session, gridNo: string, at = server) => at.call('POST', SWITCH, { token, body: { gridNo } });
const infoOf = async ({ access_token: token }: Session, at = server) => (await at.call('GET', INFO, { token })).body.data.userDTO;
const gridsOf = async ({ access_token: token }: Session, query = '') => server.call('GET', GRIDS + query, { token });

describe('the grids of an account', () => {
  it('are its own, those granted to it, and all grids below them', async () => {
    const aba = await server.login('aba');
    const { data } = (await gridsOf(aba)).body;
    expect(data.map(({ gridNo, own, level }: Record<string, unknown>) => [gridNo, own, level])).toEqual([
      ['513200', true, 'prefecture'],
      [WEIHUI, false, 'county'],
    ]);
    expect(data[0]).toMatchObject({ gridName: '阿坝藏族羌族自治州', hasChildren: true });
    const below = (await gridsOf(aba, '?parentNo=513200')).body.data as { gridNo: string; hasChildren: boolean }[];
    expect(below).toHaveLength(13);
    expect(below.find(({ gridNo }) => gridNo === WENCHUAN)).toMatchObject({ hasChildren: false });
    for (const parentNo of ['100000', '510000', '410700', '511400']) expect((await gridsOf(aba, `?parentNo=${parentNo}`)).status).toBe(404);
    expect((await server.call('GET', GRIDS)).status).toBe(401);
  });

  it('are the same after a session has switched to one of them, so it can switch back to a wider one', async () => {
    const aba = await server.login('aba');
    const before = (await gridsOf(aba)).body.data;
    expect((await switchTo(aba, WENCHUAN)).status).toBe(200);
    expect((await gridsOf(aba)).body.data).toEqual(before);
    expect((await switchTo(aba, '513200')).body.data).toEqual({ gridNo: '513200', gridName: '阿坝藏族羌族自治州', topic: '513200' });
    expect(await infoOf(aba)).toMatchObject({ gridNo: '513200' });
  });
});

describe('switching', () => {
  it('narrows every call of this session at once, and of no other session', async () => {
    const [aba, other] = [await server.login('aba'), await server.login('aba')];
    const list = async (gridNo: string) =>
      (await server.call('POST', '/auth/api/auth/user/list', { token: aba.access_token, body: { gridNo } })).status;
    expect(await list('513222')).toBe(200);
    expect((await switchTo(aba, WENCHUAN)).body.data).toEqual({ gridNo: WENCHUAN, gridName: '汶川县', topic: WENCHUAN });
    expect([await list('513222'), await list(WENCHUAN)]).toEqual([422, 200]);
    expect(await infoOf(aba)).toMatchObject({ gridNo: WENCHUAN, gridName: '汶川县', topic: WENCHUAN });
    expect(await infoOf(other)).toMatchObject({ gridNo: '513200' });
    // The target is granted in addition to the account's own grid.
    expect((await switchTo(aba, WEIHUI)).status).toBe(200);
    expect([await list(WENCHUAN), await list(WEIHUI)]).toEqual([422, 200]);
  });

  it.each(['100000', '510000', '511400', '410700', '410782', '999999', '513200１'])(
    'to %s, which the account has no access to, is refused',
    async (gridNo) => {
      const aba = await server.login('aba');
      const reply = await switchTo(aba, gridNo);
      expect(reply).toMatchObject({ status: 422, body: { code: 422, data: [{ path: 'gridNo' }] } });
      expect(await infoOf(aba)).toMatchObject({ gridNo: '513200' });
    },
  );

  it('records an event and an audit row; switching to the current grid records no event', async () => {
    const aba = await server.login('aba');
    await switchTo(aba, WENCHUAN);
    await switchTo(aba, WENCHUAN);
    const { entries } = await server.store.events.since('513200' as GridNo, 0, 1000);
    const events = entries.map(({ event }) => event).filter(({ kind }) => kind === 'account.switched-grid');
    const last = events.at(-1);
    expect(last).toMatchObject({ objectId: aba.accid, payload: { from: '513200', to: WENCHUAN }, gridNo: WENCHUAN, leftGridNo: '513200' });
    const { access_token: token } = await server.login('guojia');
    const page = await server.call('POST', '/auth/api/auth/admin/audit/page', { token, body: { act: 'switch-grid', pageSize: 100 } });
    expect(page.body.data.list[1]).toMatchObject({
      userName: 'aba',
      outcome: 'ok',
      detail: { events: [{ kind: 'account.switched-grid', detail: { from: '513200', to: WENCHUAN } }] },
    });
    expect(await server.store.audit.verifyChain()).toBeNull();
  });

  it('ends the live connections of the previous grid, here and on another server; new connections are limited to the new grid', async () => {
    const aba = await server.login('aba');
    const probes = await Promise.all([server, second].map(({ mqttUrl }) => mqttProbe(mqttUrl, aba.accid, aba.access_token)));
    for (const probe of probes) expect(await probe.subscribe('lookout/newFire/513200')).toBe(true);
    await switchTo(aba, WENCHUAN);
    await Promise.all(probes.map(({ closed }) => closed));
    await expect.poll(async () => (await infoOf(aba, second)).gridNo).toBe(WENCHUAN);
    for (const { mqttUrl } of [server, second]) {
      const probe = await mqttProbe(mqttUrl, aba.accid, aba.access_token);
      expect([await probe.subscribe('lookout/newFire/513200'), await probe.subscribe(`lookout/newFire/${WENCHUAN}`)]).toEqual([
        false,
        true,
      ]);
      probe.end();
    }
  });
});

describe('a right that is revoked', () => {
  it('a granted grid that the account loses ends the sessions that act for it', async () => {
    const [aba, guojia] = [await server.login('aba'), await server.login('guojia')];
    // aba may delete alarms. An account with fewer rights cannot revoke rights of an account with more.
    const nation = await server.store.accounts.findByUserName('guojia');
    await server.store.accounts.setRights('100000' as GridNo, guojia.accid, [...(nation?.rights ?? []), 'delete-alarms']);
    await switchTo(aba, WEIHUI);
    const { list } = (
      await server.call('POST', '/auth/api/auth/admin/user/page', { token: guojia.access_token, body: { text: 'aba', pageSize: 10 } })
    ).body.data;
    const user = (list as { userName: string }[]).find(({ userName }) => userName === 'aba') as Record<string, unknown>;
    const body = { ...user, grids: [], topic: null };
    const put = await server.call('PUT', `/auth/api/auth/admin/user/${aba.accid}`, { token: guojia.access_token, body });
    expect(put.status).toBe(200);
    expect((await server.call('GET', INFO, { token: aba.access_token })).status).toBe(401);
    expect((await switchTo(await server.login('aba'), WEIHUI)).status).toBe(422);
  });
});

describe('video', () => {
  it('tickets of the previous grid become invalid with the switch', async () => {
    const aba = await server.login('aba');
    const { tickets } = server.app.deps;
    const session = hashToken(aba.access_token).toString('hex');
    const ticket = await tickets.issue(session, 'recording/none');
    const open = (base: string): Promise<number> =>
      new Promise((resolve, reject) => {
        httpRequest(`${base}/media/recording/none/none.mp4?ticket=${ticket}`, ({ statusCode = 0 }) => resolve(statusCode))
          .on('error', reject)
          .end();
      });
    expect(await open(server.base)).toBe(404);
    expect((await tickets.check(ticket, 'recording/none')).ok).toBe(true);
    await switchTo(aba, WENCHUAN);
    expect(await tickets.check(ticket, 'recording/none')).toEqual({ ok: false, error: 'unknown' });
    expect(await open(server.base)).toBeGreaterThanOrEqual(400);
  });
});
