import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { formatTime, readTime } from '@lookout/contract';
import { type GridNo, NATION } from '@lookout/domain';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { LiveMessage } from '../../live-messages.ts';
import { isRangerOnline } from '../ranger.ts';

const { ranger: rangerCalls, task: taskCalls } = contract;
const SECOND = 1000;

let server: TestServer;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer({ waits: { rangersPollMs: 50 } });
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'weihui', 'viewer', 'ranger01']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const tokenOf = (user: string) => (sessions[user] as Session).access_token;
const idOf = (user: string) => (sessions[user] as Session).accid;
const call = (user: string, { method, path }: { method: string; path: string }, body: unknown): Promise<Reply> =>
  server.call(method, path, { token: tokenOf(user), body });
const feed = (body: unknown): Promise<Reply> =>
  server.call('POST', rangerCalls.position.path, { body, headers: { 'x-feed-key': server.feedKey } });
/** Times are counted from one fixed time, so that the same seconds are the same time although the clock continues. */
const NOW = Math.floor(Date.now() / SECOND) * SECOND;
const ago = (seconds: number) => new Date(NOW - seconds * SECOND);
const row = (userId: string, seconds: number, lng = 103.5, lat = 31.4) => ({
  userId,
  position: { lng, lat },
  actualUploadTime: ago(seconds).toISOString(),
});
/** The age of a new ranger's first position. */
const FIRST_SECONDS_AGO = 86_400 * 20;

async function newRanger(gridNo = '513221'): Promise<{ id: string; fullName: string; token: string }> {
  const id = randomUUID();
  const fullName = `护林员${id.slice(0, 4)}`;
  await server.store.accounts.create({
    id,
    userName: `r${id.slice(0, 8)}`,
    passwordHash: 'none',
    fullName,
    gridNo: gridNo as GridNo,
    groupId: '001',
    grids: [],
    headUrl: null,
    phone: '13900000000',
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
    rights: ['report-as-ranger'],
  });
  const token = randomBytes(32).toString('base64url');
  await server.store.sessions.create({
    tokenHash: createHash('sha256').update(token).digest(),
    accountId: id,
    gridNo: gridNo as GridNo,
    expiresAt: new Date(Date.now() + 600_000),
    address: null,
    userAgent: null,
  });
  // The directory is refreshed at intervals.
  await expect.poll(async () => (await feed([row(id, FIRST_SECONDS_AGO)])).body.data.rejected.length, { timeout: 5_000 }).toBe(0);
  return { id, fullName, token };
}
const listed = async (user: string, body: object = {}) =>
  (await call(user, rangerCalls.rangerList, body)).body.data as Record<string, unknown>[];
const trackOf = async (user: string, body: object) =>
  (await call(user, rangerCalls.rangerTrack, body)).body.data as { position: { lng: number }; isDoubtful?: true }[];

describe('a batch of positions', () => {
  it('is judged row by row; valid rows are stored, invalid ones are reported', async () => {
    const ranger = await newRanger();
    const { status, body } = await feed([
      row(ranger.id, 30),
      row(randomUUID(), 30),
      { ...row(ranger.id, 20), position: { lng: 181, lat: 31 } },
      'nothing',
      row(ranger.id, -3_600),
      row(ranger.id, 30),
      row(ranger.id.toUpperCase(), 10),
      row(idOf('wenchuan'), 10),
    ]);
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        received: 8,
        accepted: 2,
        duplicates: 1,
        rejected: [
          { index: 1, path: 'userId', reason: '没有这个护林员', error: { code: 'no-such-ranger-id', params: {} } },
          { index: 2, path: 'position.lng', reason: '经度应在-180到180之间', error: { code: 'longitude-range', params: {} } },
          { index: 3, path: '', reason: expect.any(String), error: expect.objectContaining({ code: 'field-unreadable' }) },
          { index: 4, path: 'actualUploadTime', reason: '时间在未来', error: { code: 'in-the-future', params: {} } },
          { index: 7, path: 'userId', reason: '没有这个护林员', error: { code: 'no-such-ranger-id', params: {} } },
        ],
      },
    });
    expect((await feed([row(ranger.id, 30), row(ranger.id, 5)])).body.data).toMatchObject({ accepted: 1, duplicates: 1 });
    // No fix, swapped coordinates, a clock that was never set, and a position that a phone stored for a week.
    const odd = await feed([
      row(ranger.id, 4, 0, 0),
      row(ranger.id, 3, 31.4, 103.5),
      { ...row(ranger.id, 2), actualUploadTime: '2007-04-07 13:00:00' },
      row(ranger.id, 7 * 86_400),
    ]);
    expect(odd.body.data).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, path: 'position', error: { code: 'position-zero' } },
        { index: 1, path: 'position', error: { code: 'position-swapped', params: { lng: 31.4, lat: 103.5 } } },
        { index: 2, path: 'actualUploadTime', error: { code: 'time-implausible' } },
      ],
      storedOnly: [{ index: 3, path: 'actualUploadTime', error: { code: 'position-past' } }],
    });
    const [last] = (await listed('wenchuan', { name: ranger.fullName })) as { last: { at: string } | null }[];
    expect(last?.last?.at).toBe(formatTime(ago(5)));
  });

  it('from a ranger may contain only that ranger’s positions; a user who is not a ranger may not send any', async () => {
    const [one, other] = [await newRanger(), await newRanger()];
    const mine = await server.call('POST', rangerCalls.position.path, { token: one.token, body: [row(one.id, 9), row(other.id, 9)] });
    expect(mine.body.data).toMatchObject({ accepted: 1, rejected: [{ index: 1, path: 'userId', reason: '只能上传自己的位置' }] });
    expect((await call('viewer', rangerCalls.position, [row(one.id, 8)])).status).toBe(403);
    expect((await server.call('POST', rangerCalls.position.path, { body: [] })).status).toBe(401);
  });

  it('may have ten thousand rows but not one more, and must be a list', async () => {
    const ranger = await newRanger();
    const rows = Array.from({ length: 10_000 }, (_, i) => row(ranger.id, 40_000 - i));
    expect((await feed(rows)).body.data).toEqual({ received: 10_000, accepted: 10_000, duplicates: 0, rejected: [] });
    expect((await feed([...rows, row(ranger.id, 1)])).status).toBe(422);
    expect((await feed({})).status).toBe(422);
    expect((await feed([])).body.data).toMatchObject({ received: 0, accepted: 0 });
  });

  it('from many senders at once is stored completely', async () => {
    const ranger = await newRanger();
    const beginTime = ago(5_001).toISOString();
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => feed(Array.from({ length: 25 }, (_, i) => row(ranger.id, 5_000 - n * 25 - i)))),
    );
    expect(replies.reduce((sum, { body }) => sum + body.data.accepted, 0)).toBe(1_000);
    const track = await trackOf('wenchuan', { userId: ranger.id, beginTime });
    expect(track).toHaveLength(1_000);
  });
});

describe('live positions', () => {
  it('the newest of each ranger is published to his grid and those above; a late burst moves no ranger back', async () => {
    const [here, there] = [await newRanger('513221'), await newRanger('513222')];
    const probes = await Promise.all(
      [
        ['wenchuan', '513221'],
        ['lixian', '513222'],
        ['aba', '513200'],
      ].map(async ([user = '', grid]) => {
        const probe = await mqttProbe(server.mqttUrl, idOf(user), tokenOf(user));
        expect(await probe.subscribe(`lookout/teamTrajectory/${grid}`)).toBe(true);
        return probe;
      }),
    );
    const [county, sibling, city] = probes as [(typeof probes)[0], (typeof probes)[0], (typeof probes)[0]];
    await feed([row(here.id, 40, 103.301), row(there.id, 35, 103.7), row(here.id, 20, 103.303), row(here.id, 30, 103.302)]);
    const message = (userId: string, createUser: string, lng: number) => ({
      message: { kind: 'teamTrajectory', data: { userId, createUser, position: { lng, lat: 31.4 }, actualUploadTime: expect.any(String) } },
    });
    // Positions of the previous tests, and the first of these two, may still be unpublished: a publication waits a tenth of a second for
    // others.
    const first = formatTime(ago(FIRST_SECONDS_AGO));
    const nextOf = async (probe: (typeof probes)[0], ...people: readonly string[]) => {
      for (;;) {
        const next = await probe.next();
        const { userId, actualUploadTime } = (next.message as LiveMessage<'teamTrajectory'>).data;
        if (people.includes(userId) && actualUploadTime !== first) return next;
      }
    };
    expect(await nextOf(county, here.id)).toMatchObject({
      topic: 'lookout/teamTrajectory/513221',
      ...message(here.id, here.fullName, 103.303),
    });
    expect(await nextOf(sibling, there.id)).toMatchObject({
      topic: 'lookout/teamTrajectory/513222',
      ...message(there.id, there.fullName, 103.7),
    });
    const both = [await nextOf(city, here.id, there.id), await nextOf(city, here.id, there.id)];
    expect(both.map(({ topic }) => topic)).toEqual(['lookout/teamTrajectory/513200', 'lookout/teamTrajectory/513200']);
    expect(both.map(({ message }) => (message as { seq?: number }).seq)).toEqual([undefined, undefined]);

    // Positions older than the newest are not published; the next message is the next newer one.
    await feed([row(here.id, 90, 103.01), row(here.id, 80, 103.02)]);
    // A place that the ranger cannot have reached is not published either.
    expect((await feed([row(here.id, 15, 104.3)])).body.data).toEqual({
      received: 1,
      accepted: 1,
      duplicates: 0,
      rejected: [],
      storedOnly: [
        { index: 0, path: 'position', reason: expect.stringContaining('只记入轨迹'), error: { code: 'position-doubtful', params: {} } },
      ],
    });
    await feed([row(here.id, 10, 103.304)]);
    expect(await nextOf(county, here.id)).toMatchObject(message(here.id, here.fullName, 103.304));
    const track = await trackOf('wenchuan', { userId: here.id });
    expect(track.map(({ position }) => position.lng)).toEqual([103.01, 103.02, 103.301, 103.302, 103.303, 104.3, 103.304]);
    expect(track.map(({ isDoubtful = false }) => isDoubtful)).toEqual([false, false, false, false, false, true, false]);
    for (const probe of probes) probe.end();
  });

  it('are not published to users who may not see rangers', async () => {
    const probe = await mqttProbe(server.mqttUrl, idOf('viewer'), tokenOf('viewer'));
    expect(await probe.subscribe('lookout/teamTrajectory/513200')).toBe(false);
    probe.end();
  });
});

describe('the list of rangers', () => {
  it('has the last position, the last contact and the open tasks of each; nearest first', async () => {
    const [near, far] = [await newRanger(), await newRanger()];
    // Online is counted from the time of receipt, not from the phone's clock.
    await feed([row(near.id, 3_000, 103.6, 31.4), row(far.id, 10, 103.9, 31.4)]);
    const member = { taskMember: near.id, taskContent: '去', priority: 1, position: { lng: 103.59, lat: 31.48 } };
    const window = { taskStartTime: '2036-11-21 13:00:00', taskEndTime: '2036-11-21 17:00:00' };
    const taskId = (await call('wenchuan', taskCalls.delegate, { ...member, ...window })).body.data.id;

    const from = { position: { lng: 103.5, lat: 31.4 } };
    const all = await listed('wenchuan', from);
    const mine = all.filter(({ userId }) => userId === near.id || userId === far.id);
    expect(mine.map(({ userId }) => userId)).toEqual([near.id, far.id]);
    expect(mine[0]).toMatchObject({
      fullName: near.fullName,
      phone: '13900000000',
      gridNo: '513221',
      gridName: '汶川县',
      last: { position: { lng: 103.6, lat: 31.4 } },
      taskIds: [taskId],
    });
    const last = mine[0]?.last as { readonly receivedAt: string };
    expect(isRangerOnline(readTime(last.receivedAt), new Date())).toBe(true);
    expect(mine[0]?.distanceMetres).toBeCloseTo(9_491, -2);
    expect(mine[0]?.bearingDegrees).toBeCloseTo(90, 0);
    const radius = (await listed('wenchuan', { ...from, radiusMetres: 20_000 })).map(({ userId }) => userId);
    expect(radius).toContain(near.id);
    expect(radius).not.toContain(far.id);

    // A ranger without a position is listed last.
    const silent = await listed('aba', { ...from, name: (sessions.ranger01 as Session).fullName });
    expect(silent[0]).toMatchObject({ last: null, distanceMetres: null, bearingDegrees: null });
    expect(all.at(-1)?.last).toBeNull();
    const unplaced = (await listed('wenchuan', {})).find(({ userId }) => userId === near.id);
    expect(unplaced).toMatchObject({ distanceMetres: null, bearingDegrees: null });
  });

  it('requires both coordinates of a place, and is limited by grid and permission', async () => {
    const faultOf = async (body: object) => (await call('wenchuan', rangerCalls.rangerList, body)).body.data[0].path;
    expect(await faultOf({ position: { lng: 103 } })).toBe('position.lat');
    expect(await faultOf({ position: { lat: 31 } })).toBe('position.lng');
    expect(await faultOf({ radiusMetres: 100 })).toBe('position');
    const { id } = await newRanger();
    const sees = async (user: string) => (await listed(user)).some(({ userId }) => userId === id);
    expect([await sees('aba'), await sees('wenchuan'), await sees('lixian'), await sees('weihui')]).toEqual([true, true, false, false]);
    expect((await call('viewer', rangerCalls.rangerList, {})).status).toBe(403);
  });
});

describe('a track', () => {
  it('covers the last 24 hours unless a window is given, and only rangers of the own grid', async () => {
    const ranger = await newRanger();
    await feed([row(ranger.id, 26 * 3_600, 103.1), row(ranger.id, 3_600, 103.2), row(ranger.id, 1, 103.3)]);
    const userId = ranger.id;
    const lngs = async (body: object) => (await trackOf('wenchuan', { userId, ...body })).map(({ position }) => position.lng);
    expect(await lngs({})).toEqual([103.2, 103.3]);
    expect(await lngs({ beginTime: ago(27 * 3_600).toISOString() })).toEqual([103.1, 103.2, 103.3]);
    expect(await lngs({ endTime: ago(3 * 3_600).toISOString() })).toEqual([103.1]);
    expect(await lngs({ beginTime: ago(27 * 3_600).toISOString(), endTime: ago(1_800).toISOString() })).toEqual([103.1, 103.2]);
    expect(
      (await call('wenchuan', rangerCalls.rangerTrack, { userId, beginTime: ago(1).toISOString(), endTime: ago(2).toISOString() })).status,
    ).toBe(422);
    expect((await call('lixian', rangerCalls.rangerTrack, { userId })).status).toBe(404);
    expect((await call('wenchuan', rangerCalls.rangerTrack, { userId: randomUUID() })).status).toBe(404);
    expect((await call('viewer', rangerCalls.rangerTrack, { userId })).status).toBe(403);
  });
});

describe('the audit of positions', () => {
  it('has one row a minute for a feed, written at the latest when the server stops, and none for a ranger', async () => {
    const second = await startTestServer({ databaseUrl: server.databaseUrl });
    const before = await uploadsAudited();
    for (let n = 0; n < 5; n += 1) {
      const reply = await second.call('POST', rangerCalls.position.path, {
        body: [row(randomUUID(), 1)],
        headers: { 'x-feed-key': server.feedKey },
      });
      expect(reply.status).toBe(200);
    }
    const own = await second.call('POST', rangerCalls.position.path, { token: tokenOf('ranger01'), body: [row(idOf('ranger01'), 2)] });
    expect(own.body.data.accepted).toBe(1);
    expect(await uploadsAudited()).toHaveLength(before.length);
    await second.stop();
    const [newest, ...older] = await uploadsAudited();
    expect(older).toHaveLength(before.length);
    expect(newest).toMatchObject({ userName: 'feed-key', outcome: 'ok', detail: { calls: 5, received: 5, accepted: 0 } });
    expect(await server.store.audit.verifyChain()).toBeNull();
  });

  const uploadsAudited = async () =>
    (await server.store.audit.page(NATION, { act: 'upload-positions', outcome: 'ok' }, { offset: 0, limit: 100 })).list;
});
