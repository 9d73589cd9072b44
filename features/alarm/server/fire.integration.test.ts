import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { formatTime } from '@lookout/contract';
import { createSurface, demoRelief, destination, locate } from '@lookout/geo';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';
const IN_WENCHUAN = { longitude: 103.59, latitude: 31.48 };
const INGEST = '/fire/api/satelliteFirealarm/ingest';
const CAMERA = '/fire/api/monitorFirealarm';

let server: TestServer;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await sharedTestServer();
  for (const user of ['guojia', 'sichuan', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer'])
    tokens[user] = (await server.login(user)).access_token;
});
afterAll(() => server.stop());

const as = (user: string, method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> =>
  server.call(method, url, { token: tokens[user], ...(body !== undefined && { body }), ...(headers && { headers }) });
const push = (csv: string | Buffer, headers: Record<string, string> = { 'x-feed-key': server.feedKey }) =>
  fetch(server.base + INGEST, { method: 'POST', headers: { 'content-type': 'text/csv', ...headers }, body: csv }).then(async (r) => ({
    status: r.status,
    body: (await r.json()) as {
      code: number;
      message: string;
      data: { received: number; accepted: number; duplicates: number; history?: number; rejected: { line: number; reason: string }[] };
    },
  }));
const now = () => new Date().toISOString();
const eventsOf = async (user: string, since: number) => (await as(user, 'GET', `/fire/api/event?since=${since}&limit=1000`)).body.data;

describe('a satellite file', () => {
  it('creates alarms in their grid, reports every line, and stores nothing twice', async () => {
    const before = (await eventsOf('guojia', 0)).last as number;
    const seen = new Date(Date.now() - 8 * 3_600_000).toISOString();
    const [day, time] = [seen.slice(0, 10), seen.slice(11, 16)];
    const rows = [
      `31.480,103.590,310.6,1.2,1.1,${day},${time},A,80,6.0NRT,294,39.7,D`,
      `39.0,125.7,310.6,1.2,1.1,${day},${time},A,80,6.0NRT,294,39.7,D`,
      `x,103.59,310.6,1.2,1.1,${day},${time},A,80,6.0NRT,294,39.7,D`,
    ];
    const csv = [HEADER, ...rows].join('\n');
    const first = await push(csv);
    expect(first.body.data).toEqual({
      received: 3,
      accepted: 1,
      duplicates: 0,
      rejected: [
        { line: 3, reason: '位置在中国境外', error: { code: 'outside-china', params: {} } },
        { line: 4, reason: 'latitude 不是有效纬度：x', error: { code: 'satellite-latitude', params: { found: 'x' } } },
      ],
    });
    expect((await push(csv)).body.data).toMatchObject({ received: 3, accepted: 0, duplicates: 1 });
    // The same detections through another channel, which spells out the satellite, and detections that are history.
    expect((await push(csv.replaceAll(',A,', ',Aqua,'))).body.data).toMatchObject({ received: 3, accepted: 0, duplicates: 1 });
    const days = '31.480,103.590,310.6,1.2,1.1,2018-09-22,0635,A,80,6.0NRT,294,39.7,D';
    expect((await push([HEADER, days].join('\n'))).body.data).toEqual({
      received: 1,
      accepted: 1,
      duplicates: 0,
      history: 1,
      rejected: [],
    });
    const known = [`${HEADER},type`, `31.481,103.590,310.6,1.2,1.1,${day},${time},A,80,6.1NRT,294,39.7,D,2`, `${rows[0]},0`];
    expect((await push(known.join('\n'))).body.data).toMatchObject({ accepted: 1, duplicates: 1, history: 1 });
    expect((await push([HEADER, days.replace(',A,', ',Aqua,')].join('\n'))).body.data).toMatchObject({ accepted: 0, duplicates: 1 });
    const english = { 'x-feed-key': server.feedKey, 'accept-language': 'en' };
    expect((await push(csv, english)).body.data.rejected.map(({ reason }) => reason)).toEqual([
      'The position is outside China',
      'latitude is not a latitude: x',
    ]);
    expect((await push('a,b\n1,2\n', english)).body).toMatchObject({
      message: expect.stringMatching(/^This is not a FIRMS file; line 1 lacks the columns latitude, longitude/),
      error: { code: 'satellite-columns-missing' },
    });

    const { events } = await eventsOf('wenchuan', before);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ topic: 'lookout/newFire/513221', payload: { kind: 'newFire', gridNo: '513221' } });
    const found = (await as('wenchuan', 'POST', '/fire/api/satelliteFirealarm/list', {})).body.data;
    expect(found).toEqual([events[0].payload.data]);
    expect(found[0]).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      gridApproximate: false,
      province: '四川省',
      credibility: 80,
      area: null,
      isReal: null,
    });
    expect(found[0].observationDateTime).toBe(formatTime(new Date(`${day}T${time}:00Z`)));
    expect((await as('wenchuan', 'GET', `/fire/api/satelliteFirealarm/getFireByFireNo?fireNo=${found[0].fireNo}`)).body.data).toEqual(
      found[0],
    );
    for (const stranger of ['lixian', 'weihui']) {
      expect((await eventsOf(stranger, before)).events).toEqual([]);
      expect((await as(stranger, 'POST', '/fire/api/satelliteFirealarm/list', {})).body.data).toEqual([]);
      expect((await as(stranger, 'GET', `/fire/api/satelliteFirealarm?id=${found[0].id}`)).status).toBe(404);
    }
  });

  it('is refused as a whole if it is not a FIRMS file, with the missing columns named; only machines and the nation may push', async () => {
    const wrong = await push('a,b\n1,2\n');
    expect(wrong).toMatchObject({ status: 422, body: { code: 422, data: [{ path: 'line 1' }] } });
    expect(wrong.body.message).toContain('latitude');
    expect((await push(`${HEADER}\n`, { authorization: `Bearer ${tokens.sichuan}` })).status).toBe(403);
    expect((await push(`${HEADER}\n`, { authorization: `Bearer ${tokens.guojia}` })).status).toBe(200);
    expect((await push(`${HEADER}\n`, { 'x-feed-key': 'wrong' })).status).toBe(401);
  });

  it('of 200 MB is refused midway, and the server stays ready', async () => {
    const chunk = Buffer.from(`${'31.480,103.590,310.6,1.2,1.1,2030-09-22,0635,A,80,6.0NRT,294,39.7,D\n'.repeat(15_000)}`);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent >= 200 * 1024 * 1024) return controller.close();
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const outcome = await fetch(server.base + INGEST, {
      method: 'POST',
      headers: { 'content-type': 'text/csv', 'x-feed-key': server.feedKey },
      body,
      duplex: 'half',
    } as RequestInit).then(
      (r) => r.status,
      () => 'cut off',
    );
    expect([413, 422, 'cut off']).toContain(outcome);
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
  });

  const real = path.resolve(import.meta.dirname, '../../../../../../shared/data/firms/MODIS_C6_Global_24h_2018-09-22.csv');
  if (existsSync(real)) {
    it('of the whole world: 27,381 rows are all accounted for, those in China are history, and a repetition adds nothing', async () => {
      const csv = readFileSync(real);
      const before = (await as('guojia', 'POST', '/fire/api/satelliteFirealarm/list', {})).body.data.length as number;
      const { data } = (await push(csv, { authorization: `Bearer ${tokens.guojia}` })).body;
      expect(data.received).toBe(27_381);
      expect(data.accepted + data.duplicates + data.rejected.length).toBe(27_381);
      expect(data).toMatchObject({ accepted: 208, history: 208 });
      expect(new Set(data.rejected.map((r) => r.reason))).toEqual(new Set(['位置在中国境外']));
      const again = (await push(csv)).body.data;
      expect([again.accepted, again.duplicates]).toEqual([0, 208]);
      // Data of 2018 is stored but creates no alarm.
      expect((await as('guojia', 'POST', '/fire/api/satelliteFirealarm/list', {})).body.data).toHaveLength(before);
    });
  } else {
    process.stderr.write('NOT RUN: the real FIRMS file (../shared/data is absent)\n');
  }
});

describe("a camera's detection", () => {
  it('is located, idempotent by its key, and limited to the sender’s grid', async () => {
    const body = { ...IN_WENCHUAN, alarmDatetime: now(), maxHeat: 310, findType: 1 };
    const first = await as('wenchuan', 'POST', CAMERA, body, { 'idempotency-key': 'a' });
    expect(first.body).toMatchObject({ code: 200, data: { id: expect.any(String) } });
    expect((await as('wenchuan', 'POST', CAMERA, body, { 'idempotency-key': 'a' })).body.data).toEqual(first.body.data);
    expect((await as('aba', 'POST', CAMERA, body, { 'idempotency-key': 'a' })).body.data).not.toEqual(first.body.data);
    const refused = await as('weihui', 'POST', CAMERA, body);
    expect(refused).toMatchObject({ status: 422, body: { data: [{ path: 'longitude', message: '位置不在您的网格范围内' }] } });
    expect((await server.call('POST', CAMERA, { body, headers: { 'x-feed-key': server.feedKey } })).status).toBe(200);
    expect((await server.call('POST', CAMERA, { body })).status).toBe(401);
  });

  it('names the field that is invalid', async () => {
    const path = async (change: object) => {
      const { status, body } = await as('aba', 'POST', CAMERA, { ...IN_WENCHUAN, alarmDatetime: now(), ...change });
      return [status, body.data?.[0]?.path];
    };
    expect(await path({ longitude: 200 })).toEqual([422, 'longitude']);
    expect(await path({ latitude: undefined })).toEqual([422, 'latitude']);
    expect(await path({ alarmDatetime: '2026-02-31 10:00:00' })).toEqual([422, 'alarmDatetime']);
    expect(await path({ alarmDatetime: '2099-01-01 10:00:00' })).toEqual([422, 'alarmDatetime']);
    expect(await path({ longitude: 125.7, latitude: 39 })).toEqual([422, 'longitude']);
    expect(await path({ address: 'a\0b' })).toEqual([422, 'address']);
    expect(await path({ pictures: ['nothing'] })).toEqual([422, 'pictures.0']);
    expect(await path({ pictures: ['019a0000-0000-7000-8000-000000000000'] })).toEqual([422, 'pictures']);
  });

  // Proves §5.8
  it('with angles needs the tower’s height', async () => {
    const point = {
      name: '无高塔',
      position: { lng: 103.61, lat: 31.46 },
      cameras: [{ deviceId: 'low', name: '可见光', manufacturer: 'onvif' }],
    };
    const { data } = (await as('aba', 'POST', '/resource/api/monitor', point)).body;
    const refused = { status: 200, body: { code: 501, message: '该监控点没有塔高数据，无法定位火点' } };
    const detection = { deviceId: 'low', horizonAngle: 40, verticalAngle: -8, alarmDatetime: now() };
    expect(await as('aba', 'POST', CAMERA, detection)).toMatchObject(refused);
    expect(await as('aba', 'POST', `${CAMERA}/locate`, { monitorId: data.id, horizontal: 40, vertical: -8 })).toMatchObject(refused);
  });

  // Proves §7.15c, §8.6d
  it('with angles is located where the ray meets the terrain, with its range of distances', async () => {
    const tower = { lng: 103.6, lat: 31.45, z: null };
    const created = await as('aba', 'POST', '/resource/api/monitor', {
      name: '演示塔',
      position: tower,
      towerHeight: 30,
      cameras: [{ deviceId: 'cam-1', name: '可见光', northCorrection: 5, manufacturer: 'onvif' }],
    });
    expect(created.status).toBe(200);
    const body = { deviceId: 'cam-1', horizonAngle: 40, verticalAngle: -8, alarmDatetime: now() };
    const { data } = (await as('aba', 'POST', CAMERA, body)).body;
    const alarm = (await as('aba', 'GET', `${CAMERA}?id=${data.id}`)).body.data;
    // Without a fix, without heat and with a clock that was never set, the detection is still stored, by its angles and at its time of
    // arrival.
    const odd = await as('aba', 'POST', CAMERA, {
      ...body,
      longitude: 0,
      latitude: 0,
      maxHeat: -999,
      alarmDatetime: '1970-01-01 08:00:00',
    });
    expect(odd.body.data).toEqual({ id: expect.any(String), remark: expect.stringContaining('按收到的时间记录') });
    const { longitude, latitude } = alarm;
    const seen = (await as('aba', 'GET', `${CAMERA}?id=${odd.body.data.id}`)).body.data;
    expect(seen).toMatchObject({ longitude, latitude, maxHeat: null, horizonAngle: 40 });
    expect(Date.parse(`${seen.observationDateTime.replace(' ', 'T')}+08:00`)).toBeGreaterThan(Date.now() - 60_000);
    const nowhere = await as('aba', 'POST', CAMERA, { ...body, horizonAngle: -999, longitude: 0, latitude: 0 });
    expect(nowhere).toMatchObject({ status: 422, body: { data: [{ path: 'longitude' }], error: { code: 'position-zero' } } });
    const expected = locate({ ...tower, towerHeightMetres: 30, azimuthDegrees: 45, tiltDegrees: -8 }, createSurface(demoRelief()));
    expect(alarm.longitude).toBeCloseTo(expected?.lng ?? 0, 9);
    expect(alarm.distance).toBeCloseTo(expected?.distanceMetres ?? 0, 6);
    expect(alarm.near).toBeLessThan(alarm.distance);
    expect(alarm).toMatchObject({ horizonAngle: 40, verticalAngle: -8, monitorId: created.body.data.id });
    const sky = await as('aba', 'POST', CAMERA, { ...body, verticalAngle: 60 });
    expect(sky).toMatchObject({ status: 200, body: { code: 501, message: '没有得到火点位置' } });
    const located = await as('aba', 'POST', `${CAMERA}/locate`, { monitorId: created.body.data.id, horizontal: 40, vertical: -8 });
    expect(located.body.data.distance).toBeCloseTo(alarm.distance, 6);
    const byPlace = { lng: tower.lng, lat: tower.lat, towerHeight: 30, horizontal: 45, vertical: -8 };
    expect((await as('aba', 'POST', `${CAMERA}/locate`, byPlace)).body.data.distance).toBeCloseTo(alarm.distance, 6);
    expect((await as('lixian', 'POST', `${CAMERA}/locate`, { monitorId: created.body.data.id, horizontal: 40, vertical: -8 })).status).toBe(
      404,
    );
  });
});

describe('people, sensors and danger checks', () => {
  // Proves §7.29d
  it('a report’s photos can be read by everyone who sees the report, and by no one else', async () => {
    const form = new FormData();
    form.append('file', new Blob([pngOf(4, 3)], { type: 'image/png' }), '../../x.png');
    const up = await fetch(`${server.base}/oa/api/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.aba}` },
      body: form,
    });
    const photo = ((await up.json()) as { data: { id: string; url: string; width: number } }).data;
    expect(photo).toMatchObject({ width: 4, url: `/files/${photo.id}` });
    const file = (user: string) => fetch(server.base + photo.url, { headers: { authorization: `Bearer ${tokens[user]}` } });
    expect((await file('wenchuan')).status).toBe(404);

    const report = { ...IN_WENCHUAN, description: '山坡冒烟', pictures: [photo.url] };
    const made = await as('aba', 'POST', '/fire/api/reportFirealarm', report);
    expect(made.status).toBe(200);
    const [alarm] = (await as('wenchuan', 'POST', '/fire/api/appFirealarm/list', {})).body.data;
    expect(alarm).toMatchObject({ picPath1: photo.url, description: '山坡冒烟', findType: 4, type: 1, reporterName: '阿坝州值班员' });
    const seen = await file('wenchuan');
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect((await file('lixian')).status).toBe(404);
    expect((await fetch(server.base + photo.url)).status).toBe(401);
    // A sender cannot use another account's photo; nothing is stored.
    expect((await as('wenchuan', 'POST', '/fire/api/reportFirealarm', report)).status).toBe(422);
    expect((await as('wenchuan', 'POST', '/fire/api/appFirealarm/list', {})).body.data).toHaveLength(1);
    expect((await as('aba', 'POST', '/fire/api/reportFirealarm', { ...report, pictures: Array(4).fill(photo.id) })).body.data[0].path).toBe(
      'pictures',
    );
  });

  it('a ranger always reports under the account’s name and number; a desk can enter the caller’s', async () => {
    const called = { ...IN_WENCHUAN, reporterName: '来电群众', reporterPhone: '13900000000' };
    const reported = async (user: string, body: object) => {
      const { body: made } = await as(user, 'POST', '/fire/api/reportFirealarm', body);
      return (await as('wenchuan', 'GET', `/fire/api/fire/one?id=${made.data.id}`)).body.data.facts;
    };
    const { accid, access_token } = await server.login('ranger01');
    tokens.ranger01 = access_token;
    expect(await reported('ranger01', called)).toMatchObject({
      reporterId: accid,
      reporterName: expect.stringContaining('护林员'),
      reporterPhone: expect.stringMatching(/^0000000/),
    });
    expect(await reported('wenchuan', called)).toMatchObject({ reporterId: null, reporterName: '来电群众', reporterPhone: '13900000000' });
    expect(await reported('wenchuan', { ...called, reporterName: null })).toMatchObject({
      reporterName: '汶川县值班员',
      reporterPhone: '13900000000',
    });
  });

  it('a fire that a person points at is where the person points, with the person’s own position stored too; a contradiction is refused', async () => {
    const from = { lng: 103.57, lat: 31.46 };
    const place = destination(from, 60, 2_000);
    const pointing = {
      manner: 'bearing',
      fromLongitude: from.lng,
      fromLatitude: from.lat,
      fromAccuracy: 12,
      fromAge: 90,
      azimuth: 60,
      distance: 2_000,
    };
    const report = (more: object = {}, at = place) =>
      as('wenchuan', 'POST', '/fire/api/reportFirealarm', { longitude: at.lng, latitude: at.lat, pointing: { ...pointing, ...more } });
    const faultOf = async (more: object, at = place) => (await report(more, at)).body.data;
    const made = await report();
    const { data } = (await as('wenchuan', 'GET', `/fire/api/fire/one?id=${made.body.data.id}`)).body;
    expect(data).toMatchObject({
      position: place,
      facts: {
        pointing: {
          by: 'bearing',
          from: { position: from, accuracyMetres: 12, ageSeconds: 90 },
          azimuthDegrees: 60,
          distanceMetres: 2_000,
          declinationDegrees: null,
        },
      },
    });
    expect((await report({ manner: 'map', fromLongitude: null, fromLatitude: null, azimuth: null, distance: null })).body.code).toBe(200);
    expect(await faultOf({}, destination(place, 0, 500))).toEqual([
      { path: 'pointing.distance', message: '按方位和距离推出的位置与火情位置相差500米，请重新指认' },
    ]);
    const azimuth = [{ path: 'pointing.azimuth', message: '方位须在0到360度之间，不含360；正北为0' }];
    for (const wrong of [360, -5, 400, null]) expect(await faultOf({ azimuth: wrong })).toEqual(azimuth);
    const distance = [{ path: 'pointing.distance', message: '距离须在20米到30公里之间' }];
    for (const wrong of [0, 100_000, null]) expect(await faultOf({ distance: wrong })).toEqual(distance);
    expect(await faultOf({ fromLongitude: null, fromLatitude: null })).toEqual([
      { path: 'pointing.fromLongitude', message: '按方位和距离指认须有您所在的位置' },
    ]);
    expect((await report({}, { lng: 0, lat: 0 })).status).toBe(422);
  });

  it('a photo that is not an image is refused by its content', async () => {
    const send = (bytes: string | Uint8Array<ArrayBuffer>, type: string) => {
      const form = new FormData();
      form.append('file', new Blob([bytes], { type }), 'photo.png');
      return fetch(`${server.base}/oa/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${tokens.aba}` }, body: form });
    };
    expect((await send('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png')).status).toBe(422);
    expect((await send(pngOf(4, 3).subarray(0, 40), 'image/png')).status).toBe(422);
    expect((await send(new Uint8Array(11 * 1024 * 1024), 'image/png')).status).toBe(413);
    expect((await send(pngOf(9000, 9000, false), 'image/png')).status).toBe(413);
    const bare = await as('aba', 'POST', '/oa/api/upload', {});
    expect(bare.status).toBe(422);
  });

  // Proves §1.1
  it('smoke sensors and danger checks are received, and listed by their own calls', async () => {
    const smoke = { ...IN_WENCHUAN, deviceId: 's-1', alarmDatetime: now(), smokeLevel: 3 };
    expect((await as('wenchuan', 'POST', '/fire/api/smokeAlarmFiltering', smoke)).status).toBe(200);
    const page = (await as('aba', 'POST', '/fire/api/smokeAlarmFiltering/page', { pageNo: 1, pageSize: 10 })).body.data;
    expect(page).toMatchObject({ total: 1, pageNo: 1, pageSize: 10, list: [{ deviceId: 's-1', findType: 5, smokeLevel: 3 }] });
    const danger = { position: { lng: 103.59, lat: 31.48 }, resourceName: '油库', dangerType: '可燃物', status: 0 };
    expect((await as('wenchuan', 'POST', '/fire/api/dangerCheck', danger)).status).toBe(200);
    expect((await as('aba', 'POST', '/fire/api/dangerCheck/list', {})).body.data).toMatchObject([{ resourceName: '油库', status: 0 }]);
    expect((await as('aba', 'POST', '/resource/api/dangerCheck/getCount', {})).body.data).toEqual({ total: 1, open: 1, renovated: 0 });
    expect((await as('lixian', 'POST', '/resource/api/dangerCheck/getCount', {})).body.data).toEqual({ total: 0, open: 0, renovated: 0 });
  });
});

describe('reading', () => {
  it('a requested grid can narrow the scope, never widen it; time windows apply to the arrival', async () => {
    const latest = (user: string, query = '') => as(user, 'GET', `/fire/api/Statistic/getLatestFireAlarmList?${query}`);
    const inAba = (await latest('aba')).body.data;
    expect(inAba.length).toBeGreaterThan(0);
    expect((await latest('sichuan', 'gridNo=513221')).body.data.every((a: { gridNo: string }) => a.gridNo === '513221')).toBe(true);
    for (const wish of ['510000', '100000', '513222', '５１３２２１', '51%25']) {
      const refused = await latest('wenchuan', `gridNo=${wish}`);
      expect([wish, refused.status, refused.body.data?.[0]?.path]).toEqual([wish, 422, 'gridNo']);
    }
    expect((await latest('aba', 'endTime=2020-01-01 00:00:00')).body.data).toEqual([]);
    expect((await latest('aba', 'beginTime=2026-01-02 00:00:00&endTime=2026-01-01 00:00:00')).body.data[0].path).toBe('endTime');
    expect((await as('aba', 'GET', '/resource/api/eventFire/getLatestFireAlarmList')).body.data).toEqual(inAba);
  });

  it('terrain heights are returned in order, without invented values, and agree with the tiles of the globe', async () => {
    const surface = createSurface(demoRelief());
    const points = Array.from({ length: 200 }, (_, i) => destination({ lng: 103, lat: 32 }, i * 7, i * 500));
    const heights = (await as('lixian', 'POST', '/resource/api/terrain/heights', points)).body.data as number[];
    for (const [i, { lng, lat }] of points.entries()) expect(heights[i]).toBeCloseTo(surface.heightAt(lng, lat) ?? Number.NaN, 6);
    const tile = await fetch(`${server.base}/terrain/12/6440/1330`, { headers: { authorization: `Bearer ${tokens.lixian}` } });
    expect([tile.status, (await tile.arrayBuffer()).byteLength]).toEqual([200, 65 * 65 * 2]);
    expect((await fetch(`${server.base}/terrain/12/6440/1330`)).status).toBe(401);
    expect((await as('lixian', 'GET', '/terrain/13/0/0')).status).toBe(404);
  });
});

/** A real PNG of width × height grey pixels. With `whole` false the pixels are left out. */
function pngOf(width: number, height: number, whole = true): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc32(body), body.length + 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = whole ? deflateSync(Buffer.alloc((width + 1) * height)) : Buffer.alloc(0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it('the event log returns its end to a reader that is beyond it (after a restored backup), which then reloads', async () => {
  const { last } = await eventsOf('guojia', 0);
  const beyond = last + 1_000;
  expect(await eventsOf('guojia', beyond)).toEqual({ last, next: beyond, more: false, events: [] });
});
