import { describe, expect, it } from 'vitest';
import { advanced, NO_ROTATION, presentOf, type Rotation, readRotation, roundOf, roundsOf, writeRotation } from './rotation.ts';

const cameras = (online: Readonly<Record<string, boolean>>) =>
  new Map(Object.entries(online).map(([id, isOnline]) => [id, { id, online: isOnline }]));
const rotation: Rotation = { cameraIds: ['a', 'b', 'c', 'd', 'e'], dwell: 15, state: 'running', at: 0 };

describe('a rotation of cameras', () => {
  it('shows as many cameras at once as there are tiles, then the next ones, and after the last the first again', () => {
    const rounds = [rotation, advanced(rotation, 5, 2), advanced(advanced(rotation, 5, 2), 5, 2)].map(({ at }) =>
      roundOf(rotation.cameraIds, at, 2),
    );
    expect(rounds).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', null],
    ]);
    expect(advanced({ ...rotation, at: 4 }, 5, 2).at).toBe(0);
    expect([roundsOf(5, 2, 2), roundsOf(5, 0, 9)]).toEqual([
      { number: 2, count: 3 },
      { number: 1, count: 1 },
    ]);
  });

  it('with more tiles or fewer cameras than before, shows the round that contains its position', () => {
    expect(roundOf(rotation.cameraIds, 2, 4)).toEqual(['a', 'b', 'c', 'd']);
    expect(roundOf(['a'], 4, 4)).toEqual(['a', null, null, null]);
  });

  it('skips cameras that are offline or deleted, unless all are', () => {
    const ids = (of: Readonly<Record<string, boolean>>) => presentOf(rotation, cameras(of)).map(({ id }) => id);
    expect(ids({ a: true, b: false, e: true, x: true })).toEqual(['a', 'e']);
    expect(ids({ a: false, b: false })).toEqual(['a', 'b']);
  });

  it('is stored and resumes unchanged; an unreadable value means no rotation', () => {
    const paused: Rotation = { ...rotation, state: 'paused', at: 2 };
    expect(readRotation(writeRotation(paused))).toEqual(paused);
    for (const bad of [null, '', 'null', '[]', '{"cameraIds":[],"state":"running"}']) expect(readRotation(bad)).toEqual(NO_ROTATION);
    expect(readRotation('{"cameraIds":["a",7],"dwell":7,"state":"running","at":-1}')).toEqual({
      ...NO_ROTATION,
      cameraIds: ['a'],
      state: 'running',
    });
  });
});
