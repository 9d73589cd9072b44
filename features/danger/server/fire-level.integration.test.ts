// Fire-danger rules, lightning, LY/T 1172 together with the index, and the verification of past levels.

import type { Row } from '@lookout/contract';
import { beijingDayOf, DAY_MS, type GridNo } from '@lookout/domain';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { RATING_TABLE } from '../danger-rating.ts';
import { type DangerRaising, type GridDangerRules, NO_RAISING } from '../danger-rules.ts';
import { type FireDay, fireWeatherOf, type GridFireLevel, START_UP_CODES } from '../fire-weather.ts';

const { fireLevel, fireLevelDays, dangerRules, saveDangerRules, putLightning, verifyFireLevels } = contract.danger;

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld({ env: { DEMO: 'quiet' } });
  await world.server.store.fireWeather.add([
    dayOf('513221', TODAY, HOT),
    dayOf('513221', YESTERDAY, MILD),
    dayOf('513222', TODAY, MILD),
    dayOf('513222', YESTERDAY, MILD),
    // A day stored by an older version, in another prefecture.
    { ...dayOf('513300', TODAY, MILD), extremes: undefined, drySpell: undefined, drivers: undefined } as unknown as FireDay,
  ]);
});
afterAll(() => world?.stop());

const textOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);
const TODAY = textOf(beijingDayOf(Date.now()));
const YESTERDAY = textOf(beijingDayOf(Date.now()) - 1);
const EARLIER = textOf(beijingDayOf(Date.now()) - 2);

interface Sky {
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly windKilometresPerHour: number;
  readonly dryDays: number;
}
const HOT: Sky = { temperatureCelsius: 33, humidityPercent: 12, windKilometresPerHour: 45, dryDays: 12 };
const MILD: Sky = { temperatureCelsius: 4, humidityPercent: 85, windKilometresPerHour: 0, dryDays: 0 };

function dayOf(gridNo: string, day: string, { dryDays, ...sky }: Sky): FireDay {
  const noon = { ...sky, rainMillimetres: dryDays === 0 ? 5 : 0 };
  return {
    gridNo: gridNo as GridNo,
    day,
    ...noon,
    ...fireWeatherOf(START_UP_CODES, noon, { month: 3, latitude: 31 }),
    driver: null,
    drivers: [],
    extremes: {
      highestCelsius: sky.temperatureCelsius,
      lowestHumidityPercent: sky.humidityPercent,
      strongestWindKilometresPerHour: sky.windKilometresPerHour,
    },
    drySpell: { days: dryDays, isAtLeast: false },
    gapDays: 0,
    source: 'demo',
  };
}

const call = (user: Officer, { method, path }: Row, { query = '', body }: { query?: string; body?: unknown } = {}) =>
  world.server.call(method, path + query, { token: world.tokens[user], ...(body !== undefined && { body }) });
const rulesOf = async (user: Officer, gridNo: string): Promise<GridDangerRules> =>
  (await call(user, dangerRules, { query: `?gridNo=${gridNo}` })).body.data;
const dayIn = async (user: Officer, gridNo: string): Promise<GridFireLevel> =>
  (await call(user, fireLevelDays, { query: `?gridNo=${gridNo}&beginDay=${TODAY}` })).body.data[0];

/** The winter points in all months, so that the month in which the test runs does not matter. */
const WINTER = { ...RATING_TABLE, season: { ...RATING_TABLE.season, points: Array(12).fill(0) } };

describe('the rules of fire danger', () => {
  it('are the built-in ones, with source and parts to be confirmed, until others are set', async () => {
    const rules = await rulesOf('wenchuan', '513221');
    expect(rules).toMatchObject({
      gridNo: '513221',
      gridName: '汶川县',
      ratingFrom: null,
      holidaysFrom: null,
      raisingFrom: null,
      own: null,
    });
    expect(rules.rating).toEqual(RATING_TABLE);
    expect(rules.raising).toEqual(NO_RAISING);
    expect(rules.holidays.map(({ name }) => name)).toContain('清明节');
  });

  it('set for a prefecture apply in its counties and nowhere else, create an event and an audit row, and change the rating of stored days at once', async () => {
    const body = { gridNo: '513200', rating: WINTER, holidays: null, raising: null, version: 0 };
    const saved = await call('aba', saveDangerRules, { body });
    expect(saved.body).toMatchObject({
      code: 200,
      data: { ratingFrom: '513200', holidaysFrom: null, own: { version: 1, changedBy: '阿坝州值班员' } },
    });
    expect(await rulesOf('wenchuan', '513221')).toMatchObject({ own: null, ratingFrom: '513200' });
    expect((await rulesOf('weihui', '410781')).ratingFrom).toBeNull();
    const { list } = await world.server.store.audit.page('100000' as GridNo, { targetId: '513200' }, { offset: 0, limit: 10 });
    expect(list).toMatchObject([{ act: 'save-danger-rules', outcome: 'ok' }]);
    expect((await dayIn('wenchuan', '513221')).rating).toMatchObject({ htz: 20 + 20 + 50 + 30, level: 5, isAtLeast: false });

    const levels = { ...WINTER, levels: { ...WINTER.levels, upTo: [100, 110, 115, 125] } };
    await call('aba', saveDangerRules, { body: { ...body, rating: levels, version: 1 } });
    expect(await dayIn('wenchuan', '513221')).toMatchObject({ level: 4, rating: { htz: 120, level: 4 } });
    await call('aba', saveDangerRules, { body: { ...body, version: 2 } });
  });

  it('set by two officers at the same time: the second gets 409 with the current rules', async () => {
    const body = { gridNo: '513222', rating: null, holidays: [], raising: null, version: 0 };
    const replies = await Promise.all([call('lixian', saveDangerRules, { body }), call('aba', saveDangerRules, { body })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ data: { gridNo: '513222', own: { version: 1 }, holidays: [], holidaysFrom: '513222' } });
    expect(lost?.body.message).toMatch(/^火险规则已由.+更改$/);
  });

  it('that are impossible are refused with the faulty field; another grid is not found, and without the right nothing is set', async () => {
    const body = { gridNo: '513221', rating: null, holidays: null, raising: null, version: 0 };
    const wrong = async (more: object) => (await call('wenchuan', saveDangerRules, { body: { ...body, ...more } })).body;
    const short = { ...WINTER, wind: { ...WINTER.wind, points: [1] } };
    expect(await wrong({ rating: short })).toMatchObject({ code: 422, data: [{ path: 'rating.wind' }] });
    const holiday = { name: '清明', from: '2026-04-06', to: '2026-04-03', source: '通知', toConfirm: false };
    expect(await wrong({ holidays: [holiday] })).toMatchObject({ code: 422, data: [{ path: 'holidays.0' }] });
    expect(await wrong({ holidays: [{ ...holiday, source: ' ' }] })).toMatchObject({ code: 422, data: [{ path: 'holidays.0.source' }] });
    const raising = (more: object) => ({ raising: { ...NO_RAISING, ...more } });
    for (const [more, path] of [
      [{ holiday: { levels: 3, daysBefore: 0, daysAfter: 0 } }, 'raising.holiday.levels'],
      [{ holiday: { levels: 1, daysBefore: 16, daysAfter: 0 } }, 'raising.holiday.daysBefore'],
      [{ lightning: { levels: 1, strokes: 0 } }, 'raising.lightning.strokes'],
      [{ source: ' ' }, 'raising.source'],
    ] as const) {
      expect(await wrong(raising(more))).toMatchObject({ code: 422, data: [{ path }] });
    }
    expect((await call('lixian', saveDangerRules, { body })).status).toBe(404);
    expect((await call('lixian', dangerRules, { query: '?gridNo=513221' })).status).toBe(404);
    expect((await call('viewer', saveDangerRules, { body: { ...body, gridNo: '513200', version: 3 } })).status).toBe(403);
  });
});

describe('with the index of a day', () => {
  it('the reply contains LY/T 1172 with its parts, the fuels with their class, and the extremes', async () => {
    const hot = await dayIn('wenchuan', '513221');
    expect(hot.level).toBe(hot.rating?.level);
    expect(hot).toMatchObject({
      extremes: { highestCelsius: 33, lowestHumidityPercent: 12, strongestWindKilometresPerHour: 45 },
      drySpell: { days: 12 },
    });
    expect(hot.rating?.points).toEqual({ temperature: 20, humidity: 20, dryDays: 50, wind: 30, season: 0 });
    expect(hot.fuels.map(({ fuel }) => fuel)).toEqual(['C-3', 'D-1', 'M-1', 'O-1b']);
    const mild = await dayIn('lixian', '513222');
    expect(mild.rating).toMatchObject({ htz: 0, level: 1 });
    for (const [at, { intensityKilowattsPerMetre, intensityClass }] of hot.fuels.entries()) {
      expect(intensityKilowattsPerMetre).toBeGreaterThan(mild.fuels[at]?.intensityKilowattsPerMetre ?? Number.POSITIVE_INFINITY);
      expect(intensityClass).toBeGreaterThanOrEqual(mild.fuels[at]?.intensityClass ?? 7);
    }
  });

  it('a day stored by an older version has no rating, and the level of its index', async () => {
    const stored = await dayIn('sichuan', '513300');
    expect(stored.level).toBe(stored.indexLevel);
    expect(stored).toMatchObject({ rating: null, drivers: [] });
    expect([stored.extremes, stored.drySpell]).toEqual([undefined, undefined]);
  });

  it('a holiday is reported and raises nothing until a rule sets it', async () => {
    const before = await dayIn('lixian', '513222');
    const holiday = { name: '今日', from: TODAY.slice(5), to: TODAY.slice(5), source: '测试', toConfirm: true };
    const version = (await rulesOf('lixian', '513222')).own?.version ?? 0;
    await call('lixian', saveDangerRules, { body: { gridNo: '513222', rating: null, holidays: [holiday], raising: null, version } });
    expect(await dayIn('lixian', '513222')).toEqual({ ...before, holidays: ['今日'] });
    expect((await dayIn('wenchuan', '513221')).holidays).not.toContain('今日');
  });
});

describe('lightning', () => {
  const stroke = ({ lng, lat }: { lng: number; lat: number }, time = `${TODAY} 00:00:01`) => ({ longitude: lng, latitude: lat, time });
  const send = (strokes: unknown) =>
    world.server.call('POST', putLightning.path, { body: strokes, headers: { 'x-feed-key': world.server.feedKey } });

  it('is unknown until a feed reports some, and is then counted by grid and day', async () => {
    expect((await dayIn('wenchuan', '513221')).lightning).toBeNull();
    const strokes = [stroke(WENCHUAN), stroke({ ...WENCHUAN, lng: WENCHUAN.lng + 0.01 }), stroke(LIXIAN), stroke(WENCHUAN)];
    expect((await send(strokes)).body.data).toEqual({ received: 4, accepted: 3, duplicates: 1, rejected: [] });
    expect((await send(strokes)).body.data).toMatchObject({ accepted: 0, duplicates: 4 });
    expect([(await dayIn('wenchuan', '513221')).lightning, (await dayIn('lixian', '513222')).lightning]).toEqual([2, 1]);
    const yesterday = await call('wenchuan', fireLevel, { query: `?day=${YESTERDAY}&level=self` });
    // Nothing is known of days before the first stroke.
    expect(yesterday.body.data).toMatchObject([{ gridNo: '513221', lightning: null }]);
  });

  it('is validated row by row: strokes that are abroad, too old, in the future or unreadable are reported with their field, and the rest is accepted', async () => {
    const future = new Date(Date.now() + DAY_MS).toISOString();
    const rows = [
      stroke({ lng: 2.35, lat: 48.85 }),
      stroke(WENCHUAN, '2020-01-01 00:00:00'),
      stroke(WENCHUAN, future),
      { ...stroke(WENCHUAN), latitude: 'north' },
      null,
      stroke(WENCHUAN, `${YESTERDAY} 12:00:00`),
    ];
    const { body } = await send(rows);
    expect(body.data).toMatchObject({ received: 6, accepted: 1, duplicates: 0 });
    expect(body.data.rejected.map(({ index, path }: { index: number; path: string }) => [index, path]).slice(0, 4)).toEqual([
      [0, 'longitude'],
      [1, 'time'],
      [2, 'time'],
      [3, 'latitude'],
    ]);
    expect(body.data.rejected).toHaveLength(5);
    const yesterday = async (user: Officer) =>
      (await call(user, fireLevel, { query: `?day=${YESTERDAY}&level=self` })).body.data[0].lightning;
    expect([await yesterday('wenchuan'), await yesterday('lixian')]).toEqual([1, 0]);
  });

  it('is accepted from machines and national desks', async () => {
    expect((await call('wenchuan', putLightning, { body: [] })).status).toBe(403);
    expect((await call('guojia', putLightning, { body: [] })).status).toBe(200);
    expect((await send({})).status).toBe(422);
  });
});

describe('the warned level', () => {
  const LUDING = { lng: 102.23, lat: 29.91 };
  const struck: DangerRaising = {
    holiday: { levels: 1, daysBefore: 0, daysAfter: 0 },
    lightning: { levels: 2, strokes: 1 },
    source: '测试',
    toConfirm: true,
  };
  const raise = async (raising: DangerRaising) => {
    const holidays = [{ name: '今日', from: TODAY, to: TODAY, source: '测试', toConfirm: true }];
    const version = (await rulesOf('sichuan', '513322')).own?.version ?? 0;
    const saved = await call('sichuan', saveDangerRules, { body: { gridNo: '513322', rating: null, holidays, raising, version } });
    expect(saved.body).toMatchObject({ code: 200, data: { raising, raisingFrom: '513322' } });
  };
  beforeAll(async () => {
    await world.server.store.fireWeather.add([dayOf('513322', EARLIER, MILD), dayOf('513322', TODAY, MILD), dayOf('513323', TODAY, MILD)]);
    const stroke = { longitude: LUDING.lng, latitude: LUDING.lat, time: `${TODAY} 00:00:01` };
    const { body } = await world.server.call('POST', putLightning.path, {
      body: [stroke],
      headers: { 'x-feed-key': world.server.feedKey },
    });
    expect(body.data).toMatchObject({ accepted: 1 });
  });

  it('is raised where the rules require it, with the reasons; the level of the day is unchanged, and the neighbouring grid is not affected', async () => {
    const before = await dayIn('sichuan', '513322');
    expect(before).toMatchObject({ level: 1, warned: { level: 1, raisedBy: [] }, lightning: 1 });
    await raise(struck);
    const raisedBy = [
      { kind: 'holiday', name: '今日', days: 0 },
      { kind: 'lightning', strokes: 1 },
    ];
    const raised = await dayIn('sichuan', '513322');
    expect(raised).toEqual({ ...before, holidays: ['今日'], warned: { level: 3, raisedBy } });
    // The rule requires more strokes than there were: only the holiday raises.
    await raise({ ...struck, lightning: { levels: 2, strokes: 2 } });
    expect((await dayIn('sichuan', '513322')).warned).toEqual({ level: 2, raisedBy: raisedBy.slice(0, 1) });
    expect((await dayIn('sichuan', '513323')).warned).toEqual({ level: 1, raisedBy: [] });
  });

  it("is verified together with the level of the index, by today's rules; days without known strokes are counted", async () => {
    await raise(struck);
    const query = `?gridNo=513322&beginDay=${EARLIER}&endDay=${TODAY}`;
    const { data } = (await call('sichuan', verifyFireLevels, { query })).body;
    const days = (classes: readonly { gridDays: number }[]) => classes.map(({ gridDays }) => gridDays);
    expect([days(data.fwi), days(data.warned)]).toEqual([
      [2, 0, 0, 0, 0],
      [1, 0, 1, 0, 0],
    ]);
    // For days before the first stroke it is not known whether lightning would have raised them.
    expect(data.gridDaysWithoutLightning).toBe(1);
  });
});

describe('verification of past levels', () => {
  const verified = (user: Officer, query: string) => call(user, verifyFireLevels, { query });

  it('counts days and confirmed fires by level, for both schemes, in the requested grid', async () => {
    const real = await world.raise('report');
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: real, isReal: 1 })).body).toMatchObject({ code: 200 });
    const other = await world.raise('report', LIXIAN);
    await world.act('lixian', 'monitorJudge', { fireId: other, isReal: 0 });
    const { data } = (await verified('aba', `?gridNo=513200&beginDay=${YESTERDAY}&endDay=${TODAY}`)).body;
    expect(data).toMatchObject({ gridNo: '513200', fires: 1, alarms: 1, firesWithout: { fwi: 0, rating: 0 } });
    const fires = (classes: readonly { fires: number }[]) => classes.map((one) => one.fires);
    expect(fires(data.warned)).toEqual(fires(data.rating));
    const rated = (data.rating as { level: number; gridDays: number; fires: number }[]).map(({ level, gridDays, fires }) => [
      level,
      gridDays,
      fires,
    ]);
    expect(rated).toEqual([
      [1, 3, 0],
      [2, 0, 0],
      [3, 0, 0],
      [4, 0, 0],
      [5, 1, 1],
    ]);
    expect(data.rating.at(-1)).toMatchObject({ shareOfGridDays: 0.25, shareOfFires: 1, firesPerThousandGridDays: 1_000 });
    const hot = (data.fwi as { fires: number; level: number }[]).find(({ fires }) => fires > 0);
    expect(hot?.level).toBeGreaterThanOrEqual(4);
    expect((await verified('lixian', `?gridNo=513222&endDay=${TODAY}`)).body.data).toMatchObject({ fires: 0 });
  });

  it('is limited to the grid and the right, and to a readable window', async () => {
    expect((await verified('lixian', '?gridNo=513221')).status).toBe(404);
    expect((await verified('viewer', '?gridNo=513200')).status).toBe(403);
    const path = async (query: string) => (await verified('aba', `?gridNo=513200&${query}`)).body.data[0].path;
    expect(await path('beginDay=2026-01-02&endDay=2026-01-01')).toBe('endDay');
    expect(await path('beginDay=2020-01-01&endDay=2026-01-01')).toBe('beginDay');
  });
});
