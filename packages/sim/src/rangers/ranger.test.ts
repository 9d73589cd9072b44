import { createSurface, demoRelief, distanceMetres } from '@lookout/geo';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorldClock, HOUR_MS } from '../clock.ts';
import type { Fire } from '../fires/fire.ts';
import { createFakeTaskServer } from '../testing/fake-task-server.ts';
import { createPatrol, roster } from './patrol.ts';
import { createRanger, type RangerOptions } from './ranger.ts';

// Terrain is computed, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const surface = createSurface(demoRelief());
const START = Date.parse('2026-11-21T11:00:00+08:00');
const [post] = roster;
if (!post) throw new Error('no rangers');
const patrol = createPatrol(1, post, surface);
/** Some 10 km down the valley of the Min. */
const SMOKE = { lng: 103.51, lat: 31.38 };

let wall = START;
beforeEach(() => {
  wall = START;
});

const fire = (kind: Fire['kind'], startsAtMs: number, endsAtMs: number): Fire => ({
  id: 'f',
  stage: 'aba',
  kind,
  position: { lng: 103.515, lat: 31.385 },
  heightMetres: 1_600,
  startsAtMs,
  endsAtMs,
  finalHectares: 4,
  peakMegawatts: 20,
  near: post.home,
  nearMetres: 10_000,
});

const aRanger = (desk = createFakeTaskServer(() => wall), overrides: Partial<RangerOptions> = {}) => {
  const ranger = createRanger({
    userName: 'ranger01',
    seed: 1,
    session: desk.sessionOf('id-1'),
    surface,
    burningAt: () => [],
    walks: true,
    clock: createWorldClock(() => wall, 1),
    patrolAt: patrol.positionAt,
    ...overrides,
  });
  /** Asks every 12 s for so many minutes, or until it is so. */
  const forMinutes = async (minutes: number, until: () => boolean = () => false) => {
    const end = wall + minutes * 60_000;
    while (wall < end && !until()) {
      wall += 12_000;
      await ranger.obey(wall);
    }
  };
  return { ranger, desk, forMinutes };
};

describe('a ranger who is sent', () => {
  test('says step by step how far he is, in order, once each, and reports what he found with a photo', async () => {
    const { desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(60, () => desk.stateOf(id) === 'done');
    expect(desk.said.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
    expect(desk.said.every(({ text }) => text?.includes('演示'))).toBe(true);
    expect(desk.said[1]?.text).toContain('摩托车');
    expect(desk.said[3]).toMatchObject({ photos: ['photo-1'] });
    expect(desk.said[3]?.text).toContain('未发现火情');
    expect(desk.pictures).toHaveLength(1);
    const times = desk.said.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test('receives within half a minute, is on the way within a minute, and rides: no step faster than 40 km/h, and he ends there', async () => {
    const { ranger, desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(1);
    expect(desk.stateOf(id)).toBe('on-the-way');
    const begin = distanceMetres(ranger.positionAt(wall), SMOKE);
    let before = ranger.positionAt(wall);
    for (let n = 0; n < 240 && desk.stateOf(id) === 'on-the-way'; n++) {
      await forMinutes(0.2);
      const here = ranger.positionAt(wall);
      expect(distanceMetres(before, here)).toBeLessThan((12 * 40) / 3.6 + 1);
      before = here;
    }
    expect(begin).toBeGreaterThan(5_000);
    expect(wall - START).toBeLessThan(45 * 60_000);
    expect(distanceMetres(desk.said[2]?.position ?? before, SMOKE)).toBeLessThan(1);
  });

  test.each([
    ['forest', START - HOUR_MS, START + 9 * HOUR_MS, '林地着火'],
    ['farm', START - HOUR_MS, START + 9 * HOUR_MS, '烧秸秆'],
    ['grassland', START - HOUR_MS, START + 9 * HOUR_MS, '草地着火'],
    ['chimney', START - HOUR_MS, START + 9 * HOUR_MS, '烟囱'],
    ['forest', START - 3 * HOUR_MS, START - HOUR_MS, '明火已熄灭'],
  ] as const)('who finds a %s says so', async (kind, from, to, texts) => {
    const there = fire(kind, from, to);
    const { desk, forMinutes } = aRanger(undefined, { burningAt: (ms) => (ms >= from && ms < to ? [there] : []) });
    const id = desk.send('id-1', SMOKE);
    await forMinutes(60, () => desk.stateOf(id) === 'done');
    expect(desk.said[3]?.text).toContain(texts);
  });

  test('a task that is called off sends him back to his round, without a jump', async () => {
    const { ranger, desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(5);
    desk.cancel(id);
    let before = ranger.positionAt(wall);
    for (let n = 0; n < 200; n++) {
      await forMinutes(0.2);
      const here = ranger.positionAt(wall);
      expect(distanceMetres(before, here)).toBeLessThan((12 * 40) / 3.6 + 1);
      before = here;
    }
    expect(desk.said.map(({ state }) => state)).toEqual(['received', 'on-the-way']);
    expect(ranger.positionAt(wall)).toEqual(patrol.positionAt(wall));
  });

  test('two tasks are both received; the more pressing is done first, then the other', async () => {
    const { desk, forMinutes } = aRanger();
    const [plain, pressing] = [desk.send('id-1', SMOKE, { priority: 3 }), desk.send('id-1', { lng: 103.57, lat: 31.47 }, { priority: 1 })];
    await forMinutes(120, () => desk.stateOf(plain) === 'done');
    const order = desk.said.filter(({ state }) => state === 'done').map(({ taskId }) => taskId);
    expect(order).toEqual([pressing, plain]);
    expect(desk.said.slice(0, 2).map(({ state }) => state)).toEqual(['received', 'received']);
  });
});

describe('what may go wrong', () => {
  test('while the server is away he rides on; afterwards nothing is missing and nothing is said twice', async () => {
    const { desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(2);
    desk.trouble = Array.from({ length: 40 }, () => ({ kind: 'later', why: 'ECONNREFUSED' }) as const);
    desk.losesAnswers = 2;
    await forMinutes(60, () => desk.stateOf(id) === 'done');
    expect(desk.said.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
    expect(desk.pictures).toHaveLength(1);
  });

  test('a simulator that starts anew goes on where he is, not from home', async () => {
    const { ranger, desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(6);
    expect(desk.stateOf(id)).toBe('on-the-way');
    const next = aRanger(desk);
    await next.ranger.obey(wall);
    // The server keeps times to the second.
    expect(distanceMetres(next.ranger.positionAt(wall), ranger.positionAt(wall))).toBeLessThan(15);
    await next.forMinutes(60, () => desk.stateOf(id) === 'done');
    expect(desk.said.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
  });

  test('who was out of signal on arrival says afterwards when it was', async () => {
    const { desk, forMinutes } = aRanger();
    const id = desk.send('id-1', SMOKE);
    await forMinutes(2);
    wall += 50 * 60_000;
    await forMinutes(0.2);
    expect(desk.stateOf(id)).toBe('done');
    expect(Date.parse(desk.said[2]?.at ?? '')).toBeLessThan(wall - 5 * 60_000);
  });
});

test('who does not walk by himself is heard of only while he obeys, and stays where he was sent', async () => {
  const { ranger, desk, forMinutes } = aRanger(undefined, { walks: false, patrolAt: () => post.home });
  await forMinutes(1);
  expect([ranger.isHeardOf(), ranger.positionAt(wall)]).toEqual([false, post.home]);
  const id = desk.send('id-1', SMOKE);
  await forMinutes(2);
  expect(ranger.isHeardOf()).toBe(true);
  await forMinutes(60, () => desk.stateOf(id) === 'done');
  expect(ranger.isHeardOf()).toBe(false);
  expect(distanceMetres(ranger.positionAt(wall), SMOKE)).toBeLessThan(1);
});
