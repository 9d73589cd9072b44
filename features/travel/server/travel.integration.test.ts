import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Answer } from '@lookout/contract';
import { type GridNo, haversineMetres } from '@lookout/domain';
import { importRoads, removeRoads } from '@lookout/server/import/roads.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ABA = '513200' as GridNo;
const { nearest, reach } = contract.travel;
const FIRE = { longitude: 103.565, latitude: 31.4865 };
/** The road ends 850 m from the fire, on the same side of the river. */
const ROAD = [
  [103.39, 31.48],
  [103.56, 31.48],
];

let server: TestServer;
let folder: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await sharedTestServer();
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-travel-'));
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer', 'ranger01']) tokens[user] = (await server.login(user)).access_token;
  const put = (resourceType: string, resourceCode: string, lng: number, lat: number) => ({
    resourceType,
    resourceCode,
    name: resourceCode,
    position: { lng, lat },
    isOnline: '1',
  });
  const { body } = await server.call('POST', contract.resource.putResources.path, {
    headers: { 'x-feed-key': server.feedKey },
    body: [
      put('team', '远队', 103.47, 31.4805),
      put('team', '近队', 103.53, 31.465),
      put('team', '山外队', 103.3, 31.6),
      put('HelicopterPoint', '停机点', 103.2, 31.46),
      put('waterSource', '水池', 103.59, 31.481),
    ],
  });
  expect(body.data.accepted).toBe(5);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (user: string, row: { method: string; path: string }, body: object): Promise<Reply> =>
  server.call(row.method, row.path, { token: tokens[user], body });
const context = () => ({
  store: server.store,
  clock: () => new Date(),
  dataDir: server.dataDir,
  demoRelief: true,
  print: () => undefined,
});
async function importRoad(name: string, coordinates: readonly (readonly number[])[]): Promise<void> {
  const file = path.join(folder, name);
  const features = [{ type: 'Feature', properties: { highway: 'primary' }, geometry: { type: 'LineString', coordinates } }];
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  await importRoads({})(file, context());
}
type Row = Answer<typeof nearest>['rows'][number];
const nearestTo = async (user: string, kinds: readonly string[], more: object = {}) => {
  const { status, body } = await ask(user, nearest, { ...FIRE, kinds, ...more });
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return { rows: body.data as readonly Row[], message: body.message as string };
};
const namesOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name);

/** An officer with decision support, who may neither see rangers nor send them. */
async function adviser(): Promise<string> {
  const id = randomUUID();
  await server.store.accounts.create({
    id,
    userName: 'adviser',
    passwordHash: 'none',
    fullName: '参谋',
    gridNo: ABA,
    groupId: '001',
    grids: [],
    headUrl: null,
    phone: null,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
    rights: ['support-decisions'],
  });
  const token = randomBytes(32).toString('base64url');
  await server.store.sessions.create({
    tokenHash: createHash('sha256').update(token).digest(),
    accountId: id,
    gridNo: ABA,
    expiresAt: new Date(Date.now() + 600_000),
    address: null,
    userAgent: null,
  });
  return token;
}

describe('who arrives first', () => {
  it('without roads everyone comes on foot, and the reply states so; a team that is too far away has no road', async () => {
    const { rows, message } = await nearestTo('aba', ['team']);
    expect(message).toBe('没有导入道路，只按步行计算');
    expect(namesOf(rows)).toEqual(['近队', '远队', '山外队']);
    const [near, far] = rows as [Row, Row];
    expect(near).toMatchObject({ kind: 'team', roads: 'none', roadMetres: 0, flightMetres: 0, why: null, positionTime: null });
    expect(near.seconds).toBeGreaterThan(near.distance / 2);
    expect(near.footMetres).toBe(near.metres);
    expect(far).toMatchObject({ name: '远队', why: null });
    expect(rows[2]).toMatchObject({ seconds: null, path: [], why: 'no-road-near' });
    expect(rows[2]?.words).toEqual({ zh: '附近没有可通行的道路', en: 'no road near that can be driven' });
  });

  it('with a road the far team is first; a running server loads the road', async () => {
    await importRoad('road.geojson', ROAD);
    await vi.waitFor(async () => expect((await nearestTo('aba', ['team'])).rows[0]?.roads).toBe('imported'), {
      timeout: 10_000,
      interval: 200,
    });
    const { rows, message } = await nearestTo('aba', ['team']);
    expect(message).toBe('OK');
    expect(namesOf(rows)).toEqual(['远队', '近队', '山外队']);
    const [first, second, third] = rows as [Row, Row, Row];
    expect(first.distance).toBeGreaterThan(second.distance);
    expect(first.roadMetres).toBeGreaterThan(8_000);
    expect(first.footMetres).toBeGreaterThan(300);
    expect(first.metres).toBeGreaterThan(first.distance);
    // At most 80 % of 50 km/h.
    expect(first.seconds).toBeGreaterThan((8 / 40) * 3_600);
    expect(first.words.zh).toMatch(/^公路 \d+(\.\d)? 公里，步行 \d/);
    expect(first.words.en).toMatch(/^\d+(\.\d)? km by road, \d/);
    const [from, to] = [first.path[0], first.path.at(-1)] as [Row['path'][number], Row['path'][number]];
    expect(haversineMetres({ lng: from[0], lat: from[1] }, { lng: 103.47, lat: 31.4805 })).toBeLessThan(100);
    expect(haversineMetres({ lng: to[0], lat: to[1] }, { lng: FIRE.longitude, lat: FIRE.latitude })).toBeLessThan(200);
    expect(first.path.length).toBeLessThanOrEqual(200);
    expect(first.stages.at(-1)).toEqual({ by: 'foot', end: first.path.length - 1 });
    expect(first.stages.map(({ by }) => by)).toContain('road');
    // 28 km away, with no road near.
    expect(third).toMatchObject({ seconds: null, why: 'no-road-near' });
    expect(namesOf((await nearestTo('aba', ['team'], { limit: 1 })).rows)).toEqual(['远队']);
  });

  it('helicopters fly to a landing site; people are searched by their newest position, for users who may see them', async () => {
    const { rows } = await nearestTo('aba', ['HelicopterPoint']);
    expect(rows).toMatchObject([{ kind: 'HelicopterPoint', name: '停机点', why: null, roadMetres: 0 }]);
    expect(rows[0]?.flightMetres).toBeGreaterThan(30_000);
    expect(rows[0]?.seconds).toBeGreaterThan(20 * 60);
    expect(rows[0]?.stages[0]).toEqual({ by: 'air', end: 1 });

    const userId = (await server.login('ranger01')).accid;
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    const { body } = await server.call('POST', contract.ranger.position.path, {
      headers: { 'x-feed-key': server.feedKey },
      body: [{ userId, position: { lng: 103.555, lat: 31.4802 }, actualUploadTime: at.toISOString() }],
    });
    expect(body.data.rejected).toEqual([]);
    const people = (await nearestTo('aba', ['ranger', 'team'])).rows;
    expect(people[0]).toMatchObject({ kind: 'ranger', id: userId, why: null });
    expect(people[0]?.positionTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);

    tokens.adviser = await adviser();
    expect((await nearestTo('adviser', ['ranger', 'team'])).rows.every(({ kind }) => kind === 'team')).toBe(true);
  });

  it('lists only people and machines in the caller’s grid, and requires a place in it', async () => {
    const outside = await ask('lixian', nearest, { ...FIRE, kinds: ['team'] });
    expect(outside).toMatchObject({ status: 422, body: { message: '位置不在您的网格范围内' } });
    const wenchuan = namesOf((await nearestTo('wenchuan', ['team', 'HelicopterPoint'])).rows);
    expect(wenchuan).toContain('近队');
    // This landing pad is in Lixian.
    expect(wenchuan).not.toContain('停机点');
  });

  it.each([
    [{ kinds: ['dragon'] }, '类别不是可选的值'],
    [{ kinds: [] }, '至少要一个类别'],
    [{ kinds: ['team'], longitude: 200 }, '经度'],
    [{ kinds: ['team'], limit: 101 }, ''],
    [{}, ''],
  ])('%o is refused with the name of the wrong field', async (body, message) => {
    const reply = await ask('aba', nearest, { ...FIRE, ...body });
    expect(reply.status).toBe(422);
    expect(reply.body.message).toContain(message);
  });

  it('eight requests at once are all answered', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask('aba', nearest, { ...FIRE, kinds: ['team'] })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('how far a person can travel', () => {
  const at = { position: { lng: 103.45, lat: 31.4803 } };
  const sizeOf = (area: { coordinates: number[][][][] }) => {
    const lngs = area.coordinates.flat(2).map(([lng = 0]) => lng);
    return Math.max(...lngs) - Math.min(...lngs);
  };

  it('is farther with more time, farther by car than on foot, and up to the end of the road', async () => {
    const byCar = await ask('aba', reach, { ...at, mode: 'car', minutes: [5, 20] });
    expect(byCar.body).toMatchObject({ code: 200, data: { roads: 'imported', areas: [{ minutes: 5 }, { minutes: 20 }] } });
    const [five, twenty] = byCar.body.data.areas;
    expect(sizeOf(twenty.area)).toBeGreaterThan(2 * sizeOf(five.area));
    // At most 50 km/h.
    expect(sizeOf(five.area)).toBeLessThan((2 * 5 * 50) / 60 / 95 + 0.01);
    const onFoot = await ask('aba', reach, { ...at, mode: 'foot', minutes: [20] });
    expect(sizeOf(onFoot.body.data.areas[0].area)).toBeLessThan(sizeOf(twenty.area));
    expect(sizeOf(onFoot.body.data.areas[0].area)).toBeGreaterThan(0.005);
  });

  it('by helicopter is a circle after start-up and landing, and nothing before', async () => {
    const { body } = await ask('aba', reach, { ...at, mode: 'helicopter', minutes: [15, 30] });
    const [none, half] = body.data.areas;
    expect(none.area.coordinates).toEqual([]);
    // Ten minutes in the air at 230 km/h.
    const [lng, lat] = half.area.coordinates[0][0][0];
    expect(haversineMetres({ lng, lat }, at.position)).toBeCloseTo(230_000 / 6, -3);
    expect(half.area.coordinates[0][0].at(-1)).toEqual([lng, lat]);
  });

  it.each([
    [{ mode: 'tank', minutes: [5] }, '出行方式不是可选的值'],
    [{ mode: 'car', minutes: [] }, '时间应有 1–6 个'],
    [{ mode: 'car', minutes: [1, 2, 3, 4, 5, 6, 7] }, '时间应有 1–6 个'],
    [{ mode: 'car', minutes: [0] }, '时间应为 1–240 分钟'],
    [{ mode: 'car', minutes: [241] }, '时间应为 1–240 分钟'],
  ])('%o is refused', async (body, message) => {
    const reply = await ask('aba', reach, { ...at, ...body });
    expect(reply).toMatchObject({ status: 422, body: { message: expect.stringContaining(message) } });
  });
});

describe('roads that are removed', () => {
  it('are missing from the next reply', async () => {
    await removeRoads(['road.geojson'], context());
    await vi.waitFor(async () => expect((await nearestTo('aba', ['team'])).rows[0]?.roads).toBe('none'), {
      timeout: 10_000,
      interval: 200,
    });
    // A person with a vehicle then walks, and the area has the same resolution as for a person without one.
    const at = { position: { lng: 103.45, lat: 31.4803 }, minutes: [20] };
    const [byCar, onFoot] = [await ask('aba', reach, { ...at, mode: 'car' }), await ask('aba', reach, { ...at, mode: 'foot' })];
    expect(byCar.body.data).toMatchObject({ roads: 'none', areas: [{ minutes: 20 }] });
    expect(byCar.body.data).toEqual(onFoot.body.data);
  });
});
