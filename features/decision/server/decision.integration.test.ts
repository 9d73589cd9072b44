import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GridNo } from '@lookout/domain';
import { hitAt, keepSpread, resultOf } from '@lookout/server/testing/spread-run.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { borderLevelOf } from '../../spread/spread-result.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const FIRE = { longitude: 103.59, latitude: 31.48 };
let server: TestServer;
let weather: Server;
/** Replies by path; null: the weather service is down. */
let skies: Readonly<Record<string, object>> | null;
const tokens: Record<string, string> = {};
const ids: Record<string, string> = {};

const wind = { wind360: '270', windDir: '西风', windScale: '5' };
const SKIES = {
  '/v7/weather/now': { now: { icon: '100', text: '晴', temp: '21', humidity: '20', obsTime: '2026-11-21T12:00+08:00', ...wind } },
  '/v7/weather/24h': {
    hourly: [{ fxTime: '2026-11-21T13:00+08:00', temp: '22', icon: '100', text: '晴', humidity: '18', precip: '0.0', ...wind }],
  },
  '/v7/weather/7d': {
    daily: ['2026-11-21', '2026-11-22'].map((fxDate) => ({
      fxDate,
      tempMax: '22',
      tempMin: '3',
      iconDay: '100',
      textDay: '晴',
      wind360Day: '270',
      windDirDay: '西风',
      windScaleDay: '4',
      windSpeedDay: '22',
      humidity: '25',
      precip: '0.0',
    })),
  },
};

beforeAll(async () => {
  skies = SKIES;
  weather = createServer((request, response) => {
    const body = skies?.[new URL(request.url ?? '/', 'http://localhost').pathname];
    response
      .writeHead(body ? 200 : 503, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: body ? '200' : '500', ...body }));
  }).listen(0, '127.0.0.1');
  await once(weather, 'listening');
  const url = `http://127.0.0.1:${(weather.address() as AddressInfo).port}`;
  server = await sharedTestServer({
    clock: () => NOW,
    env: { QWEATHER_KEY: 'k', QWEATHER_URL: url, FIRE_ASSOCIATION: 'on' },
    waits: { incidentsEveryMs: 100 },
  });
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer', 'ranger01']) {
    const session = await server.login(user);
    tokens[user] = session.access_token;
    ids[user] = session.accid;
  }
});
afterAll(async () => {
  await server?.stop();
  weather?.close();
});

const { decision, resource, alarm: alarmCalls, burning: burningCalls, task } = contract;
const call = (user: string, row: { method: string; path: string }, body?: unknown) =>
  server.call(row.method, row.path, { token: tokens[user], ...(body !== undefined && { body }) });
const reported = async (user: string, place: object): Promise<string> => (await call(user, alarmCalls.createReport, place)).body.data.id;
const brief = (user: string, fireId: string, more: object = {}) => call(user, decision.briefing, { fireId, ...more });

describe('the briefing of a fire', () => {
  it('has the facts of the fire, the weather, who and what is near by distance, and the first dispatch with its reasons', async () => {
    const fireId = await reported('wenchuan', FIRE);
    await call('wenchuan', contract.alarm.monitorJudge, { fireId, isReal: 1 });
    const other = await reported('aba', { longitude: 103.592, latitude: 31.48, reporterName: '另一人' });
    await vi.waitFor(async () => expect((await brief('wenchuan', fireId)).body.data.sameFire).toHaveLength(1), { timeout: 10_000 });
    for (const [code, kind, lng, attributes] of [
      ['W1', 'waterSource', 103.6, { 水源类型: '水池' }],
      ['W2', 'waterSource', 103.68, {}],
      ['T1', 'team', 103.63, { 人数: 30 }],
      ['D1', 'DangerSource', 103.6, {}],
    ] as const)
      await call('wenchuan', resource.createResource, {
        kind,
        code,
        name: code,
        position: { lng, lat: 31.48 },
        attributes,
      });
    await server.call('POST', contract.ranger.position.path, {
      headers: { 'x-feed-key': server.feedKey },
      body: [{ userId: ids.ranger01, position: { lng: 103.6, lat: 31.49 }, actualUploadTime: '2026-11-21 12:00:00' }],
    });
    const layer = { kind: 'village', name: '村', gridNo: '513200' as GridNo, schematic: true } as const;
    const layerId = await server.store.mapLayers.begin(layer);
    const village = (name: string, lng: number, attributes: Record<string, number>) => ({
      name,
      class: null,
      box: [lng, 31.47, lng + 0.01, 31.49] as const,
      areaHectares: null,
      lengthKilometres: null,
      attributes,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [lng, 31.47],
            [lng + 0.01, 31.47],
            [lng + 0.01, 31.49],
            [lng, 31.49],
            [lng, 31.47],
          ],
        ],
      },
    });
    await server.store.mapLayers.addFeatures(layerId, [
      village('远村', 103.7, { 人口: 80 }),
      village('近村', 103.61, { 人口: 612, 户数: 186 }),
    ]);
    await server.store.mapLayers.complete(layerId);

    const { status, body } = await brief('wenchuan', fireId);
    expect([status, body.message]).toEqual([200, 'OK']);
    const { data } = body;
    expect(data).toMatchObject({
      at: '2026-11-21 12:00:00',
      by: 'distance',
      radiusMetres: 10_000,
      alarm: { id: fireId, response: { judgement: { verdict: 'real' } } },
    });
    expect(data.sameFire.map(({ alarm }: { alarm: { id: string } }) => alarm.id)).toEqual([other]);
    expect(data.weather).toMatchObject({ windScale: '5', temp: '21', errcode: null });
    expect(data.hours[0]).toMatchObject({
      at: '2026-11-21 13:00:00',
      temperatureCelsius: 22,
      humidityPercent: 18,
      rainMillimetres: 0,
      windFromDegrees: 270,
    });
    expect(data.days.map(({ day, highCelsius }: { day: string; highCelsius: number }) => [day, highCelsius])).toEqual([
      ['2026-11-21', 22],
      ['2026-11-22', 22],
    ]);
    const groupOf = (kind: string) => data.groups.find((group: { kind: string }) => group.kind === kind);
    expect(groupOf('waterSource')).toMatchObject({ count: 2, list: [{ name: 'W1' }, { name: 'W2' }] });
    expect(Math.round(groupOf('waterSource').list[0].distanceMetres / 10)).toBe(95);
    expect(Math.round(groupOf('waterSource').list[0].bearingDegrees)).toBe(90);
    expect(groupOf('HelicopterPoint')).toMatchObject({ count: 0, list: [] });
    expect(data.rangers).toMatchObject([{ userId: ids.ranger01, last: { receivedAt: expect.any(String) }, taskIds: [] }]);
    expect(data.places).toMatchObject([{ name: '近村', isSchematic: true, inhabitants: 612, households: 186 }]);
    expect(Math.abs(data.places[0].position.lng - 103.61)).toBeLessThan(1e-6);
    expect(data.suggestion.wantedCount).toBeGreaterThanOrEqual(6);
    expect(data.suggestion.rangers).toMatchObject([{ userId: ids.ranger01 }]);
    const codes = data.suggestion.lines.map(({ topic, code }: { topic: string; code: string }) => `${topic} ${code}`);
    for (const code of ['people verdict', 'people wind', 'people dry-air', 'people too-few', 'team nearest', 'take pump', 'safety wind'])
      expect(codes).toContain(code);
    expect(data.suggestion.lines).toContainEqual({
      topic: 'safety',
      code: 'village',
      params: expect.objectContaining({ name: '近村', inhabitants: 612, isDownwind: true }),
    });

    // The radius applies to the lists; help is searched for farther out.
    const near = (await brief('wenchuan', fireId, { radiusMetres: 500 })).body.data;
    expect([near.rangers, near.places, near.rangerCount]).toEqual([[], [], 0]);
    expect(near.suggestion.rangers).toHaveLength(1);
  });

  it('names the approved burnings nearby, and counts the people already sent', async () => {
    const fireId = await reported('wenchuan', { longitude: 103.5, latitude: 31.5, reporterName: '三' });
    const applied = await call('wenchuan', burningCalls.createBurning, {
      applicant: '王某',
      phone: '000-0000-0000',
      purpose: 'farm',
      position: { lng: 103.501, lat: 31.5 },
      startsAt: '2026-11-21 08:00:00',
      endsAt: '2026-11-21 18:00:00',
    });
    expect((await brief('wenchuan', fireId)).body.data.burnings).toEqual([]);
    await call('wenchuan', burningCalls.reviewBurning, { id: applied.body.data.id, state: 'approved' });
    expect((await brief('wenchuan', fireId)).body.data.burnings).toMatchObject([{ burning: { applicant: '王某' } }]);
    await call('wenchuan', task.delegate, {
      taskContent: '核查',
      taskStartTime: '2026-11-21 12:00:00',
      taskEndTime: '2026-11-21 16:00:00',
      priority: 2,
      fireId,
      taskMember: ids.ranger01,
    });
    const { suggestion } = (await brief('wenchuan', fireId)).body.data;
    expect(suggestion.lines).toContainEqual({ topic: 'people', code: 'already-sent', params: { count: 1 } });
    // The ranger has a task now.
    expect(suggestion.rangers).toEqual([]);
  });

  it('is complete without its weather, and names the failure', async () => {
    const fireId = await reported('wenchuan', { longitude: 103.45, latitude: 31.35, reporterName: '四' });
    skies = null;
    const { data } = (await brief('wenchuan', fireId)).body;
    skies = SKIES;
    expect(data.weather).toMatchObject({ errcode: '500', temp: null });
    expect([data.weather.errmsg.length > 0, data.hours, data.days, data.levels]).toEqual([true, [], [], []]);
    expect(data.suggestion.wantedCount).toBeGreaterThanOrEqual(2);
  });

  it('gives the newest fire level of the county and the forecast levels', async () => {
    const fireId = await reported('wenchuan', { longitude: 103.46, latitude: 31.36, reporterName: '五' });
    const codes = { ffmc: 90, dmc: 60, dc: 300, isi: 12, bui: 80, fwi: 30 };
    const noon = { temperatureCelsius: 20, humidityPercent: 25, windKilometresPerHour: 20, rainMillimetres: 0 };
    const day = { ...codes, ...noon, gridNo: '513221' as GridNo, day: '2026-11-20', driver: null, gapDays: 0, source: 'qweather' } as const;
    await server.store.fireWeather.add([day]);
    const { data } = (await brief('wenchuan', fireId)).body;
    expect(data.fireLevel).toMatchObject({ gridNo: '513221', day: '2026-11-20', level: 4 });
    expect(data.levels.map((level: { day: string }) => level.day)).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('includes the newest forecast that has not expired: the first targets that this user may see, and the worst hour', async () => {
    const place = { longitude: 103.47, latitude: 31.37 };
    const fireId = await reported('wenchuan', { ...place, reporterName: '八' });
    expect((await brief('wenchuan', fireId)).body.data.forecast).toBeNull();
    const [centre, gridNo] = [{ lng: place.longitude, lat: place.latitude }, '513221'];
    const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
    const kept = { fireId, gridNo, centre, hours: 6 };
    // Expired, and older than the current forecast.
    await keepSpread(server.store, { ...kept, begin: before(7), result: resultOf({ 60: 1 }, []) });
    expect((await brief('wenchuan', fireId)).body.data.forecast).toBeNull();
    const id = await keepSpread(server.store, {
      ...kept,
      begin: before(1),
      result: resultOf({ 60: 12, 360: 240 }, [
        hitAt(200, { kind: 'border', name: '文县', gridNo: '621222' }),
        hitAt(90, { kind: 'village', name: '甲村', gridNo, inhabitants: 320 }),
        hitAt(30, { kind: 'team', name: '别县的队伍', gridNo: '513222' }),
        hitAt(100, { kind: 'village', name: '乙村', gridNo }),
        hitAt(null, { kind: 'village', name: '多半烧不到的村', gridNo }),
        hitAt(300, { kind: 'DangerSource', name: '油库', gridNo }),
      ]),
    });
    // Requested later, but for hours that have passed: it does not hide the current forecast.
    await keepSpread(server.store, { ...kept, begin: before(30), requestedAt: before(0.2), result: resultOf({ 60: 3 }, []) });
    // A queued forecast is ignored.
    await keepSpread(server.store, { ...kept, begin: before(0.5) });
    const { forecast } = (await brief('wenchuan', fireId)).body.data;
    expect(forecast).toMatchObject({ run: { id, begin: '2026-11-21 11:00:00', hours: 6 }, areaHectares: 240, hitCount: 4 });
    expect(forecast.hits).toMatchObject([
      { name: '甲村', inhabitants: 320, arrivalMinutes: { p50: 90 } },
      { name: '乙村', inhabitants: null },
      { kind: 'border' },
    ]);
    expect(borderLevelOf(forecast.hits[2], forecast.run.gridNo)).toBe('province');
    expect(forecast.hits[2].name).toMatch(/.+文县$/);
    expect(forecast.worst).toMatchObject({ attack: 'machine', flameLengthMetres: 2.1, spotting: { metres: 300 } });
    // The forecast's only hour has passed, so none remains. The dispatch form uses a separate call.
    const approachOf = (user: string) => call(user, decision.approach, { fireId });
    const approach = { forecastFrom: '2026-11-21 11:00:00', forecastUntil: '2026-11-21 17:00:00', attack: null, flameLengthMetres: null };
    expect((await approachOf('wenchuan')).body.data).toMatchObject({ ...approach, assembly: null });
    expect([(await approachOf('lixian')).status, (await approachOf('viewer')).status]).toEqual([404, 403]);
    const all = (await brief('aba', fireId)).body.data.forecast;
    expect(all).toMatchObject({ hitCount: 5, hits: [{ name: '别县的队伍' }, { name: '甲村' }, { name: '乙村' }] });
    // A later forecast closes the head to people: a team goes first.
    const calm = resultOf({ 60: 12 }, []);
    const worst = {
      ...(calm.behaviour?.[0] as NonNullable<typeof calm.behaviour>[number]),
      untilMinutes: 120,
      attack: 'nobody',
      flameLengthMetres: 4.2,
    } as const;
    await keepSpread(server.store, { ...kept, requestedAt: before(0.1), begin: before(1), result: { ...calm, behaviour: [worst] } });
    const warned = (await brief('wenchuan', fireId)).body.data;
    expect(warned.approach).toMatchObject({ attack: 'nobody', flameLengthMetres: 4.2 });
    expect(warned.suggestion.wantedCount).toBe(2);
    expect(warned.suggestion.lines[0]).toEqual({ topic: 'safety', code: 'head', params: { attack: 'nobody', flameLengthMetres: 4.2 } });
    expect((await approachOf('wenchuan')).body.data).toEqual(warned.approach);
  });

  it('of another grid’s or a missing fire is not found; without the right it is refused; a wrong radius is named', async () => {
    const fireId = await reported('wenchuan', { longitude: 103.55, latitude: 31.45, reporterName: '六' });
    expect((await brief('lixian', fireId)).status).toBe(404);
    expect((await brief('wenchuan', '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await brief('viewer', fireId)).status).toBe(403);
    for (const [path, body] of [
      ['radiusMetres', { radiusMetres: 499 }],
      ['radiusMetres', { radiusMetres: 100_001 }],
      ['fireId', { fireId: 'x' }],
    ] as const) {
      const { status, body: refusal } = await call('wenchuan', decision.briefing, { fireId, ...body });
      expect([status, refusal.data[0].path]).toEqual([422, path]);
    }
  });
});

describe('the fires that wait for a decision', () => {
  const listed = async (user: string, body: object = {}) =>
    (await call(user, decision.fires, body)).body.data.map(({ alarm }: { alarm: { id: string } }) => alarm.id) as string[];

  it('are listed with the most dangerous first, found by their address, and removed once dealt with', async () => {
    const unsure = await reported('lixian', { longitude: 103.17, latitude: 31.44, address: '待查沟' });
    const burning = await reported('lixian', { longitude: 103.2, latitude: 31.46, reporterName: '七' });
    await call('lixian', contract.alarm.monitorJudge, { fireId: burning, isReal: 1 });
    expect((await listed('lixian')).slice(0, 2)).toEqual([burning, unsure]);
    expect(await listed('lixian', { address: '待查沟' })).toEqual([unsure]);
    await call('lixian', contract.alarm.monitorJudge, { fireId: unsure, isReal: 0 });
    expect(await listed('lixian')).toEqual([burning]);
  });

  it('are those of the caller’s grid, and visible only to users who decide', async () => {
    const mine = await listed('lixian');
    expect((await listed('wenchuan')).some((id) => mine.includes(id))).toBe(false);
    expect(await listed('aba')).toEqual(expect.arrayContaining(mine));
    expect(await listed('aba', { gridNo: '513222' })).toEqual(mine);
    expect((await call('viewer', decision.fires, {})).status).toBe(403);
    expect((await call('wenchuan', decision.fires, { address: 'x'.repeat(201) })).status).toBe(422);
  });
});
