import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESOURCE_KINDS } from '../resource.ts';
import { readResource } from '../resource.wire.ts';

let server: TestServer;
let wenchuan: string;
let aba: string;
beforeAll(async () => {
  server = await sharedTestServer();
  wenchuan = (await server.login('wenchuan')).access_token;
  aba = (await server.login('aba')).access_token;
});
afterAll(() => server?.stop());

const row = (overrides: object = {}) => ({
  resourceType: 'team',
  resourceCode: 'T1',
  name: '汶川扑火队',
  position: { lng: 103.59, lat: 31.48, z: 1330 },
  isOnline: '1',
  leaderName: '王五',
  leaderPhone: '13800000003',
  attributes: { 人数: 35 },
  ...overrides,
});
const put = (rows: unknown, headers: Record<string, string> = { 'x-feed-key': server.feedKey }) =>
  server.call('POST', '/resource/api/resourceList/put', { body: rows, headers });
const list = (kind: string, body: object, token: string) => server.call('POST', `/resource/api/${kind}/list`, { token, body });

describe('resources sent by machines', () => {
  it('valid rows are stored, invalid ones are reported by index, field and reason, and sending them again changes nothing', async () => {
    const rows = [
      row(),
      row({ resourceCode: '' }),
      row({ resourceCode: 'T2', position: { lng: 2.35, lat: 48.85 } }),
      row({ resourceCode: 'T3', position: { lng: 'x', lat: 31 } }),
      row({ resourceType: 'volcano' }),
      'nothing',
      row({ name: '又一个' }),
      row({ resourceCode: 'L1', name: '理县队', position: { lng: 103.17, lat: 31.44 }, isOnline: null }),
    ];
    const { body } = await put(rows);
    expect(body.data).toMatchObject({ received: 8, accepted: 2 });
    expect(body.data.rejected.map((r: { index: number; path: string; reason: string }) => [r.index, r.path, r.reason])).toEqual([
      [1, 'resourceCode', '请填写编号'],
      [2, 'position', '位置在中国境外'],
      [3, 'position.lng', '经度应为数字'],
      [4, 'resourceType', '资源类别不正确'],
      [5, '', expect.any(String)],
      [6, 'resourceCode', '与第 1 个的类别和编号相同'],
    ]);
    const first = (await list('team', {}, aba)).body.data;
    expect(first).toHaveLength(2);
    await put([row()]);
    expect((await list('team', {}, aba)).body.data).toEqual(first);
  });

  it('a session may send only for its own grid', async () => {
    const officer = { authorization: `Bearer ${wenchuan}` };
    const { body } = await put([row({ resourceCode: 'W1' }), row({ resourceCode: 'W2', position: { lng: 103.17, lat: 31.44 } })], officer);
    expect(body.data).toMatchObject({ accepted: 1, rejected: [{ index: 1, path: 'position', reason: '位置不在您的网格范围内' }] });
    // A resource of the neighbouring county cannot be moved here by its code.
    const pulled = await put([row({ resourceCode: 'L1' })], officer);
    expect(pulled.body.data.rejected).toEqual([
      {
        index: 0,
        path: 'resourceCode',
        reason: '这个编号的资源在您的网格之外',
        error: { code: 'resource-outside-your-grid', params: {} },
      },
    ]);
    expect((await put([row()], {})).status).toBe(401);
    expect((await put([row()], { authorization: `Bearer ${(await server.login('viewer')).access_token}` })).status).toBe(403);
    expect((await put({ not: 'a list' })).status).toBe(422);
  });
});

describe('lists of resources', () => {
  // Proves §7.20b
  it('each kind has a separate list, in the caller’s grid, with every field of the specification', async () => {
    const kinds = RESOURCE_KINDS.map((kind) => row({ resourceType: kind, resourceCode: 'K', name: `类${kind}` }));
    expect((await put(kinds)).body.data.accepted).toBe(RESOURCE_KINDS.length);
    for (const kind of RESOURCE_KINDS) {
      const { body } = await list(kind, { name: '类' }, wenchuan);
      expect(body.data).toMatchObject([{ resourceType: kind, resourceCode: 'K', gridNo: '513221', gridName: '汶川县', isOnline: '1' }]);
    }
    const [one] = (await list('team', { name: '类' }, wenchuan)).body.data;
    expect(one).toMatchObject({ position: { lng: 103.59, lat: 31.48, z: 1330 }, leaderName: '王五', attributes: { 人数: 35 } });
    expect((await server.call('GET', `/resource/api/resourceList/${one.id}`, { token: wenchuan })).body.data).toEqual(readResource(one));
    const lixian = (await server.login('lixian')).access_token;
    expect((await server.call('GET', `/resource/api/resourceList/${one.id}`, { token: lixian })).status).toBe(404);
    expect((await list('resourceList', { resourceType: 'uav,cemetery', name: '类' }, aba)).body.data).toHaveLength(2);
    expect((await list('resourceList', { name: '类' }, aba)).body.data).toHaveLength(RESOURCE_KINDS.length);
  });

  it('gridNoba narrows a list like gridNo, and is refused when it is wider', async () => {
    const names = async (body: object) => (await list('team', body, aba)).body.data.map((r: { gridNo: string }) => r.gridNo);
    expect(new Set(await names({}))).toEqual(new Set(['513221', '513222']));
    expect(new Set(await names({ gridNoba: '513222' }))).toEqual(new Set(['513222']));
    expect(new Set(await names({ gridNo: '513222' }))).toEqual(new Set(['513222']));
    for (const gridNoba of ['510000', '513300', '100000']) {
      const { status, body } = await list('team', { gridNoba }, aba);
      expect([status, body.data[0].path]).toEqual([422, 'gridNoba']);
    }
    expect((await list('team', { gridNo: '513222', gridNoba: '513221' }, aba)).status).toBe(422);
  });

  it('grids are returned with their towns only for a prefecture or below (decision 0024)', async () => {
    const nation = (await server.login('guojia')).access_token;
    const province = (await server.login('sichuan')).access_token;
    const tree = (token: string, query = '') => server.call('GET', `/resource/api/grid/listGridTreesNew${query}`, { token });
    for (const token of [nation, province]) {
      const { status, body } = await tree(token);
      expect([status, body.data[0].path]).toEqual([422, 'gridNo']);
      expect((await tree(token, '?gridNo=513200')).body.data).toMatchObject([{ no: '513200' }]);
    }
    expect((await tree(aba)).status).toBe(200);
  });

  it('grids: one’s own and those below, down to counties', async () => {
    const { body } = await list('grid', {}, aba);
    expect(body.data[0]).toMatchObject({ no: '513200', level: 'prefecture' });
    expect(body.data.length).toBeGreaterThan(10);
    expect((await list('grid', { name: '理县' }, aba)).body.data).toMatchObject([
      { no: '513222', level: 'county', fullName: expect.any(String) },
    ]);
  });
});

describe('around a place', () => {
  it('gives distance and bearing, nearest first, of resources, monitoring points and cameras; counts those it does not list', async () => {
    const north = row({ resourceType: 'waterSource', resourceCode: 'N', name: '北', position: { lng: 103.59, lat: 31.489 } });
    const east = row({ resourceType: 'waterSource', resourceCode: 'E', name: '东', position: { lng: 103.601, lat: 31.48 } });
    await put([north, east]);
    const cameras = [{ deviceId: 'around', name: '镜头' }];
    const tower = { name: '塔', position: { lng: 103.585, lat: 31.48 }, cameras };
    expect((await server.call('POST', '/resource/api/monitor', { token: aba, body: tower })).body.code).toBe(200);
    const around = (path: string, body: object) =>
      server.call('POST', `/resource/api/resourceList/${path}`, {
        token: aba,
        body: { longitude: '103.59', latitude: 31.48, radius: 2_000, ...body },
      });

    const { body } = await around('getAroundResourceList', { resourceType: 'waterSource,monitor,camera', limit: 10 });
    const assets = body.data.filter((r: { resourceCode: string }) => r.resourceCode !== 'K');
    expect(assets.map((r: { name: string }) => r.name)).toEqual([
      expect.stringMatching(/塔|镜头/),
      expect.stringMatching(/塔|镜头/),
      '北',
      '东',
    ]);
    const byName = Object.fromEntries(assets.map((r: { name: string }) => [r.name, r]));
    expect(byName.北.distance).toBeCloseTo(1000.8, 0);
    expect(byName.北.bearing).toBeCloseTo(0, 5);
    expect(byName.东.bearing).toBeCloseTo(90, 1);
    expect(byName.塔.bearing).toBeCloseTo(270, 1);
    expect(byName.镜头).toMatchObject({ resourceType: 'camera', resourceCode: 'around', isOnline: '1' });

    const few = await around('getAroundResourceList', { limit: 1 });
    expect([few.body.data.length, few.body.message]).toEqual([1, '只列出 1 条，请缩小范围']);
    const groups = (await around('getAroundResourceListNew', { limit: 1 })).body.data;
    expect(groups.find((g: { resourceType: string }) => g.resourceType === 'waterSource')).toMatchObject({
      resourceName: '水源地',
      count: 3,
      list: [{ resourceCode: 'K' }],
    });
    expect(groups.map((g: { list: { distance: number }[] }) => g.list[0]?.distance)).toEqual(
      groups.map((g: { list: { distance: number }[] }) => g.list[0]?.distance).toSorted((a: number, b: number) => a - b),
    );
    expect((await around('getAroundResourceList', { gridNo: '513222' })).body.data).toEqual([]);
    for (const wrong of [{ radius: 0 }, { radius: 600_000 }, { latitude: 91 }, { resourceType: 'volcano' }, { gridNo: '510000' }]) {
      expect((await around('getAroundResourceList', wrong)).status).toBe(422);
    }
  });
});
