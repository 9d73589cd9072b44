import { expect, it } from 'vitest';
import { seededNumbers } from '../testing/made-terrain.ts';
import { withLightning } from './lightning.ts';
import { type CellInSight, legibleMetres, type TourLens, tourLooks } from './looks.ts';
import { planTours } from './plan-tours.ts';
import { equalTours, longestMoveSeconds, moveSeconds, type TourCamera, type TourVisit, visitNext } from './tour.ts';
import { firstLooks, leastWaitSeconds } from './tour-figures.ts';
import { assignDuty } from './watch-duty.ts';

const HOUR = 3_600;
/** Twelve looks of 20 s, with movements of at most 6 s, take 312 s. */
const LIMIT = 900;

const cameraOf = (looks: readonly (readonly number[])[], dwellSeconds = 20): TourCamera => ({
  looks: looks.map((cells, look) => ({ panDegrees: (360 / looks.length) * look, tiltDegrees: -3, cells: Int32Array.from(cells) })),
  ...{ dwellSeconds, panDegreesPerSecond: 45, tiltDegreesPerSecond: 30, settleSeconds: 2 },
});

/** Cameras whose looks share cells, and weights that differ by up to a hundred. */
function madeTask(seed: number) {
  const next = seededNumbers(seed);
  const cells = 120;
  const cameras = Array.from({ length: 4 }, () =>
    cameraOf(Array.from({ length: 12 }, () => [...new Set(Array.from({ length: 8 }, () => Math.floor(next() * cells)))])),
  );
  return {
    cameras,
    weights: Float64Array.from({ length: cells }, () => Math.floor(100 * next() ** 3)),
    unseenSeconds: Float64Array.from({ length: cells }, () => next() * 300),
    horizonSeconds: 2 * HOUR,
    limitSeconds: LIMIT,
  };
}

const longestOf = (task: ReturnType<typeof madeTask>, visits: readonly (readonly TourVisit[])[]): number =>
  Math.max(...firstLooks(task, visits).longestUnseenSeconds);

it('no cell with a weight stays unseen beyond the limit, and equal tours wait longer', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const task = madeTask(seed);
    const { visits, late } = planTours(task);
    expect(late).toEqual([]);
    expect(longestOf(task, visits)).toBeLessThanOrEqual(LIMIT);
    const equal = equalTours(task.cameras, task.horizonSeconds);
    expect(firstLooks(task, visits).waitSeconds).toBeLessThan(firstLooks(task, equal).waitSeconds);
    expect(firstLooks(task, visits).waitSeconds).toBeGreaterThan(leastWaitSeconds(task));
  }
});

it('without the limit the same cells stay unseen longer: the test of the limit can fail', () => {
  const longest = Array.from({ length: 10 }, (_, seed) => {
    const task = madeTask(seed + 1);
    return longestOf(task, planTours({ ...task, limitSeconds: 1e9 }).visits);
  });
  expect(Math.max(...longest)).toBeGreaterThan(LIMIT);
});

it('a tight limit is still met, and a limit that no tour meets is reported with what is missing', () => {
  // Ten looks of 20 s with movements of at most 6 s: a round takes 260 s.
  const cameras = [cameraOf(Array.from({ length: 10 }, (_, look) => [look]))];
  const weights = Float64Array.of(1_000, 1, 1, 1, 1, 1, 1, 1, 1, 1);
  const task = { cameras, weights, unseenSeconds: new Float64Array(10), horizonSeconds: HOUR };
  const tight = planTours({ ...task, limitSeconds: 300 });
  expect(tight.late).toEqual([]);
  expect(Math.max(...firstLooks(task, tight.visits).longestUnseenSeconds)).toBeLessThanOrEqual(300);
  const visitsOfFirst = tight.visits[0]?.filter(({ look }) => look === 0).length ?? 0;
  expect(visitsOfFirst).toBeGreaterThan(HOUR / 260);
  expect(planTours({ ...task, limitSeconds: 200 }).late).toEqual([{ camera: 0, seconds: 60 }]);
});

it('moves are those of the head, and each look lasts its dwell', () => {
  const task = madeTask(3);
  for (const [index, visits] of planTours(task).visits.entries()) {
    const camera = task.cameras[index] as TourCamera;
    for (const [nth, visit] of visits.entries()) {
      expect(visit.endSeconds - visit.beginSeconds).toBeCloseTo(camera.dwellSeconds, 9);
      const before = visits[nth - 1];
      if (before) expect(visit.beginSeconds - before.endSeconds).toBeCloseTo(moveSeconds(camera, before.look, visit.look), 9);
    }
    expect(visits.at(-1)?.beginSeconds).toBeLessThan(task.horizonSeconds + 6);
  }
});

it('the shorter way round is taken', () => {
  const camera = cameraOf([[0], [1], [2], [3]]);
  expect(moveSeconds(camera, 0, 3)).toBe(90 / 45 + 2);
  expect(moveSeconds(camera, 2, 2)).toBe(0);
});

it('the same request gives the same plan', () => {
  expect(planTours(madeTask(4))).toEqual(planTours(madeTask(4)));
});

it('a camera that would look for ever or never arrive is refused', () => {
  const task = { weights: [1], unseenSeconds: [0], horizonSeconds: HOUR, limitSeconds: LIMIT };
  const camera = cameraOf([[0]]);
  for (const wrong of [{ dwellSeconds: 0 }, { dwellSeconds: Number.NaN }, { panDegreesPerSecond: 0 }, { settleSeconds: -1 }]) {
    expect(() => planTours({ ...task, cameras: [{ ...camera, ...wrong }] })).toThrow(RangeError);
    expect(() => equalTours([{ ...camera, ...wrong }], HOUR)).toThrow(RangeError);
  }
});

it('a camera without looks has no visits, and one with a single look stays there', () => {
  const cameras = [cameraOf([]), cameraOf([[0]])];
  const [none, one] = planTours({ cameras, weights: [1], unseenSeconds: [0], horizonSeconds: HOUR, limitSeconds: LIMIT }).visits;
  expect(none).toEqual([]);
  // After the first, the camera no longer moves.
  expect(one?.slice(1).every(({ beginSeconds, endSeconds }) => endSeconds - beginSeconds === 20)).toBe(true);
  expect(one?.length).toBe(HOUR / 20);
});

it('a cell that weighs more is looked at no less often', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const next = seededNumbers(seed);
    const cameras = [cameraOf(Array.from({ length: 12 }, (_, cell) => [cell]))];
    const weights = Float64Array.from({ length: 12 }, () => 1 + Math.floor(50 * next()));
    const looksAt = (more: number): number => {
      const heavier = weights.map((weight, cell) => (cell === 5 ? weight * more : weight));
      const [visits] = planTours({
        cameras,
        weights: heavier,
        unseenSeconds: new Float64Array(12),
        horizonSeconds: HOUR,
        limitSeconds: LIMIT,
      }).visits;
      return visits?.filter(({ look }) => look === 5).length ?? 0;
    };
    // A plan's end may cut off one look.
    expect(looksAt(4)).toBeGreaterThanOrEqual(looksAt(1) - 1);
    expect(looksAt(100)).toBeGreaterThan(looksAt(1));
  }
});

it('what another camera has just seen is worth less', () => {
  // Both see cell 0. Only one of them should look there at a time, the other at its own cell.
  const cameras = [cameraOf([[0], [1]]), cameraOf([[0], [2]])];
  const task = { cameras, weights: [1, 1, 1], unseenSeconds: [600, 600, 600], horizonSeconds: HOUR, limitSeconds: LIMIT };
  const [first, second] = planTours(task).visits;
  expect([first?.[0]?.look, second?.[0]?.look]).toEqual([0, 1]);
});

it('a cell that two cameras show is the duty of one', () => {
  const duty = assignDuty([cameraOf([[0], [1]]), cameraOf([[0], [2]])], [1, 1, 1, 1], LIMIT);
  const owners = duty.cells.map((looks) => looks.map((cells) => [...cells]));
  expect(owners.flat(2).sort()).toEqual([0, 1, 2]);
});

it('plans that follow each other keep the limit', () => {
  const task = { ...madeTask(7), horizonSeconds: HOUR };
  const first = planTours(task);
  const seenAt = Float64Array.from(task.unseenSeconds, (seconds) => -seconds);
  for (const [camera, visits] of first.visits.entries()) {
    for (const { look, endSeconds } of visits) {
      for (const cell of task.cameras[camera]?.looks[look]?.cells ?? []) seenAt[cell] = Math.max(seenAt[cell] as number, endSeconds);
    }
  }
  const starts = first.visits.map((visits) => ({
    look: visits.at(-1)?.look ?? null,
    freeAtSeconds: (visits.at(-1)?.endSeconds ?? HOUR) - HOUR,
  }));
  const second = { ...task, starts, unseenSeconds: seenAt.map((at) => HOUR - at) };
  expect(longestOf(second, planTours(second).visits)).toBeLessThanOrEqual(LIMIT);
});

it('the expected wait is that of fires at every second', () => {
  const task = madeTask(2);
  const { visits } = planTours(task);
  const looks = visits
    .flatMap((own, camera) => own.map((visit) => ({ camera, ...visit })))
    .filter(({ endSeconds }) => endSeconds <= task.horizonSeconds)
    .sort((a, b) => b.endSeconds - a.endSeconds);
  let [sum, weight] = [0, 0];
  for (let cell = 0; cell < task.weights.length; cell++) {
    const own = task.weights[cell] as number;
    const seen = looks
      .filter(({ camera, look }) => task.cameras[camera]?.looks[look]?.cells.includes(cell))
      .map(({ endSeconds }) => endSeconds);
    const isInView = task.cameras.some((camera) => camera.looks.some(({ cells }) => cells.includes(cell)));
    if (!isInView || own === 0) continue;
    let wait = 0;
    for (let second = 0.5; second < task.horizonSeconds; second++) {
      while (seen.length > 0 && (seen.at(-1) as number) < second) seen.pop();
      wait += (seen.at(-1) ?? task.horizonSeconds) - second;
    }
    sum += (own * wait) / task.horizonSeconds;
    weight += own;
  }
  expect(firstLooks(task, visits).waitSeconds).toBeCloseTo(sum / weight, 1);
});

it('ten cells: within a fifth of the best sequence there is', () => {
  const ratios = Array.from({ length: 8 }, (_, seed) => {
    const next = seededNumbers(seed + 1);
    // Five looks of two cells, in each of some six visits.
    const cameras = [cameraOf(Array.from({ length: 5 }, (_, look) => [2 * look, 2 * look + 1]))];
    const weights = Float64Array.from({ length: 10 }, () => 1 + Math.floor(30 * next() ** 2));
    const task = { cameras, weights, unseenSeconds: new Float64Array(10).fill(120), horizonSeconds: 130, limitSeconds: 1e6 };
    const ours = waitWithAges(task, planTours(task).visits[0] ?? []);
    return ours / bestWait(task);
  });
  expect(Math.min(...ratios)).toBeGreaterThanOrEqual(1 - 1e-9);
  expect(Math.max(...ratios)).toBeLessThan(1.2);
});

interface SmallTask {
  readonly cameras: readonly TourCamera[];
  readonly weights: Float64Array;
  readonly unseenSeconds: Float64Array;
  readonly horizonSeconds: number;
}

/** The mean weighted time since cells were seen: what a plan from given ages can lower. */
function waitWithAges({ cameras, weights, unseenSeconds, horizonSeconds }: SmallTask, visits: readonly TourVisit[]): number {
  const seenAt = unseenSeconds.map((seconds) => -seconds);
  let sum = 0;
  const until = (cell: number, end: number, begin: number) =>
    (weights[cell] as number) * ((end - (seenAt[cell] as number)) ** 2 - (begin - (seenAt[cell] as number)) ** 2);
  const from = new Float64Array(weights.length);
  for (const { look, endSeconds } of visits) {
    if (endSeconds > horizonSeconds) break;
    for (const cell of cameras[0]?.looks[look]?.cells ?? []) {
      sum += until(cell, endSeconds, from[cell] as number);
      seenAt[cell] = endSeconds;
      from[cell] = endSeconds;
    }
  }
  for (let cell = 0; cell < weights.length; cell++) sum += until(cell, horizonSeconds, from[cell] as number);
  return sum / 2;
}

function bestWait(task: SmallTask): number {
  const camera = task.cameras[0] as TourCamera;
  let best = Number.POSITIVE_INFINITY;
  const extend = (visits: TourVisit[], look: number | null, freeAtSeconds: number): void => {
    if (freeAtSeconds >= task.horizonSeconds) {
      best = Math.min(best, waitWithAges(task, visits));
      return;
    }
    for (let next = 0; next < camera.looks.length; next++) {
      const visit = visitNext(camera, { look, freeAtSeconds }, next, longestMoveSeconds(camera));
      extend([...visits, visit], next, visit.endSeconds);
    }
  };
  extend([], null, 0);
  return best;
}

const LENS: TourLens = { fieldDegrees: 20, pixelsAcross: 1_920, pixelsDown: 1_080, targetMetres: 20, targetPixels: 8 };

it('looks show every legible cell, and no other', () => {
  // 20 m × 1920 / (2 tan 10° × 8)
  expect(legibleMetres(LENS)).toBeCloseTo(13_611.1, 0);
  const next = seededNumbers(9);
  const cells: CellInSight[] = Array.from({ length: 500 }, (_, cell) => ({
    cell,
    azimuthDegrees: next() * 360,
    tiltDegrees: -20 * next(),
    metres: 20_000 * next(),
  }));
  const shown = new Set(tourLooks(cells, LENS).flatMap((look) => [...look.cells]));
  for (const { cell, metres } of cells) expect(shown.has(cell)).toBe(metres <= legibleMetres(LENS));
});

it('stops that show nothing are left out, and a wide lens reaches less far', () => {
  const east = { cell: 0, azimuthDegrees: 90, tiltDegrees: -2, metres: 5_000 };
  const looks = tourLooks([east], LENS);
  expect(looks.length).toBeGreaterThan(0);
  for (const { panDegrees } of looks) expect(Math.abs(panDegrees - 90)).toBeLessThanOrEqual(10);
  expect(tourLooks([east], { ...LENS, fieldDegrees: 60 })).toEqual([]);
  expect(tourLooks([], LENS)).toEqual([]);
});

it('lightning multiplies by ten at a new stroke, and by nothing a kilometre away or after 72 hours', () => {
  const at = { lng: 103, lat: 32 };
  const places = [at, { lng: 103, lat: 32.02 }];
  expect([...withLightning([2, 2], places, [{ ...at, hoursAgo: 0 }])]).toEqual([20, 2]);
  expect([...withLightning([2, 2], places, [{ ...at, hoursAgo: 36 }])]).toEqual([11, 2]);
  expect([...withLightning([2, 2], places, [{ ...at, hoursAgo: 72 }])]).toEqual([2, 2]);
});
