import { expect, it } from 'vitest';
import { distanceMetres } from '../coordinates/geodesic.ts';
import type { TrackFix } from './patrol.ts';
import { evenlySpaced, thinTrack } from './thin.ts';

const at = (seconds: number, lng: number, lat: number): TrackFix => ({ ms: seconds * 1000, lng, lat });

/** The position on a track at a time. */
function placeAt(fixes: readonly TrackFix[], ms: number): TrackFix {
  const next = Math.max(
    1,
    fixes.findIndex((fix) => fix.ms >= ms),
  );
  const [a, b] = [fixes[next - 1] as TrackFix, fixes[next] as TrackFix];
  const part = (ms - a.ms) / (b.ms - a.ms);
  return { ms, lng: a.lng + part * (b.lng - a.lng), lat: a.lat + part * (b.lat - a.lat) };
}

it('a track that is short enough does not change', () => {
  const track = [at(0, 103, 31), at(15, 103, 31), at(30, 103.1, 31)];
  expect(thinTrack(track, 3)).toBe(track);
});

it('a straight steady track is reduced to its two ends; a halt keeps its beginning and its end, a bend its corner', () => {
  const steps = (count: number) => Array.from({ length: count }, (_, index) => index);
  const east = steps(100).map((n) => at(n * 15, 103 + n * 0.0002, 31));
  expect(thinTrack(east, 2)).toEqual([east[0], east[99]]);
  const halt = steps(100).map((n) => at(1_500 + n * 15, 103 + 99 * 0.0002, 31));
  const north = steps(100).map((n) => at(3_000 + n * 15, 103 + 99 * 0.0002, 31 + n * 0.0002));
  const thinned = thinTrack([...east, ...halt, ...north], 4);
  expect(thinned.map(({ ms }) => ms / 1000)).toEqual([0, 1_485, 3_000, 4_485]);
});

it('both ends of a gap are retained, however few positions are requested', () => {
  const track = [at(0, 103, 31), at(15, 103, 31), at(30, 103, 31), at(631, 103, 31), at(646, 103, 31), at(661, 103, 31)];
  expect(thinTrack(track, 2).map(({ ms }) => ms / 1000)).toEqual([0, 30, 631, 661]);
});

it('of 5,760 positions on a winding track 2,000 are within a few metres of it at every time', () => {
  const track = Array.from({ length: 5_760 }, (_, n) =>
    at(n * 15, 103 + n * 0.0001 + Math.sin(n / 9) * 0.0006, 31 + Math.cos(n / 13) * 0.0008),
  );
  const thinned = thinTrack(track, 2_000);
  expect(thinned).toHaveLength(2_000);
  const errors = track.map((fix) => distanceMetres(fix, placeAt(thinned, fix.ms)));
  expect(Math.max(...errors)).toBeLessThan(6);
});

it('evenly spaced points begin and end with those of the list', () => {
  const hundred = Array.from({ length: 100 }, (_, n) => n);
  expect(evenlySpaced(hundred, 4)).toEqual([0, 33, 66, 99]);
  expect(evenlySpaced(hundred, 100)).toEqual(hundred);
});
