// Each device has one owner (decision 0044): a device's id, its address and its code on a platform belong to one grid. Replies to other
// grids do not name the owner.

import { NATION } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

let server: TestServer;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['wenchuan', 'lixian', 'weihui', 'aba', 'guojia']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const PLACES = { wenchuan: { lng: 103.59, lat: 31.48 }, lixian: { lng: 103.17, lat: 31.44 }, weihui: { lng: 114.06, lat: 35.4 } };
type Place = keyof typeof PLACES;
interface CameraBody {
  readonly deviceId: string;
  readonly channelNum?: number;
  readonly manufacturer?: string;
  readonly link?: Readonly<Record<string, string | null>>;
}

const { camera: cameraCalls } = contract;
const as = (user: string, row: { method: string; path: string }, body?: unknown, path = row.path) =>
  server.call(row.method, path, { token: sessions[user]?.access_token, body });
const pointOf = (place: Place, ...cameras: CameraBody[]) => ({
  name: `${place}塔`,
  position: PLACES[place],
  cameras: cameras.map((camera) => ({ name: '可见光', ...camera })),
});
const create = (user: string, place: Place, ...cameras: CameraBody[]) =>
  as(user, cameraCalls.createMonitoringPoint, pointOf(place, ...cameras));
const pathOf = (id: string) => cameraCalls.updateMonitoringPoint.path.replace('{id}', id);
const camerasOf = async (deviceId: string) => (await server.store.cameras.findByDevice(NATION, deviceId)).map(({ gridNo }) => gridNo);

/** The relevant parts of a refusal: its status, its code, and the field. */
const answerOf = ({ status, body }: Awaited<ReturnType<typeof create>>) => [
  status,
  body.error?.code ?? null,
  body.error?.fields?.[0]?.path ?? null,
];
const FINE = [200, null, null];

it('a device registered by one county is refused to another: another channel, the same channel, by a change, and by the import table', async () => {
  expect(answerOf(await create('wenchuan', 'wenchuan', { deviceId: 'T-1', channelNum: 1 }))).toEqual(FINE);
  const stolen = await create('weihui', 'weihui', { deviceId: 'T-1', channelNum: 2 });
  expect(answerOf(stolen)).toEqual([409, 'device-held-elsewhere', 'cameras.0.deviceId']);
  expect(JSON.stringify(stolen.body)).not.toMatch(/汶川|5132|四川/);
  expect(answerOf(await create('weihui', 'weihui', { deviceId: 'T-1', channelNum: 1 }))).toEqual([
    409,
    'device-held-elsewhere',
    'cameras.0.deviceId',
  ]);
  // A user whose scope covers both counties cannot share the device between them either.
  expect(answerOf(await create('aba', 'lixian', { deviceId: 'T-1', channelNum: 2 }))[1]).toBe('device-held-elsewhere');

  const { id } = (await create('weihui', 'weihui', { deviceId: 'W-1' })).body.data;
  const changed = await as(
    'weihui',
    cameraCalls.updateMonitoringPoint,
    pointOf('weihui', { deviceId: 'W-1' }, { deviceId: 'T-1', channelNum: 7 }),
    pathOf(id),
  );
  expect(answerOf(changed)).toEqual([409, 'device-held-elsewhere', 'cameras.1.deviceId']);
  expect(await camerasOf('T-1')).toEqual(['513221']);
});

it('a point that moves to another grid takes its devices along, unless another point that does not move uses them', async () => {
  const { id } = (await create('aba', 'wenchuan', { deviceId: 'M-1', channelNum: 1 }, { deviceId: 'M-1', channelNum: 2 })).body.data;
  const moved = (place: Place, ...cameras: CameraBody[]) =>
    as('aba', cameraCalls.updateMonitoringPoint, pointOf(place, ...cameras), pathOf(id));
  expect(answerOf(await moved('lixian', { deviceId: 'M-1', channelNum: 1 }, { deviceId: 'M-1', channelNum: 2 }))).toEqual(FINE);
  expect(await camerasOf('M-1')).toEqual(['513222', '513222']);
  expect(answerOf(await create('lixian', 'lixian', { deviceId: 'M-1', channelNum: 3 }))).toEqual(FINE);
  expect(answerOf(await moved('wenchuan', { deviceId: 'M-1', channelNum: 1 }, { deviceId: 'M-1', channelNum: 2 }))[1]).toBe(
    'device-held-elsewhere',
  );
  expect(await camerasOf('M-1')).toEqual(['513222', '513222', '513222']);
});

it('if two counties register a device at the same time, one of them gets it', async () => {
  for (let n = 0; n < 5; n += 1) {
    const device = { deviceId: `R-${n}` };
    const answers = await Promise.all([
      create('wenchuan', 'wenchuan', { ...device, channelNum: 1 }),
      create('weihui', 'weihui', { ...device, channelNum: 2 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await camerasOf(device.deviceId)).toHaveLength(1);
  }
});

it('a channel is refused the second time, in one request and at two points of one grid', async () => {
  const twice = await create('wenchuan', 'wenchuan', { deviceId: 'C-1' }, { deviceId: 'C-1', channelNum: 1 });
  expect(answerOf(twice)).toEqual([422, 'channel-twice', 'cameras.1.channelNum']);
  await create('wenchuan', 'wenchuan', { deviceId: 'C-1' });
  expect(answerOf(await create('wenchuan', 'wenchuan', { deviceId: 'C-1' }))).toEqual([409, 'channel-on-record', 'cameras.0.channelNum']);
});

it('an address also has one owner, in every spelling and through every call that sets it', async () => {
  const address = 'http://10.7.0.1/onvif/device_service';
  expect(answerOf(await create('wenchuan', 'wenchuan', { deviceId: 'A-1', manufacturer: 'onvif', link: { controlUrl: address } }))).toEqual(
    FINE,
  );
  for (const [n, link] of [
    { controlUrl: 'http://10.7.0.1:80/onvif/Device?x=1' },
    { controlUrl: 'http://[::ffff:10.7.0.1]/onvif/device_service' },
    { controlUrl: 'http://0x0a.7.0.1/onvif/device_service' },
    { controlUrl: address, channelCode: 'profile_2' },
    { streamUrl: 'rtsp://10.7.0.1:80/live' },
  ].entries()) {
    for (const manufacturer of ['onvif', 'hikvision']) {
      const taken = await create('weihui', 'weihui', { deviceId: `A-2-${n}`, manufacturer, link });
      expect([link, ...answerOf(taken)]).toEqual([
        link,
        409,
        'address-held-elsewhere',
        expect.stringMatching(/^cameras\.0\.link\.(control|stream)Url$/),
      ]);
    }
  }

  await create('weihui', 'weihui', { deviceId: 'A-3' });
  const [camera] = await server.store.cameras.findByDevice(NATION, 'A-3');
  const setUp = (controlUrl: string) =>
    as('weihui', cameraCalls.updateCameraSetup, { cameraId: camera?.id, controlUrl, masks: [], ranges: [], tour: [] });
  expect(answerOf(await setUp(address))).toEqual([409, 'address-held-elsewhere', 'controlUrl']);
  const relinked = await as('weihui', cameraCalls.relinkCameras, {
    cameras: [
      { deviceId: 'A-3', link: { controlUrl: address } },
      { deviceId: 'A-4', link: { controlUrl: address } },
    ],
  });
  expect(relinked.body.data).toMatchObject({
    changed: 0,
    rejected: [
      { index: 0, error: { code: 'address-held-elsewhere' } },
      { index: 1, error: { code: 'no-such-camera' } },
    ],
  });
  expect(answerOf(await setUp('http://10.7.0.2/onvif/device_service'))).toEqual(FINE);
  // Cameras of the same grid may still share an address.
  expect(answerOf(await create('wenchuan', 'wenchuan', { deviceId: 'A-5', manufacturer: 'onvif', link: { controlUrl: address } }))).toEqual(
    FINE,
  );
});

it('on a recorder or platform that several grids share, each channel code has one owner', async () => {
  const channel = (deviceId: string, channelCode: string | null, controlUrl: string | null = 'http://10.8.0.1') => ({
    deviceId,
    manufacturer: 'hikvision',
    link: { controlUrl, channelCode },
  });
  expect(answerOf(await create('wenchuan', 'wenchuan', channel('N-1', '1')))).toEqual(FINE);
  expect(answerOf(await create('weihui', 'weihui', channel('N-2', '2')))).toEqual(FINE);
  expect(answerOf(await create('weihui', 'weihui', channel('N-3', '01')))[1]).toBe('address-held-elsewhere');
  expect(answerOf(await create('weihui', 'weihui', channel('N-4', null)))[1]).toBe('address-held-elsewhere');

  expect(answerOf(await create('wenchuan', 'wenchuan', { deviceId: 'P-1', manufacturer: 'chinaTower' }))).toEqual(FINE);
  const byCode = await create('weihui', 'weihui', { deviceId: 'P-2', manufacturer: '铁塔', link: { channelCode: 'p-1' } });
  expect(answerOf(byCode)).toEqual([409, 'address-held-elsewhere', 'cameras.0.link.channelCode']);
  expect(answerOf(await create('weihui', 'weihui', { deviceId: 'P-3', manufacturer: 'chinaTower', link: { channelCode: 'P-9' } }))).toEqual(
    FINE,
  );
});

it('sending a password in clear text is allowed for one camera at one address, and only if it is set', async () => {
  const link = { controlUrl: 'http://10.7.5.1', userName: 'admin', password: 'secret' };
  await create('wenchuan', 'wenchuan', { deviceId: 'B-1', manufacturer: 'hikvision', link });
  const [camera] = await server.store.cameras.findByDevice(NATION, 'B-1');
  const setup = async () =>
    (await as('wenchuan', cameraCalls.cameraSetup, undefined, `${cameraCalls.cameraSetup.path}?cameraId=${camera?.id}`)).body.data;
  const { cameraId: _, name: __, hasPassword: ___, ...before } = await setup();
  expect(before.isBasicAllowed).toBe(false);
  await as('wenchuan', cameraCalls.updateCameraSetup, { cameraId: camera?.id, ...before, isBasicAllowed: true });
  expect(await setup()).toMatchObject({ isBasicAllowed: true, hasPassword: true });
  const relink = (controlUrl: string) =>
    as('wenchuan', cameraCalls.relinkCameras, { cameras: [{ deviceId: 'B-1', link: { controlUrl } }] });
  await relink('http://10.7.5.1/ISAPI');
  expect(await setup()).toMatchObject({ isBasicAllowed: true });
  await relink('http://10.7.5.2');
  expect(await setup()).toMatchObject({ isBasicAllowed: false, hasPassword: false });
});

it('what was registered twice before this rule can still be edited', async () => {
  const [own] = await server.store.cameras.findByDevice(NATION, 'W-1');
  if (!own) throw new Error('no camera');
  await server.store.cameras.put(NATION, [{ ...own, id: 'old', deviceId: 'T-1', channelNum: 9 }]);
  const cameras = [{ deviceId: 'W-1' }, { deviceId: 'T-1', channelNum: 9 }];
  const body = { ...pointOf('weihui', ...cameras), name: '改名' };
  expect(answerOf(await as('weihui', cameraCalls.updateMonitoringPoint, body, pathOf(own.monitoringPointId ?? '')))).toEqual(FINE);
});
