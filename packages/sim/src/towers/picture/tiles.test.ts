import { createSurface, demoRelief, type Surface, type TerrainSource, TILE_POSTS } from '@lookout/geo';
import { expect, test, vi } from 'vitest';
import { CLEAR } from '../optics.ts';
import { aTower, NOON_MS } from '../testing.ts';
import { createEye, gazeOf } from './eye.ts';
import { makeGround, startWarming, tilesBelow } from './tiles.ts';

const pose = { pan: 120, tilt: -4, visible: 0, thermal: 0 };
/** A surface that counts the tiles it creates. */
const counted = (source: TerrainSource): { surface: Surface; made: () => number } => {
  let made = 0;
  const values: NonNullable<TerrainSource['values']> = (level, x, y) => {
    made += 1;
    return source.values?.(level, x, y) ?? new Uint16Array(TILE_POSTS ** 2);
  };
  return { surface: createSurface({ ...source, values }), made: () => made };
};
/** Level terrain, each tile of which takes this long to compute. */
const slowGround = (ms: number): TerrainSource => ({
  maxLevel: demoRelief().maxLevel,
  post: () => 1_000,
  values() {
    const until = performance.now() + ms;
    while (performance.now() < until);
    return new Uint16Array(TILE_POSTS ** 2).fill(30_000);
  },
});

test('makeGround creates the tiles that the picture needs: hardly any is created during painting', async () => {
  const { surface, made } = counted(demoRelief());
  const tower = aTower(surface);
  for (const tilt of [-4, 8]) {
    const before = made();
    await makeGround(surface, gazeOf(tower, 'visible', { ...pose, tilt }));
    const beforehand = made() - before;
    createEye(tower, 'visible', surface, () => ({ windFromDegrees: 0, windMetresPerSecond: 0 })).shoot({
      worldMs: NOON_MS,
      seconds: 1_000,
      pose: { ...pose, tilt },
      isMoving: false,
      lens: CLEAR,
      fires: [],
    });
    expect(made() - before - beforehand).toBeLessThanOrEqual(2);
  }
});

test('While tiles are created the thread serves other work, at the latest after a slice and a tile', async () => {
  const { surface, made } = counted(slowGround(3));
  const gaze = gazeOf(aTower(surface), 'visible', pose);
  let turns = 0;
  let isDone = false;
  const countTurn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await makeGround(surface, gaze);
  isDone = true;
  expect(made()).toBe(tilesBelow(gaze, surface).length);
  // Each slice is four tiles of 3 ms.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(made() / 5));
});

test('Tiles are prepared in the background only while there are no viewers, until preparation is stopped', async () => {
  const { surface, made } = counted(slowGround(0));
  const gaze = gazeOf(aTower(surface), 'visible', { ...pose, visible: 1 });
  const all = tilesBelow(gaze, surface).length;
  const madeBefore = made();
  let checks = 0;
  let isWatched = true;
  const watched = startWarming({
    gazes: [gaze],
    surface,
    isWatched() {
      checks += 1;
      return isWatched;
    },
  });
  await vi.waitFor(() => expect(checks).toBeGreaterThan(1));
  expect(made()).toBe(madeBefore);
  isWatched = false;
  await watched.ended;
  expect(made() - madeBefore).toBeGreaterThanOrEqual(all - 1);
  const stopped = startWarming({ gazes: [gaze], surface, isWatched: () => true });
  stopped.stop();
  await stopped.ended;
});
