import { randomUUID } from 'node:crypto';
import { type GridNo, haversineMetres, NATION } from '@lookout/domain';
import { LIXIAN, WEIHUI, WENCHUAN } from '@lookout/store/testing/builders.ts';
import { oneServer, type TestServer } from '@lookout/store/testing/databases.ts';
import { ask } from '@lookout/store/testing/template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CameraLink } from '../camera/cameras.store.ts';
import { openStore, type Store } from '../store.ts';
import type { Resource } from './resource.ts';
import { resourceId } from './resources.store.ts';

const START = new Date('2026-11-21T08:00:00Z');
const CENTRE = { lng: 103.59, lat: 31.48 };

const aResource = (overrides: Partial<Resource> = {}): Omit<Resource, 'id'> => ({
  kind: 'team',
  code: randomUUID(),
  name: '扑火队',
  online: null,
  districtName: '汶川县',
  streetName: null,
  gridNo: WENCHUAN,
  position: CENTRE,
  heightMetres: 1330.5,
  leaderName: '王五',
  leaderPhone: '13800000003',
  description: null,
  rangeMetres: null,
  horizontalAngleDegrees: null,
  attributes: { 人数: 35, 装备: '风机' },
  ...overrides,
});

describe.each(oneServer(15))('resources on $name', ({ start }) => {
  let server: TestServer;
  let url: string;
  let store: Store;
  let now = START;
  beforeAll(async () => {
    server = await start();
    url = await server.newDatabase('migrated');
    store = await openStore({ url, clock: () => now, mayWait: () => true });
  });
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  it('a camera’s recording setting survives edits of its link; it cannot be turned on outside the own grid', async () => {
    const camera = {
      ...{ id: 'recorded', deviceId: 'R', channelNum: 1, name: '塔', cameraType: null, manufacturer: null, monitoringPointId: null },
      ...{ towerHeightMetres: null, northCorrectionDegrees: 0, gridNo: WENCHUAN, online: true, position: CENTRE },
    };
    await store.cameras.put(NATION, [camera]);
    await store.cameraLinks.setRecorded(WENCHUAN, camera.id, true);
    const before = await store.cameraLinks.find(NATION, camera.id);
    expect(before).toMatchObject({ isRecorded: true, controlUrl: null, masks: [], tour: [] });
    const edited = { ...before, isRecorded: false, controlUrl: 'http://10.0.0.9/' } as CameraLink;
    await store.cameraLinks.put(NATION, [edited]);
    expect(await store.cameraLinks.find(NATION, camera.id)).toEqual({ ...edited, isRecorded: true });
    await store.cameraLinks.setRecorded(LIXIAN, camera.id, false);
    expect(await store.cameraLinks.recorded()).toEqual([camera.id]);
    await store.cameraLinks.setRecorded(WENCHUAN, camera.id, false);
    expect(await store.cameraLinks.find(NATION, camera.id)).toEqual({ ...edited, isRecorded: false });
    await store.cameras.remove(NATION, camera.id);
  });

  it('are read back unchanged under an id made of kind and code; an unchanged one is not written again', async () => {
    const resource = aResource({ code: 'A', online: false });
    const id = resourceId(resource);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(resourceId({ kind: 'cemetery', code: 'A' })).not.toBe(id);
    expect(await store.resources.put(NATION, [resource])).toEqual({ written: new Set([id]), unchanged: new Set() });
    expect(await store.resources.find(WENCHUAN, id)).toEqual({ ...resource, id });
    now = new Date(START.getTime() + 60_000);
    expect(await store.resources.put(NATION, [resource])).toEqual({ written: new Set(), unchanged: new Set([id]) });
    const updatedAt = async () =>
      (await ask<{ updated_at: Date }>(url, `select updated_at from resource where id = '${id}'`))[0]?.updated_at;
    expect(await updatedAt()).toEqual(START);
    expect((await store.resources.put(NATION, [{ ...resource, attributes: { 人数: 36 } }])).written).toEqual(new Set([id]));
    expect(await updatedAt()).toEqual(now);
  });

  it('can be neither moved out of the scope nor put outside it, and are not visible there', async () => {
    const [mine, theirs] = [aResource({ gridNo: WENCHUAN }), aResource({ gridNo: LIXIAN })];
    const { written } = await store.resources.put(WENCHUAN, [mine, theirs]);
    expect(written).toEqual(new Set([resourceId(mine)]));
    await store.resources.put(NATION, [theirs]);
    const nothing = { written: new Set(), unchanged: new Set() };
    expect(await store.resources.put(WENCHUAN, [{ ...theirs, gridNo: WENCHUAN }])).toEqual(nothing);
    expect(await store.resources.put(WENCHUAN, [{ ...mine, gridNo: LIXIAN }])).toEqual(nothing);
    expect(await store.resources.find(WENCHUAN, resourceId(theirs))).toBeNull();
    expect(await store.resources.find(NATION, 'no uuid')).toBeNull();
    expect(await store.resources.remove(WENCHUAN, resourceId(theirs))).toBe(false);
    expect(await store.resources.remove(LIXIAN, resourceId(theirs))).toBe(true);
  });

  it('lists are by kind and name, within the grid, and report when they were cut', async () => {
    const name = `名${randomUUID()}`;
    await store.resources.put(NATION, [
      aResource({ name: `${name}乙` }),
      aResource({ name: `${name}甲`, kind: 'uav' }),
      aResource({ name: `${name}丙`, gridNo: WEIHUI }),
    ]);
    const names = async (scope: GridNo, kinds?: readonly Resource['kind'][]) =>
      (await store.resources.list(scope, { text: name, kinds }, { limit: 10 })).list.map((one) => one.name.slice(name.length)).sort();
    expect(await names(NATION)).toEqual(['丙', '乙', '甲'].sort());
    expect(await names(WENCHUAN)).toEqual(['乙', '甲'].sort());
    expect(await names(NATION, ['uav'])).toEqual(['甲']);
    expect(await store.resources.list(NATION, { text: name }, { limit: 2 })).toMatchObject({ more: true, list: { length: 2 } });
    expect((await store.resources.list(NATION, { text: `${name}%` }, { limit: 2 })).list).toEqual([]);
  });

  it('a box with more assets than the limit returns some of each kind, not the first names', async () => {
    const elsewhere = { lng: 104.5, lat: 30.5 };
    const kinds = ['team', 'uav', 'cemetery', 'materialRepository'] as const;
    await store.resources.put(
      NATION,
      kinds.flatMap((kind) =>
        Array.from({ length: 100 }, (_, n) => aResource({ kind, code: `cut-${n}`, name: `${kind}${n}`, position: elsewhere })),
      ),
    );
    const box = { west: 104, south: 30, east: 105, north: 31 };
    const { list, more } = await store.resources.assets(NATION, { box }, { limit: 40 });
    expect([list.length, more]).toEqual([40, true]);
    expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const names = list.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });

  it('around a place: the same result as a full scan with the spherical distance, including monitoring points and cameras', async () => {
    const spread = (i: number) => ({ lng: 103 + ((i * 7919) % 1000) / 1000, lat: 31 + ((i * 104_729) % 1000) / 1000 });
    const text = randomUUID();
    const kinds = ['waterSource', 'team', 'cemetery'] as const;
    const resources = Array.from({ length: 300 }, (_, i) =>
      aResource({ kind: kinds[i % 3] as Resource['kind'], name: text, position: spread(i), gridNo: i % 10 === 0 ? LIXIAN : WENCHUAN }),
    );
    await store.resources.put(NATION, resources);
    const point = { lng: 103.6, lat: 31.5 };
    const monitoringPointId = randomUUID();
    const shared = { name: text, gridNo: WENCHUAN, position: point, towerHeightMetres: 20, online: true };
    await store.monitoringPoints.put(NATION, [
      {
        ...shared,
        id: monitoringPointId,
        resourceCode: 'M',
        districtName: null,
        streetName: null,
        groundHeightMetres: 1500,
        leaderName: null,
        leaderPhone: null,
        description: '塔',
        rangeMetres: 5000,
        horizontalAngleDegrees: null,
      },
    ]);
    await store.cameras.put(NATION, [
      {
        ...shared,
        id: randomUUID(),
        monitoringPointId,
        deviceId: 'D',
        channelNum: 1,
        cameraType: null,
        manufacturer: null,
        northCorrectionDegrees: 0,
      },
    ]);
    const all = [
      ...resources.map((one) => ({ ...one, id: resourceId(one) })),
      { kind: 'monitoring-point', code: 'M', position: point, gridNo: WENCHUAN },
      { kind: 'camera', code: 'D', position: point, gridNo: WENCHUAN },
    ];
    for (const [radiusMetres, scope] of [
      [5_000, WENCHUAN],
      [31_000, NATION],
      [500_000, LIXIAN],
    ] as const) {
      const expected = all
        .filter((one) => haversineMetres(CENTRE, one.position) <= radiusMetres && (scope === NATION || one.gridNo === scope))
        .sort((a, b) => haversineMetres(CENTRE, a.position) - haversineMetres(CENTRE, b.position));
      const found = await store.resources.around(scope, { centre: CENTRE, radiusMetres, text, byKind: false }, { limit: 1_000 });
      const metres = (list: readonly { position: { lng: number; lat: number } }[]) =>
        list.map((one) => haversineMetres(CENTRE, one.position));
      expect(metres(found.list)).toEqual(metres(expected));
      expect(new Set(found.list.map((one) => `${one.kind} ${one.code}`))).toEqual(
        new Set(expected.map((one) => `${one.kind} ${one.code}`)),
      );
      expect(found.counts.get('')).toBe(expected.length);

      const grouped = await store.resources.around(scope, { centre: CENTRE, radiusMetres, text, byKind: true }, { limit: 2 });
      for (const [kind, of] of Map.groupBy(expected, (one) => one.kind)) {
        expect(grouped.counts.get(kind as Resource['kind'])).toBe(of.length);
        expect(grouped.list.filter((one) => one.kind === kind).map((one) => one.code)).toEqual(of.slice(0, 2).map((one) => one.code));
      }
    }
    const towers = await store.resources.around(
      NATION,
      { centre: CENTRE, radiusMetres: 50_000, kinds: ['monitoring-point'], text, byKind: false },
      { limit: 5 },
    );
    expect(towers.list).toMatchObject([
      { id: monitoringPointId, kind: 'monitoring-point', code: 'M', heightMetres: 1500, rangeMetres: 5000, attributes: {} },
    ]);
  });

  it('around a place uses the index', async () => {
    await ask(
      url,
      `insert into resource (id, kind, code, name, grid_no, lng, lat, attributes, updated_at)
        select gen_random_uuid(), 'team', 'many' || n, 'many', '410781', 110 + n % 100 * 0.1, 30 + n / 100 * 0.1, '{}', now()
        from generate_series(1, 10000) as n; analyze resource`,
    );
    const where = 'point(lng, lat) <@ box(point(114, 35), point(114.2, 35.2))';
    const plan = await ask<{ 'QUERY PLAN': string }>(url, `explain select 1 from resource where ${where}`);
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('resource_place');
  });
});
