import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { Plot } from '../plot.ts';

let server: TestServer;
const sessions: Record<string, Session> = {};
const { plotList, createPlot, updatePlot, deletePlot } = contract.plot;
const WENCHUAN = { lng: 103.59, lat: 31.48 };
const WENCHUAN_TOO = { lng: 103.6, lat: 31.49 };
const LIXIAN = { lng: 103.17, lat: 31.44 };
const WEIHUI = { lng: 114.06, lat: 35.4 };

beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const as = (user: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
  server.call(method, path, { token: sessions[user]?.access_token, ...(body !== undefined && { body }), ...(headers && { headers }) });
const draw = (user: string, draft: object, headers?: Record<string, string>) => as(user, 'POST', createPlot.path, draft, headers);
const change = (user: string, id: string, version: number, plot: object) =>
  as(user, 'PUT', updatePlot.path.replace('{id}', id), { version, plot });
const remove = (user: string, id: string) => as(user, 'DELETE', deletePlot.path.replace('{id}', id));
const all = async (user: string, body: object = {}): Promise<Omit<Plot, 'createdAt' | 'changedAt'>[]> =>
  (await as(user, 'POST', plotList.path, body)).body.data;
const one = async (user: string, id: string) => (await all(user)).find((plot) => plot.id === id);
const line = (...points: object[]) => ({ kind: 'line', name: '隔离带', points, colour: 'orange', widthPixels: 4 });

describe('a plot', () => {
  it('belongs to the smallest grid that contains all its points, and is visible there and above', async () => {
    const inCounty = (await draw('aba', line(WENCHUAN, WENCHUAN_TOO))).body.data.id;
    const across = (await draw('aba', line(WENCHUAN, LIXIAN))).body.data.id;
    const wide = (await draw('guojia', line(WENCHUAN, WEIHUI))).body.data.id;
    expect(await one('guojia', inCounty)).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      version: 1,
      createdBy: '阿坝州值班员',
      changedBy: '阿坝州值班员',
      kind: 'line',
      name: '隔离带',
      points: [WENCHUAN, WENCHUAN_TOO],
      colour: 'orange',
      widthPixels: 4,
      note: null,
      fireId: null,
    });
    expect((await one('guojia', across))?.gridNo).toBe('513200');
    expect((await one('guojia', wide))?.gridNo).toBe('100000');
    const seen = async (user: string) => {
      const ids = new Set((await all(user)).map(({ id }) => id));
      return [inCounty, across, wide].map((id) => ids.has(id));
    };
    expect(await seen('wenchuan')).toEqual([true, false, false]);
    expect(await seen('lixian')).toEqual([false, false, false]);
    expect(await seen('viewer')).toEqual([true, true, false]);
    expect(await seen('guojia')).toEqual([true, true, true]);
  });

  it('with a symbol has the kind that the symbol requires; a change by a client without symbols retains it', async () => {
    const point = { kind: 'point', name: '甲队', points: [WENCHUAN], colour: 'red', widthPixels: 4 };
    expect(await draw('wenchuan', { ...point, symbol: 'fire-front' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'symbol', message: '该符号不能用于这种标绘' }] },
    });
    expect((await draw('wenchuan', { ...point, symbol: 'ufo' })).status).toBe(422);
    const { id } = (await draw('wenchuan', { ...point, symbol: 'team' })).body.data;
    const old = { kind: 'point', name: '乙队', points: [WENCHUAN] };
    expect((await change('wenchuan', id, 1, old)).body.data).toMatchObject({ symbol: 'team', name: '乙队' });
    expect((await change('wenchuan', id, 2, { ...old, kind: 'label' })).body.data).toMatchObject({ symbol: null });
    expect((await change('wenchuan', id, 3, { ...old, symbol: 'danger' })).body.data).toMatchObject({ symbol: 'danger' });
    expect(await one('aba', id)).toMatchObject({ symbol: 'danger' });
  });

  it('can be drawn, moved and removed only inside the user’s grid', async () => {
    expect(await draw('wenchuan', line(WENCHUAN, LIXIAN))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'points.1', message: '超出您的网格范围' }] },
    });
    expect(await draw('guojia', line(WENCHUAN, { lng: 90, lat: 10 }))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'points.1', message: '位置在中国境外' }] },
    });
    const { id } = (await draw('wenchuan', line(WENCHUAN, WENCHUAN_TOO))).body.data;
    expect((await change('wenchuan', id, 1, line(WENCHUAN, LIXIAN))).body.data[0].path).toBe('plot.points.1');
    for (const stranger of ['lixian', 'weihui']) {
      expect((await change(stranger, id, 1, line(WENCHUAN, WENCHUAN_TOO))).status).toBe(404);
      expect((await remove(stranger, id)).status).toBe(404);
    }
    expect((await one('wenchuan', id))?.version).toBe(1);
  });

  it('needs the right to draw; an observer sees it', async () => {
    const { id } = (await draw('aba', line(WENCHUAN, WENCHUAN_TOO))).body.data;
    expect((await draw('viewer', line(WENCHUAN, WENCHUAN_TOO))).status).toBe(403);
    expect((await change('viewer', id, 1, line(WENCHUAN, WENCHUAN_TOO))).status).toBe(403);
    expect((await remove('viewer', id)).status).toBe(403);
    expect(await one('viewer', id)).toMatchObject({ id });
  });

  it('changed by two from the same version: the second gets 409 with the current state', async () => {
    const { id } = (await draw('aba', line(WENCHUAN, WENCHUAN_TOO))).body.data;
    const replies = await Promise.all([
      change('aba', id, 1, { ...line(WENCHUAN, WENCHUAN_TOO), name: '甲' }),
      change('wenchuan', id, 1, { ...line(WENCHUAN, WENCHUAN_TOO), name: '乙' }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [first, second] = replies[0]?.status === 200 ? replies : replies.toReversed();
    expect(second?.body.data).toEqual(first?.body.data);
    expect(first?.body.data).toMatchObject({ version: 2 });
    expect((await change('aba', id, 2, { ...line(WENCHUAN, WENCHUAN_TOO), name: '丙' })).body.data).toMatchObject({
      version: 3,
      name: '丙',
    });
    expect((await remove('wenchuan', id)).status).toBe(200);
    expect((await change('aba', id, 3, line(WENCHUAN, WENCHUAN_TOO))).status).toBe(404);
    expect((await remove('aba', id)).status).toBe(404);
  });

  it('sent again with the same key is created once, and another account may use that key', async () => {
    const key = { 'idempotency-key': 'plot-1' };
    const before = (await all('aba')).length;
    const [first, again] = [await draw('aba', line(WENCHUAN, WENCHUAN_TOO), key), await draw('aba', line(WENCHUAN, WENCHUAN_TOO), key)];
    expect(again.body.data.id).toBe(first.body.data.id);
    expect((await all('aba')).length).toBe(before + 1);
    expect((await draw('wenchuan', line(WENCHUAN, WENCHUAN_TOO), key)).body.data.id).not.toBe(first.body.data.id);
  });

  it('may be drawn for an alarm of the user’s grid, and is listed by it', async () => {
    const alarm = (await as('wenchuan', 'POST', contract.alarm.createReport.path, { longitude: 103.59, latitude: 31.48 })).body.data.id;
    const arrow = { kind: 'arrow', points: [WENCHUAN, WENCHUAN_TOO], fireId: alarm };
    const { id } = (await draw('wenchuan', arrow)).body.data;
    expect((await all('aba', { fireId: alarm })).map((plot) => plot.id)).toEqual([id]);
    const elsewhere = { kind: 'point', points: [LIXIAN], fireId: alarm };
    expect((await draw('lixian', elsewhere)).body.data).toEqual([{ path: 'fireId', message: '没有这起火警，或不在您的网格内' }]);
  });

  it.each([
    [{ kind: 'circle', points: [WENCHUAN] }, 'kind'],
    [{ kind: 'line', points: [WENCHUAN] }, 'points'],
    [{ kind: 'polygon', points: [WENCHUAN, WENCHUAN_TOO] }, 'points'],
    [{ kind: 'point', points: [WENCHUAN, WENCHUAN_TOO] }, 'points'],
    [{ kind: 'arrow', points: Array.from({ length: 21 }, () => WENCHUAN) }, 'points'],
    [{ kind: 'label', points: [WENCHUAN], name: '  ' }, 'name'],
    [{ kind: 'point', points: [{ lng: 203, lat: 31 }] }, 'points.0.lng'],
    [{ kind: 'point', points: [WENCHUAN], colour: 'pink' }, 'colour'],
    [{ kind: 'point', points: [WENCHUAN], widthPixels: 0 }, 'widthPixels'],
    [{ kind: 'point', points: [WENCHUAN], note: '字'.repeat(201) }, 'note'],
    [{ kind: 'point', points: [WENCHUAN], fireId: 'x' }, 'fireId'],
  ])('that is invalid is refused with the field: %j', async (draft, path) => {
    const reply = await draw('aba', draft);
    expect({ status: reply.status, path: reply.body.data[0].path }).toEqual({ status: 422, path });
  });

  it('publishes each change to its own grid and those above, and is found by since', async () => {
    const since = (await as('aba', 'GET', '/fire/api/event?since=0&limit=1')).body.data.last;
    const probeOf = async (user: string, grid: string) => {
      const { accid, access_token } = sessions[user] as Session;
      const probe = await mqttProbe(server.mqttUrl, accid, access_token);
      await probe.subscribe(`lookout/plotDetail/${grid}`);
      return probe;
    };
    const [own, above, beside] = await Promise.all([probeOf('wenchuan', '513221'), probeOf('aba', '513200'), probeOf('lixian', '513222')]);
    const { id } = (await draw('aba', line(WENCHUAN, WENCHUAN_TOO))).body.data;
    for (const probe of [own, above])
      expect((await probe.next()).message).toMatchObject({ kind: 'plotDetail', gridNo: '513221', data: { id, version: 1 } });

    // Moved to the neighbour: the county that it leaves removes it, the new county adds it.
    await change('aba', id, 1, { kind: 'point', points: [LIXIAN] });
    expect((await own.next()).message).toMatchObject({ gridNo: '513221', data: { id, deleted: true } });
    expect((await beside.next()).message).toMatchObject({ gridNo: '513222', data: { id, version: 2 } });

    await remove('aba', id);
    expect((await beside.next()).message).toMatchObject({ gridNo: '513222', data: { id, deleted: true } });
    for (const probe of [own, above, beside]) probe.end();

    const { events } = (await as('aba', 'GET', `/fire/api/event?since=${since}&limit=1000`)).body.data;
    const messages = (events as { topic: string; payload: { kind: string; data: { id: string; deleted?: true } } }[])
      .filter(({ payload }) => payload.kind === 'plotDetail')
      .map(({ payload }) => [payload.data.id, payload.data.deleted === true]);
    expect(messages).toEqual([
      [id, false],
      [id, true],
      [id, false],
      [id, true],
    ]);
  });

  it('records every act in the audit', async () => {
    const { id } = (await draw('wenchuan', line(WENCHUAN, WENCHUAN_TOO))).body.data;
    await change('wenchuan', id, 1, { ...line(WENCHUAN, WENCHUAN_TOO), name: '改' });
    await remove('wenchuan', id);
    const { list } = await server.store.audit.page('513221' as never, { outcome: 'ok' }, { offset: 0, limit: 50 });
    const acts = list
      .filter((row) => row.targetId === id)
      .map(({ act, userName, targetKind, gridNo }) => ({ act, userName, targetKind, gridNo }));
    const auditRow = (act: string) => ({ act, userName: 'wenchuan', targetKind: 'plot', gridNo: '513221' });
    expect(acts).toEqual([auditRow('delete-plot'), auditRow('update-plot'), auditRow('create-plot')]);
  });
});
