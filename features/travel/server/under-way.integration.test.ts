import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MINUTE_MS, SECOND_MS } from '@lookout/domain';
import { importRoads } from '@lookout/server/import/roads.ts';
import type { Json } from '@lookout/server/testing/json.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { TaskJourney } from '../../task/task-journey.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type JourneyJson = Json<TaskJourney>;

const { underWay } = contract.travel;
const { delegate, taskProgress, taskCancel } = contract.task;
/** At the eastern end of the road. */
const PLACE = { lng: 103.56, lat: 31.48 };
const ROAD = [
  [103.39, 31.48],
  [103.56, 31.48],
];
const SOON = { timeout: 20_000, interval: 50 };

/**
 * Each test has a separate hour, because positions up to a quarter of an hour before an order count. The clock is at the newest position.
 */
let base = Date.now();
let now = base;
beforeEach(async () => {
  base += 60 * MINUTE_MS;
  now = base;
  for (const user of USERS) sessions[user] = await server.login(user);
});

let server: TestServer;
let folder: string;
const sessions: Record<string, Session> = {};
const USERS = ['aba', 'wenchuan', 'lixian', 'viewer', 'ranger01', 'ranger02'] as const;
type User = (typeof USERS)[number];

beforeAll(async () => {
  server = await sharedTestServer({ clock: () => new Date(now), waits: { underWayEveryMs: 50, rangersPollMs: 50 } });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-under-way-'));
  const file = path.join(folder, 'road.geojson');
  const features = [{ type: 'Feature', properties: { highway: 'primary' }, geometry: { type: 'LineString', coordinates: ROAD } }];
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  await importRoads({})(file, {
    store: server.store,
    clock: () => new Date(),
    dataDir: server.dataDir,
    demoRelief: true,
    print: () => undefined,
  });
  sessions.aba = await server.login('aba');
  await vi.waitFor(
    async () => {
      const { body } = await call('aba', contract.travel.reach, { position: { lng: 103.45, lat: 31.48 }, mode: 'car', minutes: [5] });
      expect(body.data.roads).toBe('imported');
    },
    { timeout: 20_000, interval: 200 },
  );
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = (user: User, row: { method: string; path: string }, body: object) =>
  server.call(row.method, row.path, { token: (sessions[user] as Session).access_token, body });
const idOf = (user: User) => (sessions[user] as Session).accid;

const at = (seconds: number) => new Date(base + seconds * SECOND_MS).toISOString();

async function send(members: readonly User[] = ['ranger01'], place = PLACE): Promise<string> {
  const { body } = await call('aba', delegate, {
    taskContent: '前往核查',
    taskStartTime: at(0),
    taskEndTime: at(14_400),
    priority: 2,
    taskMember: members.map(idOf),
    position: place,
  });
  const taskId = body.data.id as string;
  for (const user of members) expect((await call(user, taskProgress, { taskId, state: 'on-the-way', at: at(0) })).status).toBe(200);
  return taskId;
}
const move = async (user: User, ...fixes: readonly (readonly [seconds: number, lng: number, lat: number])[]) => {
  const body = fixes.map(([seconds, lng, lat]) => ({ userId: idOf(user), position: { lng, lat }, actualUploadTime: at(seconds) }));
  now = base + Math.max(...fixes.map(([seconds]) => seconds)) * SECOND_MS;
  const reply = await server.call('POST', contract.ranger.position.path, { body, headers: { 'x-feed-key': server.feedKey } });
  expect(reply.body.data).toMatchObject({ accepted: fixes.length });
};
const journeys = async (user: User, body: object = {}): Promise<JourneyJson[]> => (await call(user, underWay, body)).body.data;
/** The journey of a task's only member, once it satisfies the condition. */
const journey = async (taskId: string, holds: (one: JourneyJson) => void): Promise<JourneyJson> =>
  vi.waitFor(async () => {
    const [one] = await journeys('aba', { taskIds: [taskId], withPath: true });
    holds(one as JourneyJson);
    return one as JourneyJson;
  }, SOON);

describe('a person under way', () => {
  it('is expected at his own pace along the planned route, which does not change', async () => {
    const taskId = await send();
    expect(await journeys('aba', { taskIds: [taskId] })).toMatchObject([
      { taskId, userId: idOf('ranger01'), state: 'unknown', plan: null },
    ]);
    await move('ranger01', [0, 103.45, 31.4801]);
    const planned = await journey(taskId, (one) =>
      expect(one).toMatchObject({ state: 'under-way', plan: { reason: 'set-out', why: null } }),
    );
    expect(planned.pace).toBeNull();
    expect(planned.leftMetres).toBeGreaterThan(10_000);
    expect(planned.plan).toMatchObject({ avoidsFire: false, forecastAt: null });
    expect(planned.plan?.path[0]).toEqual({ lng: 103.45, lat: 31.4801 });
    // At the planned pace, from his position.
    const seconds = planned.plan?.seconds as number;
    const arrives = (one: JourneyJson) => Date.parse(`${one.arrivesAt?.replace(' ', 'T')}+08:00`) - base;
    expect(Math.abs(arrives(planned) - seconds * SECOND_MS)).toBeLessThan(2 * SECOND_MS);

    // Four kilometres in ten minutes, which is slower than 50 km/h.
    await move('ranger01', [300, 103.471, 31.48], [600, 103.492, 31.48]);
    const slow = await journey(taskId, (one) => expect(one.pace).not.toBeNull());
    expect(slow).toMatchObject({ state: 'under-way', plan: { plannedAt: planned.plan?.plannedAt } });
    expect(slow.pace).toBeLessThan(0.85);
    expect(slow.leftMetres).toBeGreaterThan(6_000);
    expect(slow.leftMetres).toBeLessThan(7_000);
    expect(arrives(slow)).toBeGreaterThan(arrives(planned));
  });

  it('is shown as standing still, and as arrived within a hundred metres; movements after the arrival do not count', async () => {
    const taskId = await send();
    await move('ranger01', [0, 103.53, 31.48], [200, 103.5301, 31.48]);
    await journey(taskId, (one) => expect(one.plan).not.toBeNull());
    await move('ranger01', [400, 103.5301, 31.48]);
    expect(await journey(taskId, (one) => expect(one.state).toBe('standing'))).toMatchObject({ pace: 0 });
    await move('ranger01', [800, 103.5595, 31.48]);
    const there = await journey(taskId, (one) => expect(one.state).toBe('arrived'));
    expect(there).toMatchObject({ leftMetres: 0 });
    await move('ranger01', [900, 103.58, 31.49]);
    await move('ranger02', [900, 103.53, 31.48]);
    const other = await send(['ranger02']);
    await move('ranger02', [910, 103.53, 31.48]);
    // The turn that planned the other ranger's route has also processed this position.
    await journey(other, (one) => expect(one.plan).not.toBeNull());
    expect((await journey(taskId, () => undefined)).state).toBe('arrived');
    // A ranger who reports his arrival is no longer expected.
    await call('ranger01', taskProgress, { taskId, state: 'arrived', at: at(900) });
    expect(await journeys('aba', { taskIds: [taskId] })).toEqual([]);
    // His route is deleted too.
    await vi.waitFor(async () => expect(await server.store.taskJourneys.paths([{ taskId, userId: idOf('ranger01') }])).toEqual([]), SOON);
    await call('aba', taskCancel, { id: other, reason: '测试' });
    expect(await journeys('aba', { taskIds: [other] })).toEqual([]);
  });

  it('is shown as off the route after leaving it, and after two minutes gets a route from the current position', async () => {
    const taskId = await send();
    await move('ranger01', [0, 103.49, 31.4801]);
    const first = await journey(taskId, (one) => expect(one.plan).not.toBeNull());
    await move('ranger01', [30, 103.49, 31.4835], [60, 103.49, 31.4845]);
    const left = await journey(taskId, (one) => expect(one.state).toBe('off-route'));
    expect(left).toMatchObject({ arrivesAt: null, plan: { plannedAt: first.plan?.plannedAt } });
    await move('ranger01', [150, 103.4901, 31.485]);
    const again = await journey(taskId, (one) => expect(one).toMatchObject({ state: 'under-way', plan: { reason: 'off-route' } }));
    expect(again.plan?.path[0]).toEqual({ lng: 103.4901, lat: 31.485 });
    expect(again.arrivesAt).not.toBeNull();
  });

  it('without a route is expected by straight-line distance, and is never shown as unable to come', async () => {
    const taskId = await send();
    // Farther from the road, and from the place, than a person walks.
    await move('ranger01', [0, 103.45, 31.62]);
    const one = await journey(taskId, ({ state }) => expect(state).toBe('straight'));
    expect(one.plan).toMatchObject({ seconds: null, why: expect.any(String) });
    expect([Math.round((one.leftMetres ?? 0) / 1_000), one.arrivesAt !== null]).toEqual([19, true]);
  });

  it('is shown to users who send or see people of the grid, and to the ranger himself', async () => {
    const taskId = await send(['ranger01', 'ranger02']);
    await move('ranger01', [0, 103.45, 31.4801]);
    await journey(taskId, () => undefined);
    await vi.waitFor(async () => {
      const both = await journeys('wenchuan', { taskIds: [taskId] });
      expect(both.map(({ userId, state }) => [userId, state])).toEqual([
        [idOf('ranger01'), 'under-way'],
        [idOf('ranger02'), 'unknown'],
      ]);
      // A list is short: it has routes only on request.
      expect(both[0]?.plan?.path).toEqual([]);
    }, SOON);
    expect(await journeys('lixian', { taskIds: [taskId] })).toEqual([]);
    expect((await journeys('ranger01', { taskIds: [taskId] })).map(({ userId }) => userId)).toEqual([idOf('ranger01')]);
    expect((await call('viewer', underWay, {})).status).toBe(403);
    const tooMany = Array.from({ length: 201 }, () => taskId);
    expect(await call('aba', underWay, { taskIds: tooMany })).toMatchObject({ status: 422, body: { data: [{ path: 'taskIds' }] } });
  });
});
