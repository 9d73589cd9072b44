import { HOUR_MS } from '@lookout/domain';
import { distanceMetres } from '@lookout/geo';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWorldClock } from '../clock.ts';
import type { Fire } from '../fires/fire.ts';
import { demoGround } from '../testing/demo-ground.ts';
import { createFakeTaskServer } from '../testing/fake-task-server.ts';
import { createPatrol, roster } from './patrol.ts';
import { createRanger, type RangerOptions } from './ranger.ts';

const surface = demoGround;
const START = Date.parse('2026-11-21T11:00:00+08:00');
const [post] = roster;
if (!post) throw new Error('no rangers');
const patrol = createPatrol(1, post, surface);
/** About 10 km down the Min valley. */
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
  front: null,
});

const aRanger = (server = createFakeTaskServer(() => wall), overrides: Partial<RangerOptions> = {}) => {
  const ranger = createRanger({
    userName: 'ranger01',
    seed: 1,
    session: server.sessionOf('id-1'),
    surface,
    burningAt: () => [],
    patrols: true,
    clock: createWorldClock(() => wall, 1),
    patrolAt: patrol.positionAt,
    ...overrides,
  });
  /** Processes the tasks every 12 s for the given number of minutes, or until the condition holds. */
  const forMinutes = async (minutes: number, until: () => boolean = () => false) => {
    const end = wall + minutes * 60_000;
    while (wall < end && !until()) {
      wall += 12_000;
      await ranger.processTasks(wall);
    }
  };
  return { ranger, server, forMinutes };
};

describe('a ranger with a task', () => {
  test('A ranger reports each step once, in order, and the finding with a photo', async () => {
    const { server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(60, () => server.stateOf(id) === 'done');
    expect(server.progress.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
    expect(server.progress.every(({ text }) => text?.includes('演示'))).toBe(true);
    expect(server.progress[1]?.text).toContain('摩托车');
    expect(server.progress[3]).toMatchObject({ photos: ['photo-1'] });
    expect(server.progress[3]?.text).toContain('未发现火情');
    expect(server.pictures).toHaveLength(1);
    const times = server.progress.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
  });

  test('A ranger is on the way within a minute, never rides faster than 40 km/h, and arrives at the place', async () => {
    const { ranger, server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(1);
    expect(server.stateOf(id)).toBe('on-the-way');
    const begin = distanceMetres(ranger.positionAt(wall), SMOKE);
    let before = ranger.positionAt(wall);
    for (let n = 0; n < 240 && server.stateOf(id) === 'on-the-way'; n++) {
      await forMinutes(0.2);
      const here = ranger.positionAt(wall);
      expect(distanceMetres(before, here)).toBeLessThan((12 * 40) / 3.6 + 1);
      before = here;
    }
    expect(begin).toBeGreaterThan(5_000);
    expect(wall - START).toBeLessThan(45 * 60_000);
    expect(distanceMetres(server.progress[2]?.position ?? before, SMOKE)).toBeLessThan(1);
  });

  test.each([
    ['forest', START - HOUR_MS, START + 9 * HOUR_MS, '林地着火'],
    ['farm', START - HOUR_MS, START + 9 * HOUR_MS, '烧秸秆'],
    ['grassland', START - HOUR_MS, START + 9 * HOUR_MS, '草地着火'],
    ['chimney', START - HOUR_MS, START + 9 * HOUR_MS, '烟囱'],
    ['forest', START - 3 * HOUR_MS, START - HOUR_MS, '明火已熄灭'],
  ] as const)('A ranger who finds a %s reports it', async (kind, from, to, texts) => {
    const there = fire(kind, from, to);
    const { server, forMinutes } = aRanger(undefined, { burningAt: (ms) => (ms >= from && ms < to ? [there] : []) });
    const id = server.send('id-1', SMOKE);
    await forMinutes(60, () => server.stateOf(id) === 'done');
    expect(server.progress[3]?.text).toContain(texts);
  });

  test('A ranger returns to the patrol without a jump when the task is cancelled', async () => {
    const { ranger, server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(5);
    server.cancel(id);
    let before = ranger.positionAt(wall);
    for (let n = 0; n < 200; n++) {
      await forMinutes(0.2);
      const here = ranger.positionAt(wall);
      expect(distanceMetres(before, here)).toBeLessThan((12 * 40) / 3.6 + 1);
      before = here;
    }
    expect(server.progress.map(({ state }) => state)).toEqual(['received', 'on-the-way']);
    expect(ranger.positionAt(wall)).toEqual(patrol.positionAt(wall));
  });

  test('A ranger with two tasks acknowledges both, does the more urgent first, then the other', async () => {
    const { server, forMinutes } = aRanger();
    const [normal, urgent] = [
      server.send('id-1', SMOKE, { priority: 3 }),
      server.send('id-1', { lng: 103.57, lat: 31.47 }, { priority: 1 }),
    ];
    await forMinutes(120, () => server.stateOf(normal) === 'done');
    const order = server.progress.filter(({ state }) => state === 'done').map(({ taskId }) => taskId);
    expect(order).toEqual([urgent, normal]);
    expect(server.progress.slice(0, 2).map(({ state }) => state)).toEqual(['received', 'received']);
  });
});

describe('failures', () => {
  test('while the server is unavailable the ranger rides on; afterwards every step is reported exactly once', async () => {
    const { server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(2);
    server.failures = Array.from({ length: 40 }, () => ({ kind: 'later', why: 'ECONNREFUSED' }) as const);
    server.lostResponses = 2;
    await forMinutes(60, () => server.stateOf(id) === 'done');
    expect(server.progress.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
    expect(server.pictures).toHaveLength(1);
  });

  test('after a restart of the simulator the ranger continues from the present position, not from home', async () => {
    const { ranger, server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(6);
    expect(server.stateOf(id)).toBe('on-the-way');
    const next = aRanger(server);
    await next.ranger.processTasks(wall);
    // The server stores times to the second.
    expect(distanceMetres(next.ranger.positionAt(wall), ranger.positionAt(wall))).toBeLessThan(15);
    await next.forMinutes(60, () => server.stateOf(id) === 'done');
    expect(server.progress.map(({ state }) => state)).toEqual(['received', 'on-the-way', 'arrived', 'reported', 'done']);
  });

  test('a ranger out of signal on arrival reports the true time of arrival later', async () => {
    const { server, forMinutes } = aRanger();
    const id = server.send('id-1', SMOKE);
    await forMinutes(2);
    wall += 50 * 60_000;
    await forMinutes(0.2);
    expect(server.stateOf(id)).toBe('done');
    expect(Date.parse(server.progress[2]?.at ?? '')).toBeLessThan(wall - 5 * 60_000);
  });
});

test('A ranger who does not patrol sends positions only during a task, and otherwise stays in place', async () => {
  const { ranger, server, forMinutes } = aRanger(undefined, { patrols: false, patrolAt: () => post.home });
  await forMinutes(1);
  expect([ranger.sendsPositions(), ranger.positionAt(wall)]).toEqual([false, post.home]);
  const id = server.send('id-1', SMOKE);
  await forMinutes(2);
  expect(ranger.sendsPositions()).toBe(true);
  await forMinutes(60, () => server.stateOf(id) === 'done');
  expect(ranger.sendsPositions()).toBe(false);
  expect(distanceMetres(ranger.positionAt(wall), SMOKE)).toBeLessThan(1);
});
