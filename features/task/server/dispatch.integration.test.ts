import { randomUUID } from 'node:crypto';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { fault, IN_WENCHUAN, startTaskWorld, type TaskWorld } from './tasks.harness.ts';

const { task: taskCalls, alarm } = contract;
let world: TaskWorld;
beforeAll(async () => {
  world = await startTaskWorld();
});
afterAll(() => world?.stop());

describe('a dispatch form', () => {
  it.each([
    [{ taskContent: undefined }, 'taskContent', '请填写任务内容'],
    [{ taskContent: '  ' }, 'taskContent', '请填写任务内容'],
    [{ taskStartTime: undefined }, 'taskStartTime', '请选择日期'],
    [{ taskStartTime: '' }, 'taskStartTime', '请选择日期'],
    [{ taskEndTime: null }, 'taskEndTime', '请选择时间'],
    [{ taskEndTime: '' }, 'taskEndTime', '请选择时间'],
    // Proves §5.1d
    [{ priority: undefined }, 'priority', '请选择优先级'],
    // Proves §9.2a
    [{ priority: 5 }, 'priority', '优先级应为1到4'],
    [{ taskMember: undefined }, 'taskMember', '请选择护林员'],
    [{ taskMember: '' }, 'taskMember', '请选择护林员'],
    [{ taskMember: [] }, 'taskMember', '请选择护林员'],
    // Proves §9.2f
    [{ peopleCount: 1000 }, 'peopleCount', '请填写 0 到 999 的整数'],
    [{ fireEngine: -1 }, 'fireEngine', '请填写 0 到 999 的整数'],
    [{ fireEquipment: 1.5 }, 'fireEquipment', '请填写 0 到 999 的整数'],
    // Proves §9.2d
    [{ taskImg: Array.from({ length: 4 }, () => randomUUID()) }, 'taskImg', '最多上传3张照片'],
    [{ taskEndTime: '2036-11-21 13:00:00' }, 'taskEndTime', '结束时间须晚于开始时间'],
    [
      { taskStartTime: '2025-11-21 13:00:00', taskEndTime: '2025-11-21 17:00:00' },
      'taskEndTime',
      '任务时间已经过去（2025-11-21 17:00:00 结束）',
    ],
    [{ taskType: 5 }, 'taskType', '任务类型应为 1 到 4（1 人员上报，2 监控点报警，3 卫星火情，4 新发现火情）'],
    [{ taskContent: '字'.repeat(501) }, 'taskContent', '任务内容最多 500 个字，现有 501 个字'],
    [{ position: undefined }, 'position', '请选择任务地点'],
    [{ position: { lng: 2.35, lat: 48.85 } }, 'position', '位置在中国境外'],
    [{ position: { lng: 114.06, lat: 35.4 } }, 'position', '位置不在您的网格范围内'],
    [{ taskImg: [randomUUID()] }, 'taskImg', '照片不存在，请重新上传'],
  ])('%o is refused: %s %s', async (overrides, path, message) => {
    expect(fault(await world.delegate('wenchuan', overrides))).toEqual({ status: 422, path, message });
  });

  it('names every field that is empty at once', async () => {
    const { body } = await world.call('wenchuan', taskCalls.delegate, {});
    expect(body.data).toEqual(
      expect.arrayContaining([
        { path: 'taskContent', message: '请填写任务内容' },
        { path: 'taskStartTime', message: '请选择日期' },
        { path: 'taskEndTime', message: '请选择时间' },
        { path: 'priority', message: '请选择优先级' },
        { path: 'taskMember', message: '请选择护林员' },
      ]),
    );
  });

  it('names the members who cannot be sent, with the reason; nothing is stored', async () => {
    const before = (await world.pageOf('guojia')).total;
    const [stranger, disabled, officer] = [
      await world.newAccount('410781', ['report-as-ranger']),
      await world.newAccount('513221', ['report-as-ranger'], false),
      await world.newAccount('513221', ['watch-alarms']),
    ];
    const nobody = randomUUID();
    const taskMember = [world.idOf('ranger01'), stranger.id, disabled.id, officer.id, nobody].join(',');
    const { status, body } = await world.delegate('aba', { taskMember });
    expect({ status, faults: body.data }).toEqual({
      status: 422,
      faults: [
        { path: 'taskMember', message: `没有这个护林员，或不在您的网格内：${stranger.id}` },
        { path: 'taskMember', message: `${disabled.fullName}的账户已停用` },
        { path: 'taskMember', message: `${officer.fullName}不是护林员` },
        { path: 'taskMember', message: `没有这个护林员，或不在您的网格内：${nobody}` },
      ],
    });
    expect((await world.pageOf('guojia')).total).toBe(before);
  });

  it('is refused without the right to dispatch', async () => {
    expect((await world.delegate('viewer')).status).toBe(403);
    expect((await world.delegate('ranger01')).status).toBe(403);
  });
});

describe('a dispatch to a fire', () => {
  it('has the alarm’s type or none: another type is refused, and nothing is stored', async () => {
    const fireId = await world.newAlarm();
    expect(fault(await world.delegate('wenchuan', { fireId, taskType: 3 }))).toEqual({
      status: 422,
      path: 'taskType',
      message: '与火警不符：这起火警的任务类型是 2（监控点报警）',
    });
    expect((await world.pageOf('wenchuan', { fireId })).total).toBe(0);
    // Forms send an empty text for fields that are left out.
    const left = { taskType: '', peopleCount: '', fireEngine: '', fireEquipment: '', taskImg: '', reserve: '', operatorName: '' };
    expect((await world.delegate('wenchuan', { fireId, ...left })).body.code).toBe(200);
  });

  // Proves §4.2, §4.4
  it('handles the alarm, is published on both topics in order, and is recorded in the history', async () => {
    const fireId = await world.newAlarm();
    const probe = await mqttProbe(world.server.mqttUrl, world.idOf('aba'), world.tokenOf('aba'));
    await probe.subscribe('lookout/delegate/513200');
    await probe.subscribe('lookout/fireAlarm/513200');
    const county = await mqttProbe(world.server.mqttUrl, world.idOf('lixian'), world.tokenOf('lixian'));
    await county.subscribe('lookout/delegate/513222');

    const reply = await world.delegate('wenchuan', {
      fireId,
      position: undefined,
      reserve: 3,
      peopleCount: '5',
      operatorName: '值班长王五',
      taskMember: [world.idOf('ranger01')],
    });
    expect(reply.body).toMatchObject({ code: 200, message: 'OK' });
    const { id } = reply.body.data;
    const [first, second] = [await probe.next(), await probe.next()];
    expect(first).toMatchObject({
      topic: 'lookout/delegate/513200',
      message: { gridNo: '513221', data: { id, fireId, fireKind: 'monitor', taskType: 2, status: 'waiting', step: null } },
    });
    expect(second).toMatchObject({
      topic: 'lookout/fireAlarm/513200',
      message: { data: { id: fireId, isHandle: 1, change: 'dispatched', changedBy: '汶川县值班员' } },
    });
    probe.end();

    const [task] = (await world.pageOf('wenchuan', { fireId })).list;
    expect(task).toMatchObject({
      id,
      taskContent: '前往核查',
      priority: 2,
      gridNo: '513221',
      gridName: '汶川县',
      // The name entered in the form. The history names the logged-in account.
      operatorName: '值班长王五',
      peopleCount: 5,
      fireEngine: 0,
      fireEquipment: 0,
      reserve: '3',
      taskMember: world.idOf('ranger01'),
      taskStartTime: '2036-11-21 13:00:00',
      taskEndTime: '2036-11-21 17:00:00',
      cancelTime: null,
      members: [{ userId: world.idOf('ranger01'), state: 'sent' }],
    });
    expect((await world.historyOf(fireId)).filter(({ act }) => act === 'dispatched')).toMatchObject([
      { fullName: '汶川县值班员', detail: { taskId: id, priority: 2, members: [{ userId: world.idOf('ranger01') }] } },
    ]);
    // The first message that the other county receives is about its own task.
    const own = await world.delegate('lixian', {
      position: { lng: 103.17, lat: 31.44 },
      taskMember: [(await world.newAccount('513222', ['report-as-ranger'])).id],
    });
    expect(await county.next()).toMatchObject({ message: { data: { id: own.body.data.id, taskType: 4 } } });
    county.end();
  });

  it('by two officers at once creates one task; the second officer gets the first task', async () => {
    const fireId = await world.newAlarm();
    const replies = await Promise.all([world.delegate('wenchuan', { fireId }), world.delegate('aba', { fireId })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = replies.find(({ status }) => status === 200)?.body.data.id;
    const lost = replies.find(({ status }) => status === 409)?.body;
    expect(lost).toMatchObject({ code: 409, data: { id: won, fireId } });
    expect(lost.message).toMatch(/^该火警已由.+派遣$/);
    expect((await world.pageOf('aba', { fireId })).total).toBe(1);
    expect((await world.historyOf(fireId)).filter(({ act }) => act === 'dispatched')).toHaveLength(1);

    expect((await world.delegate('aba', { fireId, additional: 1 })).status).toBe(200);
    expect((await world.pageOf('aba', { fireId })).total).toBe(2);
  });

  it('sent again with its key returns the existing task, also at the same time and after the fire was closed', async () => {
    const fireId = await world.newAlarm();
    const key = randomUUID();
    const both = await Promise.all([world.delegate('wenchuan', { fireId }, key), world.delegate('wenchuan', { fireId }, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.data).toEqual(both[1]?.body.data);
    await world.call('wenchuan', alarm.monitorJudge, { fireId, isReal: 1, trueAlarmType: 7 });
    const closed = await world.call('wenchuan', alarm.close, { id: fireId, kind: 'monitor', outcome: '已扑灭' });
    expect(closed.body.code).toBe(200);
    expect((await world.delegate('wenchuan', { fireId }, key)).body.data).toEqual(both[0]?.body.data);
    expect((await world.pageOf('wenchuan', { fireId })).total).toBe(1);
    // Another user's key counts as a different key.
    expect((await world.delegate('aba', { fireId }, key)).status).toBe(409);
  });

  it('to a closed fire is refused with the alarm; a fire elsewhere is not found; smoke must be pushed first', async () => {
    const fireId = await world.newAlarm();
    await world.call('wenchuan', alarm.monitorJudge, { fireId, isReal: 1, trueAlarmType: 7 });
    await world.call('wenchuan', alarm.close, { id: fireId, kind: 'monitor', outcome: '已扑灭' });
    expect(await world.delegate('wenchuan', { fireId })).toMatchObject({
      status: 409,
      body: { data: { id: fireId }, message: expect.stringContaining('关闭') },
    });
    const elsewhere = await world.newAlarm({ longitude: 103.17, latitude: 31.44 });
    expect((await world.delegate('wenchuan', { fireId: elsewhere })).status).toBe(404);
    expect((await world.delegate('wenchuan', { fireId: randomUUID() })).status).toBe(404);
    const body = { ...IN_WENCHUAN, deviceId: 's', alarmDatetime: new Date().toISOString() };
    const smoke = await world.server.call('POST', alarm.createSmoke.path, { body, headers: { 'x-feed-key': world.server.feedKey } });
    expect(await world.delegate('wenchuan', { fireId: smoke.body.data.id })).toMatchObject({ status: 200, body: { code: 501 } });
  });

  it('with a failed photo leaves nothing behind: no task, no reply, no history entry, no event', async () => {
    const fireId = await world.newAlarm();
    const { last } = await world.eventsSince('aba', 0);
    const foreign = await world.newPhoto('lixian');
    const own = await world.newPhoto('wenchuan');
    expect(fault(await world.delegate('wenchuan', { fireId, taskImg: [own, foreign] })).path).toBe('taskImg');
    expect((await world.pageOf('wenchuan', { fireId })).total).toBe(0);
    expect((await world.historyOf(fireId)).map(({ act }) => act)).not.toContain('dispatched');
    expect((await world.eventsSince('aba', last)).events).toEqual([]);
    expect((await world.delegate('wenchuan', { fireId, taskImg: [own] })).status).toBe(200);
  });
});

describe('photos of a task', () => {
  it('are visible to its rangers wherever their home grid is, to the officers of its grid, and to no other user', async () => {
    const visitor = await world.newAccount('513222', ['report-as-ranger']);
    const recordOnly = await world.newAccount('513221', ['dispatch']);
    const tokens = { visitor: await world.tokenFor(visitor.id, '513222'), recordOnly: await world.tokenFor(recordOnly.id, '513221') };
    const statusFor = async (token: string, id: string) => (await world.server.call('GET', `/files/${id}`, { token })).status;

    const photo = await world.newPhoto('aba');
    const unused = await world.newPhoto('wenchuan');
    const reply = await world.delegate('aba', { taskMember: [visitor.id], taskImg: [photo] });
    expect(reply.status).toBe(200);
    expect(await statusFor(tokens.visitor, photo)).toBe(200);
    expect([await world.seesPhoto('wenchuan', photo), await world.seesPhoto('aba', photo)]).toEqual([200, 200]);
    expect([await world.seesPhoto('lixian', photo), await world.seesPhoto('weihui', photo)]).toEqual([404, 404]);
    // Two people with the same right in the same grid: only a photo that belongs to a task is readable.
    expect(await statusFor(tokens.recordOnly, photo)).toBe(200);
    expect(await statusFor(tokens.recordOnly, unused)).toBe(404);
    expect(await statusFor(tokens.visitor, unused)).toBe(404);
  });
});
