import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verdictOf } from '../../alarm/alarm.ts';
import { contract } from '../../contract.ts';
import { UNKNOWN_INHABITANTS } from '../fire-danger.ts';

const { incident: incidentCalls } = contract;
const SOON = { timeout: 10_000, interval: 50 };

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100 } });
});
afterAll(() => world?.stop());

/** Each test uses a separate place in the south of Wenchuan, 6 km from the next. */
let places = 0;
const newPlace = () => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};
const east = ({ lng, lat }: { lng: number; lat: number }, metres: number) => ({ lng: lng + metres / 95_000, lat });

const call = (user: Officer, row: { method: string; path: string }, given: Record<string, unknown>) =>
  world.server.call(row.method, row.method === 'GET' ? `${row.path}?${new URLSearchParams(given as Record<string, string>)}` : row.path, {
    token: world.tokens[user],
    ...(row.method !== 'GET' && { body: given }),
  });
const fileOf = async (user: Officer, id: string) => (await call(user, incidentCalls.incident, { id })).body.data;
/** The fire of an alarm, as soon as it has `count` alarms. */
const fireOf = (alarmId: string, count: number, user: Officer = 'guojia') =>
  vi.waitFor(async () => {
    const file = await fileOf(user, alarmId);
    expect(file?.incident.alarmIds).toHaveLength(count);
    return file;
  }, SOON);

describe('a fire', () => {
  it('consists of the alarms of one place and time, regardless of the observer, and is named after the first', async () => {
    const place = newPlace();
    const camera = await world.raise('monitor', place);
    const report = await world.raise('report', east(place, 200));
    const hotspot = await world.raise('satellite', east(place, 400));
    const elsewhere = await world.raise('monitor', east(place, 5_000));
    const { incident, decisions } = await fireOf(hotspot, 3);
    expect(new Set(incident.alarmIds)).toEqual(new Set([camera, report, hotspot]));
    expect(incident).toMatchObject({ id: [camera, report, hotspot].toSorted()[0], gridNo: '513221', state: 'open' });
    expect(incident.reasons[0]).toMatch(/^1 个摄像头、Aqua、1 人上报，相距 \d+ 米、\d+ (分钟|小时)内$/);
    expect(incident.ellipse.semiMajorMetres).toBeGreaterThan(incident.ellipse.semiMinorMetres * 0.999);
    // Three independent observations give a higher probability than any of them.
    expect(incident.probability).toBeGreaterThan(0.95);
    expect(decisions).toEqual([]);
    expect((await fireOf(elsewhere, 1)).incident.id).toBe(elsewhere);
    const { alarms } = await fileOf('wenchuan', camera);
    expect(alarms.map(({ id, incidentId }: Record<string, string>) => [id, incidentId])).toEqual(
      incident.alarmIds.map((id: string) => [id, incident.id]),
    );
    expect(incident.looks).toHaveLength(3);
  });

  it("does not exist for an inspection's danger, and is not reported for an alarm outside the caller's grid", async () => {
    const danger = await world.raise('danger', newPlace());
    const reply = await call('wenchuan', incidentCalls.incident, { id: danger });
    expect([reply.status, reply.body.data]).toEqual([200, null]);
    expect((await call('lixian', incidentCalls.incident, { id: danger })).status).toBe(404);
  });

  it('notifies every desk above of its members, and no sibling desk', async () => {
    for (const [user, isNotified] of [
      ['wenchuan', true],
      ['guojia', true],
      ['lixian', false],
    ] as const) {
      let id = '';
      const messages = await world.receivedDuring(user, async () => {
        id = await world.raise('monitor', newPlace());
        await fireOf(id, 1);
      });
      const published = messages.filter(({ topic }) => topic.startsWith('lookout/incident/'));
      expect(published.map(({ topic }) => topic)).toEqual(isNotified ? ['lookout/incident/513221'] : []);
      const evidence = { covariance: { eastEast: 1e4, eastNorth: 0, northNorth: 1e4 } };
      for (const { data } of published) expect(data.members).toMatchObject([{ alarmId: id, incidentId: id, evidence }]);
    }
  });

  it("is visible only within the caller's own grid", async () => {
    // Between the two county seats: one fire with alarms of both counties.
    const middle = { lng: (WENCHUAN.lng + LIXIAN.lng) / 2, lat: (WENCHUAN.lat + LIXIAN.lat) / 2 };
    const ids: string[] = [];
    for (let step = -3; step <= 3; step += 1) ids.push(await world.raise('satellite', east(middle, step * 2_000)));
    const { incident } = await fireOf(ids[0] as string, ids.length);
    expect(incident.gridNo).toBe('513200');
    const counties = await Promise.all(
      (['wenchuan', 'lixian'] as const).map(async (user) => {
        const own = await Promise.all(ids.map(async (id) => ((await world.read(user, 'one', { id })).status === 200 ? [id] : [])));
        const mine = own.flat();
        const file = await fileOf(user, mine[0] as string);
        expect(new Set(file.incident.alarmIds)).toEqual(new Set(mine));
        return { mine, gridNo: file.incident.gridNo };
      }),
    );
    expect(counties.flatMap(({ mine }) => mine).toSorted()).toEqual(ids.toSorted());
    expect(counties.map(({ gridNo }) => gridNo)).toEqual(['513221', '513222']);
    expect((await call('weihui', incidentCalls.incident, { id: incident.id })).status).toBe(404);
  });

  it('is listed by time, state and grid, with a total', async () => {
    const place = newPlace();
    const alarm = await world.raise('monitor', place);
    await fireOf(alarm, 1);
    const page = async (user: Officer, filters: Record<string, unknown>) =>
      (await call(user, incidentCalls.incidentPage, { pageNo: 1, pageSize: 500, ...filters })).body.data as {
        total: number;
        list: { id: string }[];
      };
    const ids = async (user: Officer, filters: Record<string, unknown> = {}) => (await page(user, filters)).list.map(({ id }) => id);
    expect(await ids('wenchuan')).toContain(alarm);
    expect(await ids('wenchuan', { state: 'closed' })).not.toContain(alarm);
    expect(await ids('lixian')).not.toContain(alarm);
    expect(await ids('guojia', { gridNo: '513222' })).not.toContain(alarm);
    expect(await ids('guojia', { beginTime: '2000-01-01 00:00:00', endTime: '2000-01-02 00:00:00' })).toEqual([]);
    await world.act('wenchuan', 'monitorJudge', { fireId: alarm, isReal: 0 });
    expect(await ids('wenchuan', { state: 'closed' })).toContain(alarm);
    const { total, list } = await page('guojia', {});
    expect(total).toBe(list.length);
  });

  it("lists its open alarms and those in progress with their evidence, within the caller's grid", async () => {
    const place = newPlace();
    const [open, handled] = [await world.raise('monitor', place), await world.raise('monitor', east(place, 5_000))];
    await fireOf(handled, 1);
    await world.act('wenchuan', 'monitorJudge', { fireId: handled, isReal: 0 });
    const members = async (user: Officer) => (await call(user, incidentCalls.incidentMembers, {})).body.data as { alarmId: string }[];
    const own = await members('wenchuan');
    expect(own).toContainEqual({
      alarmId: open,
      incidentId: open,
      evidence: {
        look: expect.any(String),
        covariance: { eastEast: 1e4, eastNorth: 0, northNorth: 1e4 },
        probability: 0.7,
        calmedBy: [],
        threatens: expect.objectContaining({ dangerSources: 0 }),
      },
    });
    expect(own.map(({ alarmId }) => alarmId)).not.toContain(handled);
    expect((await members('lixian')).map(({ alarmId }) => alarmId)).not.toContain(open);
  });

  it('reports what it threatens: the inhabitants of villages and the danger sources within 3 km', async () => {
    const place = newPlace();
    const layerId = await world.server.store.mapLayers.begin({ kind: 'village', name: '村', gridNo: '513221' as GridNo, schematic: true });
    const village = (name: string, { lng, lat }: { lng: number; lat: number }, attributes: Record<string, string | number>) => ({
      name,
      class: null,
      box: [lng, lat, lng, lat] as const,
      areaHectares: null,
      lengthKilometres: null,
      attributes,
      geometry: { type: 'Point', coordinates: [lng, lat] } as never,
    });
    await world.server.store.mapLayers.addFeatures(layerId, [
      village('近村', east(place, 900), { 人口: 612 }),
      village('没有说的村', east(place, -900), { 人口: '约五十' }),
      village('远村', east(place, -3_300), { 人口: 9_000 }),
    ]);
    await world.server.store.mapLayers.complete(layerId);
    await call('wenchuan', contract.resource.createResource, {
      kind: 'DangerSource',
      code: 'INC-D1',
      name: '加油站',
      position: east(place, 500),
    });
    const alarm = await world.raise('monitor', place);
    const { incident } = await fireOf(alarm, 1);
    expect(incident.threatens).toEqual({ inhabitants: 612 + UNKNOWN_INHABITANTS, dangerSources: 1 });
    expect(incident.reasons.at(-1)).toBe('3 公里内有 712 人居住、1 处危险源');
    expect((await fireOf(await world.raise('monitor', newPlace()), 1)).incident.threatens).toEqual({ inhabitants: 0, dangerSources: 0 });
  });

  it('loses an alarm that is moved away, and one that is deleted', async () => {
    const place = newPlace();
    const [stays, moved, deleted] = [
      await world.raise('monitor', place),
      await world.raise('monitor', place),
      await world.raise('monitor', place),
    ];
    await fireOf(stays, 3);
    const to = east(place, 3_000);
    await world.act('wenchuan', 'monitorMove', { fireId: moved, editLongitude: to.lng, editLatitude: to.lat });
    expect((await fireOf(moved, 1)).incident.id).toBe(moved);
    await world.act('aba', 'monitorDelete', { id: deleted, reason: '误报' });
    await fireOf(stays, 1);
  });

  it('two fires judged real by users remain two, whatever alarms lie between them', async () => {
    const place = newPlace();
    const [one, other] = [await world.raise('monitor', place), await world.raise('monitor', east(place, 2_200))];
    await world.act('wenchuan', 'monitorJudge', { fireId: one, isReal: 1, trueAlarmType: 1 });
    await world.act('aba', 'monitorJudge', { fireId: other, isReal: 1, trueAlarmType: 1 });
    const between = [await world.raise('satellite', east(place, 700)), await world.raise('satellite', east(place, 1_500))];
    const files = await vi.waitFor(async () => {
      const both = [await fileOf('guojia', one), await fileOf('guojia', other)];
      expect(both.flatMap(({ incident }) => incident.alarmIds)).toHaveLength(2 + between.length);
      return both;
    }, SOON);
    expect(new Set(files.map(({ incident }) => incident.id)).size).toBe(2);
  });
});

it('officers of two counties who each confirm their own part of one fire confirm a single fire', async () => {
  // At the county border between the two seats, as in the grid test above, but on another day.
  const middle = { lng: (WENCHUAN.lng + LIXIAN.lng) / 2, lat: (WENCHUAN.lat + LIXIAN.lat) / 2 + 0.03 };
  const ids: string[] = [];
  for (let step = -4; step <= 4; step += 1) ids.push(await world.raise('satellite', east(middle, step * 2_000)));
  await fireOf(ids[0] as string, ids.length);
  for (const user of ['wenchuan', 'lixian'] as const) {
    const own = await Promise.all(ids.map(async (id) => ((await world.read(user, 'one', { id })).status === 200 ? [id] : [])));
    expect(own.flat().length).toBeGreaterThan(0);
    await world.act(user, 'monitorJudge', { fireId: own.flat()[0], isReal: 1, trueAlarmType: 1 });
  }
  const late = await world.raise('satellite', middle);
  expect((await fireOf(late, ids.length + 1)).incident.id).toBe((await fileOf('guojia', ids[0] as string)).incident.id);
});

it('an alarm observed ten days ago joins the fire of that day, also after alarms of other days have arrived', async () => {
  const place = newPlace();
  const seen = (daysAgo: number, metres: number) =>
    world.raise('monitor', east(place, metres), { alarmDatetime: formatTime(new Date(Date.now() - daysAgo * 86_400_000)) });
  const first = await seen(10, 0);
  await fireOf(first, 1);
  await fireOf(await seen(10, 100), 2);
  const before = await seen(13, 0);
  await fireOf(before, 1);
  await fireOf(await seen(13, 100), 2);
  const { incident } = await fireOf(await seen(10, 200), 3);
  expect(incident.alarmIds).toContain(first);
  expect(incident.alarmIds).not.toContain(before);
});

describe('an alarm that joins a fire', () => {
  const one = async (id: string) => (await world.read('guojia', 'one', { id })).body.data;
  const judge = (fireId: string, isReal: 0 | 1, user: Officer = 'wenchuan') =>
    world.act(user, 'monitorJudge', { fireId, isReal, ...(isReal === 1 && { trueAlarmType: 1 }) });
  /** Creates a fire in progress. @returns its place and its first alarm */
  const burning = async () => {
    const place = newPlace();
    const first = await world.raise('monitor', place);
    await fireOf(first, 1);
    await judge(first, 1);
    return { place, first };
  };
  const setPolicy = (inheritsVerdict: boolean) => call('aba', incidentCalls.saveIncidentPolicy, { gridNo: '513221', inheritsVerdict });

  // Proves §4.1a
  it('remains unjudged until a user judges it, whether the fire is in progress, false or closed', async () => {
    for (const end of ['real', 'false', 'closed'] as const) {
      const place = newPlace();
      const first = await world.raise('monitor', place);
      await fireOf(first, 1);
      await judge(first, end === 'false' ? 0 : 1);
      if (end === 'closed') await world.act('wenchuan', 'close', { id: first, outcome: '已扑灭', note: '' });
      const joining = await world.raise('satellite', east(place, 150));
      await fireOf(first, 2);
      expect({ end, ...(await one(joining)) }).toMatchObject({ end, response: { stage: 'open' } });
    }
  });

  it('is confirmed together with all others that have joined, in one action with one audit row; it can be judged false alone, and does not count as waiting', async () => {
    const { place, first } = await burning();
    const load = async () => (await call('wenchuan', contract.shift.shiftNow, {})).body.data.present.openAlarms;
    await call('wenchuan', contract.shift.shiftTake, {});
    const loadNow = async () => (await call('wenchuan', contract.statistics.alarmLoad, { hours: 24 })).body.data.desk.standing;
    const before = [await load(), await loadNow()];
    const joined = [await world.raise('satellite', east(place, 150)), await world.raise('report', east(place, 90)), ''];
    joined[2] = await world.raise('monitor', east(place, 60));
    await fireOf(first, 4);
    expect([await load(), await loadNow()]).toEqual(before);
    const [hotspot, report, wrong] = joined as [string, string, string];
    expect((await judge(wrong, 0)).body.code).toBe(200);
    expect((await Promise.all(joined.map(one))).map(({ response }) => verdictOf(response))).toEqual(['unjudged', 'unjudged', 'false']);
    expect((await judge(hotspot, 1)).body.code).toBe(200);
    expect(await Promise.all([hotspot, report, wrong, first].map(one))).toMatchObject([
      { response: { judgement: { verdict: 'real', realFireType: 'farm', by: '汶川县值班员' } } },
      { response: { judgement: { verdict: 'real', realFireType: null, by: '汶川县值班员' } } },
      { response: { judgement: { verdict: 'false' } } },
      { response: { judgement: { verdict: 'real' } } },
    ]);
    expect((await world.auditOf(hotspot)).filter(({ act }) => act === 'judge-alarm')).toHaveLength(1);
    expect((await world.auditOf(report)).filter(({ act }) => act === 'judge-alarm')).toHaveLength(0);
  });

  it("inherits the verdict if its grid's policy says so; a user's own judgement is then the first one", async () => {
    expect((await call('aba', incidentCalls.incidentPolicy, { gridNo: '513221' })).body.data).toMatchObject({
      inheritsVerdict: false,
      fromGridName: null,
    });
    expect((await setPolicy(true)).body.data).toMatchObject({ gridNo: '513221', inheritsVerdict: true, changedBy: '阿坝州值班员' });
    expect((await call('wenchuan', incidentCalls.saveIncidentPolicy, { inheritsVerdict: false })).status).toBe(403);
    const { place, first } = await burning();
    const joined = [await world.raise('satellite', east(place, 150)), await world.raise('monitor', east(place, 60))];
    await fireOf(first, 3);
    await vi.waitFor(
      async () =>
        expect(await Promise.all(joined.map(one))).toMatchObject(
          joined.map(() => ({
            response: { stage: 'in-progress', judgement: { verdict: 'real', realFireType: 'farm', by: '火情归并' } },
          })),
        ),
      SOON,
    );
    const [hotspot, camera] = joined as [string, string];
    expect((await judge(hotspot, 0)).body).toMatchObject({ code: 200, data: { isReal: 0, judgedBy: '汶川县值班员' } });
    expect((await one(camera)).response.judgement.by).toBe('火情归并');
    expect((await judge(camera, 1)).body).toMatchObject({ code: 200, data: { isReal: 1, judgedBy: '汶川县值班员' } });
    // After the user's judgement the alarm is treated like any other.
    expect((await judge(camera, 0)).status).toBe(409);
    await setPolicy(false);
    const later = await world.raise('report', east(place, 30));
    await fireOf(first, 4);
    expect((await one(later)).response.stage).toBe('open');
    expect(await world.auditOf('513221')).toMatchObject([{ act: 'save-incident-policy' }, { act: 'save-incident-policy' }]);
  });
});

describe('a user', () => {
  it('splits a fire, withdraws the split, and is never overruled', async () => {
    const place = newPlace();
    const [first, second] = [await world.raise('monitor', place), await world.raise('report', east(place, 150))];
    const { incident } = await fireOf(first, 2);
    const split = await call('wenchuan', incidentCalls.splitIncident, { id: incident.id, alarmIds: [second] });
    expect(split.body.data).toMatchObject({ kind: 'split', by: '汶川县值班员' });
    await fireOf(second, 1);
    // A third alarm between the two joins one of them, and does not merge them.
    const third = await world.raise('satellite', east(place, 70));
    await vi.waitFor(async () => expect((await fileOf('guojia', third)).incident.alarmIds).toHaveLength(2), SOON);
    const decisions = (await fileOf('wenchuan', first)).decisions;
    expect(decisions).toMatchObject([{ id: split.body.data.id, kind: 'split' }]);
    const undone = await call('wenchuan', incidentCalls.undoIncidentDecision, { id: first, decisionId: decisions[0].id });
    expect(undone.status).toBe(200);
    await fireOf(first, 3);
    expect((await call('wenchuan', incidentCalls.undoIncidentDecision, { id: first, decisionId: decisions[0].id })).body).toMatchObject({
      code: 501,
      message: '这次拆分或合并已经撤销',
    });
  });

  it('merges alarms that the association would not, and a later merge replaces a split', async () => {
    const place = newPlace();
    const [one, other] = [await world.raise('monitor', place), await world.raise('monitor', east(place, 2_500))];
    await fireOf(one, 1);
    await fireOf(other, 1);
    expect((await call('wenchuan', incidentCalls.mergeIncidents, { ids: [one, other] })).body.data.kind).toBe('merge');
    const { incident } = await fireOf(one, 2);
    await call('wenchuan', incidentCalls.splitIncident, { id: incident.id, alarmIds: [other] });
    await fireOf(one, 1);
    await call('wenchuan', incidentCalls.mergeIncidents, { ids: [one, other] });
    expect((await fireOf(one, 2)).decisions.map(({ kind }: { kind: string }) => kind)).toEqual(['merge']);
  });

  it('a user who withdraws a decision restores what it had replaced; a split keeps the rest of a merge together', async () => {
    const place = newPlace();
    const ids = [];
    for (const metres of [0, 2_500, 5_000]) ids.push(await world.raise('monitor', east(place, metres)));
    const [one, second, third] = ids as [string, string, string];
    for (const id of ids) await fireOf(id, 1);
    await call('wenchuan', incidentCalls.mergeIncidents, { ids });
    await fireOf(one, 3);
    const split = await call('wenchuan', incidentCalls.splitIncident, { id: one, alarmIds: [third] });
    await fireOf(third, 1);
    // Without the decision the two are not one fire: they are 2.5 km apart.
    const { decisions } = await fireOf(second, 2);
    expect(decisions.map(({ kind }: { kind: string }) => kind)).toEqual(['split']);
    await call('wenchuan', incidentCalls.undoIncidentDecision, { id: one, decisionId: split.body.data.id });
    expect((await fireOf(third, 3)).decisions.map(({ kind }: { kind: string }) => kind)).toEqual(['merge']);
  });

  it('the remainder of a merge that a split created is not restored without that split', async () => {
    const place = newPlace();
    const ids = [];
    for (const metres of [0, 2_500, 5_000]) ids.push(await world.raise('monitor', east(place, metres)));
    const [one, second, third] = ids as [string, string, string];
    for (const id of ids) await fireOf(id, 1);
    const undo = (id: string, decisionId: string) => call('wenchuan', incidentCalls.undoIncidentDecision, { id, decisionId });
    const merged = (await call('wenchuan', incidentCalls.mergeIncidents, { ids })).body.data.id;
    await fireOf(one, 3);
    const first = (await call('wenchuan', incidentCalls.splitIncident, { id: one, alarmIds: [third] })).body.data.id;
    await fireOf(one, 2);
    const later = (await call('wenchuan', incidentCalls.splitIncident, { id: one, alarmIds: [second] })).body.data.id;
    await fireOf(one, 1);
    await undo(one, first);
    await undo(one, later);
    await fireOf(one, 3);
    // Without the merge they are not one fire: the remainder that the first split created was withdrawn with that split.
    await undo(one, merged);
    for (const id of ids) await fireOf(id, 1);
  });

  it('also splits and merges a fire of last week, which no server has in memory any more', async () => {
    const place = newPlace();
    const alarmDatetime = new Date(Date.now() - 6 * 86_400_000).toISOString();
    const [first, second] = [
      await world.raise('monitor', place, { alarmDatetime }),
      await world.raise('monitor', place, { alarmDatetime }),
    ];
    const { incident } = await fireOf(first, 2);
    await call('wenchuan', incidentCalls.splitIncident, { id: incident.id, alarmIds: [second] });
    await fireOf(second, 1);
    await call('wenchuan', incidentCalls.mergeIncidents, { ids: [first, second] });
    const { decisions } = await fireOf(first, 2);
    await call('wenchuan', incidentCalls.undoIncidentDecision, { id: first, decisionId: decisions[0].id });
    // The split is in force again; without it the alarms are one fire by themselves.
    const { decisions: earlier } = await fireOf(second, 1);
    await call('wenchuan', incidentCalls.undoIncidentDecision, { id: first, decisionId: earlier[0].id });
    expect((await fireOf(second, 2)).decisions).toEqual([]);
  });

  it("gets a specific error, and cannot change alarms outside the user's grid", async () => {
    const place = newPlace();
    const [one, other] = [await world.raise('monitor', place), await world.raise('monitor', east(place, 4_000))];
    await fireOf(one, 1);
    await fireOf(other, 1);
    expect((await call('wenchuan', incidentCalls.splitIncident, { id: one, alarmIds: [one] })).body).toMatchObject({
      code: 501,
      message: '不能把全部火警都拆分出去',
    });
    expect((await call('wenchuan', incidentCalls.splitIncident, { id: one, alarmIds: [other] })).body).toMatchObject({
      code: 422,
      data: [{ path: 'alarmIds.0', message: '这条火警不属于该火情' }],
    });
    expect((await call('wenchuan', incidentCalls.mergeIncidents, { ids: [one] })).status).toBe(422);
    expect((await call('lixian', incidentCalls.mergeIncidents, { ids: [one, other] })).status).toBe(404);
    expect((await call('viewer', incidentCalls.splitIncident, { id: one, alarmIds: [one] })).status).toBe(403);
  });
});
