import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { type AlarmWorld, judgedAs, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { hitAt, keepSpread, resultOf } from '@lookout/server/testing/spread-run.ts';
import type { Reply } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { FireDocument } from '../../situation/fire-document.ts';
import { dueReportState, type NamedDueReport } from '../due-report.ts';
import type { FactSheet, ReportingRule } from '../reporting-rule.ts';

const { reporting } = contract;
const SOON = { timeout: 10_000, interval: 50 };
const grid = (no: string) => no as GridNo;
/** A report's JSON, in which only the times of the report itself are typed as texts, so that the domain's functions accept it. */
type DueReportJson = { readonly [K in keyof NamedDueReport]: NamedDueReport[K] extends Date ? string : NamedDueReport[K] };

let world: AlarmWorld;
/** The server's clock is ahead by the time that the tests let pass. */
let aheadMs = 0;
const pass = (minutes: number) => {
  aheadMs += minutes * 60_000;
};
beforeAll(async () => {
  world = await openAlarmWorld({
    clock: () => new Date(Date.now() + aheadMs),
    env: { FIRE_ASSOCIATION: 'on', REPORTING_CLOCK: 'on' },
    waits: { incidentsEveryMs: 100, reportingEveryMs: 100 },
  });
});
afterAll(() => world?.stop());

/** Each test uses a separate place in the south of Wenchuan, 6 km from the next. */
let places = 0;
const newPlace = () => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};

const call = (user: Officer, row: { readonly method: string; readonly path: string }, given: object = {}, id = ''): Promise<Reply> => {
  const path = row.path.replace('{id}', id);
  const isRead = row.method === 'GET';
  return world.server.call(row.method, isRead ? `${path}?${new URLSearchParams(given as Record<string, string>)}` : path, {
    token: world.tokens[user],
    ...(!isRead && { body: given }),
  });
};
const judge = (fireId: string, user: Officer = 'wenchuan') => world.act(user, 'monitorJudge', { fireId, isReal: 1, trueAlarmType: 1 });
const note = (alarmId: string, fact: string, value: unknown, user: Officer = 'wenchuan') =>
  call(user, reporting.noteReportingFact, { alarmId, fact, value });
const reportsOf = async (alarmId: string, user: Officer = 'wenchuan', more: object = {}): Promise<DueReportJson[]> =>
  (await call(user, reporting.dueReportPage, { alarmId, pageNo: 1, pageSize: 100, ...more })).body.data.list;
const reportBy = (alarmId: string, rule: string, user: Officer = 'wenchuan'): Promise<DueReportJson> =>
  vi.waitFor(async () => {
    const found = (await reportsOf(alarmId, user)).find((one) => one.rule.id === rule);
    if (found === undefined) throw new Error(`no report by ${rule}`);
    return found;
  }, SOON);
const oneOf = async (id: string, user: Officer = 'wenchuan'): Promise<{ report: DueReportJson; document: FireDocument | null }> =>
  (await call(user, reporting.dueReport, { id })).body.data;
/** A real fire with 媒体询问, for which a report is owed at once. */
const mediaFire = async () => {
  const alarmId = await world.raise('monitor', newPlace());
  await judge(alarmId);
  expect((await note(alarmId, 'media', true)).body.code).toBe(200);
  return { alarmId, report: await reportBy(alarmId, 'media') };
};
const filled = async ({ id }: DueReportJson): Promise<FireDocument> => (await call('wenchuan', reporting.fillReport, { id })).body.data;
const send = (user: Officer, ids: readonly string[], document: FireDocument, more: object = {}) => {
  const { title: _title, note: _note, ...fields } = document.fields;
  return call(user, reporting.sendReports, {
    ids,
    documentId: document.id,
    revision: document.revision,
    fields: { ...fields, next: '继续扑救' },
    ...more,
  });
};
const sentReport = async () => {
  const { alarmId, report } = await mediaFire();
  const reply = await send('wenchuan', [report.id], await filled(report));
  expect(reply.body).toMatchObject({ code: 200, data: [{ id: report.id }] });
  expect(reply.body.data.map(dueReportState)).toEqual(['sent']);
  return { alarmId, report };
};
const eventsOf = async (id: string) => (await world.server.store.events.ofObject('due-report', id)).map(({ kind }) => kind);
const smsTo = async (gridNo: string, part: string) =>
  (await world.server.store.sms.page(grid(gridNo), {}, { offset: 0, limit: 500 })).list.filter(({ content }) => content.includes(part));

describe('a report', () => {
  it('falls due once, when a fire is real and a rule’s condition is met, and every desk above is notified', async () => {
    const alarmId = await world.raise('monitor', newPlace());
    expect((await note(alarmId, 'media', true)).body).toMatchObject({ code: 501, message: '研判为真实火情后才能填写报送事实' });
    for (const [user, isNotified] of [
      ['wenchuan', true],
      ['guojia', true],
      ['lixian', false],
    ] as const) {
      const id = await world.raise('monitor', newPlace());
      const messages = await world.receivedDuring(user, async () => {
        await judge(id);
        await note(id, 'media', true);
        await reportBy(id, 'media');
      });
      const published = messages.filter(({ topic, data }) => topic.startsWith('lookout/dueReport/') && data.rule.id === 'media');
      expect(published.map(({ data }) => dueReportState(data))).toEqual(isNotified ? ['due'] : []);
    }
    await judge(alarmId);
    await note(alarmId, 'media', true);
    const report = await reportBy(alarmId, 'media');
    expect(report).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      alarmId,
      reason: { kind: 'media' },
      rule: { deadline: 'at-once', form: 'bulletin', isConfirmed: false, source: { document: '川森防指[2011]3号', line: '媒体询问' } },
      sent: null,
    });
    expect(dueReportState(report)).toBe('due');
    expect(report.receivers.map(({ gridNo }) => gridNo)).toEqual(['513200', '510000']);
    expect(Date.parse(report.dueAt) - Date.parse(report.owedAt)).toBe(15 * 60_000);
    // Noted again, and evaluated again because of another fact: still one report.
    await note(alarmId, 'media', true);
    await note(alarmId, 'help', true);
    await reportBy(alarmId, 'help');
    expect((await reportsOf(alarmId)).filter(({ rule }) => rule.id === 'media')).toHaveLength(1);
    expect(await eventsOf(report.id)).toEqual(['due-report.fell-due']);
  });

  it('is owed by the drawn area, by pixels of one pass, and near a border, with the values behind it', async () => {
    const alarmId = await world.raise('monitor', newPlace());
    await judge(alarmId);
    const { lng, lat } = newPlace();
    const square = [
      [0, 0],
      [0.012, 0],
      [0.012, 0.012],
      [0, 0.012],
    ].map(([x = 0, y = 0]) => ({ lng: lng + x, lat: lat + y }));
    const drawn = await call('wenchuan', contract.plot.createPlot, {
      kind: 'polygon',
      symbol: 'burnt-area',
      name: '过火区',
      points: square,
      colour: 'red',
      widthPixels: 2,
      fireId: alarmId,
    });
    expect(drawn.body).toMatchObject({ code: 200 });
    const area = await reportBy(alarmId, 'area-100');
    if (area.reason.kind !== 'area') throw new Error(area.reason.kind);
    expect(area.reason.hectares).toBeGreaterThan(140);
    expect(area.reason.hectares).toBeLessThan(160);

    // Three pixels of one pass: one hotspot file, one minute.
    const seen = newPlace();
    const minute = new Date().toISOString();
    const hotspots = [0, 1, 2].map(
      (n) =>
        `${seen.lat},${seen.lng + n * 0.004},310.6,1.2,1.1,${minute.slice(0, 10)},${minute.slice(11, 16).replace(':', '')},A,80,6.0NRT,294,39.7,D`,
    );
    const before = await world.server.store.events.head();
    await world.server.call('POST', contract.alarm.ingestSatellite.path, {
      body: [
        'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight',
        ...hotspots,
        '',
      ].join('\n'),
      headers: { 'x-feed-key': world.server.feedKey, 'content-type': 'text/csv' },
    });
    const [first] = (await world.server.store.events.readRange(before, 100)).filter(({ event }) => event.kind === 'alarm.recorded');
    const hotspot = first?.event.objectId ?? '';
    await vi.waitFor(async () => {
      const { body } = await call('guojia', contract.incident.incident, { id: hotspot });
      expect(body.data.incident.alarmIds).toHaveLength(3);
    }, SOON);
    await judge(hotspot);
    expect((await reportBy(hotspot, 'pixels-3')).reason).toEqual({ kind: 'pixels', count: 3, least: 3 });

    // On the border itself: a corner of the county's boundary.
    const [boundary] = await world.server.store.areas.of(grid('100000'), [grid('513221')]);
    const [cornerLng = 0, cornerLat = 0] = boundary?.boundary.coordinates[0]?.[0]?.[0] ?? [];
    const near = await world.raise('monitor', { lng: cornerLng, lat: cornerLat });
    await judge(near, 'guojia');
    const border = await reportBy(near, 'county-border', 'guojia');
    expect(border.reason).toMatchObject({ kind: 'border', level: 'county', within: 1_000 });
    const facts: FactSheet = (await call('guojia', reporting.reportingFacts, { alarmId: near })).body.data;
    expect(facts.borders.county).toBeLessThan(1_000);
    expect(Object.keys(facts.borders).toSorted()).toEqual(['county', 'prefecture', 'province']);
    const inland: FactSheet = (await call('wenchuan', reporting.reportingFacts, { alarmId })).body.data;
    expect(inland.areaHectares).toBe(area.reason.hectares);
    expect((await reportsOf(alarmId)).map(({ rule }) => rule.id)).not.toContain('province-border');
  });

  it('is foreseen by a forecast without obligation: nothing falls due by it; the form shows it as a model’s result', async () => {
    const place = newPlace();
    const alarmId = await world.raise('monitor', place);
    const foreseen = async (user: Officer = 'wenchuan') => await call(user, reporting.foreseenReports, { alarmId });
    const begin = new Date(Date.now() + aheadMs);
    const gridNo = '513221';
    await keepSpread(world.server.store, {
      fireId: alarmId,
      gridNo,
      centre: place,
      begin,
      hours: 6,
      result: resultOf({ 60: 40, 180: 130, 360: 260 }, [
        hitAt(90, { kind: 'village', name: '甲村', gridNo, inhabitants: 320 }),
        hitAt(150, { kind: 'border', name: '理县', gridNo: '513222' }),
        hitAt(20, { kind: 'team', name: '别县的队伍', gridNo: '513222' }),
      ]),
    });
    // A fire that is not judged has nothing due, and nothing foreseen.
    expect((await foreseen()).body.data).toEqual([]);
    await judge(alarmId);
    type ForeseenJson = { rule: { id: string; isConfirmed: boolean }; reason: object; expectedAt: string; dueAt: string };
    const rows: ForeseenJson[] = (await foreseen()).body.data;
    expect(rows.map(({ rule: { id, isConfirmed }, reason }) => [id, reason, isConfirmed])).toEqual([
      ['threat', { kind: 'threat', name: '甲村' }, false],
      ['county-border', { kind: 'border', level: 'county', name: '理县' }, false],
      ['area-100', { kind: 'area', hectares: 130, least: 100 }, false],
    ]);
    const minutesOf = (from: string, to: string) => (Date.parse(`${to}+08:00`) - Date.parse(`${from}+08:00`)) / 60_000;
    expect(rows.map(({ expectedAt, dueAt }) => minutesOf(expectedAt, dueAt))).toEqual([15, 15, 15]);
    expect(minutesOf(rows[0]?.expectedAt ?? '', rows[2]?.expectedAt ?? '')).toBe(90);

    // One list of all fires of the grid, each with its fire. A fire that is not judged has no entry, and neither has one whose forecasts
    // are over.
    const listed = async (user: Officer = 'wenchuan', more: object = {}) => await call(user, reporting.foreseenReportList, more);
    type Listed = { rule: { id: string }; alarmId: string; gridName: string; address: string; forecastAt: string };
    const ofFire = async (id: string, user?: Officer): Promise<Listed[]> =>
      (await listed(user)).body.data.filter((one: Listed) => one.alarmId === id);
    const [other, past] = [newPlace(), newPlace()];
    const [unjudged, over] = [await world.raise('monitor', other), await world.raise('monitor', past)];
    const result = resultOf({ 60: 300 }, []);
    await judge(over);
    await keepSpread(world.server.store, { fireId: unjudged, gridNo, centre: other, begin, hours: 2, result });
    await keepSpread(world.server.store, { fireId: over, gridNo, centre: past, begin, hours: 6, result });
    expect((await ofFire(over)).map(({ rule }) => rule.id)).toEqual(['area-100']);
    // A forecast requested later, for hours that are over, does not hide it; without the other forecast nothing is foreseen.
    const early = new Date(begin.getTime() - 30 * 60_000);
    const isOver = { gridNo, centre: past, begin: early, requestedAt: new Date(begin.getTime() + 1_000), hours: 0.5, result };
    await keepSpread(world.server.store, { ...isOver, fireId: over });
    expect((await ofFire(over)).map(({ rule }) => rule.id)).toEqual(['area-100']);
    const gone = await world.raise('monitor', newPlace());
    await judge(gone);
    await keepSpread(world.server.store, { ...isOver, fireId: gone });
    expect(await ofFire(gone)).toEqual([]);
    expect(await ofFire(unjudged)).toEqual([]);
    for (const user of ['wenchuan', 'aba'] as const)
      expect(await ofFire(alarmId, user)).toMatchObject(
        ['threat', 'county-border', 'area-100'].map((id) => ({
          rule: { id },
          gridNo,
          gridName: '汶川县',
          forecastAt: formatTime(begin),
        })),
      );
    expect((await ofFire(alarmId))[0]?.address).toContain('汶川县');
    expect(await ofFire(alarmId, 'lixian')).toEqual([]);
    expect((await listed('aba', { gridNo: '513222' })).body.data).toEqual([]);
    expect((await listed('wenchuan', { gridNo: '513222' })).body.data).toMatchObject([{ path: 'gridNo' }]);
    expect((await listed('viewer')).status).toBe(403);

    // A report owed by observation falls due; the forecast alone has caused none before.
    await note(alarmId, 'media', true);
    const media = await reportBy(alarmId, 'media');
    expect((await reportsOf(alarmId)).map(({ rule }) => rule.id)).toEqual(['media']);
    const { fields } = await filled(media);
    expect(fields.spread).toMatch(
      /^\d\d-\d\d \d\d:\d\d 起 6 小时的模型推算，不是观测：过火面积 1 小时约 40 公顷、3 小时约 130 公顷、6 小时约 260 公顷。预计到达：甲村（约 320 人） .*、进入理县 [^、]*。$/,
    );
    // An event that has happened is no longer foreseen.
    await note(alarmId, 'areaHectares', 120);
    expect((await foreseen()).body.data.map(({ rule }: { rule: { id: string } }) => rule.id)).toEqual(['threat', 'county-border']);
    expect((await ofFire(alarmId)).map(({ rule }) => rule.id)).toEqual(['threat', 'county-border']);
    expect((await foreseen('lixian')).status).toBe(404);
    expect((await foreseen('viewer')).status).toBe(403);
    const another = await mediaFire();
    expect((await filled(another.report)).fields.spread).toBeUndefined();
  });

  it('is filled from the facts and sent with one form; of two senders one succeeds, and the other sees who did', async () => {
    const { alarmId, report } = await mediaFire();
    await note(alarmId, 'help', true);
    const other = await reportBy(alarmId, 'help');
    const draft = await filled(report);
    expect(draft).toMatchObject({ kind: 'bulletin', fireId: alarmId, issue: null });
    expect(draft.fields.to).toBe('阿坝藏族羌族自治州森林草原防灭火指挥部办公室、四川省森林草原防灭火指挥部办公室');
    expect(draft.fields.place).toContain('汶川县');
    // The second report of the fire uses the same draft.
    expect((await filled(other)).id).toBe(draft.id);
    expect((await send('wenchuan', [report.id], draft, { fields: { ...draft.fields, next: '' } })).body).toMatchObject({
      code: 501,
      message: expect.stringContaining('下一步'),
    });
    const both = await Promise.all([0, 1].map(() => send('wenchuan', [report.id, other.id], draft)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409);
    expect(lost?.body.message).toBe('已由汶川县值班员报送');
    expect(dueReportState(lost?.body.data)).toBe('sent');
    const file = await oneOf(other.id, 'aba');
    expect(file.report).toMatchObject({ sent: { by: '汶川县值班员', documentId: draft.id } });
    expect(dueReportState(file.report)).toBe('sent');
    expect(file.document).toMatchObject({ fields: { next: '继续扑救' }, issue: { number: { count: expect.any(Number) } } });
    expect(await eventsOf(report.id)).toEqual(['due-report.fell-due', 'due-report.sent']);
    // Reports of one form are also read together.
    expect((await call('aba', reporting.readReport, { id: report.id })).body.data.receivers[0].read.by).toBe('阿坝州值班员');
    expect((await oneOf(other.id)).report.receivers[0]?.read?.by).toBe('阿坝州值班员');
    expect(await eventsOf(other.id)).toEqual(['due-report.fell-due', 'due-report.sent', 'due-report.read']);
    const audited = await world.auditOf(report.id);
    expect(audited.map(({ act }) => act)).toContain('send-due-reports');
  });

  it('is sent by its own grid, signed for and read by its receivers, and visible to no other grid', async () => {
    const { report } = await mediaFire();
    const draft = await filled(report);
    expect((await call('aba', reporting.receiveReport, { id: report.id })).body).toMatchObject({ code: 501, message: '还没有报送' });
    expect((await send('aba', [report.id], draft)).body).toMatchObject({ code: 501, message: expect.stringContaining('上级不能代报') });
    for (const user of ['lixian', 'weihui'] as const) {
      expect((await send(user, [report.id], draft)).status).toBe(404);
      expect((await call(user, reporting.dueReport, { id: report.id })).status).toBe(404);
      expect((await call(user, reporting.readReport, { id: report.id })).status).toBe(404);
      expect((await call(user, reporting.fillReport, { id: report.id })).status).toBe(404);
    }
    expect((await call('viewer', reporting.readReport, { id: report.id })).status).toBe(403);
    expect((await send('wenchuan', [report.id], draft)).status).toBe(200);
    expect((await call('guojia', reporting.receiveReport, { id: report.id })).body).toMatchObject({
      code: 501,
      message: '这份报送不是发给本网格的',
    });
    const states = [];
    for (const [user, row] of [
      ['aba', reporting.receiveReport],
      ['sichuan', reporting.receiveReport],
      ['aba', reporting.readReport],
      ['aba', reporting.readReport],
      ['sichuan', reporting.readReport],
    ] as const)
      states.push(dueReportState((await call(user, row, { id: report.id })).body.data));
    expect(states).toEqual(['sent', 'received', 'received', 'received', 'read']);
    expect((await oneOf(report.id)).report.receivers).toMatchObject([
      { gridName: '阿坝藏族羌族自治州', received: { by: '阿坝州值班员' }, read: { by: '阿坝州值班员' } },
      { gridName: '四川省', received: { by: '四川省值班员' }, read: { by: '四川省值班员' } },
    ]);
    // Read twice is one event.
    expect((await eventsOf(report.id)).filter((kind) => kind === 'due-report.read')).toHaveLength(2);
  });

  it('of another fire cannot be sent with it', async () => {
    const [one, another] = [await mediaFire(), await mediaFire()];
    const draft = await filled(one.report);
    expect((await send('wenchuan', [one.report.id, another.report.id], draft)).body.data).toEqual([
      { path: 'ids.1', message: '一次只能报送同一起火情的事项' },
    ]);
    expect(dueReportState((await oneOf(one.report.id)).report)).toBe('due');
  });

  it('unread is escalated to the next grid above, whose duty list is notified', async () => {
    const { report } = await sentReport();
    await call('aba', reporting.readReport, { id: report.id });
    pass(16);
    const escalated = await vi.waitFor(async () => {
      const { report: now } = await oneOf(report.id, 'guojia');
      expect(now.receivers).toHaveLength(3);
      return now;
    }, SOON);
    expect(escalated.receivers[2]).toMatchObject({ gridNo: '100000', insteadOf: '510000', read: null });
    const called = (await smsTo('100000', '转报')).filter(({ gridNo }) => gridNo === '100000');
    expect(called.map(({ receiver }) => receiver)).toContain('国家林火值班');
    expect((await call('guojia', reporting.readReport, { id: report.id })).body.code).toBe(200);
    expect((await eventsOf(report.id)).filter((kind) => kind === 'due-report.escalated')).toHaveLength(1);
  });

  it('that is late is notified once, live and by short message to the grid’s own duty list, and to no one else', async () => {
    const { alarmId, report } = await mediaFire();
    await note(alarmId, 'help', true);
    await reportBy(alarmId, 'help');
    const messages = await world.receivedDuring('wenchuan', async () => {
      pass(16);
      await vi.waitFor(async () => expect((await oneOf(report.id)).report.toldLateAt).not.toBeNull(), SOON);
    });
    const published = messages.filter(({ topic, data }) => topic.startsWith('lookout/dueReport/') && data.id === report.id);
    expect(published).toMatchObject([{ topic: 'lookout/dueReport/513221', data: { toldLateAt: expect.any(String) } }]);
    expect(published.map(({ data }) => dueReportState(data))).toEqual(['due']);
    expect((await eventsOf(report.id)).filter((kind) => kind === 'due-report.told-late')).toHaveLength(1);
    // One message for both reports that the fire owes.
    const late = await smsTo('513221', '【迟报】汶川县');
    const both = late.filter(({ content }) => [report.address, '媒体关注', '需要省上支援'].every((part) => content.includes(part)));
    expect(both.map(({ receiver }) => receiver)).toEqual(['汶川县值班员']);
    expect(new Set(late.map(({ receiver }) => receiver))).toEqual(new Set(['汶川县值班员']));
    // A late report is still owed, and can be sent.
    const { body } = await send('wenchuan', [report.id], await filled(report));
    expect([body.code, body.data.map(dueReportState)]).toEqual([200, ['sent']]);
  });

  it('is no longer owed when the fire turned out to be none', async () => {
    const { alarmId, report } = await mediaFire();
    const draft = await filled(report);
    await world.act('wenchuan', 'correct', { id: alarmId, ...judgedAs('false'), reason: '炊烟' });
    await vi.waitFor(async () => {
      const { report: now } = await oneOf(report.id);
      expect([dueReportState(now), now.lapsed?.reason]).toEqual(['lapsed', 'not-a-fire']);
    }, SOON);
    expect((await send('wenchuan', [report.id], draft)).body).toMatchObject({ code: 501, message: '已核实不是火情，不再需要报送' });
    expect((await reportsOf(alarmId, 'wenchuan', { state: 'open' })).map(({ id }) => id)).not.toContain(report.id);
  });

  it('cannot be read by an embedded map or a feed', () => {
    for (const row of Object.values(reporting)) {
      expect('embeds' in row).toBe(false);
      expect(Object.keys(row.permission)).toEqual(['anyOf']);
    }
  });
});

describe('a reporting rule', () => {
  const rules = async (): Promise<ReportingRule[]> => (await call('viewer', reporting.reportingRuleList)).body.data;
  const termsOf = ({ condition, deadline, to, form, escalateAfterMinutes, enabled }: ReportingRule) => ({
    condition,
    deadline,
    to,
    form,
    escalateAfterMinutes,
    enabled,
  });
  const ruleOf = async (id: string) => (await rules()).find((one) => one.id === id) as ReportingRule;

  it('is confirmed by a user whose grid covers its own, and must be confirmed again after a change', async () => {
    expect((await rules()).every(({ gridNo, source }) => gridNo === '510000' && source.document !== '')).toBe(true);
    const rule = await ruleOf('casualties');
    expect(rule).toMatchObject({ revision: 0, confirmed: null });
    expect((await call('viewer', reporting.confirmReportingRule, { id: rule.id, revision: 0 })).status).toBe(403);
    expect((await call('aba', reporting.confirmReportingRule, { id: rule.id, revision: 0 })).status).toBe(404);
    const both = await Promise.all([0, 1].map(() => call('sichuan', reporting.confirmReportingRule, { id: rule.id, revision: 0 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await ruleOf('casualties')).toMatchObject({ revision: 1, confirmed: { by: '四川省值班员' } });
    const change = { ...termsOf(rule), revision: 1, condition: { kind: 'casualties', dead: 1, badlyHurt: 5 } };
    expect((await call('guojia', reporting.reviseReportingRule, { ...change, condition: { kind: 'media' } }, rule.id)).body.data).toEqual([
      { path: 'condition.kind', message: '条件的种类不能改' },
    ]);
    expect((await call('guojia', reporting.reviseReportingRule, change, rule.id)).body.data).toMatchObject({
      condition: { dead: 1 },
      revision: 2,
      changed: { by: '国家林火值班' },
      confirmed: null,
    });
    // By the rule as it is now.
    const alarmId = await world.raise('monitor', newPlace());
    await judge(alarmId);
    await note(alarmId, 'dead', 1);
    expect((await reportBy(alarmId, 'casualties')).reason).toEqual({ kind: 'casualties', dead: 1, badlyHurt: 0 });
    expect((await world.auditOf('casualties')).map(({ act }) => act)).toEqual([
      'confirm-reporting-rule',
      'confirm-reporting-rule',
      'revise-reporting-rule',
      'revise-reporting-rule',
    ]);
  });

  it('that is off asks for nothing; a report within an hour after the fire is out falls due when it is closed', async () => {
    const final = await ruleOf('final-report');
    expect(final.enabled).toBe(false);
    const turn = async (enabled: boolean) =>
      call('sichuan', reporting.reviseReportingRule, { ...termsOf(final), revision: (await ruleOf(final.id)).revision, enabled }, final.id);
    expect((await turn(true)).body.data.enabled).toBe(true);
    const { alarmId } = await mediaFire();
    expect((await reportsOf(alarmId)).map(({ rule }) => rule.id)).not.toContain('final-report');
    await world.act('wenchuan', 'close', { id: alarmId, kind: 'monitor', outcome: 'extinguished' });
    const report = await reportBy(alarmId, 'final-report');
    expect(report.receivers.map(({ gridNo }) => gridNo)).toEqual(['513200']);
    expect(Date.parse(report.dueAt) - Date.parse(report.owedAt)).toBe(60 * 60_000);
    await turn(false);
  });

  it('facts accept only values that fit them', async () => {
    const alarmId = await world.raise('monitor', newPlace());
    await judge(alarmId);
    for (const [fact, value] of [
      ['dead', true],
      ['dead', 1.5],
      ['media', 1],
      ['forest', true],
    ] as const)
      expect((await note(alarmId, fact, value)).body.data).toEqual([{ path: 'value', message: expect.stringContaining('填写的值') }]);
    const noted: FactSheet = (await note(alarmId, 'forest', 'primeval')).body.data;
    expect(noted.noted).toMatchObject([{ fact: 'forest', value: 'primeval', by: '汶川县值班员' }]);
    expect((await reportBy(alarmId, 'forest')).reason).toEqual({ kind: 'forest', forest: 'primeval' });
  });
});
