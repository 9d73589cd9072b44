import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { trackFilePath } from '../ranger.calls.ts';

const { ranger } = contract;
/** Two Beijing days, and the server's current time: both days are more than a day before it, whatever the wall clock shows. */
const DAY = '2026-11-10';
const NEXT = '2026-11-11';
const aheadMs = Date.parse('2026-11-13T12:00:00+08:00') - Date.now();
const clock = () => new Date(Date.now() + aheadMs);

let server: TestServer;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer({ clock, waits: { rangersPollMs: 50, attendanceEveryMs: 50 } });
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const tokenOf = (user: string) => (sessions[user] as Session).access_token;
const call = (user: string, { method, path }: { method: string; path: string }, body: unknown): Promise<Reply> =>
  server.call(method, path, { token: tokenOf(user), body });

async function newRanger(gridNo = '513221'): Promise<{ readonly id: string; readonly fullName: string }> {
  const id = randomUUID();
  const fullName = `护林员${id.slice(0, 8)}`;
  await server.store.accounts.create({
    id,
    userName: `r${id.slice(0, 8)}`,
    passwordHash: 'none',
    fullName,
    gridNo: gridNo as GridNo,
    groupId: '001',
    grids: [],
    headUrl: null,
    phone: null,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
    rights: ['report-as-ranger'],
  });
  return { id, fullName };
}

/** A walk north at 1.2 m/s, a position every 15 s. @param from `HH:mm` in Beijing time */
const walk = (userId: string, day: string, from: string, count: number, metres = 0) =>
  Array.from({ length: count }, (_, n) => ({
    userId,
    position: { lng: 103.5, lat: 31.4 + (metres + n * 18) / 110_880 },
    actualUploadTime: new Date(Date.parse(`${day}T${from}:00+08:00`) + n * 15_000).toISOString(),
  }));
async function sent(rows: readonly unknown[]): Promise<void> {
  const send = async () =>
    (await server.call('POST', ranger.position.path, { body: rows, headers: { 'x-feed-key': server.feedKey } })).body.data;
  // The directory of rangers is refreshed at intervals.
  await expect.poll(async () => (await send()).rejected.length, { timeout: 5_000 }).toBe(0);
}
interface Row {
  readonly fullName: string;
  readonly beginDay: string;
  readonly [field: string]: unknown;
}
const attendance = async (user: string, body: object): Promise<{ total: number; list: Row[] }> =>
  (await call(user, ranger.rangerAttendance, body)).body.data;
const counted = async (user: string, body: object, positions: number): Promise<Row> => {
  const ask = async () => (await attendance(user, body)).list[0] as Row;
  await expect.poll(async () => (await ask()).positions, { timeout: 10_000 }).toBe(positions);
  return ask();
};

it('a day is counted when its positions arrive, and recounted when a phone without signal sends late', async () => {
  const { id, fullName } = await newRanger();
  await sent([...walk(id, DAY, '08:00', 41), ...walk(id, DAY, '09:00', 41, 900)]);
  const question = { userId: id, beginDay: DAY, endDay: DAY };
  const first = await counted('wenchuan', question, 82);
  expect(first).toMatchObject({
    fullName,
    gridNo: '513221',
    gridName: '汶川县',
    beginDay: DAY,
    endDay: DAY,
    daysOnDuty: 1,
    begin: `${DAY} 08:00:00`,
    end: `${DAY} 09:10:00`,
    dutySeconds: 4_200,
    movingSeconds: 1_200,
    leftOut: 0,
    gapCount: 1,
    gapSeconds: 3_000,
    gaps: [{ begin: `${DAY} 08:10:00`, end: `${DAY} 09:00:00`, from: { lng: 103.5 }, to: { lng: 103.5 } }],
    tasksDone: 0,
  });
  expect(first.distanceMetres).toBeCloseTo(1_440, -1);
  expect(first.seenSquareKilometres).toBeGreaterThan(1.5);

  // The burst closes the gap; one of its fixes is a jump.
  const burst = walk(id, DAY, '08:10', 199, 720).slice(1);
  await sent([...burst, { ...burst[0], actualUploadTime: `${DAY} 09:20:00`, position: { lng: 104.5, lat: 31.4 } }]);
  const second = await counted('wenchuan', question, 82 + 198 + 1);
  expect(second).toMatchObject({ gapCount: 0, gaps: [], leftOut: 1, end: `${DAY} 09:10:00` });
  // Later positions extend the day.
  await sent(walk(id, DAY, '09:11', 4, 1_700));
  expect(await counted('wenchuan', question, 285)).toMatchObject({ end: `${DAY} 09:11:45` });
});

it('every ranger has a row for every queried day, week or month, by grid and name, even without a position', async () => {
  const { id } = await newRanger();
  await sent([...walk(id, DAY, '23:55', 21), ...walk(id, NEXT, '00:05', 21, 360)]);
  const mine = { userId: id, beginDay: '2026-11-02', endDay: '2026-11-12' };
  expect(await counted('aba', { ...mine, step: 'month' }, 42)).toMatchObject({
    beginDay: '2026-11-02',
    endDay: '2026-11-12',
    daysOnDuty: 2,
    dutySeconds: 285 + 600,
    begin: `${DAY} 23:55:00`,
    end: `${NEXT} 00:10:00`,
  });
  const days = await attendance('aba', mine);
  expect(days.total).toBe(11);
  expect(days.list.map(({ beginDay, positions }) => [beginDay, positions]).slice(7, 11)).toEqual([
    ['2026-11-09', 0],
    [DAY, 20],
    [NEXT, 22],
    ['2026-11-12', 0],
  ]);
  expect(days.list[0]).toMatchObject({ begin: null, end: null, daysOnDuty: 0, seenSquareKilometres: 0, gaps: [] });
  // An area seen on both days counts once.
  const [week] = (await attendance('aba', { ...mine, step: 'week', beginDay: '2026-11-09' })).list as [Row];
  expect(week).toMatchObject({ beginDay: '2026-11-09', endDay: '2026-11-12', daysOnDuty: 2 });
  const apart = days.list.reduce((sum, { seenSquareKilometres }) => sum + (seenSquareKilometres as number), 0);
  expect(week.seenSquareKilometres).toBeLessThan(apart * 0.9);

  const all = await attendance('aba', { beginDay: DAY, endDay: DAY, pageSize: 500 });
  expect(all.list.length).toBe(all.total);
  const keys = all.list.map(({ gridNo }) => String(gridNo));
  expect(keys).toEqual([...keys].sort());
});

it('attendance shows only rangers of the own grid, and refuses invalid parameters', async () => {
  const { id, fullName } = await newRanger();
  expect((await attendance('lixian', { name: fullName })).total).toBe(0);
  expect((await attendance('lixian', { userId: id })).total).toBe(0);
  expect((await attendance('wenchuan', { name: fullName })).total).toBe(7);
  expect((await call('viewer', ranger.rangerAttendance, {})).status).toBe(403);
  const faultOf = async (body: object) => {
    const { status, body: reply } = await call('wenchuan', ranger.rangerAttendance, body);
    return [status, reply.data?.[0]?.path, reply.message];
  };
  expect(await faultOf({ beginDay: NEXT, endDay: DAY })).toEqual([422, 'endDay', expect.stringContaining('结束日期早于开始日期')]);
  expect(await faultOf({ beginDay: '2025-01-01', endDay: DAY })).toEqual([422, 'endDay', expect.stringContaining('366')]);
  expect(await faultOf({ beginDay: '2026-02-30' })).toEqual([422, 'beginDay', expect.stringContaining('YYYY-MM-DD')]);
  expect((await faultOf({ step: 'year' }))[0]).toBe(422);
  // Future days do not count as absence.
  expect((await attendance('wenchuan', { userId: id, beginDay: '2999-01-01', endDay: '2999-01-31' })).total).toBe(0);
});

it('a day is replayed with all its times and its totals; a ranger outside the grid is not found', async () => {
  const [one, other] = [await newRanger(), await newRanger('513222')];
  await sent([...walk(one.id, DAY, '08:00', 41), ...walk(one.id, DAY, '09:00', 3, 900)]);
  const replay = (user: string, body: object) => call(user, ranger.rangerReplay, body);
  const { body } = await replay('wenchuan', { userIds: [one.id], day: DAY });
  const [track] = body.data as [Record<string, unknown>];
  expect(track).toMatchObject({
    userId: one.id,
    fullName: one.fullName,
    gridName: '汶川县',
    positions: 44,
    leftOut: 0,
    movingSeconds: 630,
  });
  const seconds = track.seconds as number[];
  expect([seconds.length, seconds[0], seconds.at(-1)]).toEqual([44, 8 * 3_600, 9 * 3_600 + 30]);
  expect((track.activity as number[]).flatMap((count, slot) => (count > 0 ? [[slot, count]] : []))).toEqual([
    [48, 40],
    [49, 1],
    [54, 3],
  ]);
  expect(track.gaps).toMatchObject([{ begin: `${DAY} 08:10:00`, end: `${DAY} 09:00:00` }]);
  // A day without a position is an empty track, not an error.
  expect((await replay('wenchuan', { userIds: [one.id], day: NEXT })).body.data).toMatchObject([{ positions: 0, seconds: [], gaps: [] }]);
  expect((await replay('wenchuan', { userIds: [one.id, other.id], day: DAY })).status).toBe(404);
  expect((await replay('lixian', { userIds: [one.id], day: DAY })).status).toBe(404);
  expect((await replay('aba', { userIds: [one.id, other.id], day: DAY })).body.data.length).toBe(2);
  expect((await replay('aba', { userIds: [], day: DAY })).body.message).toContain('请选择护林员');
  const many = Array.from({ length: 21 }, () => randomUUID());
  expect((await replay('aba', { userIds: many, day: DAY })).body.message).toContain('一次最多回放20名护林员');
});

it('a long day is thinned to 2,000 positions in the reply, and complete in its file', async () => {
  const { id, fullName } = await newRanger();
  await sent(
    walk(id, DAY, '00:00', 5_760).map((row, n) => ({ ...row, position: { ...row.position, lng: 103.5 + Math.sin(n / 7) * 0.001 } })),
  );
  const { body } = await call('wenchuan', ranger.rangerReplay, { userIds: [id], day: DAY });
  expect(body.data[0].seconds).toHaveLength(2_000);
  expect(body.data[0].positions).toBe(5_760);
  const file = async (user: string, query: string) =>
    fetch(`${server.base}${trackFilePath}?${query}`, { headers: { authorization: `Bearer ${tokenOf(user)}` } });
  const gpx = await file('wenchuan', `userId=${id}&day=${DAY}&format=gpx`);
  expect(gpx.headers.get('content-type')).toContain('application/gpx+xml');
  expect(decodeURIComponent(gpx.headers.get('content-disposition') ?? '')).toContain(`${fullName} ${DAY}.gpx`);
  const text = await gpx.text();
  expect(text.match(/<trkpt /g)).toHaveLength(5_760);
  expect(text).toContain('<time>2026-11-09T16:00:00Z</time>');
  expect((await (await file('wenchuan', `userId=${id}&day=${DAY}&format=kml`)).text()).match(/<when>/g)).toHaveLength(5_760);
  expect((await file('lixian', `userId=${id}&day=${DAY}`)).status).toBe(404);
  expect((await file('viewer', `userId=${id}&day=${DAY}`)).status).toBe(403);
  expect((await file('wenchuan', `userId=${id}&day=${DAY}&format=shp`)).status).toBe(422);
  expect((await file('wenchuan', `userId=${id}&day=2026-02-30`)).status).toBe(422);
  expect((await file('wenchuan', `userId=x&day=${DAY}`)).status).toBe(422);
});
