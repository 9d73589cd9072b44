import { formatTime } from '@lookout/contract';
import { DAY_MS, HOUR_MS } from '@lookout/domain';
import { startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { fault, IN_WENCHUAN, startTaskWorld, type TaskWorld } from './tasks.harness.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const { task: taskCalls } = contract;
const HERE = { lng: IN_WENCHUAN.longitude, lat: IN_WENCHUAN.latitude };
const LINE = { kind: 'line', points: [HERE, { lng: HERE.lng + 0.01, lat: HERE.lat + 0.01 }] };

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
type Any = any;
let now = new Date('2026-11-20T00:00:00Z');
let world: TaskWorld;
/** A second server on the same database. */
let second: TestServer;
const clock = () => now;
const waits = { patrolsEveryMs: 50 };

beforeAll(async () => {
  world = await startTaskWorld({ clock, waits });
  second = await startTestServer({ clock, waits, databaseUrl: world.server.databaseUrl });
});
afterAll(async () => {
  await second?.stop();
  await world?.stop();
});
/** Each test begins at eight in the morning on a separate day, long after the previous test. */
beforeEach(async () => {
  now = new Date(now.getTime() - (now.getTime() % DAY_MS) + 10 * DAY_MS);
  await world.signInAgain();
});

const today = (after = 0) => formatTime(new Date(now.getTime() + after * DAY_MS)).slice(0, 10);
const content = (over: Record<string, unknown> = {}) => ({
  name: '沟口巡护',
  repeat: { kind: 'daily' },
  beginDay: today(),
  endDay: today(30),
  timeOfDay: '09:00',
  durationMinutes: 120,
  order: { content: '巡查沟口', priority: 3, checklist: '水源' },
  memberIds: [world.idOf('ranger01')],
  position: HERE,
  ...over,
});
const create = (user: string, over: Record<string, unknown> = {}) => world.call(user, taskCalls.createPatrol, { content: content(over) });
const at = (row: { method: string; path: string }, id: string) => ({ ...row, path: row.path.replace('{id}', id) });
const one = async (id: string): Promise<Any> => (await world.call('wenchuan', at(taskCalls.patrolOne, id))).body.data;
const occurrencesOf = async (id: string): Promise<Any[]> =>
  (await world.call('wenchuan', taskCalls.patrolOccurrences, { id })).body.data.list;
const sentBy = async (id: string): Promise<Any[]> => (await world.pageOf('wenchuan', { patrolId: id })).list;
const revise = (user: string, id: string, revision: number, over: Record<string, unknown> = {}) =>
  world.call(user, at(taskCalls.revisePatrol, id), { revision, content: content(over) });
const setState = (user: string, body: object) => world.call(user, taskCalls.changePatrolState, body);
const later = async (ms: number) => {
  now = new Date(now.getTime() + ms);
  await world.signInAgain();
};
const settled = (id: string, count: number) =>
  vi.waitFor(async () => expect((await occurrencesOf(id)).length).toBe(count), { timeout: 10_000, interval: 50 });

describe('a recurring patrol', () => {
  it('shows its next three times, and sends its task at its time: once, although two servers check', async () => {
    const reply = await create('wenchuan', { route: LINE });
    const { id } = reply.body.data;
    expect(reply.body.data).toMatchObject({
      state: 'running',
      revision: 1,
      gridNo: '513221',
      next: [`${today()} 09:00:00`, `${today(1)} 09:00:00`, `${today(2)} 09:00:00`],
      last: null,
      content: { members: [{ fullName: '汶川县护林员01' }] },
    });
    expect(await sentBy(id)).toEqual([]);
    await later(HOUR_MS);
    await settled(id, 1);
    const [task, ...more] = await sentBy(id);
    expect(more).toEqual([]);
    expect(task).toMatchObject({
      taskContent: '巡查沟口',
      taskType: 4,
      taskStartTime: `${today()} 09:00:00`,
      taskEndTime: `${today()} 11:00:00`,
      operatorName: '汶川县值班员',
      checklist: '水源',
      patrol: { ruleId: id, name: '沟口巡护', day: today(), late: false, skipped: [], route: LINE },
    });
    // The ranger receives it with the route.
    const mine = (await world.call('ranger01', taskCalls.myTasks, { openOnly: 1 })).body.data;
    expect(mine.find((own: Any) => own.id === task.id)).toMatchObject({ patrol: { route: LINE } });
    expect(await one(id)).toMatchObject({
      revision: 1,
      last: { day: today(), outcome: 'made' },
      next: [`${today(1)} 09:00:00`, `${today(2)} 09:00:00`, `${today(3)} 09:00:00`],
    });
    // It is published live like any task. In the audit, the schedule is the actor.
    const { events } = await world.eventsSince('wenchuan', 0);
    expect(events.filter(({ payload }: Any) => payload.data.id === task.id)).toHaveLength(1);
    const [row] = (await world.server.store.audit.page('100000' as never, { act: 'send-patrols' } as never, { offset: 0, limit: 1 })).list;
    expect(row).toMatchObject({ userName: '定期巡护', targetKind: 'patrol', targetId: id });
  });

  it('is sent once even when many rules are due at the same time', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 8; count++) ids.push((await create('wenchuan')).body.data.id);
    await later(HOUR_MS);
    for (const id of ids) {
      await settled(id, 1);
      expect(await sentBy(id)).toHaveLength(1);
    }
  });

  it('is sent at once if its time passed while the form was filled in', async () => {
    const { id } = (await create('wenchuan', { timeOfDay: '07:57' })).body.data;
    await settled(id, 1);
    expect((await sentBy(id))[0]).toMatchObject({ patrol: { late: false } });
    expect((await one(id)).next[0]).toBe(`${today(1)} 07:57:00`);
  });

  it('after an outage occurrences of the last day are sent late, with their full duration; older ones are listed as missed', async () => {
    const { id } = (await create('wenchuan')).body.data;
    await later(3 * DAY_MS + 5 * HOUR_MS);
    await settled(id, 4);
    expect((await occurrencesOf(id)).map(({ day, outcome }) => [day, outcome])).toEqual([
      [today(), 'late'],
      [today(-1), 'missed'],
      [today(-2), 'missed'],
      [today(-3), 'missed'],
    ]);
    const sent = await sentBy(id);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      taskStartTime: formatTime(now),
      taskEndTime: formatTime(new Date(now.getTime() + 2 * HOUR_MS)),
      patrol: { day: today(), late: true },
    });
  });

  it('skips a ranger who left and reports it; if no ranger is left, that is reported', async () => {
    const leaving = await world.newAccount('513221', ['report-as-ranger']);
    const { id } = (await create('wenchuan', { memberIds: [world.idOf('ranger01'), leaving.id] })).body.data;
    const alone = (await create('wenchuan', { memberIds: [leaving.id] })).body.data.id;
    await world.server.store.accounts.update('100000' as never, leaving.id, { enabled: false } as never);
    await later(HOUR_MS);
    await settled(id, 1);
    await settled(alone, 1);
    expect((await sentBy(id))[0]).toMatchObject({ members: [{ fullName: '汶川县护林员01' }], patrol: { skipped: [leaving.fullName] } });
    expect(await sentBy(alone)).toEqual([]);
    expect(await occurrencesOf(alone)).toMatchObject([{ outcome: 'nobody', skipped: [leaving.fullName], taskId: null }]);
  });

  it('does not make up for occurrences while it was paused', async () => {
    const { id } = (await create('wenchuan')).body.data;
    expect((await setState('wenchuan', { id, revision: 1, state: 'paused' })).body.data).toMatchObject({ state: 'paused', next: [] });
    await later(2 * HOUR_MS);
    expect((await setState('wenchuan', { id, revision: 1, state: 'running' })).body).toMatchObject({ code: 409, data: { revision: 2 } });
    expect((await setState('wenchuan', { id, revision: 2, state: 'paused' })).status).toBe(409);
    const resumed = (await setState('wenchuan', { id, revision: 2, state: 'running' })).body.data;
    expect(resumed).toMatchObject({ state: 'running', revision: 3 });
    expect(resumed.next[0]).toBe(`${today(1)} 09:00:00`);
    await later(DAY_MS);
    await settled(id, 1);
    expect(await occurrencesOf(id)).toMatchObject([{ day: today(), outcome: 'late' }]);
  });

  it('ends with its reason, or after its last day, and cannot be changed after that', async () => {
    const { id } = (await create('wenchuan')).body.data;
    expect(fault(await setState('wenchuan', { id, revision: 1, state: 'ended' }))).toMatchObject({ status: 422, path: 'reason' });
    expect((await setState('wenchuan', { id, revision: 1, state: 'ended', reason: '雨季' })).body.data).toMatchObject({
      state: 'ended',
      endReason: '雨季',
    });
    expect((await revise('wenchuan', id, 2)).body).toMatchObject({ code: 409, error: { code: 'patrol-ended' } });

    const short = (await create('wenchuan', { endDay: today() })).body.data.id;
    await later(HOUR_MS);
    await settled(short, 1);
    expect(await one(short)).toMatchObject({ state: 'ended', endReason: null, next: [], revision: 2 });
  });

  it('sends no second task on the same day if it is changed after the first', async () => {
    const { id } = (await create('wenchuan', { timeOfDay: '08:00' })).body.data;
    await settled(id, 1);
    const changed = (await revise('wenchuan', id, 1, { timeOfDay: '10:00', name: '改后' })).body.data;
    expect(changed).toMatchObject({ revision: 2, content: { name: '改后' } });
    expect(changed.next[0]).toBe(`${today(1)} 10:00:00`);
    await later(3 * HOUR_MS);
    const other = (await create('wenchuan', { timeOfDay: '11:00' })).body.data.id;
    await settled(other, 1);
    expect(await sentBy(id)).toHaveLength(1);
  });

  it('changed by two editors gives the second editor the current rule', async () => {
    const { id } = (await create('wenchuan')).body.data;
    const both = await Promise.all([revise('wenchuan', id, 1, { name: '甲' }), revise('aba', id, 1, { name: '乙' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = both.find(({ status }) => status === 200)?.body.data;
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      data: { content: { name: winner.content.name }, revision: 2 },
    });
  });

  it('with a place, a route or a ranger outside the grid is refused, and nothing is stored', async () => {
    const before = (await world.call('wenchuan', taskCalls.patrolPage, {})).body.data.total;
    const inLixian = { lng: 103.17, lat: 31.44 };
    expect(fault(await create('wenchuan', { position: inLixian }))).toMatchObject({ status: 422, path: 'content.position' });
    const strays = { kind: 'line', points: [HERE, inLixian] };
    expect(fault(await create('wenchuan', { route: strays, position: null }))).toMatchObject({ path: 'content.route.points.1' });
    const stranger = await world.newAccount('513222', ['report-as-ranger']);
    expect(fault(await create('wenchuan', { memberIds: [stranger.id] }))).toMatchObject({ path: 'content.memberIds' });
    expect(fault(await create('wenchuan', { memberIds: [] }))).toMatchObject({ message: '请选择护林员' });
    expect(fault(await create('wenchuan', { endDay: today(-1) }))).toMatchObject({ path: 'content.endDay' });
    expect((await world.call('wenchuan', taskCalls.patrolPage, {})).body.data.total).toBe(before);
  });

  it('of another grid can neither be found nor changed; without the right no rule is visible', async () => {
    const { id } = (await create('wenchuan')).body.data;
    expect((await world.call('lixian', at(taskCalls.patrolOne, id))).status).toBe(404);
    expect((await world.call('lixian', taskCalls.patrolOccurrences, { id })).status).toBe(404);
    expect((await setState('lixian', { id, revision: 1, state: 'paused' })).status).toBe(404);
    expect((await world.call('lixian', taskCalls.patrolPage, {})).body.data.total).toBe(0);
    expect((await world.call('viewer', taskCalls.patrolPage, {})).status).toBe(403);
  });

  it('is shown in the calendar with its future occurrences', async () => {
    const { id } = (await create('wenchuan', { endDay: today(2), exceptDays: [today(1)] })).body.data;
    const body = { beginTime: `${today()} 00:00:00`, endTime: `${today(7)} 00:00:00` };
    const rows = (await world.call('wenchuan', taskCalls.patrolCalendar, body)).body.data.filter((row: Any) => row.ruleId === id);
    expect(rows.map((row: Any) => [row.beginsAt, row.endsAt])).toEqual([
      [`${today()} 09:00:00`, `${today()} 11:00:00`],
      [`${today(2)} 09:00:00`, `${today(2)} 11:00:00`],
    ]);
    const tooLong = { ...body, endTime: `${today(60)} 00:00:00` };
    expect(fault(await world.call('wenchuan', taskCalls.patrolCalendar, tooLong))).toMatchObject({
      path: 'endTime',
      message: '日历最长 42 天',
    });
  });
});

describe('the list of tasks', () => {
  it('filters overdue tasks, and tasks whose window overlaps a period', async () => {
    const [begin, half, end, after, dayAfter] = [14, 14.5, 15, 15.5, 20].map((hours) =>
      formatTime(new Date(now.getTime() + hours * HOUR_MS)),
    );
    const planned = { taskStartTime: begin, taskEndTime: end };
    const { id } = (await world.delegate('wenchuan', planned)).body.data;
    const ids = async (filters: object) => (await world.pageOf('wenchuan', { pageSize: 500, ...filters })).list.map((row: Any) => row.id);
    expect(await ids({ windowBegin: half, windowEnd: half })).toEqual([id]);
    expect(await ids({ windowBegin: after, windowEnd: dayAfter })).not.toContain(id);
    expect(await ids({ overdue: 1 })).not.toContain(id);
    await later(16 * HOUR_MS);
    await world.signInAgain();
    expect(await ids({ overdue: 1 })).toContain(id);
    await world.call('wenchuan', taskCalls.taskCancel, { id, reason: '误派' });
    expect(await ids({ overdue: 1 })).not.toContain(id);
  });
});
