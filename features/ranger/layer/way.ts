// A ranger's day in the replay: position and speed at a given second, and how far along the drawn line that is. Loads no Cesium.
import { GAP_MS } from '@lookout/geo';

/** In order of time; WGS 84 degrees. */
export interface ReplayWay {
  readonly id: string;
  readonly name: string;
  /** CSS colour. */
  readonly colour: string;
  /** Time of each position, seconds since the start of the day. */
  readonly seconds: readonly number[];
  readonly longitudes: readonly number[];
  readonly latitudes: readonly number[];
}

/** State of a walker in the replay. */
export interface ReplaySample {
  /** `before`, `after`: not yet, no longer on duty; `gap`: between two positions too far apart in time to interpolate. */
  readonly state: 'before' | 'moving' | 'gap' | 'after';
  readonly lng: number;
  readonly lat: number;
  /** Speed over the current step; null outside a step. */
  readonly kilometresPerHour: number | null;
  /** Index of the position at or before this time, and the share of the step to the next: 0 ≤ part < 1. */
  readonly index: number;
  readonly part: number;
}

/** The map draws the same gaps that are counted for the track. */
const GAP_SECONDS = GAP_MS / 1000;
const METRES_PER_DEGREE = 111_195;
const KILOMETRES_PER_HOUR = 3.6;

/** The index of the last position at or before a second; −1: none. */
export function indexAt(seconds: readonly number[], second: number): number {
  let [low, high] = [0, seconds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seconds[middle] as number) <= second) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @returns null for a track without positions */
export function sampleAt({ seconds, longitudes, latitudes }: ReplayWay, second: number): ReplaySample | null {
  if (seconds.length === 0) return null;
  const index = Math.max(0, indexAt(seconds, second));
  const [lng, lat] = [longitudes[index] as number, latitudes[index] as number];
  const still = { lng, lat, kilometresPerHour: null, index, part: 0 };
  if (second < (seconds[0] as number)) return { state: 'before', ...still };
  const from = seconds[index] as number;
  const to = seconds[index + 1];
  if (to === undefined) return { state: second > from ? 'after' : 'moving', ...still };
  // The path in a gap is unknown: the walker stays at the last known position.
  if (to - from > GAP_SECONDS) return { state: 'gap', ...still };
  const [toLng, toLat] = [longitudes[index + 1] as number, latitudes[index + 1] as number];
  const part = to === from ? 0 : (second - from) / (to - from);
  const metres = METRES_PER_DEGREE * Math.hypot((toLng - lng) * Math.cos((lat * Math.PI) / 180), toLat - lat);
  return {
    state: 'moving',
    lng: lng + part * (toLng - lng),
    lat: lat + part * (toLat - lat),
    kilometresPerHour: to === from ? 0 : (metres / (to - from)) * KILOMETRES_PER_HOUR,
    index,
    part,
  };
}

/** A part of the track without a gap, drawn as one line. */
export interface Run {
  /** Indexes of its end positions, both included. */
  readonly first: number;
  readonly last: number;
  /** For each position the index of its corner of the line: a walker who stands still has many positions at one corner. */
  readonly corners: readonly number[];
}

/** Splits the track at its gaps. */
export function runsOf({ seconds, longitudes, latitudes }: ReplayWay): Run[] {
  const runs: { first: number; last: number; corners: number[] }[] = [];
  for (const [index, second] of seconds.entries()) {
    const run = runs.at(-1);
    if (run === undefined || second - (seconds[index - 1] as number) > GAP_SECONDS) {
      runs.push({ first: index, last: index, corners: [0] });
      continue;
    }
    const isSame = longitudes[index] === longitudes[index - 1] && latitudes[index] === latitudes[index - 1];
    run.corners.push((run.corners.at(-1) as number) + (isSame ? 0 : 1));
    run.last = index;
  }
  return runs;
}

/** The share of a run's line that has been walked, 0–1, measured in its corners (as the line's texture coordinate is). */
export function doneOf({ first, last, corners }: Run, { index, part, state }: ReplaySample): number {
  if (state === 'before' || index < first) return 0;
  if (index >= last) return 1;
  const all = corners.at(-1) as number;
  const [from, to] = [corners[index - first] as number, corners[index - first + 1] as number];
  return all === 0 ? 1 : (from + part * (to - from)) / all;
}
