// The load of desks on a running server: counts are exact for known alarms, each desk counts its own grid, exercises are left out, and
// silent alarms are counted separately.
import { randomUUID } from 'node:crypto';
import { type GridNo, NATION } from '@lookout/domain';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyLink } from '../../camera/service/cameras.ts';
import { contract } from '../../contract.ts';
import type { AlarmLoadReport } from '../alarm-load.ts';

const row = contract.statistics.alarmLoad;
const SOON = { timeout: 10_000, interval: 50 };

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

const ask = (user: Officer, body: object = { hours: 24 }) => world.server.call(row.method, row.path, { token: world.tokens[user], body });
const loadOf = async (user: Officer, body?: object): Promise<AlarmLoadReport> => row.reply.parse((await ask(user, body)).body.data);
/** Resolves as soon as the alarms are one fire. */
const joined = (ids: readonly string[]) =>
  vi.waitFor(async () => {
    const { method, path } = contract.incident.incident;
    const { body } = await world.server.call(method, `${path}?id=${ids[0]}`, { token: world.tokens.guojia });
    expect(new Set(body.data?.incident.alarmIds)).toEqual(new Set(ids));
  }, SOON);

describe('the alarm load', () => {
  let seen: readonly string[];

  it('counts the alarms that sounded at each desk, and their fires', async () => {
    // Four detections of one fire by one tower, and a report from elsewhere.
    seen = [
      await world.raise('monitor', WENCHUAN, { deviceId: '塔1' }),
      await world.raise('monitor', WENCHUAN, { deviceId: '塔1' }),
      await world.raise('monitor', WENCHUAN, { deviceId: '塔1' }),
      await world.raise('monitor', WENCHUAN, { deviceId: '塔2' }),
    ];
    const report = await world.raise('report', LIXIAN);
    await joined(seen);
    await joined([report]);
    const { desk, desks, hours, sources, sourcesLeftOut } = await loadOf('aba');
    expect(desk).toMatchObject({ gridNo: '513200', announced: 5, silent: 0, fires: 2, standing: 5, stale: 0 });
    expect(Object.values(desk.slots).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(144);
    expect(desks.map(({ gridName, announced, fires }) => [gridName, announced, fires])).toEqual([
      ['汶川县', 4, 1],
      ['理县', 1, 1],
    ]);
    expect(hours.reduce((sum, { announced }) => sum + announced, 0)).toBe(5);
    expect(sources.map(({ kind, source, total, repeated, share }) => [kind, source, total, repeated, share])).toEqual([
      ['camera', '塔1', 3, 2, 0.6],
      ['camera', '塔2', 1, 0, 0.2],
      ['report', null, 1, 0, 0.2],
    ]);
    expect(sourcesLeftOut).toBe(0);
  });

  it('changes when officers act on an alarm', async () => {
    await world.act('wenchuan', 'acknowledge', { id: seen[0], kind: 'monitor' });
    expect((await loadOf('wenchuan')).desk).toMatchObject({ announced: 4, standing: 0 });
    await world.act('wenchuan', 'monitorJudge', { fireId: seen[0], isReal: 0 });
    const { sources } = await loadOf('wenchuan');
    expect(sources.map(({ source, total, false: wrong, unjudged }) => [source, total, wrong, unjudged])).toEqual([
      ['塔1', 3, 3, 0],
      ['塔2', 1, 1, 0],
    ]);
    await world.act('aba', 'monitorDelete', { id: seen[3], reason: '重复' });
    await vi.waitFor(async () => expect((await loadOf('wenchuan')).desk.announced).toBe(3), SOON);
  });

  it('each desk has its own grid; a wider one may be narrowed; a user without access gets nothing', async () => {
    expect((await loadOf('lixian')).desk).toMatchObject({ gridNo: '513222', announced: 1 });
    expect((await loadOf('guojia', { hours: 168, gridNo: '513222' })).desk.announced).toBe(1);
    expect((await loadOf('guojia')).desks.map(({ gridNo, announced }) => [gridNo, announced])).toEqual([['510000', 4]]);
    expect((await loadOf('weihui')).desk).toMatchObject({ announced: 0, silent: 0, peakAt: null });
    const refused = await ask('wenchuan', { hours: 24, gridNo: '513222' });
    expect([refused.status, refused.body.data[0].path]).toEqual([422, 'gridNo']);
    expect((await ask('viewer')).status).toBe(403);
  });

  it('leaves out alarms that arrived at another time, and exercises', async () => {
    expect((await loadOf('aba', { beginTime: '2026-01-01 00:00:00', endTime: '2026-01-02 00:00:00' })).desk.announced).toBe(0);
    const before = (await loadOf('aba')).desk;
    const { exerciseBegin } = contract.exercise;
    const script = [{ kind: 'report', position: WENCHUAN, minutes: 0, description: '山脊冒烟' }];
    const begun = await world.server.call(exerciseBegin.method, exerciseBegin.path, {
      token: world.tokens.wenchuan,
      body: { name: '春季演练', script },
    });
    expect(begun.body.code).toBe(200);
    const drill = await vi.waitFor(async () => {
      const { body } = await world.read('wenchuan', 'latestAlarms', { withDrills: 1 });
      const found = body.data.find(({ drill: isDrill }: { drill?: boolean }) => isDrill === true);
      expect(found).toBeDefined();
      return found;
    }, SOON);
    await joined([drill.id]);
    const { announced, silent, fires, standing } = (await loadOf('aba')).desk;
    expect({ announced, silent, fires, standing }).toEqual({
      announced: before.announced,
      silent: before.silent,
      fires: before.fires,
      standing: before.standing,
    });
  });

  it('names satellites, and counts the detections that their product rates as low confidence', async () => {
    const seen = new Date(Date.now() - 3_600_000).toISOString();
    const file = [
      'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_t31,frp,daynight',
      ...['low', 'nominal', 'low'].map(
        (confidence, n) =>
          `3${n}.4,103.1${n},310.6,0.4,0.4,${seen.slice(0, 10)},${seen.slice(11, 16)},N20,VIIRS,${confidence},2.0NRT,290,3.2,D`,
      ),
    ].join('\n');
    const { body } = await world.server.call('POST', contract.alarm.ingestSatellite.path, {
      body: file,
      headers: { 'x-feed-key': world.server.feedKey, 'content-type': 'text/csv' },
    });
    expect(body.data).toMatchObject({ accepted: 3 });
    const { sources } = await loadOf('guojia');
    expect(sources.find(({ kind }) => kind === 'satellite')).toMatchObject({ source: 'N20', total: 3, lowConfidence: 2 });
  });

  it('counts alarms silenced by a mask separately, and names the camera and the point with its settings', async () => {
    const before = (await loadOf('lixian')).desk;
    await standCamera();
    const detection = { deviceId: 'T-1', horizonAngle: 10, verticalAngle: -3 };
    await world.raise('monitor', LIXIAN, { deviceId: 'T-1' });
    await mask();
    await world.raise('monitor', LIXIAN, detection);
    const { desk, sources } = await loadOf('lixian');
    expect([desk.announced - before.announced, desk.silent - before.silent]).toEqual([1, 1]);
    expect(sources.find(({ source }) => source === 'T-1')).toMatchObject({
      cameraName: '塔顶球机',
      pointName: '理县一号塔',
      total: 1,
      silent: 1,
    });
  });

  it.each([
    [{}, 'beginTime'],
    [{ beginTime: '2026-01-01 00:00:00' }, 'endTime'],
    [{ beginTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' }, 'endTime'],
    [{ beginTime: '2026-01-01 00:00:00', endTime: '2026-02-02 00:00:00' }, 'endTime'],
    [{ hours: 25 }, 'hours'],
  ])('an invalid question is refused with its field: %j', async (body, field) => {
    const { status, body: reply } = await ask('aba', body);
    expect([status, reply.data?.map(({ path: at }: { path: string }) => at)]).toEqual([422, [field]]);
  });
});

const POINT_ID = randomUUID();

/** A tower of Lixian with one camera. */
async function standCamera(): Promise<void> {
  const unknown = {
    resourceCode: null,
    districtName: null,
    streetName: null,
    groundHeightMetres: null,
    leaderName: null,
    leaderPhone: null,
  };
  const shared = { gridNo: '513222' as GridNo, position: LIXIAN, towerHeightMetres: 25, online: true };
  const point = { description: null, rangeMetres: null, horizontalAngleDegrees: null };
  await world.server.store.monitoringPoints.put(NATION, [{ ...unknown, ...shared, ...point, id: POINT_ID, name: '理县一号塔' }]);
  const camera = { cameraType: null, manufacturer: null, monitoringPointId: POINT_ID, northCorrectionDegrees: 0 };
  await world.server.store.cameras.put(NATION, [{ ...shared, ...camera, id: 'tower', deviceId: 'T-1', channelNum: 1, name: '塔顶球机' }]);
}

/** A mask over the camera's whole view. */
const mask = () =>
  world.server.store.cameraLinks.put(NATION, [
    {
      ...emptyLink('tower'),
      masks: [{ name: '全部', fromHorizontal: 0, toHorizontal: 0, fromVertical: -90, toVertical: 90, endsAt: null }],
    },
  ]);
