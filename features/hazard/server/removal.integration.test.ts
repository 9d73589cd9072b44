import type { GridNo } from '@lookout/domain';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { hazardServer, NO } from './hazards.harness.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const calls = contract.hazard;
const { server, now, minutesLater, as, at, draft, create, one, feed, reading, codeOf, warningOf } = hazardServer();

describe('a deleted hazard point', () => {
  const removed = async (id: string) => {
    const reply = await as('wenchuan', at(calls.deleteHazard, id, `?reason=${encodeURIComponent('误删')}`));
    expect(reply.status).toBe(200);
  };
  const restore = (user: string, id: string) => as(user, calls.restoreHazard, { id });

  it('is restored completely: facts, thresholds, readings, warnings and its watch, which does not repeat a warning', async () => {
    const id = await create(draft({ rain: { oneHour: { ...NO, red: 900 }, oneDay: NO } }));
    const code = await codeOf(id);
    await feed([reading(code, 6.25)]);
    const warning = await warningOf(id);
    await as('wenchuan', calls.handleHazardWarning, { id: warning.id, note: '已巡查' });
    await as('wenchuan', calls.closeHazardWarning, { id: warning.id, note: '无异常' });
    const before = await one(id);
    const curve = async () =>
      (await as('wenchuan', calls.readingList, { id, monitorId: before.hazard.monitors[0].id, beginTime: '2026-06-01 00:00:00' })).body
        .data;
    const measured = await curve();

    await removed(id);
    const whileAway = await feed([reading(code, 7)]);
    expect(whileAway.body.data.rejected).toMatchObject([{ path: 'monitorCode' }]);
    minutesLater(9);
    expect((await restore('wenchuan', id)).body.data).toEqual(before.hazard);
    expect([await one(id), await curve()]).toEqual([before, measured]);
    expect((await restore('wenchuan', id)).status).toBe(404);

    await feed([reading(code, 6.5)]);
    expect((await as('wenchuan', calls.hazardWarningPage, { hazardId: id })).body.data).toMatchObject({
      total: 1,
      list: [{ id: warning.id }],
    });
    const lines = (await as('wenchuan', calls.hazardHistory, { id })).body.data.map(({ act, note }: { act: string; note: string }) => [
      act,
      note,
    ]);
    expect(lines.slice(0, 2)).toEqual([
      ['restored', null],
      ['removed', '误删'],
    ]);
    const { list } = await server().store.audit.page('513221' as GridNo, { targetId: id, outcome: 'ok' }, { offset: 0, limit: 5 });
    expect(list.find(({ act }) => act === 'restore-hazard')?.detail).toMatchObject({ events: [{ kind: 'hazard.restored' }] });
  });

  it('is checked when it is restored: rain that reached a threshold meanwhile raises a warning', async () => {
    const id = await create(draft({ rain: { oneHour: { ...NO, red: 55 }, oneDay: NO } }));
    await removed(id);
    const hour = new Date(Math.floor(now().getTime() / 3_600_000) * 3_600_000);
    const rain = { gridNo: '513221' as GridNo, hour, nextHour: 60, nextDay: 60, askedAt: now(), source: 'demo' } as const;
    await server().store.hazards.putRain([{ ...rain, fallen: 0 }]);
    expect((await restore('wenchuan', id)).status).toBe(200);
    expect(await warningOf(id)).toMatchObject({ level: 'red', cause: { source: 'rain', value: 60 } });
    await server().store.hazards.putRain([{ ...rain, fallen: 0, nextHour: 0, nextDay: 0 }]);
  });

  it('is restored only in its grid, with the permission, by an id', async () => {
    const id = await create();
    expect((await restore('wenchuan', id)).status).toBe(404);
    await removed(id);
    expect([(await restore('lixian', id)).status, (await restore('viewer', id)).status]).toEqual([404, 403]);
    expect((await as('wenchuan', calls.restoreHazard, {})).body.data[0].path).toBe('id');
    expect((await restore('wenchuan', 'none')).status).toBeGreaterThanOrEqual(404);
    expect((await restore('aba', id)).status).toBe(200);
  });

  it('is not restored if its code or the code of one of its monitors was registered again', async () => {
    const body = draft();
    const id = await create(body);
    await removed(id);
    const newer = await create(draft({ code: body.code, name: '新的' }));
    expect(await restore('wenchuan', id)).toMatchObject({ status: 409, body: { data: { id: newer, name: '新的' } } });
    expect((await one(newer)).hazard.name).toBe('新的');

    const other = await create();
    const { monitors } = (await one(other)).hazard;
    await removed(other);
    const taker = await create(draft({ monitors: [{ ...monitors[0], id: null }] }));
    expect(await restore('wenchuan', other)).toMatchObject({
      status: 422,
      body: { data: [{ path: 'id', message: '设备编号已被其他隐患点使用' }] },
    });
    await removed(taker);
    expect((await restore('wenchuan', other)).status).toBe(200);
  });

  it('cannot be restored after ten minutes, and later loses its readings; those of a restored point remain', async () => {
    const [late, kept] = [await create(), await create()];
    const counted = async (monitorId: string) => (await server().store.hazards.readings(monitorId, new Date(0), now())).length;
    const [lateMonitor, keptMonitor] = [(await one(late)).hazard.monitors[0], (await one(kept)).hazard.monitors[0]];
    await feed([reading(lateMonitor.code, 1), reading(keptMonitor.code, 1)]);
    for (const id of [late, kept]) await removed(id);
    await restore('wenchuan', kept);
    minutesLater(11);
    expect((await restore('wenchuan', late)).body).toMatchObject({ code: 501, message: '删除已超过10分钟，不能撤销' });
    expect(await counted(lateMonitor.id)).toBe(1);
    minutesLater(61);
    await vi.waitFor(async () => expect(await counted(lateMonitor.id)).toBe(0), { timeout: 10_000 });
    expect(await counted(keptMonitor.id)).toBe(1);
    expect((await restore('wenchuan', late)).body.code).toBe(501);
  });
});
