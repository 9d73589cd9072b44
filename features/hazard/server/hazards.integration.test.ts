import { type GridNo, NATION } from '@lookout/domain';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import { describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { WARNING_STANDS_MS } from '../hazard.ts';
import { hazardServer, LIXIAN, NO } from './hazards.harness.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const calls = contract.hazard;
const { server, session, now, minutesLater, as, at, draft, create, one, feed, reading, codeOf, warningOf } = hazardServer();

describe('a hazard point', () => {
  it('is registered in the grid of its position, and read back complete', async () => {
    const body = draft();
    const id = await create(body);
    const { hazard, monitors, rain } = await one(id);
    expect(hazard).toMatchObject({
      ...body,
      id,
      gridNo: '513221',
      gridName: '汶川县',
      version: 1,
      state: 'registered',
      changedBy: '汶川县值班员',
    });
    expect(monitors).toEqual([{ monitor: hazard.monitors[0], last: null, cause: null }]);
    expect(rain).toEqual({ oneHour: null, oneDay: null, at: null });
  });

  it('is listed, counted and found only in its grid, and only with the permission', async () => {
    const id = await create();
    const has = async (user: string) => ((await as(user, calls.hazardList, {})).body.data as { id: string }[]).some((row) => row.id === id);
    expect([await has('wenchuan'), await has('aba'), await has('lixian')]).toEqual([true, true, false]);
    expect((await as('lixian', at(calls.hazardOne, id))).status).toBe(404);
    expect((await as('viewer', calls.hazardList, {})).status).toBe(403);
    const counts = (await as('wenchuan', calls.hazardCounts, {})).body.data as { kind: string; gridNo: string; count: number }[];
    expect(counts.find(({ kind }) => kind === 'slide')).toMatchObject({ gridNo: '513221', level: 'medium' });
    expect((await as('lixian', calls.hazardCounts, {})).body.data).toEqual([]);
    const found = (await as('aba', calls.hazardPage, { text: (await one(id)).hazard.code, kind: 'slide', level: 'medium' })).body.data;
    expect(found.list.map((row: { id: string }) => row.id)).toContain(id);
    expect((await as('aba', calls.hazardPage, { kind: 'fall' })).body.data.total).toBe(0);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ kind: 'flood' }, 'kind'],
    [{ people: -1 }, 'people'],
    [{ dutyPhone: 'call' }, 'dutyPhone'],
    [{ position: LIXIAN }, 'position'],
    [{ monitors: [{ code: 'x', kind: 'crack', name: 'n', value: { ...NO, blue: 5, red: 4 } }] }, 'monitors.0.value.red'],
    [{ monitors: [1, 2].map(() => ({ code: 'same', kind: 'crack', name: 'n' })) }, 'monitors.1.code'],
    [{ photos: ['00000000-0000-4000-8000-00000000000f'] }, 'photos'],
  ])('with an invalid field is refused, and the reply names the field: %j', async (wrong, path) => {
    const reply = await as('wenchuan', calls.createHazard, draft(wrong));
    expect({ status: reply.status, path: reply.body.data[0].path }).toEqual({ status: 422, path });
  });

  it('has a unique code: a second registration receives the first point, or only learns that the code is taken', async () => {
    const body = draft();
    const id = await create(body);
    const again = await as('aba', calls.createHazard, draft({ code: body.code }));
    expect(again).toMatchObject({ status: 409, body: { data: { id, code: body.code } } });
    const elsewhere = await as('lixian', calls.createHazard, draft({ code: body.code, position: LIXIAN }));
    expect(elsewhere).toMatchObject({ status: 422, body: { data: [{ path: 'code' }] } });
  });

  it('changed twice from the same version: the second request receives 409 with the current point', async () => {
    const body = draft();
    const id = await create(body);
    const change = (user: string, name: string) =>
      as(user, at(calls.updateHazard, id), { version: 1, hazard: { ...body, name, monitors: [] } });
    expect((await change('wenchuan', '甲')).body.data).toMatchObject({ name: '甲', version: 2 });
    expect(await change('aba', '乙')).toMatchObject({
      status: 409,
      body: { message: '汶川县值班员 已修改该隐患点', data: { name: '甲', version: 2 } },
    });
  });

  it('moves to another county with its event, and leaves the list of the first county', async () => {
    const body = draft();
    const id = await create(body);
    expect((await as('aba', at(calls.updateHazard, id), { version: 1, hazard: { ...body, position: LIXIAN } })).body.data.gridNo).toBe(
      '513222',
    );
    expect([(await as('wenchuan', at(calls.hazardOne, id))).status, (await as('lixian', at(calls.hazardOne, id))).status]).toEqual([
      404, 200,
    ]);
  });

  it('is deleted with a reason, which the audit stores', async () => {
    const id = await create();
    expect((await as('wenchuan', at(calls.deleteHazard, id))).status).toBe(422);
    expect((await as('wenchuan', at(calls.deleteHazard, id, `?reason=${encodeURIComponent('已治理')}`))).status).toBe(200);
    expect((await as('wenchuan', at(calls.hazardOne, id))).status).toBe(404);
    const { list } = await server().store.audit.page('513221' as GridNo, { outcome: 'ok' }, { offset: 0, limit: 5 });
    expect(list.find(({ targetId, act }) => targetId === id && act === 'delete-hazard')?.detail).toMatchObject({
      events: [{ kind: 'hazard.removed', detail: { reason: '已治理' } }],
    });
  });
});

describe('readings', () => {
  it('are validated one by one; valid ones are stored, and repeated ones only once', async () => {
    const id = await create();
    const code = await codeOf(id);
    const batch = [
      reading(code, 1),
      { monitorCode: code, time: 'soon', value: 1 },
      reading('nobody', 1),
      { monitorCode: code, time: now().toISOString(), value: 'much' },
      reading(code, 2, new Date(now().getTime() + 3_600_000)),
      reading(code, 3),
    ];
    const reply = await feed(batch);
    expect(reply.body.data).toMatchObject({ received: 6, accepted: 1, duplicates: 1 });
    expect(reply.body.data.rejected.map(({ index, path }: { index: number; path: string }) => [index, path])).toEqual([
      [1, 'time'],
      [2, 'monitorCode'],
      [3, 'value'],
      [4, 'time'],
    ]);
    expect((await feed([reading(code, 1)])).body.data).toMatchObject({ accepted: 0, duplicates: 1, rejected: [] });
    expect((await one(id)).monitors[0]).toMatchObject({ last: { value: 1, rate: null } });
  });

  it('are accepted only from feeds and national accounts', async () => {
    expect((await as('wenchuan', calls.putReadings, [])).status).toBe(403);
    expect((await as('guojia', calls.putReadings, [])).status).toBe(200);
    expect((await server().call('POST', calls.putReadings.path, { body: [], headers: { 'x-feed-key': 'wrong' } })).status).toBe(401);
  });

  it('are drawn as a curve of bounded length that keeps the lowest and the highest value', async () => {
    const id = await create(draft({ monitors: [{ code: 'C-1', kind: 'tilt', name: '倾角计' }] }));
    const code = await codeOf(id);
    const begin = now().getTime() - 10 * 3_600_000;
    await feed(Array.from({ length: 1_200 }, (_, n) => reading(code, n % 2 === 0 ? -n : n, new Date(begin + n * 30_000))));
    const [monitor] = (await one(id)).hazard.monitors;
    const curve = (await as('wenchuan', calls.readingList, { id, monitorId: monitor.id })).body.data as {
      lowest: number;
      highest: number;
    }[];
    expect(curve.length).toBeLessThanOrEqual(402);
    expect([Math.min(...curve.map(({ lowest }) => lowest)), Math.max(...curve.map(({ highest }) => highest))]).toEqual([-1_198, 1_199]);
    expect((await as('wenchuan', calls.readingList, { id, monitorId: id })).body.data[0].path).toBe('monitorId');
  });
});

describe('a warning', () => {
  const warned = async (value = 12) => {
    const id = await create();
    const code = await codeOf(id);
    await feed([reading(code, value)]);
    return { id, code, warning: await warningOf(id) };
  };
  const answer = (user: string, act: 'acknowledge' | 'handle' | 'close', id: string, note?: string) =>
    as(user, calls[`${act}HazardWarning`], { id, ...(note && { note }) });

  it('is raised when a threshold is reached, is published at once to the grid and the grids above, and sends a message to the duty person', async () => {
    const probeOf = async (user: string, grid: string) => {
      const { accid, access_token } = session(user);
      const probe = await mqttProbe(server().mqttUrl, accid, access_token);
      return { probe, granted: await probe.subscribe(`lookout/hazardWarning/${grid}`) };
    };
    const [own, above, none] = await Promise.all([probeOf('wenchuan', '513221'), probeOf('aba', '513200'), probeOf('viewer', '513200')]);
    expect([own.granted, above.granted, none.granted]).toEqual([true, true, false]);
    const { id, warning } = await warned();
    for (const { probe } of [own, above])
      expect((await probe.next()).message).toMatchObject({
        kind: 'hazardWarning',
        gridNo: '513221',
        data: { warning: { id: warning.id, level: 'yellow' }, change: 'raised' },
      });
    for (const { probe } of [own, above, none]) probe.end();
    expect(warning).toMatchObject({
      hazardId: id,
      level: 'yellow',
      highest: 'yellow',
      people: 118,
      cause: { measure: 'value', value: 12, threshold: 10 },
    });
    const sms = (await as('wenchuan', contract.sms.smsList, { phone: '13800000001' })).body.data as { content: string; receiver: string }[];
    const about = sms.find(({ content }) => content.includes(warning.hazardName));
    expect(about).toMatchObject({ receiver: '李四', state: 'kept' });
    expect(about?.content).toMatch(/^【地质灾害黄色预警】汶川县东山滑坡\d+（滑坡）：裂缝计1 12 mm（阈值 10 mm）。受威胁118人/);
  });

  it('is not repeated while the level is unchanged, rises with it, and its events are not sent to users without the permission', async () => {
    const { id, code, warning } = await warned();
    minutesLater(1);
    await feed([reading(code, 13)]);
    minutesLater(1);
    await feed([reading(code, 41)]);
    const rows = (await as('wenchuan', calls.hazardWarningPage, { hazardId: id })).body.data;
    expect(rows).toMatchObject({ total: 1, list: [{ id: warning.id, level: 'red', highest: 'red', cause: { value: 41 } }] });
    const acts = (await as('wenchuan', calls.hazardHistory, { id })).body.data.map(({ act }: { act: string }) => act);
    expect(acts).toEqual(['risen', 'raised', 'registered']);
    const kinds = async (user: string) =>
      new Set(
        (
          (await as(user, { method: 'GET', path: `${contract.duty.events.path}?since=0&limit=1000` })).body.data.events as {
            payload: { kind: string };
          }[]
        ).map(({ payload }) => payload.kind),
      );
    expect([(await kinds('wenchuan')).has('hazardWarning'), (await kinds('viewer')).has('hazardWarning')]).toEqual([true, false]);
  });

  it('is raised by a peak within a batch, and is lifted automatically after half an hour below the threshold', async () => {
    const id = await create();
    const code = await codeOf(id);
    const ago = (seconds: number) => new Date(now().getTime() - seconds * 1_000);
    await feed([reading(code, 0, ago(30)), reading(code, 25, ago(20)), reading(code, 1, ago(10))]);
    expect(await warningOf(id)).toMatchObject({ level: 'orange' });
    minutesLater(WARNING_STANDS_MS / 60_000 + 1);
    await vi.waitFor(async () => expect(await warningOf(id)).toMatchObject({ level: null, highest: 'orange', closed: null }), {
      timeout: 10_000,
    });
    const [line] = (await as('wenchuan', calls.hazardHistory, { id })).body.data;
    expect(line).toMatchObject({ act: 'lifted', by: '地质灾害例行检查' });
  });

  it('is also raised by the change per hour', async () => {
    const id = await create();
    const code = await codeOf(id);
    await feed([reading(code, 0)]);
    minutesLater(20);
    await feed([reading(code, 11)]);
    expect((await one(id)).monitors[0].last).toMatchObject({ value: 11, rate: 33 });
    expect(await warningOf(id)).toMatchObject({ level: 'red', cause: { measure: 'rate', threshold: 30 } });
  });

  it('is acknowledged once, handled once, and closed afterwards; the second officer is shown who was first', async () => {
    const { warning } = await warned();
    const both = await Promise.all([answer('wenchuan', 'acknowledge', warning.id), answer('aba', 'acknowledge', warning.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.data.acknowledged.by).toMatch(/值班员$/);
    expect((await answer('wenchuan', 'close', warning.id, '早了')).body).toMatchObject({
      code: 501,
      message: '尚未处置，也没有解除，不能关闭',
    });
    expect((await answer('wenchuan', 'handle', warning.id)).status).toBe(422);
    expect((await answer('wenchuan', 'handle', warning.id, '已转移32户')).body.data).toMatchObject({
      handled: { note: '已转移32户', by: '汶川县值班员' },
    });
    expect((await answer('aba', 'handle', warning.id, '又一次')).status).toBe(409);
    expect((await answer('wenchuan', 'close', warning.id, '无异常')).body.data).toMatchObject({ closed: { note: '无异常' } });
    expect((await answer('lixian', 'close', warning.id, '无')).status).toBe(404);
    expect((await answer('viewer', 'acknowledge', warning.id)).status).toBe(403);
  });

  it('closed by an officer is not raised again while the level is unchanged, but is when it rises', async () => {
    const { id, code, warning } = await warned(6);
    await answer('wenchuan', 'handle', warning.id, '已巡查');
    await answer('wenchuan', 'close', warning.id, '无异常');
    const count = async () => (await as('wenchuan', calls.hazardWarningPage, { hazardId: id })).body.data.total;
    minutesLater(1);
    await feed([reading(code, 7)]);
    expect(await count()).toBe(1);
    minutesLater(1);
    await feed([reading(code, 11)]);
    expect(await count()).toBe(2);
  });

  it('prevents its point from being deleted, written off or moved to another grid', async () => {
    const { id } = await warned();
    const { hazard } = await one(id);
    const body = { ...hazard, photos: [] };
    expect((await as('wenchuan', at(calls.deleteHazard, id, '?reason=x'))).body.code).toBe(501);
    const change = (more: object) => as('aba', at(calls.updateHazard, id), { version: 1, hazard: { ...body, ...more } });
    expect((await change({ state: 'written-off' })).body).toMatchObject({ code: 501, message: '该隐患点有未关闭的预警，请先关闭' });
    expect((await change({ position: LIXIAN })).body.code).toBe(501);
    expect((await change({ name: '改名' })).body.code).toBe(200);
  });

  it('is raised by an edit that sets a threshold below the measured value; a point written off is not monitored', async () => {
    const id = await create();
    const code = await codeOf(id);
    await feed([reading(code, 4)]);
    expect(await warningOf(id)).toBeUndefined();
    const { hazard } = await one(id);
    const [monitor] = hazard.monitors;
    const lower = { ...hazard, monitors: [{ ...monitor, value: { ...monitor.value, blue: 3 } }] };
    await as('wenchuan', at(calls.updateHazard, id), { version: 1, hazard: lower });
    expect(await warningOf(id)).toMatchObject({ level: 'blue' });

    const off = await create();
    const offCode = await codeOf(off);
    await as('wenchuan', at(calls.updateHazard, off), { version: 1, hazard: { ...(await one(off)).hazard, state: 'written-off' } });
    await feed([reading(offCode, 100)]);
    expect(await warningOf(off)).toBeUndefined();
  });
});

it('rain of the grid reaches the thresholds of its points', async () => {
  const rain = { oneHour: { ...NO, orange: 20 }, oneDay: NO };
  const id = await create(draft({ rain, monitors: [] }));
  const hour = new Date(Math.floor(now().getTime() / 3_600_000) * 3_600_000);
  await server().store.hazards.putRain([
    { gridNo: '513221' as GridNo, hour, fallen: 3, nextHour: 24, nextDay: 60, askedAt: now(), source: 'demo' },
  ]);
  await vi.waitFor(
    async () => expect(await warningOf(id)).toMatchObject({ level: 'orange', cause: { source: 'rain', measure: 'rain-1h', value: 24 } }),
    {
      timeout: 10_000,
    },
  );
  expect((await one(id)).rain).toMatchObject({ oneHour: 24, oneDay: 60 });
  expect((await server().store.hazards.watchedForRain()).get('513221' as GridNo)).toEqual([id]);
  expect(
    (await server().store.hazards.list(NATION, { isWarned: true, warningLevel: 'orange' }, { limit: 100 })).list.map((row) => row.id),
  ).toContain(id);
});
