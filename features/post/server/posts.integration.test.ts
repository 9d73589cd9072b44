import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { pictureFiles } from '@lookout/server/services/pictures.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import type { Upload } from '@lookout/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { forgetOldPictures } from '../post.server.ts';

let server: TestServer;
const sessions: Record<string, Session> = {};
const { alarm: alarmCalls, camera: cameraCalls, photo: photoCalls, post: postCalls, resource: resourceCalls } = contract;
const WENCHUAN = { lng: 103.59, lat: 31.48 };
const LIXIAN = { lng: 103.17, lat: 31.44 };

const as = (user: string, method: string, path: string, body?: unknown): Promise<Reply> =>
  server.call(method, path, { token: sessions[user]?.access_token, ...(body !== undefined && { body }) });
const feed = (path: string, body: unknown): Promise<Reply> =>
  server.call('POST', path, { body, headers: { 'x-feed-key': server.feedKey } });

/** One pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const picture = async (headers: Record<string, string>): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob([PNG], { type: 'image/png' }), 'gate.png');
  const reply = await fetch(server.base + photoCalls.upload.path, { method: 'POST', body: form, headers });
  return ((await reply.json()) as { data: { id: string } }).data.id;
};
const feedPicture = () => picture({ 'x-feed-key': server.feedKey });
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let monitorId = '';
beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer']) sessions[user] = await server.login(user);
  const put = [
    { resourceType: 'inspectionPost', resourceCode: 'P1', name: '映秀哨卡', position: WENCHUAN },
    { resourceType: 'checkStation', resourceCode: 'C1', name: '威州检查站', position: { lng: WENCHUAN.lng + 0.004, lat: WENCHUAN.lat } },
    { resourceType: 'inspectionPost', resourceCode: 'P2', name: '杂谷脑哨卡', position: LIXIAN },
    { resourceType: 'team', resourceCode: 'T1', name: '扑火队', position: WENCHUAN },
  ];
  expect((await feed(resourceCalls.putResources.path, put)).body.data.accepted).toBe(4);
  const camera = (deviceId: string) => ({ deviceId, name: deviceId, cameraType: 'visible' });
  const monitoringPoint = async (name: string, position: object, cameras: object[]) =>
    (await as('guojia', 'POST', cameraCalls.createMonitoringPoint.path, { name, position, cameras })).body.data.id as string;
  monitorId = await monitoringPoint('卡口', { lng: WENCHUAN.lng + 0.003, lat: WENCHUAN.lat }, [camera('a'), camera('b')]);
  // 1 km is 0.00899° of latitude: the first point is just within it, the second just beyond.
  await monitoringPoint('近', { lng: LIXIAN.lng, lat: LIXIAN.lat + 0.0089 }, []);
  await monitoringPoint('远', { lng: LIXIAN.lng, lat: LIXIAN.lat - 0.0091 }, [camera('c')]);
});
afterAll(() => server?.stop());

describe('by grid', () => {
  const get = async (user: string, path: string, query = '') => (await as(user, 'GET', path + query)).body;
  const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name).toSorted();

  it('inspection posts are narrowed by gridId and gridNo alike, never widened', async () => {
    const { path } = postCalls.inspectionPosts;
    expect(names(await get('aba', path))).toEqual(['映秀哨卡', '杂谷脑哨卡'].toSorted());
    expect(names(await get('aba', path, '?gridId=513222'))).toEqual(['杂谷脑哨卡']);
    expect(names(await get('aba', path, '?gridNo=513222'))).toEqual(['杂谷脑哨卡']);
    expect((await get('wenchuan', path, '?gridId=513200')).data[0]).toEqual({ path: 'gridId', message: '超出您的网格范围' });
    expect((await get('aba', path, '?gridId=51%25')).code).toBe(422);
  });

  it('monitoring points have their camera counts, and those within a kilometre of a post are listed with the nearest post', async () => {
    const all = await get('aba', postCalls.monitorsByGrid.path);
    expect(
      all.data.map(({ name, cameraCount, onlineCount }: Record<string, unknown>) => [name, cameraCount, onlineCount]).toSorted(),
    ).toEqual(
      [
        ['卡口', 2, 2],
        ['近', 0, 0],
        ['远', 1, 1],
      ].toSorted(),
    );
    const gates = await get('aba', postCalls.gateMonitorsByGrid.path);
    expect(new Map(gates.data.map(({ name, postName }: Record<string, string>) => [name, postName]))).toEqual(
      new Map([
        ['卡口', '威州检查站'],
        ['近', '杂谷脑哨卡'],
      ]),
    );
    expect(names(await get('wenchuan', postCalls.gateMonitorsByGrid.path))).toEqual(['卡口']);
  });

  it('cameras are listed for one point and for a whole grid', async () => {
    const own = await get('wenchuan', postCalls.camerasByPoint.path, `?monitorId=${monitorId}`);
    expect(own.data.map(({ deviceId }: Record<string, string>) => deviceId).toSorted()).toEqual(['a', 'b']);
    expect((await get('lixian', postCalls.camerasByPoint.path, `?monitorId=${monitorId}`)).code).toBe(404);
    expect((await get('aba', postCalls.cameraListNew.path)).data).toHaveLength(3);
    expect((await get('lixian', postCalls.cameraListNew.path)).data).toHaveLength(1);
  });
});

describe('a picture of a passage', () => {
  const page = async (user: string, body: object = {}) => (await as(user, 'POST', postCalls.gateImagePage.path, body)).body;
  const passed = (more: object = {}) => ({
    resourceCode: 'P1',
    captureTime: at(5),
    category: 'vehicle',
    plate: '演U1234',
    direction: 'in',
    ...more,
  });

  it('is located at its post, listed newest first, and its file is limited to the same scope', async () => {
    const picPath = await feedPicture();
    const { body } = await feed(postCalls.createGateImage.path, passed({ picPath }));
    expect(body.code).toBe(200);
    await feed(
      postCalls.createGateImage.path,
      passed({ resourceCode: 'P2', category: 'person', plate: null, captureTime: at(1), picPath: await feedPicture() }),
    );
    const all = (await page('aba')).data;
    expect(all).toMatchObject({
      total: 2,
      list: [
        { gridNo: '513222', gridName: '理县', postName: '杂谷脑哨卡', category: 'person', plate: null },
        { id: body.data.id, gridNo: '513221', postName: '映秀哨卡', plate: '演U1234', direction: 'in', position: WENCHUAN },
      ],
    });
    expect((await page('wenchuan')).data.list.map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
    expect((await page('aba', { plate: 'u12' })).data.total).toBe(1);
    expect((await page('aba', { postId: all.list[0].postId })).data.total).toBe(1);
    expect((await page('aba', { beginTime: at(2), endTime: at(0) })).data.total).toBe(1);
    expect([(await as('wenchuan', 'GET', `/files/${picPath}`)).status, (await as('lixian', 'GET', `/files/${picPath}`)).status]).toEqual([
      200, 404,
    ]);
  });

  it('sent again returns the existing one, also when sent twice at once', async () => {
    const captureTime = at(30);
    const pictures = [await feedPicture(), await feedPicture()];
    const replies = await Promise.all(pictures.map((picPath) => feed(postCalls.createGateImage.path, passed({ captureTime, picPath }))));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies[0]?.body.data.id).toBe(replies[1]?.body.data.id);
    expect((await page('aba', { beginTime: captureTime, endTime: captureTime })).data.total).toBe(1);
  });

  it.each([
    ['resourceCode', { resourceCode: 'T1' }],
    ['resourceCode', { resourceCode: 'nowhere' }],
    ['picPath', { picPath: '5a000000-0000-4000-8000-00000000000f' }],
    ['picPath', { picPath: 'x.png' }],
    ['category', { category: 'dog' }],
    ['captureTime', { captureTime: new Date(Date.now() + 3_600_000).toISOString() }],
    ['captureTime', { captureTime: 'now' }],
  ])('with a wrong %s is refused with that field', async (path, more) => {
    const { status, body } = await feed(
      postCalls.createGateImage.path,
      passed({ picPath: await feedPicture(), captureTime: at(60), ...more }),
    );
    expect({ status, path: body.data?.[0]?.path }).toEqual({ status: 422, path });
  });

  it('can be sent by an officer too, within the own grid and with the officer’s own upload', async () => {
    const token = sessions.lixian?.access_token;
    const own = await picture({ authorization: `Bearer ${token}` });
    const send = (more: object) => as('lixian', 'POST', postCalls.createGateImage.path, passed({ captureTime: at(90), ...more }));
    expect((await send({ resourceCode: 'P1', picPath: own })).body.data[0].path).toBe('resourceCode');
    expect((await send({ resourceCode: 'P2', picPath: await feedPicture() })).body.data[0].path).toBe('picPath');
    expect((await send({ resourceCode: 'P2', picPath: own })).status).toBe(200);
    expect((await as('viewer', 'POST', postCalls.createGateImage.path, passed({ picPath: own }))).status).toBe(403);
  });
});

describe('retention of pictures by days and bytes', () => {
  const daysAgo = (days: number) => at(days * 24 * 60);
  const storedFiles = async () =>
    (await readdir(path.join(server.dataDir, 'uploads'), { recursive: true })).filter((name) => name.endsWith('.png'));
  const look = (limits: { days: number; bytes: number }) =>
    forgetOldPictures({
      store: server.store,
      pictures: pictureFiles(server.app.deps.files),
      clock: () => new Date(),
      log: server.app.deps.log,
      ...limits,
    });
  const passed = async (captureTime: string, picPath: string) => {
    const body = { resourceCode: 'P1', captureTime, category: 'person', direction: 'in', picPath };
    return (await feed(postCalls.createGateImage.path, body)).body.data.id as string;
  };
  const stored = async () => {
    const { data } = (await as('aba', 'POST', postCalls.gateImagePage.path, { pageSize: 100 })).body;
    return data.list as { id: string; picPath: string }[];
  };
  const isThere = async (id: string) => (await as('aba', 'GET', `/files/${id}`)).status === 200;

  it('a picture that is too old is deleted with its file, unless an alarm or another image uses it too', async () => {
    const before = await stored();
    const [old, shownTwice, shared, recent] = [await feedPicture(), await feedPicture(), await feedPicture(), await feedPicture()];
    await passed(daysAgo(91), old);
    await passed(daysAgo(92), shownTwice);
    const alarm = {
      longitude: WENCHUAN.lng,
      latitude: WENCHUAN.lat,
      alarmDatetime: at(1),
      pictures: [shownTwice],
      deviceId: 'gate-1',
    };
    expect((await feed(alarmCalls.createMonitorAlarm.path, alarm)).body.code).toBe(200);
    await passed(daysAgo(93), shared);
    const retained = [await passed(daysAgo(2), shared), await passed(daysAgo(89), recent)];
    const files = (await storedFiles()).length;
    expect(await look({ days: 90, bytes: 1e9 })).toBe(3);
    expect((await stored()).map(({ id }) => id).toSorted()).toEqual([...before.map(({ id }) => id), ...retained].toSorted());
    expect(await Promise.all([old, shownTwice, shared, recent].map(isThere))).toEqual([false, true, true, true]);
    expect((await storedFiles()).length).toBe(files - 1);
    expect(await look({ days: 90, bytes: 1e9 })).toBe(0);
  });

  it('of the remaining pictures the oldest are deleted until the rest fits', async () => {
    const before = await stored();
    const { byteSize } = (await server.store.uploads.find(NATION, before[0]?.picPath.split('/').at(-1) ?? '')) as Upload;
    expect(await look({ days: 3650, bytes: 2 * byteSize })).toBe(before.length - 2);
    expect((await stored()).map(({ id }) => id)).toEqual(before.slice(0, 2).map(({ id }) => id));
  });

  it('an interrupted run is completed by the next one', async () => {
    const id = await passed(daysAgo(2), await feedPicture());
    const folder = pictureFiles(server.app.deps.files);
    const broken = { ...folder, remove: () => Promise.reject(new Error('no disk')) };
    const options = { store: server.store, clock: () => new Date(), log: server.app.deps.log, days: 1, bytes: 1e9 };
    await expect(forgetOldPictures({ ...options, pictures: broken })).rejects.toThrow('no disk');
    expect((await stored()).map((one) => one.id)).toContain(id);
    expect(await forgetOldPictures({ ...options, pictures: folder })).toBe(1);
  });
});
