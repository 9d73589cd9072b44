import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from '@lookout/contract';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

const { exerciseBegin, exerciseInject, exerciseEnd, exerciseJudge, exercisePage, exerciseReview } = contract.exercise;
const { alarm: alarmCalls, task, sms, operatingMode, shift } = contract;
const USERS = ['aba', 'wenchuan', 'lixian', 'weihui', 'viewer', 'ranger01'] as const;
type User = (typeof USERS)[number];

let server: TestServer;
let gateway: Server;
const received: string[] = [];
const sessions = {} as Record<User, Session>;

beforeAll(async () => {
  gateway = createServer((request, response) => {
    request.on('data', (chunk) => received.push(String(chunk)));
    request.on('end', () => response.end('{}'));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => gateway.once('listening', resolve));
  const smsUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`;
  server = await sharedTestServer({ env: { SMS_URL: smsUrl }, waits: { outboxEveryMs: 50 } });
  for (const user of USERS) sessions[user] = await server.login(user);
});
afterAll(async () => {
  await server?.stop();
  gateway?.close();
});

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
type Any = any;
const call = (user: User, { method, path, input }: Row, given: Record<string, unknown> = {}): Promise<Reply> => {
  const query = input === undefined && Object.keys(given).length > 0 ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  return server.call(method, path + query, { token: sessions[user].access_token, ...(input !== undefined && { body: given }) });
};
const HERE = { position: { lng: 103.59, lat: 31.48 } };
const begin = (user: User, given: Record<string, unknown> = {}) =>
  call(user, exerciseBegin, { name: '春季演练', script: [{ kind: 'report', ...HERE, minutes: 0, description: '山脊冒烟' }], ...given });
const drillsOf = async (user: User): Promise<Any[]> =>
  (await call(user, alarmCalls.latestAlarms, { withDrills: '1' })).body.data.filter(({ drill }: Any) => drill === true);
const firstDrill = async (user: User): Promise<Any> =>
  vi.waitFor(
    async () => {
      const [alarm] = await drillsOf(user);
      if (!alarm) throw new Error('not yet');
      return alarm;
    },
    { timeout: 5_000, interval: 50 },
  );
const review = async (user: User, id: string) => (await call(user, exerciseReview, { id })).body.data;

describe('an exercise', () => {
  let id: string;
  let alarm: Any;

  // Proves §4.12
  it('puts its county into simulation and publishes its alarms on a separate topic; the topic of real alarms stays silent', async () => {
    const probe = await mqttProbe(server.mqttUrl, sessions.aba.accid, sessions.aba.access_token);
    for (const kind of ['newFire', 'exercise']) expect(await probe.subscribe(`lookout/${kind}/513200`)).toBe(true);
    const began = await begin('wenchuan');
    expect(began.body).toMatchObject({
      code: 200,
      data: { gridNo: '513221', name: '春季演练', leaderName: '汶川县值班员', endedAt: null },
    });
    id = began.body.data.id;
    expect((await call('wenchuan', operatingMode.modeList)).body.data).toMatchObject([
      { gridNo: '513221', mode: 'simulation', exerciseId: id },
    ]);
    expect(await probe.next()).toMatchObject({ topic: 'lookout/exercise/513200', message: { data: { of: 'exercise', data: { id } } } });
    expect(await probe.next()).toMatchObject({
      topic: 'lookout/exercise/513200',
      message: {
        data: { of: 'newFire', data: { drill: true, exerciseId: id, kind: 'report', description: '山脊冒烟', gridNo: '513221' } },
      },
    });
    alarm = await firstDrill('wenchuan');
    // The next message on either topic is that of a real alarm, so nothing of the exercise was published on the other topic.
    const real = await call('wenchuan', alarmCalls.createReport, { longitude: 103.6, latitude: 31.5 });
    const next = await probe.next();
    expect(next).toMatchObject({ topic: 'lookout/newFire/513200', message: { data: { id: real.body.data.id } } });
    expect((next.message as Any).data).not.toHaveProperty('drill');
    probe.end();
  });

  it('is in no list and no count of the specification, and is returned only where it is requested', async () => {
    const mentions = async (row: Row, given: Record<string, unknown> = {}) =>
      JSON.stringify((await call('wenchuan', row, given)).body).includes(alarm.id);
    for (const row of [alarmCalls.reportList, alarmCalls.page, alarmCalls.historyPage, task.taskPage, sms.smsList])
      expect([row.path, await mentions(row)]).toEqual([row.path, false]);
    expect(await mentions(alarmCalls.latestAlarms)).toBe(false);
    expect(await mentions(alarmCalls.latestAlarms, { withDrills: '1' })).toBe(true);
    expect((await call('wenchuan', alarmCalls.page, {})).body.data.total).toBe(1);
    const counts = (await call('aba', alarmCalls.countByPrefecture)).body.data;
    expect(counts.reduce((sum: number, { count }: Any) => sum + count, 0)).toBe(1);
    await call('wenchuan', shift.shiftTake, {});
    expect((await call('wenchuan', shift.shiftNow)).body.data.present.openAlarms).toBe(1);
    // Outside the grid: neither listed nor found.
    expect(await drillsOf('lixian')).toEqual([]);
    expect((await call('lixian', exerciseReview, { id })).status).toBe(404);
    expect((await call('lixian', exercisePage, {})).body.data.total).toBe(0);
    expect((await call('aba', exercisePage, {})).body.data.list).toMatchObject([{ id }]);
  });

  it('has tasks of its own for its alarms, which reach the ranger with the drill mark', async () => {
    await call('wenchuan', alarmCalls.acknowledge, { id: alarm.id });
    const sent = await call('wenchuan', task.delegate, {
      taskContent: '前往核查',
      taskStartTime: '2036-11-24 13:00:00',
      taskEndTime: '2036-11-24 17:00:00',
      priority: 2,
      taskMember: sessions.ranger01.accid,
      fireId: alarm.id,
    });
    expect(sent.body.code).toBe(200);
    expect((await call('ranger01', task.myTasks, {})).body.data).toMatchObject([{ id: sent.body.data.id, exerciseId: id }]);
    expect((await call('wenchuan', task.taskPage, {})).body.data.total).toBe(0);
    expect((await call('wenchuan', task.taskPage, { withDrills: 1 })).body.data.total).toBe(1);
    expect((await call('wenchuan', task.taskOpen)).body.data).toEqual([]);
    // A second officer is refused, as for a real alarm.
    const again = await call('aba', task.delegate, {
      taskContent: '前往核查',
      taskStartTime: '2036-11-24 13:00:00',
      taskEndTime: '2036-11-24 17:00:00',
      priority: 2,
      taskMember: sessions.ranger01.accid,
      fireId: alarm.id,
    });
    expect(again.status).toBe(409);
  });

  it('sends no short messages: they are stored with the mark, while a real one is sent', async () => {
    const post = (fireId: string) =>
      server.call('POST', `${sms.smsSubmit.path}?fireId=${fireId}`, {
        token: sessions.wenchuan.access_token,
        body: { phones: ['13800000001'], content: '请集结' },
      });
    expect((await post(alarm.id)).body.data).toMatchObject([{ state: 'kept', drill: true, content: '【演练】请集结' }]);
    const [real] = (await call('wenchuan', alarmCalls.latestAlarms)).body.data;
    expect((await post(real.id)).body.data).toMatchObject([{ state: 'waiting', content: '请集结' }]);
    await vi.waitFor(() => expect(received.join()).toContain('请集结'), { timeout: 5_000, interval: 50 });
    expect(received.join()).not.toContain('演练');
    expect((await call('wenchuan', sms.smsList, {})).body.data).toHaveLength(1);
    expect((await call('wenchuan', sms.smsList, { withDrills: 1 })).body.data).toHaveLength(2);
  });

  it('is led by one account: only the leader inserts alarms, within the grid, and only one exercise runs at a time', async () => {
    const late = { kind: 'camera', ...HERE, minutes: 600 };
    expect(await call('aba', exerciseInject, { id, script: [late] })).toMatchObject({
      body: { code: 501, message: '只有演练负责人汶川县值班员可以注入火警' },
    });
    expect(
      (await call('wenchuan', exerciseInject, { id, script: [late, { ...late, position: { lng: 103.17, lat: 31.44 } }] })).body.data,
    ).toEqual([{ path: 'script.1.position', message: expect.any(String) }]);
    for (const [inject, path] of [
      [{ ...late, kind: 'smoke' }, 'script.0.kind'],
      [{ ...late, minutes: -1 }, 'script.0.minutes'],
      [{ ...late, position: { lng: 103.59, lat: 99 } }, 'script.0.position.lat'],
    ] as const)
      expect((await call('wenchuan', exerciseInject, { id, script: [inject] })).body.data).toMatchObject([{ path }]);
    expect((await review('wenchuan', id)).script).toHaveLength(1);
    expect((await call('wenchuan', exerciseInject, { id, script: [late] })).body.code).toBe(200);
    expect((await review('wenchuan', id)).script).toHaveLength(2);
    expect(await begin('aba', { gridNo: '513221' })).toMatchObject({ status: 409, body: { data: { id } } });
    expect((await begin('wenchuan', { gridNo: '513222' })).status).toBe(422);
    expect((await begin('viewer')).status).toBe(403);
    expect((await begin('lixian', { name: ' ' })).body.data).toEqual([{ path: 'name', message: '请填写演练名称' }]);
  });

  it('closes its open alarms and tasks at its end, changes nothing real, and returns to daily duty', async () => {
    const before = (await call('wenchuan', alarmCalls.latestAlarms)).body.data.length;
    const ended = await Promise.all([call('wenchuan', exerciseEnd, { id }), call('aba', exerciseEnd, { id })]);
    expect(ended.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await drillsOf('wenchuan')).toEqual([]);
    expect((await call('wenchuan', alarmCalls.one, { id: alarm.id })).body.data).toMatchObject({
      exerciseId: expect.any(String),
      response: { stage: 'handled' },
    });
    expect((await call('ranger01', task.myTasks, { openOnly: 1 })).body.data).toEqual([]);
    expect((await call('wenchuan', alarmCalls.latestAlarms)).body.data).toHaveLength(before);
    expect((await call('wenchuan', operatingMode.modeList)).body.data).toMatchObject([{ mode: 'daily', exerciseId: null }]);
    expect((await call('wenchuan', exerciseInject, { id, script: [{ kind: 'report', ...HERE, minutes: 0 }] })).status).toBe(409);
  });

  it('is reviewed from its events, with the time of each step, and its verdict is edited by one user at a time', async () => {
    const { alarms, medianSeconds, events, script } = await review('wenchuan', id);
    expect(alarms).toMatchObject([
      { alarmId: alarm.id, seconds: { judged: null, acknowledged: expect.any(Number), dispatched: expect.any(Number) } },
    ]);
    expect(alarms[0].seconds.dispatched).toBeGreaterThanOrEqual(alarms[0].seconds.acknowledged);
    expect(medianSeconds).toEqual(alarms[0].seconds);
    expect(events.map(({ kind }: Any) => kind)).toEqual(
      expect.arrayContaining(
        ['exercise.begun', 'alarm.recorded', 'alarm.acknowledged', 'task.dispatched', 'alarm.handled', 'exercise.ended'].filter(
          (kind) => kind !== 'alarm.handled',
        ),
      ),
    );
    expect(events[0].kind).toBe('exercise.begun');
    expect(script.map(({ alarmId }: Any) => alarmId !== null)).toEqual([true, false]);
    const judge = (user: User, version: number) => call(user, exerciseJudge, { id, verdict: '接警及时，研判缺失', version });
    const both = await Promise.all([judge('wenchuan', 2), judge('aba', 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await review('wenchuan', id)).exercise).toMatchObject({ verdict: { text: '接警及时，研判缺失' }, version: 3 });
  });

  it('cannot begin in an emergency', async () => {
    await call('wenchuan', operatingMode.modeSet, { mode: 'emergency', reason: '大风', version: 2 });
    expect(await begin('wenchuan')).toMatchObject({ body: { code: 501, message: '应急期间不能开始演练' } });
  });
});
