// The lie of the land around a place, as the wind feels it: which way the valley runs, how deep it is, which way is up.
import { destination, type LngLat, type Surface } from '@lookout/geo';

export interface Valley {
  /** True direction in which the valley rises, degrees. */
  readonly upDegrees: number;
  /** How far the sides stand above the floor, metres; near 0 on a plain and on a summit. */
  readonly depthMetres: number;
}

const REACH_METRES = 3_000;
const AXES = 8;

/** Looks 3 km out along eight axes: a valley runs where the land stays lowest on both sides. */
export function valleyAt(surface: Surface, place: LngLat): Valley {
  const height = (azimuth: number): number => {
    const there = destination(place, azimuth, REACH_METRES);
    return surface.heightAt(there.lng, there.lat) ?? 0;
  };
  const axes = Array.from({ length: AXES }, (_, n) => {
    const azimuth = (n * 180) / AXES;
    const [ahead, behind] = [height(azimuth), height(azimuth + 180)];
    return { mean: (ahead + behind) / 2, upDegrees: ahead >= behind ? azimuth : azimuth + 180 };
  });
  const lowest = axes.reduce((low, axis) => (axis.mean < low.mean ? axis : low));
  const highest = axes.reduce((high, axis) => (axis.mean > high.mean ? axis : high));
  return { upDegrees: lowest.upDegrees, depthMetres: highest.mean - lowest.mean };
}
