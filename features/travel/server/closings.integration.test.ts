import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Answer } from '@lookout/contract';
import { arrivalRasterOf, type GroundFrame, placeOfCell } from '@lookout/fire-model';
import { importRoads } from '@lookout/server/import/roads.ts';
import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import type { Json } from '@lookout/server/testing/json.ts';
import { keepSpread, resultOf } from '@lookout/server/testing/spread-run.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { createFireArrivals } from '../../spread/service/fire-arrivals.ts';
import type { SpreadRun } from '../../spread/spread.ts';
import type { TaskJourney } from '../../task/task-journey.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const { nearest, reach, back, underWay } = contract.travel;
type Row = Answer<typeof nearest>['rows'][number];
type Back = Json<Answer<typeof back>>;
/** A village at the eastern end of two roads from the west: one direct, one by a detour to the north. */
const VILLAGE = { lng: 103.55, lat: 31.48 };
const WEST = { lng: 103.47, lat: 31.48 };
const ROADS = [
  [
    [WEST.lng, WEST.lat],
    [VILLAGE.lng, VILLAGE.lat],
  ],
  [
    [WEST.lng, WEST.lat],
    [103.51, 31.53],
    [VILLAGE.lng, VILLAGE.lat],
  ],
];
/** A fire on the direct road, 1.5 km wide. It burns at once at its start, and everywhere within half an hour. */
const FIRE = { lng: 103.505, lat: 31.48 };
/** Near the bend of the northern road. */
const NORTH = { lng: 103.512, lat: 31.545 };
const SOON = { timeout: 20_000, interval: 100 };
/** The time that a forecast needs. */
const RUN = { timeout: 60_000, interval: 100 };

let world: AlarmWorld;
let folder: string;
beforeAll(async () => {
  world = await openAlarmWorld({
    env: { FIRE_ASSOCIATION: 'on' },
    waits: { incidentsEveryMs: 100, underWayEveryMs: 100, rangersPollMs: 50 },
  });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-closings-'));
  const file = path.join(folder, 'roads.geojson');
  const features = ROADS.map((coordinates) => ({
    type: 'Feature',
    properties: { highway: 'primary' },
    geometry: { type: 'LineString', coordinates },
  }));
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const { server } = world;
  await importRoads({})(file, {
    store: server.store,
    dataDir: server.dataDir,
    clock: () => new Date(),
    demoRelief: true,
    print: () => undefined,
  });
  const team = { resourceType: 'team', resourceCode: '西队', name: '西队', position: WEST, isOnline: '1' };
  await server.call('POST', contract.resource.putResources.path, { headers: { 'x-feed-key': server.feedKey }, body: [team] });
  await vi.waitFor(async () => expect((await comers()).rows[0]?.roads).toBe('imported'), SOON);
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = (row: { method: string; path: string }, body: object, user: Officer = 'aba') =>
  world.server.call(row.method, row.path, { token: world.tokens[user], body });
const look = (row: { method: string; path: string }, id: string) =>
  world.server.call(row.method, `${row.path}?${new URLSearchParams({ id })}`, { token: world.tokens.aba });
const comers = async (place = VILLAGE, kinds = ['team']) => {
  const { body } = await ask(nearest, { longitude: place.lng, latitude: place.lat, kinds });
  return { rows: body.data as readonly Row[], message: body.message as string };
};
const wayBack = async (): Promise<Back> => (await ask(back, { goal: VILLAGE, from: WEST, kind: 'team' })).body.data;

/** A ranger at the western end, who has left for the village. */
async function sendRanger(): Promise<string> {
  const { server } = world;
  const { accid, access_token: token } = await server.login('ranger01');
  const [now, later] = [new Date(), new Date(Date.now() + 3_600_000)].map((at) => at.toISOString()) as [string, string];
  const order = { taskContent: '前往核查', taskStartTime: now, taskEndTime: later, priority: 2, taskMember: accid };
  const { body } = await ask(contract.task.delegate, { ...order, position: VILLAGE });
  const { method, path: progress } = contract.task.taskProgress;
  await server.call(method, progress, { token, body: { taskId: body.data.id, state: 'on-the-way' } });
  const fix = { userId: accid, position: WEST, actualUploadTime: now };
  await server.call('POST', contract.ranger.position.path, { body: [fix], headers: { 'x-feed-key': server.feedKey } });
  return body.data.id;
}

/** A finished forecast of an alarm's fire: a square of 1.5 km that burns from the middle outwards at 50 m a minute. */
function forecast(alarm: string, beginMs: number): Promise<SpreadRun['id']> {
  const cells = 50;
  const [lngDegrees, latDegrees] = [0.0003, 0.0003];
  const frame: GroundFrame = {
    columns: cells,
    rows: cells,
    west: FIRE.lng - (cells / 2) * lngDegrees,
    north: FIRE.lat + (cells / 2) * latDegrees,
    lngDegrees,
    latDegrees,
  };
  const minutes = Float32Array.from({ length: cells * cells }, (_, cell) => {
    const { lng, lat } = placeOfCell(frame, cell);
    return (Math.hypot((lng - FIRE.lng) * 95_000, (lat - FIRE.lat) * 111_000) / 50) | 0;
  });
  return keepSpread(world.server.store, {
    fireId: alarm,
    gridNo: '513221',
    centre: FIRE,
    begin: new Date(beginMs),
    hours: 2,
    result: resultOf({ 120: 200 }, []),
    raster: arrivalRasterOf(frame, 2, minutes, minutes),
  });
}

describe('a fire whose forecast covers the near road', () => {
  let free: Row;
  let openReach: unknown;
  let taskId: string;
  const journey = (holds: (one: Json<TaskJourney>) => void): Promise<Json<TaskJourney>> =>
    vi.waitFor(async () => {
      const [one] = (await ask(underWay, { taskIds: [taskId], withPath: true })).body.data as [Json<TaskJourney>];
      holds(one);
      return one;
    }, SOON);
  const reachOfTeam = async () => (await ask(reach, { position: WEST, mode: 'fire-engine', minutes: [15] })).body.data;

  it('closes nothing without a forecast', async () => {
    const { rows, message } = await comers();
    [free] = rows as [Row];
    expect(message).toBe('OK');
    expect(free).toMatchObject({ why: null, avoidsFire: false, forecastTime: null });
    expect(free.path.every(([, lat]) => lat < 31.485)).toBe(true);
    expect(await wayBack()).toMatchObject({ why: null, cutOffAt: null, isCutOffOnArrival: false, forecastAt: null });
    openReach = (await reachOfTeam()).areas;
  });

  it('lets a ranger under way use the near road before there is a forecast', async () => {
    taskId = await sendRanger();
    const one = await journey((found) => expect(found.plan).not.toBeNull());
    expect(one.plan).toMatchObject({ reason: 'set-out', avoidsFire: false, forecastAt: null });
  });

  it('sends the team by the detour, with the forecast named in the reply; the return route is cut off', async () => {
    const alarm = await world.raise('report', FIRE);
    const beginMs = Math.floor(Date.now() / 1_000) * 1_000;
    const fireIsKnown = async () => expect((await world.server.store.incidents.find('513221' as never, alarm)) ?? null).not.toBeNull();
    await vi.waitFor(fireIsKnown, SOON);
    await forecast(alarm, beginMs);
    const { rows, message } = await comers();
    const [around] = rows as [Row];
    expect(around).toMatchObject({ why: null, avoidsFire: true });
    expect(around.seconds).toBeGreaterThan(free.seconds as number);
    expect(around.path.some(([, lat]) => lat > 31.52)).toBe(true);
    expect(around.words.zh).toContain('绕开火场');
    expect(around.forecastTime).not.toBeNull();
    expect(message).toContain(`已避开 ${around.forecastTime} 起的蔓延推演`);

    const home = await wayBack();
    expect(home).toMatchObject({ why: null, forecastAt: around.forecastTime, isCutOffOnArrival: true });
    expect(home.seconds).toBeGreaterThan(0);
    expect(home.path.at(-1)).toEqual(WEST);
    expect(home.cutOffAt).not.toBeNull();
    expect((await reachOfTeam()).areas).not.toEqual(openReach);
  });

  it('causes a new route for a ranger under way', async () => {
    const one = await journey((found) => expect(found.plan?.reason).toBe('fire'));
    expect(one.plan).toMatchObject({ avoidsFire: true, forecastAt: expect.any(String) });
    expect(one.plan?.path.some(({ lat }) => lat > 31.52)).toBe(true);
    expect(one.plan?.plannedAt).not.toBeNull();
  });

  it('is approached up to the edge that it will have by then', async () => {
    const [row] = (await comers(FIRE)).rows as [Row];
    expect(row).toMatchObject({ why: null, forecastTime: expect.any(String) });
    expect(row.words.zh).toContain('至届时的火场边缘');
    const [lng] = row.path.at(-1) as [number, number];
    // About 700 m west of the fire's start.
    expect((FIRE.lng - lng) * 95_000).toBeGreaterThan(500);
    expect((FIRE.lng - lng) * 95_000).toBeLessThan(900);
  });

  it.each([40, 1])('can be approached after a forecast of its whole ellipse, members: %i', async (members) => {
    const { server } = world;
    const alarm = await world.raise('report', NORTH);
    const fire = await vi.waitFor(async () => {
      const { body } = await look(contract.incident.incident, alarm);
      return body.data?.incident ?? expect.fail('no fire yet');
    }, SOON);
    const weather = [{ windFromDegrees: 225, windSpeedMetresPerSecond: 6, temperatureCelsius: 26, humidityPercent: 25 }];
    const asked = { incidentId: fire.id, hours: 2, members, weather: [{ ...weather[0], time: new Date().toISOString() }] };
    const { body: begun } = await ask(contract.spread.runSpread, asked);
    const run = await vi.waitFor(async () => {
      const { body } = await look(contract.spread.spreadOne, begun.data.id);
      expect(body.data.state).toBe('done');
      return body.data;
    }, RUN);
    expect(run).toMatchObject({ inputs: { members, ignition: { source: 'fire' }, ellipse: { semiMajorMetres: expect.any(Number) } } });
    const kept = (await createFireArrivals({ store: server.store }).arrivalsOf(run.id)) ?? expect.fail('none kept');
    const [lng, lat] = run.inputs.ignition.geometry.coordinates;
    expect([kept.early({ lng, lat }), kept.middle({ lng, lat })]).toEqual([0, 0]);

    const point = { resourceType: 'HelicopterPoint', resourceCode: '停机点', name: '停机点', position: { lng: 103.2, lat: 31.46 } };
    await server.call('POST', contract.resource.putResources.path, {
      headers: { 'x-feed-key': server.feedKey },
      body: [{ ...point, isOnline: '1' }],
    });
    const { rows } = await comers({ lng, lat }, ['team', 'HelicopterPoint']);
    expect(rows.map(({ kind, why }) => [kind, why]).toSorted()).toEqual([
      ['HelicopterPoint', null],
      ['team', null],
    ]);
    expect(rows.every(({ seconds, forecastTime }) => (seconds as number) > 0 && forecastTime !== null)).toBe(true);
  });

  it('a return from farther away than people are sent is refused as too far', async () => {
    const { body } = await ask(back, { goal: VILLAGE, from: { ...WEST, lng: 102 }, kind: 'team' });
    expect(body.data).toMatchObject({ seconds: null, why: 'too-far', path: [], cutOffAt: null });
  });

  it.each([
    [{ kind: 'HelicopterPoint' }, 'kind'],
    [{ kind: 'team', from: { ...WEST, lat: 91 } }, 'from.lat'],
    [{ kind: 'team', from: { lat: WEST.lat } }, 'from.lng'],
    [{ kind: 'team', goal: { lng: 121.5, lat: 31.2 } }, 'goal'],
  ])('a return route with %o is refused', async (over, field) => {
    const reply = await ask(back, { goal: VILLAGE, from: WEST, ...over });
    expect(reply).toMatchObject({ status: 422, body: { data: [{ path: field }] } });
  });
});
