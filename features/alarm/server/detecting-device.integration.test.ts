// Which camera a detection refers to, and detections in masks: they are always stored, marked and audited.
import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Camera, MonitoringPoint } from '../../camera/camera.ts';
import { emptyLink } from '../../camera/service/cameras.ts';
import { contract } from '../../contract.ts';

const WENCHUAN = { gridNo: '513221' as GridNo, position: { lng: 103.59, lat: 31.48 } };
const WEIHUI = { gridNo: '410781' as GridNo, position: { lng: 114.06, lat: 35.4 } };
type Place = typeof WENCHUAN;
const IDS = { tower: randomUUID(), 'twice-a': randomUUID(), 'twice-b': randomUUID() };

let server: TestServer;
let guojia: Session;
beforeAll(async () => {
  server = await sharedTestServer();
  guojia = await server.login('guojia');
  await stand('tower', WENCHUAN, 'T-1');
  await stand('twice-a', WENCHUAN, 'T-2', 1);
  await stand('twice-b', WEIHUI, 'T-2', 2);
  const everywhere = { name: '全部', fromHorizontal: 0, toHorizontal: 0, fromVertical: -90, toVertical: 90, endsAt: null };
  await server.store.cameraLinks.put(NATION, [{ ...emptyLink('tower-camera'), masks: [everywhere] }]);
});
afterAll(() => server?.stop());

/** A point with one camera, as it could be stored before devices were limited to one owner. */
async function stand(name: keyof typeof IDS, { gridNo, position }: Place, deviceId: string, channelNum = 1): Promise<void> {
  const unknown = {
    resourceCode: null,
    districtName: null,
    streetName: null,
    groundHeightMetres: null,
    leaderName: null,
    leaderPhone: null,
  };
  const shared = { gridNo, position, towerHeightMetres: 25, online: true };
  const point: MonitoringPoint = {
    ...unknown,
    ...shared,
    id: IDS[name],
    name,
    description: null,
    rangeMetres: null,
    horizontalAngleDegrees: null,
  };
  await server.store.monitoringPoints.put(NATION, [point]);
  const camera: Camera = {
    ...shared,
    id: `${name}-camera`,
    deviceId,
    channelNum,
    name,
    cameraType: null,
    manufacturer: null,
    monitoringPointId: IDS[name],
    northCorrectionDegrees: 0,
  };
  await server.store.cameras.put(NATION, [camera]);
}

const { alarm: alarmCalls, admin } = contract;
const detect = (body: Readonly<Record<string, unknown>>) =>
  server.call('POST', alarmCalls.createMonitorAlarm.path, {
    headers: { 'x-feed-key': server.feedKey },
    body: { alarmDatetime: new Date().toISOString(), ...body },
  });
const at = ({ position }: Place) => ({ longitude: position.lng, latitude: position.lat });

/** The stored alarm and its audit row. */
async function stored(body: Readonly<Record<string, unknown>>) {
  const made = await detect(body);
  expect(made.body).toMatchObject({ code: 200 });
  const { id } = made.body.data;
  const alarm = (await server.call('GET', `${alarmCalls.monitorOne.path}?id=${id}`, { token: guojia.access_token })).body.data;
  const audit = await server.call('POST', admin.auditPage.path, {
    token: guojia.access_token,
    body: { act: 'create-camera-alarm', pageNo: 1, pageSize: 1 },
  });
  const { gridNo, monitorId, deviceId, deviceAmbiguous, maskName } = alarm;
  return { gridNo, monitorId, deviceId, deviceAmbiguous, maskName, audited: audit.body.data.list[0].detail };
}

it('a device id of two counties is never guessed: the alarm is in the grid of its own position and is marked', async () => {
  expect(await stored({ deviceId: 'T-2', ...at(WENCHUAN) })).toEqual({
    gridNo: '513221',
    monitorId: null,
    deviceId: 'T-2',
    deviceAmbiguous: true,
    maskName: null,
    audited: expect.objectContaining({ deviceAmbiguous: true }),
  });
  expect((await stored({ deviceId: 'T-2', ...at(WEIHUI) })).gridNo).toBe('410781');
  const withoutPlace = await detect({ deviceId: 'T-2', horizonAngle: 10, verticalAngle: -5 });
  expect(withoutPlace.body).toMatchObject({ code: 422, error: { code: 'device-ambiguous', fields: [{ path: 'deviceId' }] } });
});

it('the monitoring point that a detection names takes precedence', async () => {
  expect(await stored({ deviceId: 'T-2', monitorId: IDS['twice-b'], ...at(WEIHUI) })).toMatchObject({
    monitorId: IDS['twice-b'],
    deviceAmbiguous: false,
  });
  expect(await stored({ deviceId: 'T-1', monitorId: IDS['twice-b'], ...at(WEIHUI) })).toMatchObject({
    gridNo: '410781',
    monitorId: IDS['twice-b'],
    maskName: null,
  });
});

it('a detection in a mask is stored with the name of the mask, also when the whole view is masked', async () => {
  expect(await stored({ deviceId: 'T-1', horizonAngle: 200, verticalAngle: -3, ...at(WENCHUAN) })).toMatchObject({
    gridNo: '513221',
    monitorId: IDS.tower,
    maskName: '全部',
    audited: expect.objectContaining({ maskName: '全部' }),
  });
});

it('a mask does not apply after its end, but still applies to what was seen before it', async () => {
  const ended = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000);
  const mask = { name: '全部', fromHorizontal: 0, toHorizontal: 0, fromVertical: -90, toVertical: 90, endsAt: ended };
  await server.store.cameraLinks.put(NATION, [{ ...emptyLink('tower-camera'), masks: [mask] }]);
  const seen = { deviceId: 'T-1', horizonAngle: 200, verticalAngle: -3, ...at(WENCHUAN) };
  expect((await stored(seen)).maskName).toBeNull();
  expect((await stored({ ...seen, alarmDatetime: new Date(ended.getTime() - 60_000).toISOString() })).maskName).toBe('全部');
});
