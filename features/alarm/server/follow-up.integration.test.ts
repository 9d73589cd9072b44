import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

describe('fires in progress', () => {
  it('are listed within the grid, whatever their source, until they are closed', async () => {
    const [here, there] = [await world.raise('report'), await world.raise('satellite', LIXIAN)];
    await world.act('wenchuan', 'monitorJudge', { fireId: here, isReal: 1 });
    await world.act('lixian', 'monitorJudge', { fireId: there, isReal: 1 });
    const idsFor = async (user: Officer, gridNo?: string) =>
      (await world.read(user, 'inProgress', { gridNo })).body.data.map((a: { id: string }) => a.id);
    expect(await idsFor('wenchuan')).toEqual([here]);
    expect((await idsFor('aba')).toSorted()).toEqual([here, there].toSorted());
    expect(await idsFor('aba', '513222')).toEqual([there]);
    expect(await idsFor('weihui')).toEqual([]);
    expect((await world.read('wenchuan', 'inProgress', { gridNo: '513222' })).status).toBe(422);
    await world.act('aba', 'close', { id: here, outcome: '1' });
    expect(await idsFor('wenchuan')).toEqual([]);
  });
});

describe('the history', () => {
  it('of one alarm begins with its arrival and states who did what, when, and from which desk', async () => {
    const id = await world.raise('report');
    await world.server.call('POST', '/fire/api/fire/acknowledge', {
      token: world.tokens.wenchuan,
      body: { id },
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36' },
    });
    await world.act('aba', 'monitorJudge', { fireId: id, isReal: 1 });
    const { data } = (await world.read('viewer', 'history', { id })).body;
    expect(data).toMatchObject([
      { alarmId: id, act: 'arrived', fullName: expect.stringContaining('报告人'), desk: null, detail: { kind: 'report' } },
      { act: 'acknowledged', userName: 'wenchuan', fullName: '汶川县值班员', gridNo: '513221', desk: '127.0.0.1 · Chrome · Windows' },
      { act: 'judged', userName: 'aba', gridNo: '513200', detail: { isReal: 1 } },
    ]);
    for (const line of data) expect(line.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const stranger of ['lixian', 'weihui'] as const) expect((await world.read(stranger, 'history', { id })).status).toBe(404);
    expect((await world.read('aba', 'history', { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await world.read('aba', 'history', { id: 'x' })).body.data[0].path).toBe('id');
  });

  it('of all alarms is paged, newest first, and narrowed by grid, act, name and time', async () => {
    const page = async (user: Officer, given: Record<string, unknown> = {}) => (await world.read(user, 'historyPage', given)).body.data;
    const id = await world.raise('monitor', LIXIAN);
    await world.act('lixian', 'acknowledge', { id });
    await world.act('lixian', 'monitorJudge', { fireId: id, isReal: 0 });
    const own = await page('lixian', { pageSize: 2 });
    expect(own.list).toMatchObject([
      {
        alarmId: id,
        kind: 'alarm.judged',
        detail: { judgement: { verdict: 'false' } },
        alarmKind: 'camera',
        formattedAddress: expect.stringContaining('理县'),
      },
      { alarmId: id, kind: 'alarm.acknowledged' },
    ]);
    expect((await page('lixian', { pageNo: 2, pageSize: 2 })).list[0]?.alarmId).not.toBe(id);
    const all = await page('aba', { pageSize: 500 });
    expect(all.total).toBe(all.list.length);
    expect((await page('aba', { gridNo: '513222', pageSize: 500 })).total).toBe(own.total);
    const judged = await page('aba', { act: 'judged', fullName: '理县', pageSize: 500 });
    expect(judged.list.length).toBeGreaterThan(0);
    for (const line of judged.list) expect([line.kind, line.fullName]).toEqual(['alarm.judged', '理县值班员']);
    expect((await page('aba', { endTime: '2020-01-01 00:00:00' })).total).toBe(0);
    expect((await page('weihui')).total).toBe(0);
    for (const [given, path] of [
      [{ act: 'nothing' }, 'act'],
      [{ pageSize: 501 }, 'pageSize'],
      [{ beginTime: 'yesterday' }, 'beginTime'],
      [{ beginTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' }, 'endTime'],
    ] as const) {
      expect((await world.read('aba', 'historyPage', given)).body.data[0].path).toBe(path);
    }
    expect((await world.read('viewer', 'historyPage')).status).toBe(403);
  });
});
