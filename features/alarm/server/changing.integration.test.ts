import { type AlarmWorld, LIXIAN, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const WENCHUAN_OFFICER = '汶川县值班员';
const ABA_OFFICER = '阿坝州值班员';
const MOVED_AWAY = expect.stringMatching(/^该火警已由阿坝州值班员于 2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d 移到您的网格之外$/);

describe('pushing upwards', () => {
  // Proves §4.5a, §4.5b
  it.each([
    ['satellite', 'satellitePush'],
    ['monitor', 'monitorPush'],
    ['report', 'reportPush'],
  ] as const)('a %s is pushed to the superior once, with officer, note and grid, and can be withdrawn', async (kind, name) => {
    const id = await world.raise(kind);
    expect((await world.act('wenchuan', name, { id, isPut: 0 })).body).toMatchObject({ code: 501, message: '尚未上报，不能撤回' });
    const messages = await world.receivedDuring('aba', () => world.act('wenchuan', name, { id, isPut: 1, isPutOutNote: '请州里支援' }));
    const from = { fromGridNo: '513221', fromGridName: '汶川县' };
    const pushed = { id, isPut: 1, isPush: 1, isPutOutNote: '请州里支援', isHandle: 0 };
    expect(messages).toMatchObject([
      { topic: 'lookout/fireAlarm/513221', data: { ...pushed, change: 'pushed', changedBy: WENCHUAN_OFFICER } },
      { topic: 'lookout/countyReport/513221', data: { ...pushed, pushedBy: WENCHUAN_OFFICER, pushNote: '请州里支援', ...from } },
    ]);
    expect(messages[0]?.data.isPutTime).toMatch(/^\d{4}-/);
    expect(await world.act('wenchuan', name, { id, isPut: 1 })).toMatchObject({
      status: 409,
      body: { message: '该火警已上报', data: pushed },
    });
    expect((await world.linesOf(id)).at(-1)).toEqual({ act: 'pushed', by: WENCHUAN_OFFICER, detail: { note: '请州里支援', ...from } });
    const back = await world.receivedDuring('aba', () => world.act('wenchuan', name, { id, isPut: 0 }));
    expect(back).toMatchObject([{ topic: 'lookout/fireAlarm/513221', data: { isPut: 0, isPutTime: null, change: 'push-withdrawn' } }]);
    expect(back).toHaveLength(1);
    expect((await world.linesOf(id)).at(-1)).toEqual({ act: 'push-withdrawn', by: WENCHUAN_OFFICER, detail: {} });
    expect((await world.act('wenchuan', name, { id, isPut: '1', note: '又起来了' })).body.data).toMatchObject({ isPutOutNote: '又起来了' });
    await world.act('wenchuan', name, { id, isPut: 0, isPutOutNote: '看错了' });
    expect((await world.linesOf(id)).at(-1)).toMatchObject({ act: 'push-withdrawn', detail: { note: '看错了' } });
  });

  it('finds only alarms of its own kind', async () => {
    const [camera, satellite] = [await world.raise('monitor'), await world.raise('satellite')];
    expect((await world.act('wenchuan', 'satellitePush', { id: camera, isPut: 1 })).status).toBe(404);
    expect((await world.act('wenchuan', 'reportPush', { id: camera, isPut: 1 })).status).toBe(404);
    expect((await world.act('wenchuan', 'monitorPush', { id: satellite, isPut: 1 })).status).toBe(404);
  });

  it('by two officers at once succeeds once, and the superior receives one report', async () => {
    const id = await world.raise('monitor');
    const messages = await world.receivedDuring('aba', async () => {
      const replies = await Promise.all([1, 2].map(() => world.act('wenchuan', 'monitorPush', { id, isPut: 1 })));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });
    expect(messages.map(({ topic }) => topic)).toEqual(['lookout/fireAlarm/513221', 'lookout/countyReport/513221']);
  });

  it('from the prefecture is a cityReport; the county can then no longer withdraw it, and the nation has no superior', async () => {
    const id = await world.raise('monitor');
    await world.act('wenchuan', 'monitorPush', { id, isPut: 1, isPutOutNote: '县' });
    const messages = await world.receivedDuring('sichuan', () => world.act('aba', 'monitorPush', { id, isPut: 1, isPutOutNote: '州' }));
    expect(messages[1]).toMatchObject({
      topic: 'lookout/cityReport/513221',
      data: { id, pushedBy: ABA_OFFICER, pushNote: '州', fromGridNo: '513200', fromGridName: '阿坝藏族羌族自治州' },
    });
    for (const user of ['aba', 'wenchuan'] as const) expect((await world.act(user, 'monitorPush', { id, isPut: 1 })).status).toBe(409);
    expect((await world.act('wenchuan', 'monitorPush', { id, isPut: 0 })).body).toMatchObject({
      code: 501,
      message: '上级已继续上报，不能撤回',
    });
    const province = await world.receivedDuring('guojia', () => world.act('sichuan', 'monitorPush', { id, isPut: 1 }));
    expect(province[1]).toMatchObject({ topic: 'lookout/cityReport/513221', data: { fromGridNo: '510000', pushNote: null } });
    const other = await world.raise('monitor');
    for (const one of [id, other])
      expect((await world.act('guojia', 'monitorPush', { id: one, isPut: 1 })).body).toMatchObject({
        code: 501,
        message: '已是最高一级，没有上级可以上报',
      });
    expect((await world.act('sichuan', 'monitorPush', { id, isPut: 0 })).body.data.isPut).toBe(0);
  });

  it('is received by the superior over MQTT', async () => {
    const id = await world.raise('monitor');
    const accid = (await world.server.login('aba')).accid;
    const probe = await mqttProbe(world.server.mqttUrl, accid, world.tokens.aba);
    expect(await probe.subscribe('lookout/countyReport/513200')).toBe(true);
    await world.act('wenchuan', 'monitorPush', { id, isPut: 1 });
    expect(await probe.next()).toMatchObject({ topic: 'lookout/countyReport/513200', message: { kind: 'countyReport', data: { id } } });
    probe.end();
    await probe.closed;
  });
});

describe('a changed record that is sent back', () => {
  it('is written where it differs, as one history line with old and new values', async () => {
    const id = await world.raise('satellite');
    const messages = await world.receivedDuring('guojia', () =>
      world.act('wenchuan', 'satelliteUpdateDto', {
        id,
        area: 2.5,
        woodland: '2',
        strengthLevel: 3,
        address: '威州镇双河村',
        farmland: null,
      }),
    );
    expect(messages).toMatchObject([{ data: { id, change: 'edited', area: 2.5, woodland: 2, strengthLevel: 3, address: '威州镇双河村' } }]);
    expect((await world.linesOf(id)).at(-1)).toEqual({
      act: 'edited',
      by: WENCHUAN_OFFICER,
      detail: {
        changes: {
          area: { from: null, to: 2.5 },
          woodland: { from: null, to: 2 },
          strengthLevel: { from: null, to: 3 },
          address: { from: null, to: '威州镇双河村' },
        },
      },
    });
    const record = (await world.read('aba', 'satelliteOne', { id })).body.data;
    expect(record).toMatchObject({ area: 2.5, address: '威州镇双河村', frp: 39.7, fireNo: expect.stringContaining('Aqua-') });
    expect((await world.read('aba', 'satelliteByFireNo', { fireNo: record.fireNo })).body.data).toEqual(record);
    expect(await world.receivedDuring('guojia', () => world.act('wenchuan', 'satelliteUpdateDto', record))).toEqual([]);
    expect((await world.act('wenchuan', 'satelliteUpdate', { id, area: null, address: '' })).body.data).toMatchObject({
      area: null,
      address: null,
    });
  });

  it('is edited and judged at once if it contains a judgement, with a history line for each', async () => {
    const id = await world.raise('satellite');
    const record = (await world.read('wenchuan', 'satelliteOne', { id })).body.data;
    const messages = await world.receivedDuring('guojia', () =>
      world.act('wenchuan', 'satelliteUpdate', { ...record, area: 4, isReal: 1, trueAlarmType: 7, isTrueNote: '山火' }),
    );
    expect(messages).toMatchObject([
      { data: { change: 'edited', area: 4, isReal: null, isHandle: 0 } },
      { data: { change: 'judged', area: 4, isReal: 1, trueAlarmType: 7, isTrueNote: '山火', isHandle: 1 } },
    ]);
    expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived', 'edited', 'judged']);
    expect((await world.auditOf(id)).map(({ act, outcome }) => [act, outcome])).toEqual([['update-satellite-alarm', 'ok']]);
    // In a whole record, an unchanged judgement is not a second judgement. Sent alone, it is one.
    const judged = (await world.read('aba', 'satelliteOne', { id })).body.data;
    expect((await world.act('aba', 'satelliteUpdate', { ...judged, woodland: 1 })).body.data).toMatchObject({
      woodland: 1,
      judgedBy: WENCHUAN_OFFICER,
    });
    expect((await world.act('aba', 'satelliteUpdate', { id, isReal: 1 })).status).toBe(409);
    expect((await world.act('aba', 'satelliteUpdate', { ...judged, woodland: 9, isReal: 0, trueAlarmType: null })).status).toBe(409);
    expect((await world.read('aba', 'satelliteOne', { id })).body.data.woodland).toBe(1);
  });

  it('of a camera or a person has its own fields, and can handle or reopen the alarm', async () => {
    const [camera, report] = [await world.raise('monitor'), await world.raise('report')];
    expect(
      (await world.act('wenchuan', 'monitorUpdate', { id: camera, alarmType: '烟雾', maxHeat: 77, handleOpinions: '继续观察' })).body.data,
    ).toMatchObject({
      alarmType: '烟雾',
      maxHeat: 77,
      handleOpinions: '继续观察',
      isHandle: 0,
    });
    expect((await world.act('wenchuan', 'monitorStates', { id: camera, isHandle: 1, handleOpinions: '已派人' })).body.data).toMatchObject({
      isHandle: 1,
      handleOpinions: '已派人',
    });
    expect((await world.act('aba', 'monitorStates', { id: camera, isHandle: 1 })).status).toBe(409);
    expect((await world.act('aba', 'monitorStates', { id: camera, isHandle: 0 })).body.data.isHandle).toBe(0);
    expect((await world.linesOf(camera)).map(({ act }) => act)).toEqual(['arrived', 'edited', 'edited', 'handled', 'reopened']);
    expect(
      (await world.act('wenchuan', 'reportUpdate', { id: report, comment: '属实', isReal: 1, isTrueNote: '属实', isHandle: 0 })).body.data,
    ).toMatchObject({
      comment: '属实',
      description: '有烟',
      isReal: 1,
      isHandle: 1,
    });
    expect((await world.act('wenchuan', 'reportUpdate', { id: camera, comment: '?' })).status).toBe(404);
    expect((await world.act('wenchuan', 'monitorUpdate', { id: report, alarmType: '?' })).status).toBe(404);
  });
});

describe('moving', () => {
  it('finds grid and address anew; the old county receives a removal, the new county the alarm, and the grids above both', async () => {
    const id = await world.raise('monitor');
    const head = await world.server.store.events.head();
    const reply = await world.act('aba', 'monitorMove', {
      fireId: id,
      editLongitude: LIXIAN.lng,
      editLatitude: LIXIAN.lat,
      height: 2100.5,
    });
    expect(reply.body.data).toMatchObject({ longitude: LIXIAN.lng, latitude: LIXIAN.lat, alarmLongitude: LIXIAN.lng, gridNo: '513222' });
    expect(reply.body.data.formattedAddress).toContain('理县');
    const gone = { topic: 'lookout/fireAlarm/513221', payload: { data: { id, deleted: true, change: 'moved', changedBy: ABA_OFFICER } } };
    const added = { topic: 'lookout/fireAlarm/513222', payload: { data: { ...reply.body.data, change: 'moved', changedBy: ABA_OFFICER } } };
    const since = async (user: 'wenchuan' | 'lixian' | 'aba') =>
      (await world.server.call('GET', `/fire/api/event?since=${head}`, { token: world.tokens[user] })).body.data.events;
    expect(await since('wenchuan')).toMatchObject([gone]);
    expect(await since('aba')).toMatchObject([gone, added]);
    expect(await since('lixian')).toMatchObject([added]);
    expect((await world.linesOf(id, 'lixian')).at(-1)).toMatchObject({
      act: 'moved',
      detail: {
        from: { longitude: WENCHUAN.lng, latitude: WENCHUAN.lat, gridNo: '513221' },
        to: { longitude: LIXIAN.lng, latitude: LIXIAN.lat, gridNo: '513222' },
        height: 2100.5,
      },
    });
    expect(await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1 })).toMatchObject({
      status: 404,
      body: { message: MOVED_AWAY },
    });
    expect((await world.act('weihui', 'monitorJudge', { fireId: id, isReal: 1 })).body.message).toBe('没有找到，或不在您的网格内');
    expect((await world.act('lixian', 'monitorJudge', { fireId: id, isReal: 1 })).status).toBe(200);
  });

  it('inside the county only changes the alarm; a move to the same place does nothing', async () => {
    const id = await world.raise('report');
    const to = { fireId: id, editLongitude: '103.6', editLatitude: '31.49', height: '1800' };
    const messages = await world.receivedDuring('wenchuan', () => world.act('wenchuan', 'monitorMove', to));
    expect(messages).toMatchObject([
      { topic: 'lookout/fireAlarm/513221', data: { id, longitude: 103.6, altitude: 1800, change: 'moved' } },
    ]);
    expect(await world.receivedDuring('wenchuan', () => world.act('wenchuan', 'monitorMove', to))).toEqual([]);
  });

  // Proves §8.6c
  it('is refused outside China and outside the officer’s grid, with the specification’s text and the reason', async () => {
    const id = await world.raise('monitor');
    for (const [lng, lat, reason, message] of [
      [125.7, 39, 'outside-china', '位置在中国境外'],
      [LIXIAN.lng, LIXIAN.lat, 'outside-senders-grid', '位置不在您的网格范围内'],
      [114.06, 35.4, 'outside-senders-grid', '位置不在您的网格范围内'],
    ]) {
      const { status, body } = await world.act('wenchuan', 'monitorMove', { fireId: id, editLongitude: lng, editLatitude: lat });
      const error = { code: 'move-failed', params: { reason } };
      expect({ status, body }).toEqual({ status: 200, body: { code: 501, message: `更新火点位置信息失败：${message}`, error } });
    }
    expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived']);
    expect((await world.auditOf(id)).map(({ outcome }) => outcome)).toEqual(Array(3).fill('refused:501'));
  });

  it('while another officer acts on the alarm: the action comes first, or is refused with where the alarm was moved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.raise('monitor');
      const [moved, judged] = await Promise.all([
        world.act('aba', 'monitorMove', { fireId: id, editLongitude: LIXIAN.lng, editLatitude: LIXIAN.lat }),
        world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 0 }),
      ]);
      expect(moved.status).toBe(200);
      if (judged.status !== 200) expect(judged).toMatchObject({ status: 404, body: { message: MOVED_AWAY } });
      const lines = (await world.linesOf(id)).map(({ act }) => act).toSorted();
      expect(lines).toEqual(judged.status === 200 ? ['arrived', 'judged', 'moved'] : ['arrived', 'moved']);
    }
  });
});

describe('pushing a smoke alarm', () => {
  it('creates an alarm of the kind monitor, once, and each history names the other alarm', async () => {
    const id = await world.raise('smoke');
    const messages = await world.receivedDuring('wenchuan', async () => {
      const replies = await Promise.all(['wenchuan', 'aba'].map((user) => world.act(user as 'aba', 'smokePush', { id })));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
        message: '该火警已上报',
        data: { id, kind: 'smoke', isPush: 1, isHandle: 1 },
      });
    });
    const [fresh, smoke] = messages;
    expect(messages).toHaveLength(2);
    expect(fresh).toMatchObject({
      topic: 'lookout/newFire/513221',
      data: {
        kind: 'monitor',
        fireType: 'monitor',
        type: 2,
        findType: 5,
        isHandle: 0,
        isReal: null,
        maxHeat: null,
        longitude: WENCHUAN.lng,
      },
    });
    expect(smoke).toMatchObject({
      topic: 'lookout/fireAlarm/513221',
      data: { id, kind: 'smoke', change: 'pushed', isPush: 1, isHandle: 1 },
    });
    const madeId = fresh?.data.id as string;
    expect((await world.linesOf(id)).at(-1)).toMatchObject({ act: 'pushed', detail: { toAlarmId: madeId } });
    expect(await world.linesOf(madeId)).toMatchObject([{ act: 'arrived', detail: { fromAlarmId: id } }]);
    expect((await world.read('wenchuan', 'monitorOne', { id: madeId })).body.data.deviceId).toBe(smoke?.data.deviceId);
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: madeId, isReal: 1, trueAlarmType: 2 })).status).toBe(200);
  });

  it('replies with the alarm it became, and finds smoke alarms only', async () => {
    const [smoke, camera] = [await world.raise('smoke'), await world.raise('monitor')];
    expect((await world.act('wenchuan', 'smokePush', { id: camera })).status).toBe(404);
    const reply = await world.act('wenchuan', 'smokePush', { id: smoke });
    expect(reply.body.data).toMatchObject({ kind: 'monitor', alarmType: '烟感报警' });
    expect(reply.body.data.id).not.toBe(smoke);
    expect((await world.act('wenchuan', 'smokePush', { id: smoke })).status).toBe(409);
  });
});
