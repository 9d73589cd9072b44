import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import type { Json } from '@lookout/server/testing/json.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { ask } from '@lookout/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { Sos } from '../sos.ts';

const START = new Date('2026-11-21T02:00:00Z');
let now = START;
let server: TestServer;
const sessions: Record<string, Session> = {};
const { sos } = contract;
type SosJson = Json<Sos>;
const HERE = { position: { lng: 103.59, lat: 31.48 }, accuracyMetres: 12, foundAt: '2026-11-21 09:40:00' };
const at = (place: object): object => ({ place: { ...HERE, ...place } });

beforeAll(async () => {
  server = await sharedTestServer({ clock: () => now });
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer', 'ranger01', 'ranger02']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());
/** Deletes all SOS, because a new SOS of a ranger joins his open one. */
const forget = () => ask(server.databaseUrl, 'delete from sos');
beforeEach(async () => {
  now = START;
  await forget();
});

const post = (user: string, row: { readonly path: string }, body: unknown): Promise<Reply> =>
  server.call('POST', row.path, { token: sessions[user]?.access_token, body });
const raise = (more: object = {}, user = 'ranger01'): Promise<Reply> =>
  post(user, sos.raiseSos, { id: randomUUID(), place: HERE, raisedAt: '2026-11-21 10:00:00', ...more });
const raised = async (more: object = {}): Promise<SosJson> => {
  const reply = await raise(more);
  if (reply.body.code !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const take = (user: string, { id }: SosJson) => post(user, sos.takeSos, { id });
const close = (user: string, { id }: SosJson, revision: number, more: object = {}) =>
  post(user, sos.closeSos, { id, revision, outcome: 'rescued', note: '已送医', ...more });
const seenBy = async (user: string, id: string, body: object = {}): Promise<SosJson | undefined> => {
  const { list } = (await post(user, sos.sosPage, { pageSize: 500, ...body })).body.data as { list: SosJson[] };
  return list.find((one) => one.id === id);
};
const eventsOf = async (id: string) => (await server.store.events.ofObject('sos', id)).map(({ kind }) => kind);

describe('an SOS', () => {
  it('sent again with its id, also simultaneously, is one; it has the phone’s last position and its age', async () => {
    const id = randomUUID();
    const both = await Promise.all([raise({ id }), raise({ id })]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.data).toEqual(both[1]?.body.data);
    expect(both[0]?.body.data).toMatchObject({
      id,
      gridNo: '513221',
      gridName: '汶川县',
      place: HERE,
      raisedAt: '2026-11-21 10:00:00',
      taken: null,
      cancelled: null,
      closed: null,
      revision: 1,
    });
    expect(both[0]?.body.data.address).toContain('汶川县');
    expect(await eventsOf(id)).toEqual(['sos.raised']);
    expect((await raise({ id }, 'ranger02')).body.data).toEqual([{ path: 'id', message: '求救编号已被使用' }]);
  });

  it('may have the id of an alarm: they are not confused, and every desk still receives both', async () => {
    const report = await server.call('POST', contract.alarm.createReport.path, {
      token: sessions.wenchuan?.access_token,
      body: { longitude: 103.59, latitude: 31.48, comment: '浓烟' },
    });
    const { id } = report.body.data;
    expect((await raise({ id })).status).toBe(200);
    const { handle, reopen } = contract.alarm;
    for (const [{ path, method }, body] of [
      [handle, { note: null, isRenovated: false }],
      [reopen, undefined],
    ] as const)
      expect((await server.call(method, `${path}?id=${id}`, { token: sessions.wenchuan?.access_token, body })).body).toMatchObject({
        code: 200,
        data: { id },
      });
    const log = await server.call('GET', `${contract.duty.events.path}?limit=1000`, { token: sessions.wenchuan?.access_token });
    const about = log.body.data.events.filter(({ payload }: { payload: { data: { id?: string; sos?: SosJson } } }) =>
      [payload.data.id, payload.data.sos?.id].includes(id),
    );
    expect(
      about.map(({ payload: { data } }: { payload: { data: { change?: string; sos?: SosJson } } }) => data.change ?? data.sos?.revision),
    ).toEqual([undefined, 1, 'handled', 'reopened']);
    expect(await eventsOf(id)).toEqual(['sos.raised']);
  });

  it('is never refused because of its position: none, across the border, or with a clock that is ahead', async () => {
    const none = await raised({ place: null });
    expect(none).toMatchObject({ place: null, address: null });
    await forget();
    expect(await raised(at({ position: { lng: 103.17, lat: 31.44 } }))).toMatchObject({
      gridNo: '513221',
      place: { position: { lng: 103.17 } },
    });
    await forget();
    expect(await raised(at({ position: { lng: 2.35, lat: 48.85 } }))).toMatchObject({ gridNo: '513221', address: null });
    await forget();
    expect(await raised({ raisedAt: '2026-11-22 10:00:00' })).toMatchObject({ raisedAt: '2026-11-21 10:00:00' });
  });

  it('is published to every desk above, with a short message to the duty list, and replayed to late subscribers', async () => {
    const watch = async (user: string, gridNo: string) => {
      const probe = await mqttProbe(server.mqttUrl, sessions[user]?.accid ?? '', sessions[user]?.access_token ?? '');
      expect(await probe.subscribe(`lookout/fireAlarm/${gridNo}`)).toBe(true);
      return probe;
    };
    const probes = [await watch('wenchuan', '513221'), await watch('aba', '513200'), await watch('guojia', '100000')];
    const { id } = await raised();
    for (const probe of probes) {
      expect((await probe.next()).message).toMatchObject({ data: { sos: { id, taken: null } } });
      probe.end();
    }
    const late = await server.call('GET', '/fire/api/event?since=0&limit=1000', { token: sessions.aba?.access_token });
    const events = late.body.data.events as { payload: { data: { sos?: SosJson } } }[];
    expect(events.filter(({ payload }) => payload.data.sos?.id === id)).toHaveLength(1);
  });

  it('is visible in its grid and above, nowhere else; a user who only watches cannot take it', async () => {
    const one = await raised();
    const seen = await Promise.all(['wenchuan', 'aba', 'viewer', 'guojia', 'lixian'].map((user) => seenBy(user, one.id)));
    expect(seen.map((found) => found !== undefined)).toEqual([true, true, true, true, false]);
    expect((await take('lixian', one)).status).toBe(404);
    expect((await take('viewer', one)).status).toBe(403);
    expect((await post('ranger01', sos.sosPage, {})).status).toBe(403);
    expect((await post('wenchuan', sos.raiseSos, {})).status).toBe(403);
  });

  it('is taken by one officer: the second sees who took it and when, and the ranger sees it', async () => {
    const one = await raised();
    const [first, second] = await Promise.all([take('wenchuan', one), take('aba', one)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    const [won, lost] = first.status === 200 ? [first, second] : [second, first];
    expect(lost.body.data).toEqual(won.body.data);
    expect(lost.body.message).toMatch(/已接手$/);
    const mine = (await post('ranger01', sos.mySos, {})).body.data as SosJson[];
    expect(mine.find(({ id }) => id === one.id)).toMatchObject({
      id: one.id,
      taken: { by: won.body.data.taken.by, at: '2026-11-21 10:00:00' },
    });
    expect((await post('ranger02', sos.mySos, {})).body.data).toEqual([]);
  });

  it('is closed with its outcome by an officer who has its current revision, and is listed as past with its audit', async () => {
    const one = await raised();
    expect((await close('wenchuan', one, 1)).body).toMatchObject({ code: 501, message: '请先接手，再填写处置结果' });
    await take('wenchuan', one);
    expect((await close('wenchuan', one, 1)).status).toBe(409);
    const closed = await close('wenchuan', one, 2);
    expect(closed.body.data).toMatchObject({ closed: { outcome: 'rescued', note: '已送医', by: '汶川县值班员' }, revision: 3 });
    expect((await close('aba', one, 3)).body).toMatchObject({ code: 501, message: '求救已结束或已取消' });
    expect((await take('aba', one)).body.code).toBe(501);
    expect((await post('ranger01', sos.cancelSos, { id: one.id, reason: '误触' })).body.code).toBe(501);
    expect([await seenBy('aba', one.id, { state: 'open' }), (await seenBy('aba', one.id, { state: 'over' }))?.id]).toEqual([
      undefined,
      one.id,
    ]);
    expect(await eventsOf(one.id)).toEqual(['sos.raised', 'sos.taken', 'sos.closed']);
    const { list } = await server.store.audit.page(NATION, { targetId: one.id }, { offset: 0, limit: 50 });
    expect(list.map(({ act }) => act)).toEqual(expect.arrayContaining(['raise-sos', 'take-sos', 'close-sos']));
  });

  it('is called off only by its ranger, with a reason; sent twice, that is one event', async () => {
    const one = await raised();
    const cancel = (user: string, reason = '误触') => post(user, sos.cancelSos, { id: one.id, reason });
    expect((await cancel('ranger01', ' ')).body.data).toEqual([{ path: 'reason', message: '请说明为什么取消' }]);
    expect((await cancel('ranger02')).status).toBe(404);
    expect((await cancel('ranger01')).body.data).toMatchObject({ cancelled: { reason: '误触' } });
    expect((await cancel('ranger01')).body.data).toMatchObject({ cancelled: { reason: '误触' }, revision: 2 });
    expect(await eventsOf(one.id)).toEqual(['sos.raised', 'sos.cancelled']);
    expect((await take('wenchuan', one)).body.code).toBe(501);
  });

  it('is moved by a later, better position, never by an older one', async () => {
    const one = await raised();
    const locate = (foundAt: string, lng = 103.6) =>
      post('ranger01', sos.locateSos, { id: one.id, place: { position: { lng, lat: 31.5 }, accuracyMetres: 8, foundAt } });
    const placed = (lng: number) => ({ place: { position: { lng } } });
    expect((await locate('2026-11-21 09:30:00', 103.1)).body.data).toMatchObject({ ...placed(103.59), revision: 1 });
    expect((await locate('2026-11-21 10:00:00')).body.data).toMatchObject({
      place: { position: { lng: 103.6 }, accuracyMetres: 8 },
      revision: 2,
    });
    // Nor by a missing position, nor by a place that he cannot have reached.
    expect((await locate('2026-11-21 10:00:00', 0)).body.data).toMatchObject({ ...placed(103.6), revision: 2 });
    expect((await locate('2026-11-21 10:00:05', 104.6)).body.data).toMatchObject({ ...placed(103.6), revision: 2 });
    expect(await eventsOf(one.id)).toEqual(['sos.raised', 'sos.located']);
  });

  it.each([
    ['id', { id: 'x' }, '编号格式不对'],
    ['place.position.lat', at({ position: { lng: 103.59 } }), '请输入纬度'],
    ['place.accuracyMetres', at({ accuracyMetres: -7 }), '定位误差须在0到1000000米之间'],
  ])('with a wrong %s is refused by name', async (path, more, message) => {
    const { status, body } = await raise(more);
    expect({ status, path: body.data?.[0]?.path }).toEqual({ status: 422, path });
    if (path !== 'id') expect(body.data[0].message).toBe(message);
  });

  const called = async () => {
    const { list } = await server.store.sms.page(NATION, {}, { offset: 0, limit: 500 });
    return list.filter(({ content }) => content.startsWith('【护林员求救】汶川县'));
  };

  it('alerts the duty list of the grid, once per phone, and not when it is sent again', async () => {
    const before = (await called()).length;
    const id = randomUUID();
    await raise({ id });
    await raise({ id });
    const list = (await called()).slice(0, (await called()).length - before);
    expect(list.length).toBeGreaterThan(0);
    expect(new Set(list.map(({ phone }) => phone)).size).toBe(list.length);
  });

  it('joins the open one: it is never refused, is shown with its press count, and alerts again after ten minutes; of new ones three in ten minutes alert', async () => {
    const before = (await called()).length;
    const first = await raised();
    const each = (await called()).length - before;
    const calls = async () => ((await called()).length - before) / each;
    const again = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        raise(at({ position: { lng: 103.591, lat: 31.48 }, foundAt: `2026-11-21 10:00:${String(n + 10)}` })),
      ),
    );
    expect(new Set(again.map(({ status, body }) => `${status} ${body.data.id}`))).toEqual(new Set([`200 ${first.id}`]));
    expect(await seenBy('aba', first.id)).toMatchObject({
      place: { position: { lng: 103.591 } },
      pressedAgain: { count: 31 },
      taken: null,
    });
    expect(await calls()).toBe(1);
    // The last press, sent again because its reply was lost.
    const last = { id: randomUUID(), ...at({ foundAt: '2026-11-21 10:00:40' }) };
    expect([(await raised(last)).pressedAgain?.count, (await raised(last)).pressedAgain?.count]).toEqual([32, 32]);
    now = new Date(START.getTime() + 10 * 60_000);
    expect(await raised()).toMatchObject({ id: first.id, pressedAgain: { count: 33 }, calledAt: '2026-11-21 10:10:00' });
    expect(await calls()).toBe(2);
    for (let one = 0, last = first; one < 4; one++) {
      await post('ranger01', sos.cancelSos, { id: last.id, reason: '误触' });
      last = await raised();
    }
    expect(await calls()).toBe(4);
  });
});
