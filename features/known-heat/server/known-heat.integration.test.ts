import { randomUUID } from 'node:crypto';
import { DAY_MS, type GridNo, NATION } from '@lookout/domain';
import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dedupeKeyOfFireNo, NO_SATELLITE_EXTRAS, type SatelliteFacts } from '../../alarm/alarm.ts';
import type { Burning } from '../../burning/burning.ts';
import { contract } from '../../contract.ts';
import type { IncidentMember } from '../../incident/incident.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const { knownHeat: calls } = contract;
const SOON = { timeout: 15_000, interval: 50 };
const HEADER = 'latitude,longitude,brightness,scan,track,acq_date,acq_time,satellite,confidence,version,bright_t31,frp,daynight';

interface Place {
  readonly lng: number;
  readonly lat: number;
}

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { FIRE_ASSOCIATION: 'on' }, waits: { incidentsEveryMs: 100, knownHeatEveryMs: 200 } });
});
afterAll(() => world?.stop());

/** Each test uses a separate place in the south of Wenchuan, 6 km from the next. */
let places = 0;
const newPlace = (): Place => {
  places += 1;
  return { lng: 103.12 + 0.062 * (places % 4), lat: 30.9 + 0.06 * Math.floor(places / 4) };
};
const east = ({ lng, lat }: Place, metres: number): Place => ({ lng: lng + metres / 95_000, lat });

const call = (user: Officer, row: { method: string; path: string }, given: object, more: { id?: string; query?: string } = {}) =>
  world.server.call(row.method, `${row.path.replace('{id}', more.id ?? '')}${more.query ?? ''}`, {
    token: world.tokens[user],
    body: given,
  });

/**
 * One satellite detection. Each lies a minute before the previous one, by one clock: two of a place in one minute are the same detection.
 */
const STARTED = Date.now();
let minutes = 0;
async function detect({ lng, lat }: Place, at: Date, frp: number): Promise<string> {
  const [day, time] = [at.toISOString().slice(0, 10), at.toISOString().slice(11, 16).replace(':', '')];
  const before = await world.server.store.events.head();
  const body = `${HEADER}\n${lat},${lng},310.6,0.4,0.4,${day},${time},N,n,2.0NRT,294,${frp},D\n`;
  const headers = { 'x-feed-key': world.server.feedKey, 'content-type': 'text/csv' };
  await world.server.call('POST', contract.alarm.ingestSatellite.path, { body, headers });
  const fresh = await world.server.store.events.readRange(before, 100);
  const recorded = fresh.find(({ event }) => event.kind === 'alarm.recorded' && event.payload.alarm.facts.kind === 'satellite');
  return recorded?.event.objectId ?? '';
}
/** The alarm of a detection received on its day; a detection received days later is stored as past. */
async function burned(position: Place, observedAt: Date, frpMegawatts: number): Promise<string> {
  const fireNo = `N-${observedAt.getTime()}-${position.lng}`;
  const facts = {
    ...NO_SATELLITE_EXTRAS,
    ...{ kind: 'satellite', fireNo, satellite: 'N', instrument: 'VIIRS', version: '2.0NRT', confidence: 'n', credibility: 60 },
    ...{ brightnessKelvin: 310.6, brightness2Kelvin: 294, frpMegawatts, scanKilometres: 0.4, trackKilometres: 0.4 },
    ...{ dayNight: 'day', pixelAreaHectares: 16 },
  } as SatelliteFacts;
  const placed = { position, gridNo: '513221' as GridNo, gridBasis: 'boundary', address: null, formattedAddress: '汶川县' } as const;
  const observation = { ...placed, findType: 'satellite', observedAt, dedupeKey: dedupeKeyOfFireNo(fireNo), facts } as const;
  const origin = { actor: { kind: 'feed', name: 'test' }, requestId: null } as const;
  const { fresh } = await world.server.store.alarms.record({ observations: [observation], origin });
  return fresh[0]?.id ?? '';
}
const now = (frp: number, place: Place) => {
  minutes += 1;
  return detect(place, new Date(STARTED - 60_000 * minutes), frp);
};

const calmedBy = async (alarmId: string): Promise<readonly string[] | undefined> =>
  (await world.server.store.incidents.membersOf([alarmId]))[0]?.evidence.calmedBy;
const calmed = (alarmId: string, reasons: readonly string[]) =>
  vi.waitFor(async () => expect(await calmedBy(alarmId)).toEqual(reasons), SOON);

const source = (place: Place, more: object = {}) => ({
  name: '红星砖厂',
  kind: 'kiln',
  position: place,
  radiusMetres: 400,
  usualFrpMegawatts: 20,
  isConfirmed: true,
  ...more,
});
const create = async (user: Officer, place: Place, more: object = {}): Promise<string> => {
  const reply = await call(user, calls.createKnownHeat, source(place, more));
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
};
const around = async (user: Officer, { lng, lat }: Place, more: object = {}) =>
  (await call(user, calls.knownHeatList, { around: { centre: { lng, lat }, radiusMetres: 2_000 }, ...more })).body.data;

const square = ({ lng, lat }: Place, metres = 300) => {
  const half = metres / 95_000;
  return [
    { lng: lng - half, lat: lat - half },
    { lng: lng + half, lat: lat - half },
    { lng: lng + half, lat: lat + half },
    { lng: lng - half, lat: lat + half },
  ];
};
const mask = (place: Place, more: object = {}) => ({
  polygon: square(place),
  reason: '光伏场反光',
  alarmKinds: ['satellite'],
  endsAt: new Date(Date.now() + DAY_MS).toISOString(),
  ...more,
});

describe('a place that is hot day after day', () => {
  it('is proposed with its days and hours, unlike a fire that burned for days', async () => {
    const [kiln, fire] = [newPlace(), newPlace()];
    let burning = '';
    for (let day = 1; day <= 5; day += 1) {
      const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * day * DAY_MS + 6 * 3_600_000);
      await detect(east(kiln, 40 * day), at, 5 + day);
      burning = await burned(fire, at, 50);
      await vi.waitFor(async () => expect(await calmedBy(burning)).toEqual([]), SOON);
      // Each day's detection is a separate fire; all were judged real.
      await world.act('wenchuan', 'monitorJudge', { fireId: burning, isReal: 1, trueAlarmType: 1 });
    }
    const proposed = await vi.waitFor(async () => {
      const [one] = await around('wenchuan', kiln);
      expect(one?.days).toHaveLength(5);
      return one;
    }, SOON);
    expect(proposed).toMatchObject({ state: 'proposed', origin: 'detections', hours: [14], usualFrpMegawatts: 10, createdBy: '热源识别' });
    expect(await around('wenchuan', fire)).toEqual([]);
    expect(await around('lixian', kiln)).toEqual([]);

    // A rejected place is not proposed again for the same days …
    const rejected = await call('wenchuan', calls.reviewKnownHeat, { id: proposed.id, state: 'rejected', reason: '烧荒' });
    expect(rejected.body.data).toMatchObject({ state: 'rejected', reviewNote: '烧荒', reviewedBy: '汶川县值班员' });
    // … but for twice as many.
    for (let day = 1; day <= 5; day += 1) {
      const at = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - (2 * day + 1) * DAY_MS + 6 * 3_600_000);
      expect((await around('wenchuan', kiln))[0].state).toBe('rejected');
      await detect(east(kiln, 40 * day), at, 5);
    }
    await vi.waitFor(async () => expect((await around('wenchuan', kiln))[0]).toMatchObject({ id: proposed.id, state: 'proposed' }), SOON);
  });

  it('is added to the source known at that place, whether listed or entered manually', async () => {
    const place = newPlace();
    const id = await create('wenchuan', east(place, 300), { usualFrpMegawatts: null });
    for (let day = 1; day <= 4; day += 1) await detect(place, new Date(Date.now() - day * DAY_MS), 7);
    await vi.waitFor(async () => {
      const known = await around('wenchuan', place);
      expect(known).toMatchObject([{ id, state: 'confirmed', usualFrpMegawatts: 7, version: 1 }]);
      expect(known[0].days).toHaveLength(4);
    }, SOON);
  });
});

describe('an alarm at a known source', () => {
  it('is muted while its strength and place are as usual', async () => {
    const place = newPlace();
    await create('wenchuan', place);
    await calmed(await now(19, east(place, 200)), ['known-heat']);
    await calmed(await now(21, east(place, 200)), []);
    // Its pixel may include the source, but it lies outside the source's place.
    await calmed(await now(19, east(place, 600)), []);
  });

  it('is one fire with the other heat of that source on that day, and of no other source', async () => {
    const place = newPlace();
    const beside = await world.raise('monitor', east(place, 150), { deviceId: undefined });
    await calmed(beside, []);
    await create('wenchuan', place);
    await calmed(beside, ['known-heat']);
    const heat = [await now(5, east(place, 350)), await now(5, east(place, -350))];
    for (const id of heat) await calmed(id, ['known-heat']);
    const person = await world.raise('report', place);
    await calmed(person, []);
    const fireOf = async (id: string) => (await world.server.store.incidents.membersOf([id]))[0]?.incidentId;
    await vi.waitFor(async () => {
      expect(await fireOf(heat[1] as string)).toBe(await fireOf(heat[0] as string));
      expect(await fireOf(beside)).toBe(await fireOf(heat[0] as string));
      expect(await fireOf(person)).toBe(person);
    }, SOON);
  });

  it('is re-evaluated when the source is confirmed, changed and deleted, and clients are notified', async () => {
    const place = newPlace();
    const alarm = await now(15, place);
    await calmed(alarm, []);
    const id = await create('wenchuan', place, { isConfirmed: false });
    const confirming = { id, state: 'confirmed', name: '红星砖厂', kind: 'kiln', radiusMetres: 400 };
    const messages = await world.receivedDuring('wenchuan', async () => {
      expect((await call('wenchuan', calls.reviewKnownHeat, confirming)).status).toBe(200);
      await calmed(alarm, ['known-heat']);
    });
    const evidence = messages.flatMap(({ data }) => data.members ?? []).filter(({ alarmId }: { alarmId: string }) => alarmId === alarm);
    expect(evidence.map((member: IncidentMember) => member.evidence.calmedBy)).toEqual([['known-heat']]);
    const weaker = { ...source(place, { usualFrpMegawatts: 10 }), isConfirmed: undefined, version: 2 };
    expect((await call('wenchuan', calls.updateKnownHeat, weaker, { id })).status).toBe(200);
    await calmed(alarm, []);
    await call('wenchuan', calls.updateKnownHeat, { ...weaker, usualFrpMegawatts: null, version: 3 }, { id });
    await calmed(alarm, ['known-heat']);
    expect((await call('wenchuan', calls.deleteKnownHeat, {}, { id, query: '?reason=停产' })).status).toBe(200);
    await calmed(alarm, []);
  });

  it('that persons judged real is no heat source, nor is a detection there on that day', async () => {
    const place = newPlace();
    await create('wenchuan', place);
    const fire = await now(15, place);
    await calmed(fire, ['known-heat']);
    await world.act('wenchuan', 'monitorJudge', { fireId: fire, isReal: 1, trueAlarmType: 1 });
    await calmed(fire, []);
    await calmed(await now(15, east(place, 100)), []);
  });
});

describe('two officers', () => {
  it('can review once: the second sees the current state', async () => {
    const id = await create('wenchuan', newPlace(), { isConfirmed: false });
    const answers = await Promise.all([
      call('wenchuan', calls.reviewKnownHeat, { id, state: 'rejected', reason: '烧荒' }),
      call('aba', calls.reviewKnownHeat, { id, state: 'rejected', reason: '山火' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
    expect(lost?.body.data).toEqual(won?.body.data);
    expect(lost?.body.message).toBe(`该热源已由${won?.body.data.reviewedBy}处理`);
  });

  it('can change a source one after the other, by its version', async () => {
    const place = newPlace();
    const id = await create('wenchuan', place);
    const change = { ...source(place), isConfirmed: undefined, version: 1 };
    expect((await call('wenchuan', calls.updateKnownHeat, { ...change, name: '一厂' }, { id })).status).toBe(200);
    const late = await call('aba', calls.updateKnownHeat, { ...change, name: '二厂' }, { id });
    expect(late).toMatchObject({ status: 409, body: { data: { name: '一厂', version: 2 } } });
  });
});

it.each([
  ['name', { name: ' ' }, '请填写热源名称'],
  ['kind', { kind: 'volcano' }, '请选择热源类型'],
  ['radiusMetres', { radiusMetres: 1_501 }, '半径应为50至1500米'],
  ['position', { position: { lng: 103.17, lat: 31.44 } }, '位置不在您的网格范围内'],
])('a source with an invalid %s is refused with the field’s name', async (path, more, message) => {
  const { status, body } = await call('wenchuan', calls.createKnownHeat, source({ lng: 103.59, lat: 31.48 }, more));
  expect({ status, found: body.data?.[0] }).toEqual({ status: 422, found: { path, message } });
});

it('an officer who only watches can read and change nothing', async () => {
  const place = newPlace();
  const id = await create('wenchuan', place);
  expect(await around('viewer', place)).toMatchObject([{ id }]);
  expect((await call('viewer', calls.createKnownHeat, source(place))).status).toBe(403);
  expect((await call('viewer', calls.deleteKnownHeat, {}, { id, query: '?reason=x' })).status).toBe(403);
});

it('a list of plants and kilns is imported without its invalid rows, and waits for an officer', async () => {
  const [one, other] = [newPlace(), newPlace()];
  const text = [
    '名称,类型,经度,纬度,半径,常见功率,备注',
    `一号砖窑,砖窑,${one.lng},${one.lat},300,12.5,夜间出砖`,
    `二号厂,工厂,${other.lng},${other.lat},,,`,
    `三号厂,企业厂矿,${other.lng},${other.lat},9000,,`,
    `四号厂,企业厂矿,103.17,31.44,,,`,
    `五号厂,企业厂矿,${other.lng},${other.lat},,,`,
  ].join('\n');
  const bring = (apply: 0 | 1) =>
    world.server.call('POST', `${calls.importKnownHeats.path}?apply=${apply}`, {
      token: world.tokens.wenchuan,
      body: text,
      headers: { 'content-type': 'text/csv' },
    });
  const checked = (await bring(0)).body.data;
  expect(checked).toMatchObject({ received: 5, accepted: 2, changed: null });
  expect(checked.rejected.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
    [3, '类型'],
    [4, '半径'],
    [5, '经度'],
  ]);
  expect(await around('wenchuan', one)).toEqual([]);
  expect((await bring(1)).body.data.changed).toBe(2);
  expect(await around('wenchuan', one)).toMatchObject([
    { name: '一号砖窑', kind: 'kiln', state: 'proposed', origin: 'import', radiusMetres: 300, usualFrpMegawatts: 12.5, note: '夜间出砖' },
  ]);
  expect(await around('wenchuan', other)).toMatchObject([{ name: '五号厂', radiusMetres: 750, usualFrpMegawatts: null }]);
  expect((await bring(1)).body.data.changed).toBe(0);
});

describe('a mask on the map', () => {
  it('mutes alarms of its kinds inside it until it is ended', async () => {
    const place = newPlace();
    const alarm = await now(50, place);
    await calmed(alarm, []);
    const created = await call('wenchuan', calls.createMapMask, mask(place));
    expect(created.status).toBe(200);
    await calmed(alarm, ['mask']);
    await calmed(await world.raise('monitor', place), []);
    await calmed(await now(50, east(place, 800)), []);
    const { id } = created.body.data;
    expect((await call('wenchuan', calls.endMapMask, { id })).body.data.version).toBe(2);
    // Detections made while the mask was active are unchanged; later alarms sound.
    await calmed(await detect(place, new Date(Date.now() + 60_000), 50), []);
    expect(await calmedBy(alarm)).toEqual(['mask']);
    expect((await call('aba', calls.endMapMask, { id })).status).toBe(409);
    const { body } = await call('wenchuan', calls.mapMaskList, { isStanding: false });
    expect(body.data.map((one: { id: string }) => one.id)).toContain(id);
  });

  it('mutes no alarm of another county', async () => {
    const grid = '513221' as GridNo;
    const place = newPlace();
    const { id } = (await call('wenchuan', calls.createMapMask, mask(place))).body.data;
    const { list } = await world.server.store.mapMasks.list(NATION, {}, { limit: 100 });
    expect(list.find((one) => one.id === id)?.gridNo).toBe(grid);
    expect((await call('lixian', calls.mapMaskList, {})).body.data.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await call('lixian', calls.endMapMask, { id })).status).toBe(404);
  });

  it.each([
    ['polygon', { polygon: square({ lng: 103.59, lat: 31.48 }).slice(0, 2) }, '至少需要3个点'],
    ['polygon', { polygon: square({ lng: 103.59, lat: 31.48 }, 12_000) }, '屏蔽区不能超过20公里宽'],
    ['polygon.0', { polygon: square({ lng: 103.17, lat: 31.44 }) }, '位置不在您的网格范围内'],
    ['reason', { reason: '' }, '请填写原因'],
    ['alarmKinds', { alarmKinds: [] }, '请选择屏蔽的火警来源'],
    ['endsAt', { endsAt: '2020-01-01 00:00:00' }, '截止时间应晚于现在'],
    ['endsAt', { endsAt: new Date(Date.now() + 400 * DAY_MS).toISOString() }, '截止时间不能晚于366天之后'],
  ])('with a wrong %s is refused by name', async (path, more, message) => {
    const { status, body } = await call('wenchuan', calls.createMapMask, mask({ lng: 103.59, lat: 31.48 }, more));
    expect({ status, found: body.data?.[0] }).toEqual({ status: 422, found: { path, message } });
  });

  it('whose outline crosses itself is refused', async () => {
    const [a, b, c, d] = square({ lng: 103.59, lat: 31.48 });
    const { body } = await call('wenchuan', calls.createMapMask, mask({ lng: 103.59, lat: 31.48 }, { polygon: [a, c, b, d] }));
    expect(body.data[0]).toEqual({ path: 'polygon', message: '屏蔽区的边线不能相交' });
  });
});

it('an approved burning mutes for half an hour after its time, and no longer', async () => {
  const place = newPlace();
  const ended = new Date(Date.now() - 40 * 60_000);
  const burning: Burning = {
    id: randomUUID(),
    position: place,
    gridNo: '513221' as GridNo,
    address: '',
    purpose: 'farm',
    applicant: '泽某',
    phone: '000-0000-1234',
    startsAt: new Date(ended.getTime() - 3_600_000),
    endsAt: ended,
    areaHectares: null,
    peopleCount: 0,
    measures: null,
    state: 'approved',
    createdBy: '甲',
    createdAt: ended,
    reviewedBy: '甲',
    reviewedAt: ended,
    reviewNote: null,
  };
  // The calls do not accept a burning whose time has passed.
  await world.server.store.burnings.create(burning, null);
  const at = (minutesAfter: number) => new Date(ended.getTime() + minutesAfter * 60_000).toISOString();
  await calmed(await world.raise('monitor', place, { alarmDatetime: at(20) }), ['burning']);
  await calmed(await world.raise('monitor', place, { alarmDatetime: at(35) }), []);
  await calmed(await world.raise('monitor', east(place, 1_200), { alarmDatetime: at(20) }), []);
});

it('a county’s page has only its own sources, by state and kind, with a total', async () => {
  const place = newPlace();
  const id = await create('wenchuan', place, { name: '翻页砖厂', kind: 'flare' });
  const page = async (user: Officer, more: object) => (await call(user, calls.knownHeatPage, { text: '翻页', ...more })).body.data;
  expect(await page('wenchuan', { state: 'confirmed', kind: 'flare' })).toMatchObject({ total: 1, list: [{ id, gridName: '汶川县' }] });
  expect((await page('wenchuan', { state: 'proposed' })).total).toBe(0);
  expect((await page('lixian', {})).total).toBe(0);
  expect((await call('wenchuan', calls.knownHeatList, { around: { centre: { lng: 103 } } })).body.data[0]).toMatchObject({
    path: 'around.centre.lat',
  });
});

it('a source and a mask are in the log and the audit', async () => {
  const id = await create('wenchuan', newPlace());
  const { list } = await world.server.store.audit.page(NATION, { targetId: id }, { offset: 0, limit: 10 });
  expect(list).toMatchObject([{ act: 'create-known-heat', outcome: 'ok', targetKind: 'known-heat' }]);
  const events = await world.server.store.events.newestOf(['known-heat'], [id], { limit: 10 });
  expect(events.map(({ kind }) => kind)).toEqual(['known-heat.saved']);
});
