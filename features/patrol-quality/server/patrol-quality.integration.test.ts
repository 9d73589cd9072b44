import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type { TrackFix } from '@lookout/geo';
import { honestWalk, scattered } from '@lookout/geo/testing/walks.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { PatrolQuality } from '../patrol-quality.ts';

const { ranger, patrolQuality } = contract;
const MONTH = '2026-11';
const DAY = '2026-11-10';
const LATER = '2026-11-12';
const aheadMs = Date.parse('2026-11-14T12:00:00+08:00') - Date.now();
const clock = () => new Date(Date.now() + aheadMs);
const DAY_MS = 86_400_000;
/** In Wenchuan, on the demo relief. */
const FROM = { lng: 103.5, lat: 31.4 };

let server: TestServer;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  server = await sharedTestServer({ clock, waits: { rangersPollMs: 50, attendanceEveryMs: 50, patrolSeenEveryMs: 100 } });
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer']) sessions[user] = await server.login(user);
});
afterAll(() => server?.stop());

const call = (user: string, { method, path }: { method: string; path: string }, body: unknown): Promise<Reply> =>
  server.call(method, path, { token: (sessions[user] as Session).access_token, body });

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

/** A walk of an eight-hour day whose way has no jumps of the phone. */
const walkOn = (day: string, seed: number): TrackFix[] =>
  honestWalk({ seed, beginMs: Date.parse(`${day}T08:00:00+08:00`), from: FROM, wrongShare: 0 });

async function sent(userId: string, fixes: readonly TrackFix[]): Promise<void> {
  const rows = fixes.map(({ lng, lat, ms }) => ({ userId, position: { lng, lat }, actualUploadTime: new Date(ms).toISOString() }));
  const send = async () =>
    (await server.call('POST', ranger.position.path, { body: rows, headers: { 'x-feed-key': server.feedKey } })).body.data;
  // The directory of rangers is refreshed at intervals.
  await expect.poll(async () => (await send()).rejected.length, { timeout: 5_000 }).toBe(0);
}

type Row = PatrolQuality & { readonly gridName: string };
const month = async (user: string, body: object): Promise<{ total: number; list: Row[] }> =>
  (await call(user, patrolQuality.patrolQuality, { month: MONTH, ...body })).body.data;
/** The month of a ranger once so many days are computed. */
async function computed(user: string, userId: string, days: number): Promise<Row> {
  const ask = async () => (await month(user, { userId })).list[0];
  const left = async () => {
    const row = await ask();
    return row && [row.daysOnDuty, row.pendingDays];
  };
  await expect.poll(left, { timeout: 15_000 }).toEqual([days, 0]);
  return (await ask()) as Row;
}
const kindsOf = ({ questions }: Row): string[] => questions.map(({ kind }) => kind).sort();

it('a day is computed after it is over: what was seen, climb and stays; an honest walk raises no question', async () => {
  const { id, fullName } = await newRanger();
  const walk = walkOn(DAY, 3);
  await sent(id, walk);
  const row = await computed('wenchuan', id, 1);
  expect(row).toMatchObject({
    fullName,
    gridNo: '513221',
    gridName: '汶川县',
    beginDay: '2026-11-01',
    endDay: '2026-11-14',
    withoutElevationShare: 0,
    questions: [],
  });
  expect(row.climbMetres).toBeGreaterThan(50);
  expect(row.seenHectares).toBeGreaterThan(100);
  expect(row.seenForestHectares).toBeLessThanOrEqual(row.seenHectares);
  expect(row.stayCount).toBeGreaterThan(2);
  expect(row.stays[0]?.position.lng).toBeCloseTo(FROM.lng, 0);
  // The same land on another day counts once, positions that arrive late are included.
  await sent(id, scattered(walk, 4, 100, 2 * DAY_MS - 3_600_000));
  const both = await computed('wenchuan', id, 2);
  expect(both.seenHectares).toBeGreaterThanOrEqual(row.seenHectares);
  expect(both.seenHectares).toBeLessThan(1.5 * row.seenHectares);
  expect(both.climbMetres).toBeGreaterThan(1.5 * row.climbMetres);
});

it('a ride, a jump, a phone handed on and a replayed track are questions with their evidence', async () => {
  const [one, other, abroad] = [await newRanger(), await newRanger(), await newRanger('513222')];
  const walk = walkOn(DAY, 21);
  const lastMs = walk.at(-1)?.ms ?? 0;
  const end = walk.at(-1) as TrackFix;
  const ride = Array.from({ length: 40 }, (_, n) => ({ ms: lastMs + (n + 1) * 15_000, lng: end.lng, lat: end.lat + (n + 1) * 0.0015 }));
  const after = ride.at(-1) as TrackFix;
  const jump = Array.from({ length: 12 }, (_, n) => ({
    ms: after.ms + (n + 1) * 15_000,
    lng: after.lng + 0.3,
    lat: after.lat + n * 0.0001,
  }));
  await sent(one.id, [...walk, ...ride, ...jump]);
  await sent(other.id, scattered(walk, 9, 12, 3_000));
  await sent(abroad.id, scattered(walk, 10, 12, 5_000));
  await sent(one.id, scattered(walk, 11, 6, 2 * DAY_MS));
  await computed('aba', other.id, 1);
  await computed('aba', abroad.id, 1);
  const row = await computed('aba', one.id, 2);
  expect(kindsOf(row)).toEqual(['jump', 'repeated', 'ride', 'together', 'together']);
  const found = Object.fromEntries(row.questions.map((question) => [question.kind, question]));
  expect(found.ride).toMatchObject({ kilometresPerHour: expect.closeTo(40, -1) });
  expect(found.jump?.kind === 'jump' && found.jump.metres).toBeGreaterThan(25_000);
  expect(found.repeated).toMatchObject({ earlierDay: DAY, begin: expect.stringContaining(LATER) });
  const names = row.questions.flatMap((one) => (one.kind === 'together' ? [one.fullName] : []));
  expect(names.sort()).toEqual([other.fullName, abroad.fullName].sort());
  // Whoever does not see the other ranger's grid does not read the name.
  const own = await computed('wenchuan', other.id, 1);
  expect(own.questions.flatMap((one) => (one.kind === 'together' ? [one.fullName] : [])).sort()).toEqual([one.fullName, null].sort());
});

it('one position is a day', async () => {
  const { id } = await newRanger();
  await sent(id, walkOn(DAY, 6).slice(0, 1));
  const row = await computed('wenchuan', id, 1);
  expect(row).toMatchObject({ stayCount: 0, questions: [], distanceMetres: 0, climbMetres: 0, withoutElevationShare: 0 });
  expect(row.seenHectares).toBeGreaterThan(0);
});

it('a county knows the forest that nobody saw, and a walk makes it less', async () => {
  const gapsOf = async (gridNo: string) => (await call('aba', patrolQuality.patrolGaps, { gridNo, month: MONTH })).body.data;
  await expect.poll(async () => (await gapsOf('513221')).pendingGrids, { timeout: 60_000, interval: 500 }).toBe(0);
  const { rows, asOfDay } = await gapsOf('513221');
  expect(asOfDay).toBe('2026-11-14');
  const [wenchuan] = rows;
  expect(wenchuan).toMatchObject({ gridNo: '513221', gridName: '汶川县', unknownHectares: expect.any(Number) });
  expect(wenchuan.forestHectares).toBeGreaterThan(50_000);
  const unseen = wenchuan.unseen.map(({ hectares }: { hectares: number }) => hectares);
  expect(wenchuan.unseen.map(({ days }: { days: number }) => days)).toEqual([7, 14, 30, 90]);
  expect([...unseen].sort((a, b) => b - a)).toEqual(unseen);
  expect(wenchuan.dangerousHectares).toBeGreaterThanOrEqual(unseen[0]);
  // Days of the tests before were seen in this county: with all forest in the picture some of it was seen within a week.
  const picture = async (body: object) =>
    (await call('wenchuan', patrolQuality.patrolGapPicture, { gridNo: '513221', month: MONTH, cells: 'forest', ...body })).body.data;
  const all = await picture({});
  expect(all.legend.map(({ days }: { days: number | null }) => days)).toEqual([7, 14, 30, 90, null]);
  expect(all.legend[0].hectares).toBeGreaterThan(20);
  expect(all.image).toMatch(/^data:image\/png;base64,/);
  const sum = all.legend.reduce((total: number, { hectares }: { hectares: number }) => total + hectares, 0);
  expect(sum).toBeCloseTo(wenchuan.forestHectares, 0);
  const stranger = await newRanger();
  expect((await picture({ userId: stranger.id })).legend[4].hectares).toBeCloseTo(sum, 0);
  const { list } = await month('aba', { pageSize: 50 });
  for (const row of list.filter(({ daysOnDuty }) => daysOnDuty > 0)) {
    expect(row.seenDangerousHectares).not.toBeNull();
    expect(row.seenDangerousHectares).toBeLessThanOrEqual(row.seenForestHectares + 1);
  }
}, 90_000);

it('the grid fence holds, and invalid parameters are refused', async () => {
  const { id, fullName } = await newRanger();
  expect((await month('lixian', { name: fullName })).total).toBe(0);
  expect((await month('wenchuan', { name: fullName })).list).toMatchObject([{ daysOnDuty: 0, seenHectares: 0, stays: [], questions: [] }]);
  for (const row of Object.values(patrolQuality)) expect((await call('viewer', row, { gridNo: '513221' })).status).toBe(403);
  expect((await call('lixian', patrolQuality.patrolGaps, { gridNo: '513221' })).status).toBe(404);
  expect((await call('lixian', patrolQuality.patrolGapPicture, { gridNo: '513221' })).status).toBe(404);
  expect((await call('lixian', patrolQuality.patrolGapPicture, { gridNo: '513222', userId: id })).status).toBe(404);
  const faultOf = async (row: { method: string; path: string }, body: object) => {
    const { status, body: reply } = await call('aba', row, body);
    return [status, reply.message];
  };
  expect(await faultOf(patrolQuality.patrolQuality, { month: '2026-13' })).toEqual([422, expect.stringContaining('YYYY-MM')]);
  expect(await faultOf(patrolQuality.patrolQuality, { month: '2026-12' })).toEqual([422, expect.stringContaining('还没有开始')]);
  expect(await faultOf(patrolQuality.patrolGapPicture, { gridNo: '513200' })).toEqual([422, expect.stringContaining('市州与县')]);
});
