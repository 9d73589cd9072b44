// The operator's lock belongs to the device, not to a record. It also covers other records, vendors and spellings that reach the same
// device (decision 0044).
import { randomUUID } from 'node:crypto';
import { NATION } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { emptyLink } from '../service/cameras.ts';

let server: TestServer;
const sessions: Record<string, Session> = {};
const cameras: Record<string, { readonly id: string; readonly monitoringPointId: string | null }> = {};
const { camera: cameraCalls } = contract;

const as = (user: string, row: { method: string; path: string }, body?: unknown, query = '') =>
  server.call(row.method, row.path + query, { token: sessions[user]?.access_token, body });

/** Registers a point in 汶川 with one camera. */
async function register(deviceId: string, manufacturer: string, link: Readonly<Record<string, string>>): Promise<void> {
  const position = { lng: 103.59, lat: 31.48 };
  const body = { name: deviceId, position, cameras: [{ name: '可见光', deviceId, manufacturer, link }] };
  expect((await as('wenchuan', cameraCalls.createMonitoringPoint, body)).body).toMatchObject({ code: 200 });
  const [camera] = await server.store.cameras.findByDevice(NATION, deviceId);
  if (camera) cameras[deviceId] = camera;
}

beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['wenchuan', 'aba', 'weihui']) sessions[user] = await server.login(user);
  await register('A', 'onvif', { controlUrl: 'http://10.9.0.1/onvif/device_service' });
  await register('B', 'hikvision', { controlUrl: 'HTTP://10.9.0.1:80', channelCode: '1' });
  await register('N1', 'hikvision', { controlUrl: 'http://10.9.0.2', channelCode: '1' });
  await register('N2', 'hikvision', { controlUrl: 'http://10.9.0.2', channelCode: '2' });
  await register('N1-again', '海康', { controlUrl: 'http://10.9.0.2:80/', channelCode: '01' });
  await register('P', 'guide', { channelCode: 'X-1' });
  await register('X-1', '高德', {});
});
afterAll(() => server?.stop());

const operate = (user: string, device: string, act: 'take' | 'release') =>
  as(user, cameraCalls.operator, { cameraId: cameras[device]?.id, act });
const statuses = async (user: string, ...devices: string[]) => {
  const found: number[] = [];
  for (const device of devices) {
    found.push((await operate(user, device, 'take')).status);
    await operate(user, device, 'release');
  }
  return found;
};

it('a second record of a device shares its lock, across vendors; another device does not', async () => {
  await operate('wenchuan', 'A', 'take');
  expect((await operate('aba', 'B', 'take')).body).toMatchObject({
    code: 409,
    error: { code: 'camera-in-use', params: { by: '汶川县值班员' } },
  });
  expect((await as('aba', cameraCalls.operatorNow, undefined, `?cameraId=${cameras.B?.id}`)).body.data).toMatchObject({
    holder: '汶川县值班员',
    isMine: false,
  });
  expect(await statuses('aba', 'N1')).toEqual([200]);
  expect(await statuses('wenchuan', 'B')).toEqual([200]);
  await operate('wenchuan', 'A', 'release');
  expect(await statuses('aba', 'B', 'A')).toEqual([200, 200]);
});

it('each channel of a recorder and each code of a platform has a separate lock', async () => {
  await operate('wenchuan', 'N1', 'take');
  expect(await statuses('aba', 'N1-again', 'N2')).toEqual([409, 200]);
  await operate('wenchuan', 'N1', 'release');
  await operate('wenchuan', 'P', 'take');
  expect(await statuses('aba', 'X-1', 'A')).toEqual([409, 200]);
  await operate('wenchuan', 'P', 'release');
});

it('a tour does not turn a camera that another user steers through another record', async () => {
  const link = await server.store.cameraLinks.find(NATION, cameras.B?.id ?? '');
  if (!link) throw new Error('no link');
  await server.store.cameraLinks.put(NATION, [{ ...link, tour: [{ preset: 1, seconds: 3_600 }] }]);
  const tour = (controlType: string) =>
    as('aba', cameraCalls.tour, undefined, `?monitorId=${cameras.B?.monitoringPointId}&controlType=${controlType}`);
  await operate('wenchuan', 'A', 'take');
  expect((await tour('StartCruise')).body).toMatchObject({ code: 409, error: { code: 'camera-in-use' } });
  await operate('wenchuan', 'A', 'release');
  expect((await tour('StartCruise')).body).toMatchObject({ code: 200 });
  // Starting a tour does not take the lock.
  expect(await statuses('wenchuan', 'A')).toEqual([200]);
  await tour('PauseCruise');
});

it('a device that was already registered twice also has one lock, across counties', async () => {
  const [own] = await server.store.cameras.findByDevice(NATION, 'A');
  if (!own) throw new Error('no camera');
  const stolen = { ...own, id: randomUUID(), deviceId: 'W', gridNo: '410781' as typeof own.gridNo, monitoringPointId: null };
  await server.store.cameras.put(NATION, [stolen]);
  await server.store.cameraLinks.put(NATION, [{ ...emptyLink(stolen.id), controlUrl: 'http://10.9.0.1:80/onvif/device_service' }]);
  cameras.W = stolen;
  await operate('wenchuan', 'A', 'take');
  expect(await statuses('weihui', 'W')).toEqual([409]);
  await operate('wenchuan', 'A', 'release');
  expect(await statuses('weihui', 'W')).toEqual([200]);
});
