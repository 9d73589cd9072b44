import { describe, expect, it } from 'vitest';
import { doneOf, indexAt, type ReplaySample, type ReplayWay, runsOf, sampleAt } from './way.ts';

/** Two runs with a gap between them; in the first the walker stands still for one step. */
const way: ReplayWay = {
  id: 'a',
  name: '扎西',
  colour: '#2dd4ff',
  seconds: [100, 110, 120, 130, 1_000, 1_010],
  longitudes: [103, 103.001, 103.001, 103.002, 103.01, 103.011],
  latitudes: [31, 31, 31, 31, 31, 31],
};
const at = (second: number) => sampleAt(way, second) as ReplaySample;

describe('the replay of a track', () => {
  it('between two positions the walker is interpolated by time, with the speed of that step', () => {
    expect(at(105)).toMatchObject({ state: 'moving', index: 0, part: 0.5, lat: 31 });
    expect(at(105).lng).toBeCloseTo(103.0005, 9);
    // 95.3 m in 10 s.
    expect(at(105).kilometresPerHour).toBeCloseTo(34.3, 1);
    expect(at(115)).toMatchObject({ lng: 103.001, kilometresPerHour: 0 });
  });

  it('the walker waits before the first position, stays at the last known position in a gap, and ends at the last', () => {
    expect(at(50)).toMatchObject({ state: 'before', lng: 103, kilometresPerHour: null });
    expect(at(130.5)).toMatchObject({ state: 'gap', lng: 103.002, kilometresPerHour: null });
    expect(at(999)).toMatchObject({ state: 'gap', lng: 103.002 });
    expect(at(1_010)).toMatchObject({ state: 'moving', lng: 103.011 });
    expect(at(2_000)).toMatchObject({ state: 'after', lng: 103.011 });
    expect(sampleAt({ ...way, seconds: [], longitudes: [], latitudes: [] }, 5)).toBeNull();
  });

  it('finds the position of a time among thousands', () => {
    const seconds = Array.from({ length: 5_760 }, (_, n) => n * 15);
    expect([indexAt(seconds, -1), indexAt(seconds, 0), indexAt(seconds, 44), indexAt(seconds, 45), indexAt(seconds, 1e9)]).toEqual([
      -1, 0, 2, 3, 5_759,
    ]);
  });

  it('the track is drawn in runs between gaps, each walked up to the share given by its corners', () => {
    const [first, second] = runsOf(way) as [ReturnType<typeof runsOf>[0], ReturnType<typeof runsOf>[0]];
    expect([first, second]).toEqual([
      { first: 0, last: 3, corners: [0, 1, 1, 2] },
      { first: 4, last: 5, corners: [0, 1] },
    ]);
    expect([50, 105, 115, 125, 500].map((time) => doneOf(first, at(time)))).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect([500, 1_005, 2_000].map((time) => doneOf(second, at(time)))).toEqual([0, 0.5, 1]);
  });
});
