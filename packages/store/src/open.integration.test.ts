import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { seedGazetteer } from '@lookout/features/grid/gazetteer-seed.store.ts';
import { openStore } from '@lookout/features/store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/migrations.generated.ts';
import { ABA, LIXIAN, SICHUAN, WEIHUI, WENCHUAN } from './testing/builders.ts';
import { availableServers, type TestServer } from './testing/databases.ts';
import { ask } from './testing/template.ts';

const clock = () => new Date();

describe.each(availableServers())('the store on $name', ({ start }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server?.stop();
  });

  const tables = async (url: string) =>
    (await ask<{ n: number }>(url, `select count(*)::int as n from pg_tables where schemaname = 'public'`))[0]?.n;

  it('migrations run once, also when five start at the same moment', async () => {
    const url = await server.newDatabase();
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    expect(applied.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(await migrate(url)).toEqual([]);
  });

  it('a migration that fails leaves nothing, and the next start continues', async () => {
    const url = await server.newDatabase();
    await expect(migrate(url, [...MIGRATIONS, { name: '9999-broken', sql: 'select 1/0' }])).rejects.toThrow('division by zero');
    expect(await tables(url)).toBe(0);
    expect(await migrate(url)).toEqual(MIGRATIONS.map(({ name }) => name));
  });

  it('a migration killed in the middle leaves nothing, and the next start continues', async () => {
    const url = await server.newDatabase();
    const failingMigration = { name: '9999-killed', sql: 'select pg_terminate_backend(pg_backend_pid()); select pg_sleep(5)' };
    await expect(migrate(url, [...MIGRATIONS, failingMigration])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(await tables(url)).toBe(0);
    expect(await migrate(url)).toEqual(MIGRATIONS.map(({ name }) => name));
  });

  it('existing detections get one key for each satellite, and keep the number under which they were announced', async () => {
    const url = await server.newDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name === '0071-past-detections');
    await migrate(url, MIGRATIONS.slice(0, before));
    const place = '202611281230-E103.51111N31.51111';
    const keys = [`T-${place}`, `1-${place}`, `N20-${place}`, `NOAA-21-${place}`, `J2-${place}`, `N-${place}`, 'X'].map(
      (no) => `firms:${no}`,
    );
    for (const [n, key] of keys.entries())
      await ask(
        url,
        `insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, formatted_address, observed_at, arrived_at, dedupe_key, facts)
        values ('${randomUUID()}', 'satellite', 'satellite', 103.5, 31.5, '513221', 'boundary', '', now(), now() + interval '${n} s', '${key}', '{}')`,
      );
    await migrate(url);
    const rows = await ask<{ key: string; no: string | null }>(
      url,
      'select dedupe_key as key, fire_no as no from alarm order by arrived_at',
    );
    expect(rows.map(({ key, no }) => [key.replace(`-${place}`, ''), no?.replace(`-${place}`, '') ?? null])).toEqual([
      ['firms:Terra', 'T'],
      // A detection of N20 with that key already exists.
      ['firms:1', null],
      ['firms:N20', null],
      ['firms:N21', 'NOAA-21'],
      ['firms:J2', null],
      ['firms:N', null],
      ['firms:X', null],
    ]);
  });

  it('facts that were stored under short names get those of the domain', async () => {
    const url = await server.newDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name === '0081-one-way-in');
    await migrate(url, MIGRATIONS.slice(0, before));
    const stored = { 'firms:N20-1': '{"s":"N20","c":"n","cr":60,"f":3.5,"i":null}', 'drill:1': '{"kind":"report","description":"烟"}' };
    for (const [key, facts] of Object.entries(stored))
      await ask(
        url,
        `insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, formatted_address, observed_at, arrived_at, dedupe_key, facts)
        values ('${randomUUID()}', '${key.startsWith('firms') ? 'satellite' : 'report'}', 'satellite', 103.5, 31.5, '513221', 'boundary', '', now(), now(),
          '${key}', '${facts}')`,
      );
    await ask(
      url,
      `insert into alarm_first select id, lng, lat, grid_no, grid_basis, address, formatted_address, '{"s":"N","v":"2.0"}' from alarm where kind = 'satellite'`,
    );
    await migrate(url);
    const facts = await ask<{ facts: object }>(
      url,
      `select facts from (select 1 as place, facts from alarm where kind = 'satellite' union all select 2, facts from alarm_first
        union all select 3, facts from alarm where kind = 'report') all_facts order by place`,
    );
    expect(facts.map((row) => row.facts)).toEqual([
      { kind: 'satellite', fireNo: 'N20-1', satellite: 'N20', confidence: 'n', credibility: 60, frpMegawatts: 3.5 },
      { kind: 'satellite', fireNo: 'N20-1', satellite: 'N', version: '2.0' },
      { kind: 'report', description: '烟' },
    ]);
  });

  it('a forecast that was stored in milliseconds is read with its times, and with a value for each field that it did not have', async () => {
    const url = await server.newDatabase();
    const before = MIGRATIONS.findIndex(({ name }) => name === '0082-forecast-shape');
    await migrate(url, MIGRATIONS.slice(0, before));
    const [begin, later] = [Date.UTC(2026, 10, 22, 4), Date.UTC(2026, 10, 22, 5)];
    const ellipse = { semiMajorMetres: 400, semiMinorMetres: 120, bearingDegrees: 30 };
    const moisturePercent = { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 };
    const hour = { windSpeedMetresPerSecond: 4, windFromDegrees: 225, temperatureCelsius: 21, humidityPercent: 30, moisturePercent };
    const point = { type: 'Point', coordinates: [103.6, 31.5] };
    const data = { origin: 'demo', version: '' };
    const ground = {
      centre: { lng: 103.6, lat: 31.5 },
      halfMetres: 1,
      cellMetres: 30,
      elevation: data,
      landCover: { ...data, files: [] },
      ownFuels: 0,
    };
    const plain = { hours: 2, members: 1, seed: 7, model: { name: 'rothermel', version: '1' }, ground };
    const inputs = [
      {
        ...plain,
        beginMs: begin,
        ignition: { source: 'entered', shape: point, later: [{ atMs: later, shape: point }] },
        ellipse,
        weather: {
          source: 'entered',
          windFactor: null,
          moisture: 'entered',
          hours: [
            { ...hour, atMs: begin },
            { ...hour, atMs: later },
          ],
        },
        barriers: { breaks: 1, roads: 2 },
        correction: {
          after: null,
          begins: 'earlier',
          seen: [
            { kind: 'satellite', id: 'a', atMs: later, position: { lng: 103.6, lat: 31.5 }, ellipse },
            { kind: 'perimeter', id: 'b', atMs: later, ring: [[103.6, 31.5]] },
          ],
        },
      },
      {
        ...plain,
        beginMs: begin,
        ignition: { source: 'fire', shape: point },
        ellipse: null,
        weather: { source: 'demo', windFactor: 0.9, moisture: 'fosberg', hours: [] },
        barriers: { breaks: 0, roads: 0, waters: 3 },
      },
    ];
    const ids = inputs.map(() => randomUUID());
    const result = { isochrones: [], impacts: [], areaHectares: 1, reachesEdge: false, seconds: 1 };
    for (const [n, one] of inputs.entries())
      await ask(
        url,
        `insert into spread_run (id, grid_no, key, state, progress, inputs, result, asked_by, asked_at, alive_at)
        values ('${ids[n]}', '513221', '${n}', 'done', 1, '${JSON.stringify(one)}', ${n === 0 ? `'${JSON.stringify(result)}'` : 'null'}, '甲', now(), now())`,
      );
    await migrate(url);
    const store = await openStore({ url, clock });
    const [first, second] = await Promise.all(ids.map((id) => store.spreadRuns.find(NATION, id)));
    await store.close();
    const { bearingDegrees: azimuthDegrees, ...axes } = ellipse;
    const turned = { ...axes, azimuthDegrees };
    expect(first?.inputs).toEqual({
      ...plain,
      ground: { ...ground, canopy: null },
      begin: new Date(begin),
      ignition: { source: 'entered', geometry: point, later: [{ time: new Date(later), geometry: point }] },
      ellipse: turned,
      weather: {
        source: 'entered',
        windFactor: null,
        moisture: 'entered',
        enteredMoisture: ['oneHour', 'tenHour', 'hundredHour', 'liveHerbaceous', 'liveWoody'],
        enteredBy: null,
        hours: [begin, later].map((ms) => ({ ...hour, time: new Date(ms) })),
      },
      barriers: { breaks: 1, roads: 2, waters: 0 },
      correction: {
        after: null,
        begins: 'earlier',
        observations: [
          { kind: 'satellite', id: 'a', time: new Date(later), position: { lng: 103.6, lat: 31.5 }, ellipse: turned },
          { kind: 'perimeter', id: 'b', time: new Date(later), ring: [[103.6, 31.5]] },
        ],
      },
    });
    expect(first?.result).toEqual({ ...result, behaviour: null, weighing: null, unknownGround: null });
    expect(second).toMatchObject({
      result: null,
      inputs: {
        ignition: { source: 'fire', later: [] },
        ellipse: null,
        weather: { enteredMoisture: [], enteredBy: null, hours: [] },
        barriers: { waters: 3 },
        correction: null,
      },
    });
  });

  it('a database newer than the program is refused', async () => {
    const url = await server.newDatabase();
    await migrate(url);
    await ask(url, `insert into migration (name) values ('0999-from-tomorrow')`);
    await expect(openStore({ url, clock })).rejects.toThrow('0999-from-tomorrow');
  });

  it('a database that is not UTF-8 is refused', async () => {
    const url = await server.newDatabase();
    await ask(url, `create database latin template template0 encoding 'SQL_ASCII' locale 'C'`);
    await expect(migrate(url.replace(/[^/]*$/, 'latin'))).rejects.toThrow('UTF8');
    await ask(url, 'drop database latin');
  });

  it('killed connections are reported as an error, and the next call works', async () => {
    const url = await server.newDatabase();
    const lost: string[] = [];
    const store = await openStore({ url, clock, log: (message) => lost.push(message) });
    await Promise.all(Array.from({ length: 8 }, () => store.ready()));
    const sleeping = store.transaction((tx) =>
      tx.alarms
        .count(NATION)
        .then(() => ask(url, KILL_ALL))
        .then(() => tx.events.head()),
    );
    await expect(sleeping).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await expect
      .poll(
        () =>
          store.ready().then(
            () => 'ready',
            (error: Error) => error.name,
          ),
        { timeout: 15_000 },
      )
      .toBe('ready');
    expect(lost.length).toBeGreaterThan(0);
    await store.close();
    await store.close();
  });

  it('the gazetteer is seeded once for each version; imported boundaries take precedence and are not overwritten', async () => {
    const store = await openStore({ url: await server.newDatabase('migrated'), clock, mayWait: () => true });
    const square = (size: number) => ({
      type: 'MultiPolygon' as const,
      coordinates: [
        [
          [
            [0, 0],
            [size, 0],
            [size, size],
            [0, 0],
          ],
        ],
      ],
    });
    const grid = (no: string, name: string, level: 'nation' | 'province' | 'prefecture' | 'county', parentNo: string | null) => ({
      no: no as GridNo,
      name,
      level,
      parentNo: parentNo as GridNo | null,
    });
    const seed = {
      version: '1',
      grids: [
        grid('100000', '全国', 'nation', null),
        grid('510000', '四川省', 'province', '100000'),
        grid('513200', '阿坝藏族羌族自治州', 'prefecture', '510000'),
        grid('513221', '汶川县', 'county', '513200'),
        grid('110000', '北京市', 'province', '100000'),
        grid('110100', '市辖区', 'prefecture', '110000'),
        grid('110101', '东城区', 'county', '110100'),
      ],
      boundaries: [{ no: ABA, geometry: square(1), centre: { lng: 102, lat: 32 } }],
      seats: [{ no: WENCHUAN, name: '汶川县', lng: 103.6, lat: 31.5, approximate: true }],
    };
    expect(await Promise.all([seedGazetteer(store, seed), seedGazetteer(store, seed)])).toContain(true);
    expect(await seedGazetteer(store, seed)).toBe(false);
    expect(await store.grids.find(NATION, WENCHUAN)).toEqual({
      ...seed.grids[3],
      fullName: '四川省阿坝藏族羌族自治州汶川县',
      centre: { lng: 103.6, lat: 31.5 },
    });
    expect((await store.grids.find(NATION, '110101' as GridNo))?.fullName).toBe('北京市东城区');
    expect(await store.grids.find(LIXIAN, WENCHUAN)).toBeNull();
    expect(await store.grids.list(SICHUAN, {}, { limit: 2 })).toMatchObject({ list: [{ no: SICHUAN }, { no: ABA }], more: true });
    expect(
      (await store.grids.list(NATION, { levels: ['county'], parentNo: ABA, nos: [WENCHUAN, LIXIAN] }, { limit: 9 })).list,
    ).toHaveLength(1);
    expect(await store.grids.seats(ABA)).toEqual([
      { no: WENCHUAN, name: '汶川县', position: { lng: 103.6, lat: 31.5 }, approximate: true },
    ]);
    expect(await store.grids.seats(WEIHUI)).toEqual([]);
    await store.areas.put('imported', [{ no: ABA, boundary: square(2), centre: { lng: 103, lat: 32 } }]);
    // The first gazetteer needs no event, because no server has one in memory yet. A newer one does.
    expect(await store.events.head()).toBe(0);
    await seedGazetteer(store, { ...seed, version: '2' });
    expect((await store.events.readRange(0, 9)).map(({ event }) => [event.kind, event.objectId])).toEqual([
      ['register.changed', 'gazetteer'],
    ]);
    expect(await store.areas.of(ABA, [ABA])).toEqual([
      { no: ABA, source: 'imported', boundary: square(2), centre: { lng: 103, lat: 32 }, alsoHolds: [], isUnion: false },
    ]);
    expect(await store.areas.outlines(ABA, [ABA], 'full')).toEqual([
      { no: ABA, source: 'imported', outline: JSON.stringify(square(2)), centre: { lng: 103, lat: 32 } },
    ]);
    await store.areas.put('seed', [{ no: WENCHUAN, boundary: square(1), centre: { lng: 103, lat: 31 }, alsoHolds: [LIXIAN] }]);
    expect(await store.areas.of(ABA, [WENCHUAN])).toMatchObject([{ source: 'seed', alsoHolds: [LIXIAN] }]);
    expect(await store.areas.of(WENCHUAN, [ABA])).toEqual([]);
    expect(await store.areas.outlines(WENCHUAN, [ABA], 'far')).toEqual([]);
    expect(await store.areas.list(NATION)).toEqual([
      { no: ABA, source: 'imported', alsoHolds: [], isUnion: false },
      { no: WENCHUAN, source: 'seed', alsoHolds: [LIXIAN], isUnion: false },
    ]);
    await store.close();
  });

  it('monitoring points, cameras and uploads are limited to the scope, also when written', async () => {
    const store = await openStore({ url: await server.newDatabase('migrated'), clock: () => new Date(0), mayWait: () => true });
    const monitoringPoint = { ...aMonitoringPoint, id: 'm1', gridNo: WENCHUAN };
    expect(await store.monitoringPoints.put(ABA, [monitoringPoint, { ...monitoringPoint, id: 'm2', gridNo: WEIHUI }])).toEqual(['m1']);
    expect(await store.monitoringPoints.put(LIXIAN, [{ ...monitoringPoint, gridNo: LIXIAN }])).toEqual([]);
    expect(await store.monitoringPoints.put(ABA, [{ ...monitoringPoint, name: '塔二' }])).toEqual(['m1']);
    expect(await store.monitoringPoints.find(WENCHUAN, 'm1')).toEqual({ ...monitoringPoint, name: '塔二' });
    expect(await store.monitoringPoints.find(LIXIAN, 'm1')).toBeNull();
    expect((await store.monitoringPoints.list(ABA, { text: '塔', online: true, gridNo: WENCHUAN }, { limit: 5 })).list).toHaveLength(1);
    expect(await store.monitoringPoints.page(LIXIAN, {}, { offset: 0, limit: 5 })).toEqual({ total: 0, list: [] });
    const camera = { ...aCamera, monitoringPointId: 'm1', gridNo: WENCHUAN };
    expect(await store.cameras.put(ABA, [camera, { ...camera, id: 'c2', channelNum: 2 }])).toEqual(['c1', 'c2']);
    expect(await store.cameras.put(LIXIAN, [{ ...camera, gridNo: LIXIAN }])).toEqual([]);
    expect(await store.cameras.find(WENCHUAN, 'c1')).toEqual(camera);
    expect(await store.cameras.findByDevice(ABA, 'd1')).toMatchObject([{ id: 'c1' }, { id: 'c2' }]);
    expect(await store.cameras.findByDevice(LIXIAN, 'd1')).toEqual([]);
    expect((await store.cameras.list(ABA, { monitoringPointId: 'm1', online: true, ids: ['c2'] }, { limit: 5 })).list).toHaveLength(1);
    expect(await store.cameras.remove(LIXIAN, 'c2')).toBe(false);
    expect(await store.cameras.remove(ABA, 'c2')).toBe(true);
    expect(await store.monitoringPoints.remove(LIXIAN, 'm1')).toBe(false);
    expect(await store.monitoringPoints.remove(ABA, 'm1')).toBe(true);
    expect(await store.cameras.find(NATION, 'c1')).toBeNull();
    const upload = {
      id: randomUUID(),
      name: 'a1b2.jpg',
      gridNo: WENCHUAN,
      accountId: null,
      mime: 'image/jpeg',
      byteSize: 5,
      widthPixels: 2,
      heightPixels: 3,
      gps: { lng: 1, lat: 2 },
    };
    await store.uploads.create(upload);
    expect(await store.uploads.find(ABA, upload.id)).toEqual({ ...upload, createdAt: new Date(0) });
    expect(await store.uploads.find(LIXIAN, upload.id)).toBeNull();
    await store.close();
  });

  it('a setting is settled once for all concurrent callers', async () => {
    const store = await openStore({ url: await server.newDatabase('migrated'), clock, mayWait: () => true });
    const settled = await Promise.all(['a', 'b', 'c'].map((value) => store.settings.settle('key', { value })));
    expect(new Set(settled.map((value) => JSON.stringify(value))).size).toBe(1);
    await store.settings.set('key', null);
    expect(await store.settings.get('key')).toBeNull();
    await store.close();
  });
});

describe('without a database', () => {
  it('opening throws StoreUnavailable', async () => {
    await expect(openStore({ url: 'postgres://lookout@127.0.0.1:1/lookout', clock })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      reason: 'connection',
    });
    await expect(openStore({ url: 'postgres://lookout@localhost:1/lookout', clock })).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});

const KILL_ALL = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

const aMonitoringPoint = {
  name: '塔一',
  resourceCode: null,
  online: true,
  districtName: null,
  streetName: null,
  position: { lng: 103.5, lat: 31.4 },
  groundHeightMetres: 1_500,
  towerHeightMetres: 30,
  leaderName: null,
  leaderPhone: null,
  description: null,
  rangeMetres: 5_000,
  horizontalAngleDegrees: null,
};

const aCamera = {
  id: 'c1',
  deviceId: 'd1',
  channelNum: 1,
  name: '可见光',
  cameraType: null,
  manufacturer: 'onvif',
  towerHeightMetres: 30,
  northCorrectionDegrees: 1.5,
  position: { lng: 103.5, lat: 31.4 },
  online: true,
};
