// Tests every call of specification §7 (docs/coverage/endpoints.tsv) with a real session: refused for one wrong field, restricted to the
// caller's grid, and answered with a fact that no stub could return. Rules for every row of the contract are tested in
// fence.integration.test.ts.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contract } from '@lookout/features/contract.ts';
import { RESOURCE_KINDS } from '@lookout/features/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_PASSWORD } from '../settings/demo-accounts.ts';
import { buildFenceWorld, type FenceWorld, monitoringPointBody, type Spot, taskBody } from '../testing/fence-world.ts';
import { type CallOptions, encrypt, loginBody, type Reply, startTestServer, type TestServer } from '../testing/index.ts';

type Fields = Readonly<Record<string, unknown>>;
/**
 * `given` is the query of a GET or DELETE and the body of any other call. `id` is part of the path. `query` is for a call that has both
 * query and body.
 */
interface Sent {
  readonly given?: Fields;
  readonly query?: Fields;
  readonly id?: string;
  readonly token?: string;
}
interface None {
  readonly none: string;
}
/**
 * How the grid restriction of a list is tested. `shows`: what the list shows of a spot to a caller who may see it. `figure`: the list only
 * counts. `asked`: it covers one grid, which the request names.
 */
type Listing = { readonly shows: (spot: Spot) => string } | { readonly figure: (data: Any) => number } | { readonly asked: true };
interface SpecifiedCall {
  readonly call: string;
  readonly good: (spot: Spot) => Sent | Promise<Sent>;
  readonly tells: (data: Any, spot: Spot, sent: Sent, reply: Reply) => unknown;
  /** The field that is refused, with its wrong value (`undefined`: left out), or why the call has no field that could be wrong. */
  readonly bad: readonly [path: string, wrong: Fields] | None;
  /** What happens to a request from outside the grid. `gridField`: the field in which a list's request names the grid. */
  readonly outside: (Listing & { readonly gridField?: string }) | 'object' | 'position' | None;
}
// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
type Any = any;

let platform: Server;
let server: TestServer;
let world: FenceWorld;
let county: string;
let city: string;
/** The requests that reached the vendors' platforms: method, path and body. */
let requested: string[] = [];
/** Cameras of the vendors' platforms by the grid and the vendor's name, and the monitoring point that they belong to. */
const cameras: Record<string, Record<string, string>> = {};
const towers: Record<string, string> = {};
/**
 * Number of calls so far. On the server's clock each call is a tenth of a second after the last, because all calls of this file together
 * would exceed the budget of a session.
 */
let calls = 0;

const WEATHER = /^\/(geo|v7)\//;
const VENDORS = ['guide', 'aqishi', 'chinaTower', 'hikvision', 'mediaKit'];
const deviceOf = (gridNo: string, vendor: string) => `${vendor}-${gridNo}`;

/** A simulated platform that answers like each of the vendors, and like the weather service. */
function answerOf(url: string): string {
  const live = 'http://127.0.0.1/live.flv';
  if (url.startsWith('/ISAPI/')) return '<ResponseStatus><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>';
  if (url.startsWith('/previewURLs')) return JSON.stringify({ code: 200, data: [{ code: 0, result: 'ok', url: live }] });
  if (url.startsWith('/index/api/')) return JSON.stringify({ code: 0, data: [{ schema: 'rtsp' }] });
  if (url.startsWith('/authentication')) return JSON.stringify({ code: 200, data: { token: 'ours' } });
  if (url.startsWith('/files')) return JSON.stringify({ code: 200, data: [{ name: '一', url: 'http://127.0.0.1/1.mp4', size: 7 }] });
  if (url.startsWith('/v7/weather/now')) {
    const now = { obsTime: '2026-11-24T08:00+08:00', temp: '21', icon: '100', text: '晴', windDir: '北风', wind360: '0', windScale: '3' };
    return JSON.stringify({ code: '200', now: { ...now, humidity: '40' } });
  }
  return JSON.stringify({ code: 200, data: { total: 3, online: 2, url: live } });
}

beforeAll(async () => {
  platform = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // Requests for the weather are left out, because a timer sends them too, at any time.
    if (!WEATHER.test(request.url ?? '')) requested.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`);
    response.end(answerOf(request.url ?? ''));
  });
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  server = await startTestServer({
    now: () => performance.now() + calls * 100,
    env: {
      GUIDE_URL: url,
      AQISHI_URL: url,
      AQISHI_USER: 'u',
      AQISHI_PASSWORD: 'p',
      CHINA_TOWER_URL: url,
      HIKVISION_URL: url,
      MEDIA_KIT_URL: url,
      MEDIA_KIT_SECRET: 's',
      DEMO_WEATHER_URL: url,
    },
  });
  world = await buildFenceWorld(server);
  county = (await world.tokenOf('county')) ?? '';
  city = (await world.tokenOf('city')) ?? '';
  for (const { gridNo, lng, lat } of world.spots) {
    const token = await world.tokenOf('nation');
    const channels = VENDORS.map((vendor) => ({ deviceId: deviceOf(gridNo, vendor), name: vendor, manufacturer: vendor }));
    const body = { ...monitoringPointBody({ lng, lat }), name: '平台塔', cameras: channels };
    const made = await server.call('POST', contract.camera.createMonitoringPoint.path, { token, body });
    towers[gridNo] = made.body.data.id;
    const list = await server.call('POST', contract.camera.cameraList.path, { token, body: { monitorId: towers[gridNo] } });
    cameras[gridNo] = Object.fromEntries(list.body.data.map(({ name, id }: { name: string; id: string }) => [name, id]));
    await server.store.cameraLinks.saveOnline(new Map([[cameras[gridNo].guide ?? '', false]]));
  }
});
afterAll(async () => {
  platform?.closeAllConnections();
  platform?.close();
  await server?.stop();
});

const asQuery = (fields: Fields): string => {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]))}`;
};
async function send(call: string, { given = {}, query = {}, id = '', token = county }: Sent): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ');
  const isRead = method === 'GET' || method === 'DELETE';
  const options: CallOptions = { token, ...(!isRead && { body: given }) };
  calls++;
  return server.call(method, path.replace('{id}', id) + asQuery(isRead ? given : query), options);
}
/** The current state of the alarm, whatever its source, by the product's own call. */
const alarm = async (id: string) => (await send(`GET ${contract.alarm.one.path}`, { given: { id } })).body.data;
const cameraOf = ({ gridNo }: Spot, vendor: string) => cameras[gridNo]?.[vendor] ?? '';
const statusOfUserInfo = async (token: string) => (await server.call('GET', '/auth/api/auth/auth/user/auth', { token })).status;
/** Login as an account that only this file changes. */
const signIn = async () => (await server.login('qujing', passwordNow)).access_token;
let passwordNow = DEMO_PASSWORD;
const newPassword = async (): Promise<Sent> => {
  const next = passwordNow === DEMO_PASSWORD ? 'Another#26' : DEMO_PASSWORD;
  const { aeskey, nonce, encrypted } = await encrypt(server.base, passwordNow, next);
  return { given: { oldPasswd: encrypted[0], newPasswd: encrypted[1], aeskey, nonce }, token: await signIn() };
};
const passwordChanged = async (_data: unknown, _spot: Spot, { token }: Sent, { body }: Reply) => {
  expect(body.message).toBe('OK');
  passwordNow = passwordNow === DEMO_PASSWORD ? 'Another#26' : DEMO_PASSWORD;
  expect([await statusOfUserInfo(token ?? ''), await statusOfUserInfo(await signIn())]).toEqual([401, 200]);
};

const WRONG_GRID = ['gridNo', { gridNo: '51%' }] as const;
const quoted = ({ gridNo }: Spot) => `"${gridNo}"`;
const OWN_ONLY = { none: 'it is about the caller’s own session' } as const;
const NOBODY_YET = { none: 'who logs in has no grid yet' } as const;
const NO_INPUT = { none: 'it takes no input' } as const;
const PLATFORM = { none: 'it is about the platform, not about a place' } as const;
const every = (...ids: readonly string[]) => expect.arrayContaining(ids.map((id) => expect.objectContaining({ id })));

const cases: readonly SpecifiedCall[] = [
  // Proves §7.1a, §7.1b
  {
    call: 'POST /auth/api/auth/user/loginNew',
    good: async () => ({ given: await loginBody(server.base, 'wenchuan', DEMO_PASSWORD), token: '' }),
    tells: async (_data, _spot, _sent, { body }) => {
      expect(body).toMatchObject({ token_type: 'Bearer', gridNo: '513221', fullName: '汶川县值班员' });
      expect(await statusOfUserInfo(body.access_token)).toBe(200);
    },
    bad: ['userPasswd', { userPasswd: DEMO_PASSWORD }],
    outside: NOBODY_YET,
  },
  // Proves §7.2
  {
    call: 'GET /auth/api/auth/user/appOrWeb/login',
    good: async () => {
      const { aeskey, nonce, encrypted } = await encrypt(server.base, DEMO_PASSWORD);
      return { given: { username: 'lixian', password: encrypted[0], aeskey, nonce, accountType: '1' }, token: '' };
    },
    tells: async (_data, _spot, _sent, { body }) => {
      expect(body).toMatchObject({ token_type: 'Bearer', gridNo: '513222' });
      expect(await statusOfUserInfo(body.access_token)).toBe(200);
    },
    bad: ['username', { username: undefined }],
    outside: NOBODY_YET,
  },
  // Proves §7.3
  {
    call: 'POST /api/auth/jwt/invalid',
    good: async () => {
      const token = await signIn();
      return { given: { token }, token };
    },
    tells: async (_data, _spot, { token }) => expect(await statusOfUserInfo(token ?? '')).toBe(401),
    bad: ['token', { token: 'x'.repeat(501) }],
    outside: OWN_ONLY,
  },
  // Proves §7.4a
  {
    call: 'GET /auth/api/auth/auth/user/auth',
    good: () => ({}),
    tells: ({ userDTO, menuDTOS }, { gridNo }) => {
      expect(userDTO).toMatchObject({ id: world.accid.county, gridNo, groupId: '001', fullName: '测试' });
      expect(menuDTOS).toContainEqual(expect.objectContaining({ menuCode: 'bpMonitor', menuName: '预警监测' }));
    },
    bad: NO_INPUT,
    outside: OWN_ONLY,
  },
  // Proves §7.4b
  {
    call: 'GET /auth/api/auth/auth/list/menu/tree/by/user',
    good: async () => ({ token: (await server.login('viewer')).access_token }),
    tells: (data) => expect(data.map(({ menuCode }: Any) => menuCode)).toEqual(['bpMonitor', 'fireReport']),
    bad: NO_INPUT,
    outside: OWN_ONLY,
  },
  // Proves §7.4c
  {
    call: 'GET /auth/api/auth/menu/list/all/menu',
    good: async () => ({ token: (await server.login('viewer')).access_token }),
    tells: (data) => expect(data).toContainEqual(expect.objectContaining({ menuCode: 'bpAlarm', menuName: '报警管理' })),
    bad: NO_INPUT,
    outside: { none: 'every installation has one list of menus' },
  },
  // Proves §7.4d
  {
    call: 'GET /auth/api/auth/auth/list/element/from/menu',
    good: () => ({}),
    tells: (data) => expect(data.map(({ elementCode }: Any) => elementCode)).toContain('adminDelete'),
    bad: ['menuCode', { menuCode: 'x'.repeat(65) }],
    outside: OWN_ONLY,
  },
  // Proves §7.5a, §3.16
  {
    call: 'GET /auth/api/auth/user/get/userArea',
    good: () => ({}),
    tells: ({ gridNo, areasPoint, centerLocationPoint }, spot) => {
      expect({ gridNo, type: JSON.parse(areasPoint).type }).toEqual({ gridNo: spot.gridNo, type: 'MultiPolygon' });
      expect(centerLocationPoint).toMatch(/^POINT\(103\.\d+ 31\.\d+\)$/);
    },
    bad: WRONG_GRID,
    outside: { asked: true },
  },
  // Proves §7.5a
  {
    call: 'GET /auth/api/auth/user/get/userAreaNew',
    good: () => ({}),
    tells: (data, { gridNo }) => expect(data[0]).toMatchObject({ gridNo, gridName: '汶川县', areasPoint: expect.any(String) }),
    bad: WRONG_GRID,
    outside: { shows: quoted },
  },
  // Proves §7.5b
  {
    call: 'POST /auth/api/auth/user/list',
    good: () => ({}),
    tells: (data, { userId }) => expect(data).toEqual(every(userId)),
    bad: WRONG_GRID,
    outside: { shows: ({ userId }) => userId },
  },
  // Proves §7.6a, §7.6b
  {
    call: 'PUT /auth/api/auth/user/modfiy/passwd',
    good: newPassword,
    tells: passwordChanged,
    bad: ['newPasswd', { newPasswd: undefined }],
    outside: OWN_ONLY,
  },
  // Proves §7.6a
  {
    call: 'POST /auth/api/auth/user/modfiy/passwd',
    good: newPassword,
    tells: passwordChanged,
    bad: ['oldPasswd', { oldPasswd: undefined }],
    outside: OWN_ONLY,
  },
  // Proves §7.8
  {
    call: 'GET /fire/api/msg/localDate',
    good: () => ({}),
    tells: ([{ datetime, dayOfWeek }]) => {
      const at = new Date(`${datetime.replace(' ', 'T')}+08:00`);
      expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
      expect(dayOfWeek).toBe(at.toLocaleDateString('zh-CN', { weekday: 'long', timeZone: 'Asia/Shanghai' }));
    },
    bad: NO_INPUT,
    outside: { none: 'the time is the same everywhere' },
  },
  // Proves §7.9a
  {
    call: 'POST /api/hefengWeather/getCityList',
    good: () => ({}),
    tells: (data) => expect(data[0]).toMatchObject({ gridNo: '513221', name: '汶川县', longitude: expect.closeTo(103.5, 0) }),
    bad: WRONG_GRID,
    outside: { shows: quoted },
  },
  // Proves §7.9b, §3.15
  {
    call: 'POST /api/hefengWeather/getWeatherList',
    good: ({ gridNo }) => ({ given: { gridNo } }),
    tells: (data) =>
      expect(data[0]).toMatchObject({ icon: '100', text: '晴', temp: '21', humidity: '40', windScale: '3', windDir: '北风' }),
    bad: WRONG_GRID,
    outside: { asked: true },
  },
  // Proves §7.10a
  {
    call: 'POST /fire/api/satelliteFirealarm/getSatelliteFirealarmNew',
    good: () => ({}),
    tells: (data, { satelliteId }) => expect(data).toEqual(every(satelliteId)),
    bad: ['beginTime', { beginTime: 'yesterday' }],
    outside: { shows: ({ satelliteId }) => satelliteId },
  },
  // Proves §7.10b
  {
    call: 'GET /fire/api/satelliteFirealarm/getFireByFireNo',
    good: ({ fireNo }) => ({ given: { fireNo } }),
    tells: (data, { satelliteId, fireNo }) => expect(data).toMatchObject({ id: satelliteId, fireNo }),
    bad: ['fireNo', { fireNo: '' }],
    outside: 'object',
  },
  // Proves §7.10c
  {
    call: 'GET /fire/api/satelliteFirealarm/getFireInfoByFireNo',
    // The token is sent in the address only.
    good: ({ fireNo }) => ({ given: { fireNo, token: county }, token: '' }),
    tells: (data, { satelliteId, fireNo }) => expect(data).toMatchObject({ id: satelliteId, fireNo }),
    bad: ['fireNo', { fireNo: '' }],
    outside: 'object',
  },
  // Proves §7.11a
  {
    call: 'PUT /fire/api/satelliteFirealarm',
    good: ({ satelliteId: id }) => ({ given: { id, area: 12.5 } }),
    tells: async (_data, { satelliteId }) =>
      expect(await alarm(satelliteId)).toMatchObject({ facts: { areaHectares: 12.5 }, response: { stage: 'open' } }),
    bad: ['area', { area: -1 }],
    outside: 'object',
  },
  // Proves §7.11b
  {
    call: 'PUT /fire/api/satelliteFirealarm/updateDto',
    good: ({ satelliteId: id }) => ({ given: { id, woodland: 60, grassland: 40 } }),
    tells: async (_data, { satelliteId }) => expect(await alarm(satelliteId)).toMatchObject({ facts: { woodland: 60, grassland: 40 } }),
    bad: ['woodland', { woodland: 101 }],
    outside: 'object',
  },
  // Proves §7.12a, §4.5a
  {
    call: 'GET /fire/api/satelliteFirealarm/updatePutStatus',
    good: ({ satelliteId: id }) => ({ given: { id, isPut: 1 } }),
    tells: async (_data, { satelliteId }) => expect((await alarm(satelliteId)).response.push).not.toBeNull(),
    bad: ['isPut', { isPut: 2 }],
    outside: 'object',
  },
  // Proves §7.11c
  {
    call: 'POST /fire/api/satelliteFirealarm/updateIsHandle',
    good: ({ satelliteId: id }) => ({ given: { id, isHandle: 1 } }),
    tells: async (_data, { satelliteId }) => expect(await alarm(satelliteId)).toMatchObject({ response: { stage: 'handled' } }),
    bad: ['isHandle', { isHandle: 'yes' }],
    outside: 'object',
  },
  // Proves §7.11c
  {
    call: 'POST /fire/api/satelliteFirealarm/updateIsReal',
    good: ({ satelliteId: id }) => ({ given: { id, isReal: 1, trueAlarmType: 7 } }),
    tells: async (_data, { satelliteId }) =>
      expect(await alarm(satelliteId)).toMatchObject({ response: { judgement: { verdict: 'real', realFireType: 'forest' } } }),
    bad: ['trueAlarmType', { trueAlarmType: 9 }],
    outside: 'object',
  },
  // Proves §7.11d
  {
    call: 'POST /fire/api/satelliteFirealarm/list',
    good: () => ({}),
    tells: (data, { satelliteId }) => expect(data).toEqual(every(satelliteId)),
    bad: ['isReal', { isReal: 3 }],
    outside: { shows: ({ satelliteId }) => satelliteId },
  },
  // Proves §7.11e
  {
    call: 'GET /fire/api/satelliteFirealarm',
    good: ({ satelliteId: id }) => ({ given: { id } }),
    tells: (data, { satelliteId, fireNo }) => expect(data).toMatchObject({ id: satelliteId, fireNo, fireType: 'satellite' }),
    bad: ['id', { id: '' }],
    outside: 'object',
  },
  // Proves §7.12b, §4.5b
  {
    call: 'GET /fire/api/monitorFirealarm/updatePutStatus',
    good: ({ cameraAlarmId: id }) => ({ given: { id, isPut: 1, isPutOutNote: '火势较大' } }),
    tells: async (_data, { cameraAlarmId }) =>
      expect(await alarm(cameraAlarmId)).toMatchObject({ response: { push: { note: '火势较大' } } }),
    bad: ['isPut', { isPut: undefined }],
    outside: 'object',
  },
  // Proves §7.12c
  {
    call: 'GET /fire/api/reportFirealarm/updatePutStatus',
    good: ({ reportId: id }) => ({ given: { id, isPut: 1 } }),
    tells: async (_data, { reportId }) => expect((await alarm(reportId)).response.push).not.toBeNull(),
    bad: ['id', { id: '' }],
    outside: 'object',
  },
  // Proves §7.13a
  {
    call: 'PUT /fire/api/monitorFirealarm/updateMonitorFireStates',
    good: ({ cameraAlarmId: id }) => ({ given: { id, isHandle: 1, handleOpinions: '派人查看' } }),
    tells: async (_data, { cameraAlarmId }) =>
      expect(await alarm(cameraAlarmId)).toMatchObject({ response: { stage: 'handled' }, facts: { handleOpinions: '派人查看' } }),
    bad: ['handleOpinions', { handleOpinions: '长'.repeat(201) }],
    outside: 'object',
  },
  // Proves §7.13b
  {
    call: 'POST /fire/api/monitorFirealarm/page',
    good: () => ({ given: { pageNo: 1, pageSize: 200 } }),
    tells: ({ list, total }, { cameraAlarmId }) => {
      expect(list).toEqual(every(cameraAlarmId));
      expect(total).toBe(list.length);
    },
    bad: ['pageSize', { pageSize: 0 }],
    outside: { shows: ({ cameraAlarmId }) => cameraAlarmId },
  },
  // Proves §7.13b
  {
    call: 'POST /fire/api/monitorFirealarm/list',
    good: () => ({}),
    tells: (data, { cameraAlarmId }) => expect(data).toEqual(every(cameraAlarmId)),
    bad: ['endTime', { endTime: '2026-02-30 00:00:00' }],
    outside: { shows: ({ cameraAlarmId }) => cameraAlarmId },
  },
  // Proves §7.13c
  {
    call: 'PUT /fire/api/monitorFirealarm',
    good: ({ cameraAlarmId: id }) => ({ given: { id, maxHeat: 321 } }),
    tells: async (_data, { cameraAlarmId }) => expect(await alarm(cameraAlarmId)).toMatchObject({ facts: { maxHeat: 321 } }),
    bad: ['maxHeat', { maxHeat: 'hot' }],
    outside: 'object',
  },
  // Proves §7.13c
  {
    call: 'GET /fire/api/monitorFirealarm',
    good: ({ cameraAlarmId: id }) => ({ given: { id } }),
    tells: (data, { cameraAlarmId }) => expect(data).toMatchObject({ id: cameraAlarmId, fireType: 'monitor', deviceId: 'd' }),
    bad: ['id', { id: '' }],
    outside: 'object',
  },
  // Proves §7.13c
  {
    call: 'POST /fire/api/monitorFirealarm',
    good: ({ lng, lat }) => ({ given: { longitude: lng, latitude: lat, deviceId: 'new', alarmDatetime: new Date().toISOString() } }),
    tells: async ({ id }, { gridNo }) =>
      expect(await alarm(id)).toMatchObject({ facts: { kind: 'camera', deviceId: 'new' }, gridNo, response: { stage: 'open' } }),
    bad: ['latitude', { latitude: 91 }],
    outside: 'position',
  },
  // Proves §7.13d, §7.15a, §3.12
  {
    call: 'POST /fire/api/monitorFirealarm/fireRealUpdates',
    good: async (spot) => ({ given: { fireId: await world.newCameraAlarm(spot), isReal: 1, isTrueNote: '见明火', trueAlarmType: 3 } }),
    tells: async (_data, _spot, { given }) =>
      expect(await alarm(String(given?.fireId))).toMatchObject({
        response: { judgement: { verdict: 'real', note: '见明火', realFireType: 'garbage' } },
      }),
    bad: ['isTrueNote', { isTrueNote: '长'.repeat(71) }],
    outside: 'object',
  },
  // Proves §7.13e, §7.15b
  {
    call: 'GET /fire/api/monitorFirealarm/updateLongitudeLatitude',
    good: async (spot) => ({
      given: { fireId: await world.newCameraAlarm(spot), editLongitude: spot.lng + 0.01, editLatitude: spot.lat, height: 1500 },
    }),
    tells: async (_data, { lng, lat }, { given }) => {
      const moved = await alarm(String(given?.fireId));
      expect([moved.position.lng, moved.position.lat]).toEqual([expect.closeTo(lng + 0.01, 6), lat]);
    },
    bad: ['height', { height: 9001 }],
    outside: 'object',
  },
  // Proves §7.13f
  {
    call: 'DELETE /fire/api/monitorFirealarm/adminDelete',
    good: async (spot) => ({ given: { id: await world.newCameraAlarm(spot), reason: '误报' } }),
    tells: async (_data, _spot, { given }) =>
      expect((await send('GET /fire/api/monitorFirealarm', { given: { id: given?.id } })).status).toBe(404),
    bad: ['reason', { reason: '' }],
    outside: 'object',
  },
  // Proves §7.14a
  {
    call: 'PUT /fire/api/reportFirealarm',
    good: ({ reportId: id }) => ({ given: { id, comment: '已核实', description: '浓烟' } }),
    tells: async (_data, { reportId }) =>
      expect(await alarm(reportId)).toMatchObject({ facts: { comment: '已核实', description: '浓烟' } }),
    bad: ['comment', { comment: '长'.repeat(501) }],
    outside: 'object',
  },
  // Proves §7.14b
  {
    call: 'POST /fire/api/appFirealarm/list',
    good: () => ({}),
    tells: (data, { reportId }) => expect(data).toEqual(every(reportId)),
    bad: WRONG_GRID,
    outside: { shows: ({ reportId }) => reportId },
  },
  // Proves §7.14c
  {
    call: 'POST /fire/api/dangerCheck/list',
    good: () => ({}),
    tells: (data, { dangerId }) => {
      expect(data).toEqual(every(dangerId));
      expect(data[0]).toMatchObject({ resourceName: '林区', kind: 'danger' });
    },
    bad: WRONG_GRID,
    outside: { shows: ({ dangerId }) => dangerId },
  },
  // Proves §7.16a
  {
    call: 'GET /fire/api/fireAlarmLevel/getFireLevel',
    good: () => ({ given: { day: '2026-11-20' } }),
    // The weather of the test world: 20 °C, 40 %, an index of 3.
    tells: (data, { gridNo }) =>
      expect(data).toContainEqual(expect.objectContaining({ gridNo, day: '2026-11-20', fwi: 3, temperature: 20, humidity: 40 })),
    bad: ['day', { day: '2026-02-30' }],
    outside: { shows: quoted },
  },
  // Proves §7.16b
  {
    call: 'GET /fire/api/Statistic/getLatestFireAlarmList',
    good: () => ({}),
    tells: (data, { smokeId, dangerId }) => expect(data).toEqual(every(smokeId, dangerId)),
    bad: ['limit', { limit: 0 }],
    outside: { shows: ({ smokeId }) => smokeId },
  },
  // Proves §7.16c
  {
    call: 'GET /resource/api/eventFire/getLatestFireAlarmList',
    good: () => ({}),
    tells: (data, { smokeId, dangerId }) => expect(data).toEqual(every(smokeId, dangerId)),
    bad: ['kind', { kind: 'volcano' }],
    outside: { shows: ({ smokeId }) => smokeId },
  },
  // Proves §7.14d
  {
    call: 'POST /fire/api/fireArchives/list',
    good: () => ({}),
    tells: (rows, { closedFireId }) => expect(rows).toMatchObject([{ fireId: closedFireId, state: 'draft' }]),
    bad: ['state', { state: '草' }],
    outside: { shows: ({ closedFireId }) => closedFireId },
  },
  // Proves §7.17a
  {
    call: 'POST /fire/api/smokeAlarmFiltering/page',
    good: () => ({ given: { pageSize: 200 } }),
    tells: ({ list, total }, { smokeId }) => {
      expect(list).toEqual(every(smokeId));
      expect(total).toBe(list.length);
    },
    bad: ['pageSize', { pageSize: 1_000_000 }],
    outside: { shows: ({ smokeId }) => smokeId },
  },
  // Proves §7.17b
  {
    call: 'GET /fire/api/smokeAlarmFiltering/saveMonitorFireAlarm',
    good: async (spot) => ({ given: { id: await world.newSmokeAlarm(spot) } }),
    tells: ({ id, fireType }, _spot, { given }) => {
      expect(fireType).toBe('monitor');
      expect(id).not.toBe(given?.id);
    },
    bad: ['id', { id: '' }],
    outside: 'object',
  },
  // Proves §7.17c
  {
    call: 'DELETE /fire/api/smokeAlarmFiltering/adminDelete',
    good: async (spot) => ({ given: { id: await world.newSmokeAlarm(spot), reason: '检修' } }),
    tells: async (_data, _spot, { given }) =>
      expect((await send(`GET ${contract.alarm.one.path}`, { given: { id: given?.id } })).status).toBe(404),
    bad: ['reason', { reason: undefined }],
    outside: 'object',
  },
  // Proves §7.18a
  {
    call: 'POST /fire/api/smsAba/newSubmits',
    good: ({ reportId }) => ({
      query: { fireNme: '映秀火情', fireId: reportId },
      given: { phones: ['13912345678'], content: '请速到现场' },
    }),
    tells: (data, { reportId }) =>
      expect(data).toMatchObject([{ fireId: reportId, fireNme: '映秀火情', phone: '13912345678', content: '请速到现场' }]),
    bad: ['phones.0', { phones: ['x'] }],
    outside: 'object',
  },
  // Proves §7.18b
  {
    call: 'POST /fire/api/smsAba/list',
    good: () => ({ given: { phone: '13800000000' } }),
    tells: (data) => {
      expect(data.length).toBeGreaterThan(0);
      for (const message of data) expect(message).toMatchObject({ phone: '13800000000', content: '火情', gridNo: '513221' });
    },
    bad: ['state', { state: 'lost' }],
    outside: { shows: quoted },
  },
  // Proves §7.19
  {
    call: 'POST /resource/api/gateMonitorImg/page',
    good: () => ({ given: { category: 'vehicle' } }),
    tells: ({ list, total }, { gridNo }) => {
      expect(total).toBe(1);
      expect(list).toMatchObject([{ category: 'vehicle', direction: 'in', gridNo, picPath: expect.stringContaining('/files/') }]);
    },
    bad: ['category', { category: 'dog' }],
    outside: { shows: quoted },
  },
  // Proves §7.20a
  {
    call: 'POST /resource/api/resourceList/list',
    good: () => ({ given: { resourceType: 'uav,monitor' } }),
    tells: (data, { monitorId }) => {
      expect(data).toEqual(every(monitorId));
      expect(new Set(data.map(({ resourceType }: Any) => resourceType))).toEqual(new Set(['uav', 'monitor']));
    },
    bad: ['resourceType.0', { resourceType: 'volcano' }],
    outside: { shows: quoted, gridField: 'gridNoba' },
  },
  // Proves §7.20a
  {
    call: 'POST /resource/api/resourceList/getAroundResourceList',
    good: ({ lng, lat }) => ({ given: { longitude: lng, latitude: lat + 0.009, radius: 100_000, resourceType: 'team' } }),
    tells: (data) => expect(data).toMatchObject([{ resourceType: 'team', gridNo: '513221', distance: expect.closeTo(1000.8, 0) }]),
    bad: ['radius', { radius: 0 }],
    outside: { shows: quoted },
  },
  // Proves §7.20a
  {
    call: 'POST /resource/api/resourceList/getAroundResourceListNew',
    good: ({ lng, lat }) => ({ given: { longitude: lng, latitude: lat, radius: 100_000, resourceType: 'team,uav' } }),
    tells: (data) => {
      expect(data).toContainEqual(expect.objectContaining({ resourceType: 'team', resourceName: '扑火队伍', count: 1 }));
      expect(data).toHaveLength(2);
    },
    bad: ['longitude', { longitude: undefined }],
    outside: { shows: quoted },
  },
  ...[...RESOURCE_KINDS, 'grid'].map(
    (resource): SpecifiedCall => ({
      call: `POST /resource/api/${resource}/list`,
      good: () => ({}),
      tells: (data, { gridNo }) =>
        expect(data).toMatchObject(
          resource === 'grid' ? [{ no: gridNo }] : [{ resourceType: resource, resourceCode: `${gridNo}-${resource}` }],
        ),
      bad: ['gridNoba', { gridNoba: '51%' }],
      outside: { shows: quoted, gridField: 'gridNoba' },
    }),
  ),
  // Proves §7.20c
  {
    call: 'POST /resource/api/dangerCheck/getCount',
    good: () => ({}),
    tells: (data) => expect(data).toEqual({ total: 1, open: 1, renovated: 0 }),
    bad: WRONG_GRID,
    outside: { figure: ({ total }) => total },
  },
  // Proves §7.21
  {
    call: 'GET /resource/api/grid/listSecondLevelGridTrees',
    good: () => ({}),
    tells: (data, { gridNo }) => expect(data).toMatchObject([{ no: gridNo, name: '汶川县' }]),
    bad: WRONG_GRID,
    outside: { shows: quoted },
  },
  // Proves §7.21, §3.14
  {
    call: 'GET /resource/api/grid/listGridNewTrees',
    good: () => ({ token: city }),
    tells: ([{ no, name, children }]) => expect([no, name, children.length]).toEqual(['513200', '阿坝藏族羌族自治州', 13]),
    bad: WRONG_GRID,
    outside: { shows: quoted },
  },
  // Proves §7.21
  {
    call: 'GET /resource/api/grid/listGridTreesNew',
    good: () => ({}),
    tells: (data, { gridNo }) => expect(data).toMatchObject([{ no: gridNo, name: '汶川县' }]),
    bad: WRONG_GRID,
    outside: { shows: quoted },
  },
  // Proves §7.21
  {
    call: 'GET /resource/api/grid/getGrid',
    good: () => ({}),
    tells: (data) => expect(data).toMatchObject({ no: '513221', name: '汶川县', level: 'county', longitude: expect.closeTo(103.6, 0) }),
    bad: WRONG_GRID,
    outside: { asked: true },
  },
  // Proves §7.21
  {
    call: 'GET /resource/api/grid/getAreaData',
    good: () => ({ given: { level: 'counties' } }),
    tells: ([{ gridNo, areasPoint }]) => expect([gridNo, JSON.parse(areasPoint).type]).toEqual(['513221', 'MultiPolygon']),
    bad: ['level', { level: 'street' }],
    outside: { shows: quoted },
  },
  // Proves §7.22a
  {
    call: 'POST /resource/api/camera/list',
    good: ({ monitorId }) => ({ given: { monitorId } }),
    tells: (data, { cameraId, deviceId }) => expect(data).toMatchObject([{ id: cameraId, deviceId }]),
    bad: ['name', { name: '长'.repeat(65) }],
    outside: { asked: true, gridField: 'gridNoba' },
  },
  // Proves §7.22b
  {
    call: 'GET /resource/api/camera/listNew',
    good: () => ({}),
    tells: (data, spot) => expect(data).toEqual(every(spot.cameraId, cameraOf(spot, 'guide'))),
    bad: WRONG_GRID,
    outside: { shows: ({ cameraId }) => cameraId },
  },
  // Proves §7.22b
  {
    call: 'GET /resource/api/camera/online',
    good: () => ({}),
    // The list does not contain the camera that was reported as offline.
    tells: (data, spot) => {
      expect(data).toEqual(every(spot.cameraId, cameraOf(spot, 'aqishi')));
      expect(data).not.toEqual(every(cameraOf(spot, 'guide')));
    },
    bad: WRONG_GRID,
    outside: { shows: ({ cameraId }) => cameraId },
  },
  // Proves §7.22b
  {
    call: 'GET /resource/api/camera/getOnlineDevices',
    good: () => ({}),
    tells: (data, { deviceId, monitorId }) => expect(data).toContainEqual({ deviceId, monitorId, manufacturer: 'onvif', channels: 1 }),
    bad: WRONG_GRID,
    outside: { shows: ({ deviceId }) => deviceId },
  },
  // Proves §7.22c
  {
    call: 'POST /resource/api/cameraTime/list',
    good: () => ({}),
    tells: (data, spot) =>
      expect(data).toContainEqual(expect.objectContaining({ cameraId: cameraOf(spot, 'guide'), isOnline: '0', endTime: null })),
    bad: ['beginTime', { beginTime: 'once' }],
    outside: { shows: (spot) => cameraOf(spot, 'guide') },
  },
  // Proves §7.23a
  {
    call: 'GET /resource/api/monitor/getCameraListByMonitorId',
    good: ({ monitorId }) => ({ given: { monitorId } }),
    tells: (data, { cameraId }) => expect(data.map(({ id }: Any) => id)).toEqual([cameraId]),
    bad: ['monitorId', { monitorId: '' }],
    outside: 'object',
  },
  // Proves §7.23b
  {
    call: 'GET /resource/api/monitor/getMonitorDetaisByGrid',
    good: () => ({}),
    tells: (data, { gridNo }) =>
      expect(data).toContainEqual(expect.objectContaining({ id: towers[gridNo], cameraCount: 5, onlineCount: 4 })),
    bad: ['gridId', { gridId: '51%' }],
    outside: { shows: ({ monitorId }) => monitorId, gridField: 'gridId' },
  },
  // Proves §7.23b
  {
    call: 'GET /resource/api/monitor/getKakouMonitorDetaisByGrid',
    good: () => ({}),
    tells: (data, { monitorId }) =>
      expect(data).toContainEqual(
        expect.objectContaining({ id: monitorId, postName: expect.stringMatching(/checkStation|inspectionPost/) }),
      ),
    bad: ['gridId', { gridId: '51%' }],
    outside: { shows: ({ monitorId }) => monitorId, gridField: 'gridId' },
  },
  // Proves §7.23c
  {
    call: 'POST /resource/api/monitor/page',
    good: () => ({ given: { pageSize: 1 } }),
    tells: ({ list, total }) => expect([list.length, total]).toEqual([1, 2]),
    bad: ['pageNo', { pageNo: 0 }],
    outside: { figure: ({ total }) => total, gridField: 'gridNoba' },
  },
  // Proves §7.23c
  {
    call: 'POST /resource/api/monitor/list',
    good: () => ({}),
    tells: (data, { monitorId }) => expect(data).toEqual(every(monitorId)),
    bad: ['gridNoba', { gridNoba: '51%' }],
    outside: { shows: ({ monitorId }) => monitorId, gridField: 'gridNoba' },
  },
  // Proves §7.23c
  {
    call: 'POST /resource/api/monitor',
    good: (spot) => ({ given: { ...monitoringPointBody(spot), leaderName: '王五' } }),
    tells: async ({ id }, { gridNo }) => {
      expect((await send('GET /resource/api/monitor/{id}', { id })).body.data).toMatchObject({ leaderName: '王五', gridNo });
      await send('DELETE /resource/api/monitor/{id}', { id });
    },
    bad: ['name', { name: '' }],
    outside: 'position',
  },
  // Proves §7.23d
  {
    call: 'GET /resource/api/monitor/{id}',
    good: ({ monitorId }) => ({ id: monitorId }),
    tells: (data, { monitorId, lng, lat }) => expect(data).toMatchObject({ id: monitorId, name: '测试点', position: { lng, lat } }),
    bad: ['id', { id: 'x' }],
    outside: 'object',
  },
  // Proves §7.23f
  {
    call: 'PUT /resource/api/monitor/{id}',
    good: (spot) => ({
      id: towers[spot.gridNo] ?? '',
      given: { ...monitoringPointBody(spot), name: '平台塔', leaderPhone: '13700000000' },
    }),
    tells: async (_data, _spot, { id }) =>
      expect((await send('GET /resource/api/monitor/{id}', { id: id ?? '' })).body.data.leaderPhone).toBe('13700000000'),
    bad: ['position.lat', { position: { lng: 103, lat: 91 } }],
    outside: 'object',
  },
  // Proves §7.23e
  {
    call: 'DELETE /resource/api/monitor/{id}',
    good: async (spot) => ({ id: await world.newMonitoringPoint(spot) }),
    tells: async (_data, _spot, { id }) => expect((await send('GET /resource/api/monitor/{id}', { id: id ?? '' })).status).toBe(404),
    bad: ['id', { id: 'x' }],
    outside: 'object',
  },
  // Proves §7.24
  {
    call: 'GET /resource/api/inspectionPost/getInspectionPostByGrid',
    good: () => ({}),
    tells: (data, { gridNo }) => expect(data).toMatchObject([{ resourceType: 'inspectionPost', resourceCode: `${gridNo}-inspectionPost` }]),
    bad: ['gridId', { gridId: '51%' }],
    outside: { shows: quoted, gridField: 'gridId' },
  },
  // Proves §7.25a
  {
    call: 'GET /resource/api/aqishi/authentication',
    good: () => ({}),
    tells: (data) => {
      expect(data).toEqual({ token: 'ours' });
      expect(requested).toEqual(['GET /authentication?username=u&password=p ']);
    },
    bad: NO_INPUT,
    outside: PLATFORM,
  },
  // Proves §7.25b
  {
    call: 'POST /resource/api/aqishi/ptzCmd',
    good: (spot) => ({ query: { token: 'theirs' }, given: { cameraId: cameraOf(spot, 'aqishi'), cmd: 3, speed: 100 } }),
    tells: () => expect(requested).toEqual([expect.stringMatching(/^POST \/ptzCmd\?token=theirs .*"direction":3,/)]),
    bad: ['cmd', { cmd: 9 }],
    outside: 'object',
  },
  // Proves §7.25c
  {
    call: 'POST /resource/api/aqishi/zoomCmd',
    good: (spot) => ({ query: { token: 'theirs' }, given: { cameraId: cameraOf(spot, 'aqishi'), cmd: 2, step: 8 } }),
    tells: () => expect(requested).toEqual([expect.stringMatching(/^POST \/zoomCmd\?token=theirs .*"operation":2,/)]),
    bad: ['step', { step: 9 }],
    outside: 'object',
  },
  // Proves §7.25d
  {
    call: 'GET /resource/api/aqishi/preview',
    good: (spot) => ({ given: { cameraId: cameraOf(spot, 'aqishi'), token: 'theirs' } }),
    tells: (data) => expect(data).toMatchObject([{ code: null, url: 'http://127.0.0.1/live.flv', protocol: 'flv' }]),
    bad: ['cameraId', { cameraId: '' }],
    outside: 'object',
  },
  // Proves §7.25d
  {
    call: 'GET /resource/api/aqishi/files',
    good: (spot) => ({ given: { cameraId: cameraOf(spot, 'aqishi'), token: 'theirs' } }),
    tells: (data) => expect(data).toEqual([{ name: '一', beginTime: null, endTime: null, bytes: 7, url: 'http://127.0.0.1/1.mp4' }]),
    bad: ['beginTime', { beginTime: 'once' }],
    outside: 'object',
  },
  // Proves §7.25d
  {
    call: 'GET /resource/api/aqishi/statistics',
    good: () => ({ given: { token: 'theirs' } }),
    tells: (data) => expect(data).toEqual({ total: 3, online: 2 }),
    bad: ['token', { token: 'x'.repeat(501) }],
    outside: PLATFORM,
  },
  // Proves §7.26a
  {
    call: 'POST /resource/api/liveVideo/getLiveVideo',
    good: (spot) => ({ given: { cameraId: cameraOf(spot, 'guide'), streamType: 2 } }),
    tells: ([stream], spot) => {
      expect(stream).toMatchObject({ code: null, protocol: 'flv', cameraId: cameraOf(spot, 'guide') });
      expect(stream.url).toMatch(/^\/media\/.+\/sub\.flv\?ticket=/);
      expect(requested.join()).toContain('"enumCode":"preview","streamType":2');
    },
    bad: ['streamType', { streamType: 3 }],
    outside: 'object',
  },
  // Proves §7.26b
  {
    call: 'POST /resource/api/videoCheck/listAllVideo',
    good: () => ({}),
    tells: (data, spot) => {
      const state = (id: string) => data.find((one: Any) => one.id === id)?.state;
      expect([state(cameraOf(spot, 'guide')), state(spot.cameraId)]).toEqual([expect.any(String), 'idle']);
    },
    bad: ['name', { name: '长'.repeat(65) }],
    outside: { shows: ({ cameraId }) => cameraId },
  },
  // Proves §7.26c
  {
    call: 'GET /resource/api/liveVideo/addAlarm',
    good: ({ monitorId, lng, lat }) => ({ given: { monitorId, horizonAngle: 30, verticalAngle: -5, longitude: lng, latitude: lat } }),
    tells: async ({ id }, { lng, lat }) =>
      expect(await alarm(id)).toMatchObject({
        facts: { kind: 'camera', horizontalDegrees: 30, verticalDegrees: -5 },
        position: { lng, lat },
      }),
    bad: ['verticalAngle', { verticalAngle: -91 }],
    outside: 'object',
  },
  // Proves §7.26d, §7.28a
  {
    call: 'GET /resource/api/liveVideo/control',
    good: (spot) => ({
      given: {
        groupId: '001003001',
        monitorId: towers[spot.gridNo],
        channelId: cameraOf(spot, 'hikvision'),
        controlType: 21,
        speed: 50,
        stop: 0,
      },
    }),
    tells: async (_data, _spot, { given }) => {
      expect(requested[0]).toMatch(/^PUT \/ISAPI\/.+\/continuous <PTZData><pan>0<\/pan><tilt>[1-9]\d*<\/tilt><\/PTZData>$/);
      await send('GET /resource/api/liveVideo/control', { given: { ...given, stop: 1 } });
      expect(requested.at(-1)).toContain('<pan>0</pan><tilt>0</tilt>');
    },
    bad: ['controlType', { controlType: 99 }],
    outside: 'object',
  },
  // Proves §7.26d, §7.28b
  {
    call: 'GET /resource/api/liveVideo/CruiseControl',
    good: async (spot) => {
      const body = { cameraId: cameraOf(spot, 'hikvision'), masks: [], ranges: [], tour: [{ preset: 5, seconds: 60 }] };
      const { method, path } = contract.camera.updateCameraSetup;
      await server.call(method, path, { token: (await world.tokenOf('nation')) ?? '', body });
      return {
        given: { groupId: '001003001', monitorId: towers[spot.gridNo], channelId: cameraOf(spot, 'hikvision'), controlType: 'StartCruise' },
      };
    },
    tells: async (_data, _spot, { given }) => {
      await vi.waitFor(() => expect(requested.join()).toMatch(/PUT \/ISAPI\/\S+\/presets\/5\/goto/));
      for (const more of [{ controlType: 'StartService', pauseTimeout: 120 }, { controlType: 'PauseCruise' }])
        expect((await send('GET /resource/api/liveVideo/CruiseControl', { given: { ...given, ...more } })).body.code).toBe(200);
    },
    bad: ['controlType', { controlType: 'Dance' }],
    outside: 'object',
  },
  // Proves §7.26e
  {
    call: 'GET /resource/api/liveVideo/positionControl',
    good: (spot) => ({
      given: {
        groupId: '001003001',
        monitorId: towers[spot.gridNo],
        channelId: cameraOf(spot, 'hikvision'),
        horizonAngle: 45,
        verticalAngle: -10,
      },
    }),
    tells: () => expect(requested.join()).toContain('<elevation>10.00</elevation><azimuth>45.00</azimuth>'),
    bad: ['horizonAngle', { horizonAngle: undefined }],
    outside: 'object',
  },
  // Proves §7.27a, §3.17b
  {
    call: 'GET /resource/api/mediaKit/getStream',
    good: (spot) => ({ given: { cameraId: cameraOf(spot, 'chinaTower'), manufacturer: 'chinaTower', streamType: 1 } }),
    tells: ([stream], spot) => {
      expect(requested.join()).toContain(`/previewURLs?cameraIndexCode=${deviceOf(spot.gridNo, 'chinaTower')}`);
      expect(stream).toMatchObject({ code: null, result: null, url: expect.stringMatching(/^\/media\/.+\/main\.flv\?ticket=/) });
    },
    bad: ['streamType', { streamType: 0 }],
    outside: 'object',
  },
  // Proves §7.27b
  {
    call: 'GET /resource/api/ChinaTower/previewURLs',
    good: ({ gridNo }) => ({ given: { cameraIndexCode: deviceOf(gridNo, 'chinaTower'), transmode: 1 } }),
    tells: (data, { gridNo }) => {
      expect(data).toMatchObject([{ code: null, url: 'http://127.0.0.1/live.flv' }]);
      expect(requested.join()).toContain(`/previewURLs?cameraIndexCode=${deviceOf(gridNo, 'chinaTower')}&transmode=1`);
    },
    bad: ['transmode', { transmode: 2 }],
    outside: 'object',
  },
  // Proves §7.27c
  {
    call: 'POST /resource/api/guide/getVideoControl',
    good: (spot) => ({
      given: { id: cameraOf(spot, 'guide'), monitorId: towers[spot.gridNo], enumCode: '2', direction: 1, step: 8, stop: 0, speed: 50 },
    }),
    tells: () => expect(requested).toEqual([expect.stringMatching(/^POST \/getVideoControl .*"enumCode":2,"operation":1,.*"stop":0/)]),
    bad: ['step', { step: 0 }],
    outside: 'object',
  },
  // Proves §7.29a
  {
    call: 'POST /oa/api/taskManagement/delegate',
    good: (spot) => ({ given: { ...taskBody(spot), peopleCount: 3 } }),
    tells: async ({ id }, { rangerId }) => {
      const { body } = await send('GET /oa/api/taskManagement/{id}', { id });
      expect(body.data).toMatchObject({ content: '核查火情', priority: 1, members: [{ userId: rangerId }], peopleCount: 3 });
    },
    bad: ['peopleCount', { peopleCount: 1000 }],
    outside: 'position',
  },
  // Proves §7.29b
  {
    call: 'POST /oa/api/taskManagement/page',
    good: ({ rangerId }) => ({ given: { userId: rangerId, pageSize: 100 } }),
    tells: ({ list, total }, { taskId }) => {
      expect(list).toEqual(every(taskId));
      expect(total).toBe(list.length);
    },
    bad: ['priority', { priority: 5 }],
    outside: { asked: true },
  },
  // Proves §7.29c
  {
    call: 'POST /oa/api/taskDetail/list',
    good: ({ taskId }) => ({ given: { taskId } }),
    tells: (data, { taskId, rangerId }) => expect(data).toMatchObject([{ taskId, userId: rangerId, state: 'sent' }]),
    bad: ['taskId', { taskId: '' }],
    outside: 'object',
  },
];

const OUTSIDE = /网格范围/;
const isNone = (value: SpecifiedCall['bad'] | SpecifiedCall['outside']): value is None => typeof value === 'object' && 'none' in value;

async function check({ call, good, tells, bad, outside }: SpecifiedCall): Promise<void> {
  const [home, neighbour] = world.spots as [Spot, Spot, Spot];
  if (!isNone(bad)) {
    const [path, wrong] = bad;
    const sent = await good(home);
    const spoilt =
      call.includes('{id}') && path === 'id' ? { ...sent, id: String(wrong.id) } : { ...sent, given: { ...sent.given, ...wrong } };
    const { status, body } = await send(call, spoilt);
    // A login that cannot be parsed is 400 (§8).
    expect({ is: 'bad', status, path: body.data?.[0]?.path }).toEqual({ is: 'bad', status: /login/.test(call) ? 400 : 422, path });
  }
  if (outside === 'object') {
    expect(await send(call, await good(neighbour))).toMatchObject({ status: 404, body: { code: 404 } });
  } else if (outside === 'position') {
    expect(await send(call, await good(neighbour))).toMatchObject({ status: 422, body: { message: expect.stringMatching(OUTSIDE) } });
  } else if (!isNone(outside)) {
    const sent = await good(home);
    const gridField = outside.gridField ?? 'gridNo';
    const beside = { ...sent, token: county, given: { ...sent.given, [gridField]: neighbour.gridNo } };
    expect(await send(call, beside)).toMatchObject({
      status: 422,
      body: { data: [{ path: gridField, message: expect.stringMatching(OUTSIDE) }] },
    });
    if (!('asked' in outside)) {
      const [own, wide] = [await send(call, { ...sent, token: county }), await send(call, { ...sent, token: city })];
      if ('figure' in outside) expect(outside.figure(own.body.data)).toBeLessThan(outside.figure(wide.body.data));
      else {
        const shown = [own, wide].map(({ body }) => JSON.stringify(body.data ?? null).includes(outside.shows(neighbour)));
        expect({ isShownToCountyAndCity: shown }).toEqual({ isShownToCountyAndCity: [false, true] });
      }
    }
  }
  requested = [];
  const sent = await good(home);
  const reply = await send(call, sent);
  expect({ is: 'good', status: reply.status, code: reply.body.code ?? 200, message: reply.body.message }).toMatchObject({
    status: 200,
    code: 200,
  });
  await tells(reply.body.data, home, sent, reply);
}

// `it.each` is not used, because it shortens the address in the title.
for (const one of cases) it(one.call, () => check(one));

describe('the table of calls', () => {
  it('has every row of the specification', () => {
    const table = readFileSync(new URL('../../../../docs/coverage/endpoints.tsv', import.meta.url), 'utf8');
    const specified = table
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').slice(0, 2).join(' '));
    const kinds = RESOURCE_KINDS.map((kind) => `POST /resource/api/${kind}/list`);
    const wanted = specified.flatMap((call) => (call.includes('{resource}') ? kinds : [call]));
    const called = new Set(cases.map(({ call }) => call));
    expect(wanted.filter((call) => !called.has(call))).toEqual([]);
  });
});
