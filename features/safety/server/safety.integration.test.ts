import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Row } from '@lookout/contract';
import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { DEMO_COVER } from '@lookout/geo';
import { type AlarmWorld, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { placesIn } from '@lookout/server/testing/forecasts.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { createFireArrivals, type RunArrivals } from '../../spread/service/fire-arrivals.ts';
import { SAFE_PLACE_KINDS } from '../safety.ts';

const { safetyList, takeSafety, mySafety } = contract.safety;
const SOON = { timeout: 60_000, interval: 50 };

interface Place {
  readonly lng: number;
  readonly lat: number;
}
interface Person {
  readonly id: string;
  readonly token: string;
}

let world: AlarmWorld;
/** A fire with a forecast of one member, for one hour of wind. */
let fire: { readonly id: string; readonly alarmId: string; readonly place: Place; readonly arrivals: RunArrivals };

beforeAll(async () => {
  world = await openAlarmWorld({
    env: { FIRE_ASSOCIATION: 'on' },
    waits: { incidentsEveryMs: 100, spreadEveryMs: 100, safetyEveryMs: 50 },
  });
  const place = grassland();
  const alarmId = await world.raise('report', place);
  const incident = await vi.waitFor(async () => {
    const { body } = await call('wenchuan', contract.incident.incident, { id: alarmId });
    return body.data?.incident ?? expect.fail('no fire yet');
  }, SOON);
  const time = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const weather = [{ time, windFromDegrees: 225, windSpeedMetresPerSecond: 6, temperatureCelsius: 26, humidityPercent: 25 }];
  const run = await call('wenchuan', contract.spread.runSpread, { incidentId: incident.id, hours: 1, weather });
  const arrivals = await vi.waitFor(
    async () =>
      (await createFireArrivals({ store: world.server.store }).arrivalsOf(run.body.data?.id ?? expect.fail(JSON.stringify(run.body)))) ??
      expect.fail('not done yet'),
    SOON,
  );
  fire = { id: incident.id, alarmId, place, arrivals };
});
afterAll(() => world?.stop());

/** In the west of Wenchuan, surrounded by grass, so that the fire is faster than a person on foot. */
const grassland = () => placesIn(() => world, { aroundDegrees: 0.002, apartDegrees: 0 })(DEMO_COVER.grass);

const call = (user: Officer, row: Row, given: Readonly<Record<string, unknown>> = {}) => callAs(world.tokens[user], row, given);
const callAs = (token: string, row: Row, given: Readonly<Record<string, unknown>> = {}) =>
  world.server.call(
    row.method,
    row.input === undefined ? `${row.path}?${new URLSearchParams(given as Record<string, string>)}` : row.path,
    {
      token,
      ...(row.input !== undefined && { body: given }),
    },
  );

async function newRanger(fullName: string, phone: string | null = null, gridNo = '513221' as GridNo): Promise<Person> {
  const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
  const { store } = world.server;
  await store.accounts.create({
    id,
    userName: `r${id.slice(0, 8)}`,
    passwordHash: 'none',
    fullName,
    gridNo,
    groupId: '001',
    rights: ['report-as-ranger'],
    grids: [],
    headUrl: null,
    phone,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
  });
  const tokenHash = createHash('sha256').update(token).digest();
  await store.sessions.create({
    tokenHash,
    accountId: id,
    gridNo,
    expiresAt: new Date(Date.now() + 600_000),
    address: null,
    userAgent: null,
  });
  return { id, token };
}
/** Saves a position of now or of so many minutes ago. */
const stands = ({ id: userId }: Person, position: Place, minutesAgo = 0) =>
  world.server.store.rangers.save([{ userId, position, at: new Date(Date.now() - minutesAgo * MINUTE_MS) } as never], new Date());

/** A place surrounded by cells that burn within ten minutes of the start. */
function placeInFire(): Place {
  const { frame, early } = fire.arrivals;
  for (let row = 2; row < frame.rows - 2; row++)
    for (let column = 2; column < frame.columns - 2; column++) {
      const around = [-2, -1, 0, 1, 2].flatMap((y) => [-2, -1, 0, 1, 2].map((x) => early(placeOf(column + x, row + y))));
      if (Math.max(...around) <= 10) return placeOf(column, row);
    }
  return expect.fail('it is nowhere so fast');
}
function placeOf(column: number, row: number): Place {
  const { west, north, lngDegrees, latDegrees } = fire.arrivals.frame;
  return { lng: west + (column + 0.5) * lngDegrees, lat: north - (row + 0.5) * latDegrees };
}

/**
 * A place that the fire reaches within these minutes of its start. Of these, the nearest to the edge of the burned area, so that the way
 * out is short.
 */
function placeBefore(from: number, to: number): Place {
  const { frame, early } = fire.arrivals;
  const places: { readonly place: Place; readonly off: number }[] = [];
  for (let row = 0; row < frame.rows; row++)
    for (let column = 0; column < frame.columns; column++) {
      const minutes = early(placeOf(column, row));
      if (minutes < from || minutes > to) continue;
      let off = 1;
      const near = (d: number) => [placeOf(column + d, row), placeOf(column - d, row), placeOf(column, row + d), placeOf(column, row - d)];
      while (off < 200 && near(off).every((one) => Number.isFinite(early(one)))) off += 1;
      places.push({ place: placeOf(column, row), off });
    }
  const [best] = places.sort((a, b) => a.off - b.off);
  return best?.place ?? expect.fail(`the fire comes nowhere in ${from} to ${to} minutes`);
}
const FAR = { lng: 103.75, lat: 31.75 };

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
const listed = async (user: Officer): Promise<any[]> => (await call(user, safetyList)).body.data;
const found = async ({ id }: Person, user: Officer = 'wenchuan') => (await listed(user)).find(({ userId }) => userId === id);
const seen = (person: Person, user?: Officer) => vi.waitFor(async () => (await found(person, user)) ?? expect.fail('not yet'), SOON);
const gone = (person: Person) => vi.waitFor(async () => expect(await found(person)).toBeUndefined(), SOON);

describe('a ranger before the front', () => {
  it('raises an alarm for the officers of his grid, receives a message himself, and the alarm ends when he has left', async () => {
    const ranger = await newRanger('前锋甲', '13800000001');
    const place = placeBefore(15, 28);
    const officer = await world.server.store.accounts.findByUserName('wenchuan');
    const browser = { accountId: officer?.id ?? '', endpoint: 'https://push.invalid/1', p256dh: 'p', auth: 'a', site: null };
    await world.server.store.notificationSettings.subscribe(browser, 5, new Date());
    const messages = await world.receivedDuring('wenchuan', async () => {
      await stands(ranger, place);
      const one = await seen(ranger);
      expect(one).toMatchObject({
        fullName: '前锋甲',
        phone: '13800000001',
        gridNo: '513221',
        fireId: fire.id,
        runId: fire.arrivals.runId,
        contact: 'live',
        alarm: { taken: null },
      });
      expect(['alarm', 'too-late', 'no-way-out']).toContain(one.class);
      expect(one.alarm.reasons).toEqual([one.class === 'no-way-out' ? 'no-way-out' : 'margin']);
      if (one.escape !== null) {
        expect(SAFE_PLACE_KINDS).toContain(one.escape.kind);
        expect(one.escape.path.length).toBeGreaterThan(1);
        expect(fire.arrivals.early(one.escape.place)).toBe(Number.POSITIVE_INFINITY);
      }
      await stands(ranger, FAR);
      await gone(ranger);
    });
    const own = messages.filter(({ topic, data }) => topic === 'lookout/personSafety/513221' && data.userId === ranger.id);
    // One message when the alarm is raised and one when it is over, however often the position is checked. In between, at most one for a
    // worse class.
    const published = own.map(({ data }) => [data.alarm !== null, data.class !== 'not-threatened']);
    expect([published[0], published.at(-1)]).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(published.length).toBeLessThanOrEqual(3);
    const { list } = await world.server.store.sms.page('100000' as GridNo, {}, { offset: 0, limit: 100 });
    expect(list.filter(({ receiver }) => receiver === '前锋甲')).toMatchObject([
      { phone: '13800000001', content: expect.stringContaining('人员安全') },
    ]);
    const { list: pushed } = await world.server.store.notifications.page('513221' as GridNo, { channel: 'push' }, { offset: 0, limit: 10 });
    const ofHim = pushed.filter(({ content }) => content.includes('前锋甲'));
    expect(ofHim).toMatchObject([{ kind: 'safety', accountId: officer?.id, fireId: fire.id, channel: 'push' }]);
    const story = (await call('wenchuan', contract.incident.incidentEvents, { id: fire.alarmId, topics: 'distress' })).body.data;
    const kinds = story
      .filter(({ detail }: { detail: { fullName: string } }) => detail.fullName === '前锋甲')
      .map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['safety.alarm-raised', 'safety.alarm-ended']);
  });

  it('surrounded by fire has no way out, and can request his own safety', async () => {
    const ranger = await newRanger('火中丙');
    expect((await callAs(ranger.token, mySafety)).body.data).toEqual({ own: null });
    await stands(ranger, placeInFire());
    expect(await seen(ranger)).toMatchObject({
      class: 'no-way-out',
      escape: null,
      marginMinutes: null,
      alarm: { reasons: ['no-way-out'] },
    });
    const { body } = await callAs(ranger.token, mySafety);
    const { own } = body.data;
    expect(own).toMatchObject({ safety: { userId: ranger.id, class: 'no-way-out' }, isDemo: true });
    expect(own.safePlaces.length).toBeGreaterThan(0);
    expect(own.safePlaces[0].metres).toBeLessThan(3_000);
    expect(own.outlines.at(-1).coordinates[0][0].length).toBeGreaterThan(4);
    expect(own.outlines.length).toBeGreaterThan(1);
    expect(JSON.stringify(body).length).toBeLessThan(100_000);
    expect(own.validUntil > own.safety.checkedAt).toBe(true);
    await stands(ranger, FAR);
    await gone(ranger);
    expect((await callAs(ranger.token, mySafety)).body.data).toEqual({ own: null });
  });
});

it('a ranger without a position for ten minutes near the front raises an alarm for lost contact; a new position far away ends it', async () => {
  const ranger = await newRanger('失联乙');
  const place = placeBefore(45, 60);
  await stands(ranger, place, 11);
  const one = await seen(ranger);
  expect(one).toMatchObject({ contact: 'lost' });
  expect(one.alarm.reasons).toContain('lost-contact');
  await stands(ranger, FAR);
  await gone(ranger);
});

it('a ranger far away is not watched, nor one last seen near the fire yesterday', async () => {
  const [far, old, near] = [await newRanger('远处'), await newRanger('昨日'), await newRanger('近处')];
  await stands(far, FAR);
  await stands(old, placeInFire(), 24 * 60);
  await stands(near, placeInFire());
  await seen(near);
  expect([await found(far), await found(old)]).toEqual([undefined, undefined]);
  await stands(near, FAR);
  await gone(near);
});

describe('an alarm', () => {
  it('is taken by one officer; officers of another county receive nothing, those of the prefecture do', async () => {
    const ranger = await newRanger('接手丁');
    const published = await world.receivedDuring('lixian', async () => {
      await stands(ranger, placeInFire());
      const { id } = await seen(ranger);
      expect((await found(ranger, 'aba')).id).toBe(id);
      expect(await listed('lixian')).toEqual([]);
      expect((await call('lixian', takeSafety, { id })).status).toBe(404);
      const taken = await call('wenchuan', takeSafety, { id });
      expect(taken.body.data.alarm).toMatchObject({ taken: { by: expect.any(String), at: expect.any(String) } });
      const second = await call('aba', takeSafety, { id });
      expect([second.status, second.body.data.alarm.taken.by]).toEqual([409, taken.body.data.alarm.taken.by]);
      // The alarm remains taken after further checks.
      const checkedAt = (await found(ranger)).checkedAt;
      await vi.waitFor(async () => expect((await found(ranger)).checkedAt > checkedAt).toBe(true), SOON);
      expect((await found(ranger)).alarm.taken.by).toBe(taken.body.data.alarm.taken.by);
      const audited = await world.auditOf(id);
      expect(audited.map(({ act }) => act)).toContain('take-safety');
      await stands(ranger, FAR);
      await gone(ranger);
      expect((await call('wenchuan', takeSafety, { id })).body).toMatchObject({ code: 501, message: '该人员已没有安全告警' });
    });
    expect(published.filter(({ topic }) => topic.includes('personSafety'))).toEqual([]);
  });

  it('ends when the fire is judged a false alarm, with the reason that no forecast applies any more', async () => {
    const ranger = await newRanger('误报戊');
    await stands(ranger, placeInFire());
    const { id } = await seen(ranger);
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: fire.alarmId, isReal: 0 })).body.code).toBe(200);
    await gone(ranger);
    const [ended] = (await world.server.store.events.ofObject('safety', id)).slice(-1);
    expect(ended).toMatchObject({ kind: 'safety.alarm-ended', payload: { reason: 'no-forecast', safety: { alarm: null } } });
  });
});
