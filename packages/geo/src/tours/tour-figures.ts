// How good tours are: the danger-weighted expected time until the first look at a new fire, how long cells stay unseen, and a bound that no tour
// can beat.
import type { TourCamera, TourVisit } from './tour.ts';

export interface FirstLooks {
  /** Expected seconds until a look at a fire that starts at any time of the horizon, in a cell in view, with a chance by its weight. */
  readonly waitSeconds: number;
  /** By cell: the longest time unseen, that before the start included; 0: not in view or without weight. */
  readonly longestUnseenSeconds: Float64Array;
}

interface Watched {
  readonly cameras: readonly TourCamera[];
  readonly weights: ArrayLike<number>;
  /** By cell, at the start; default: 0. */
  readonly unseenSeconds?: ArrayLike<number>;
  readonly horizonSeconds: number;
}

/**
 * A cell is seen when a look at it ends. Between two looks g seconds apart a fire waits g/2 on average, so a cell's expected wait is Σ g²/2T. The
 * gap after the last look is counted only up to the horizon, like that before the first.
 */
export function firstLooks(watched: Watched, tours: readonly (readonly TourVisit[])[]): FirstLooks {
  const { weights, horizonSeconds, unseenSeconds } = watched;
  const last = new Float64Array(weights.length);
  const squares = new Float64Array(weights.length);
  const longest = Float64Array.from({ length: weights.length }, (_, cell) => unseenSeconds?.[cell] ?? 0);
  const before = longest.slice();
  const inView = new Uint8Array(weights.length);
  for (const { looks } of watched.cameras) for (const { cells } of looks) for (const cell of cells) inView[cell] = 1;
  const looks = tours
    .flatMap((visits, camera) => visits.map((visit) => ({ camera, ...visit })))
    .sort((a, b) => a.endSeconds - b.endSeconds);
  for (const { camera, look, endSeconds } of looks) {
    if (endSeconds > horizonSeconds) break;
    for (const cell of watched.cameras[camera]?.looks[look]?.cells ?? []) {
      const gap = endSeconds - (last[cell] as number);
      squares[cell] = (squares[cell] as number) + gap * gap;
      longest[cell] = Math.max(longest[cell] as number, gap + (last[cell] === 0 ? (before[cell] as number) : 0));
      last[cell] = endSeconds;
    }
  }
  let [sum, weightInView] = [0, 0];
  for (let cell = 0; cell < weights.length; cell++) {
    const weight = weights[cell] as number;
    if (inView[cell] === 0 || !(weight > 0)) {
      longest[cell] = 0;
      continue;
    }
    const gap = horizonSeconds - (last[cell] as number);
    longest[cell] = Math.max(longest[cell] as number, gap + (last[cell] === 0 ? (before[cell] as number) : 0));
    sum += (weight * ((squares[cell] as number) + gap * gap)) / (2 * horizonSeconds);
    weightInView += weight;
  }
  return { waitSeconds: weightInView === 0 ? 0 : sum / weightInView, longestUnseenSeconds: longest };
}

const BOUND_ROUNDS = 300;

/**
 * A time that the expected wait of no tour over a long horizon is below. Looks are evenly spaced at best: a cell that is looked at f times a second
 * waits 1/2f. The best shares of time are found by multiplicative steps, and the linearisation there bounds the optimum from below. Movements are
 * taken to cost nothing but `settleSeconds`, and no limit on time unseen is asked for.
 */
export function leastWaitSeconds({ cameras, weights }: Pick<Watched, 'cameras' | 'weights'>): number {
  const shares = cameras.map(({ looks }) => new Float64Array(looks.length).fill(1 / looks.length));
  const rate = new Float64Array(weights.length);
  let bound = 0;
  for (let round = 0; round < BOUND_ROUNDS; round++) {
    rate.fill(0);
    eachLook(cameras, (camera, look, cells, seconds) => {
      for (const cell of cells) rate[cell] = (rate[cell] as number) + ((shares[camera] as Float64Array)[look] as number) / seconds;
    });
    let [wait, weightInView] = [0, 0];
    for (let cell = 0; cell < weights.length; cell++) {
      const weight = weights[cell] as number;
      if (!(weight > 0 && (rate[cell] as number) > 0)) continue;
      wait += weight / (2 * (rate[cell] as number));
      weightInView += weight;
    }
    if (weightInView === 0) return 0;
    // What a share of a camera's time is worth.
    const worth = cameras.map(({ looks }) => new Float64Array(looks.length));
    eachLook(cameras, (camera, look, cells, seconds) => {
      let sum = 0;
      for (const cell of cells)
        if ((weights[cell] as number) > 0) sum += (weights[cell] as number) / (2 * (rate[cell] as number) ** 2 * seconds);
      (worth[camera] as Float64Array)[look] = sum;
    });
    let lowered = wait;
    for (const [camera, own] of worth.entries()) {
      const share = shares[camera] as Float64Array;
      const mean = own.reduce((sum, one, look) => sum + one * (share[look] as number), 0);
      lowered += mean - own.reduce((most, one) => Math.max(most, one), 0);
      const roots = own.map((one, look) => (share[look] as number) * Math.sqrt(one));
      const total = roots.reduce((sum, one) => sum + one, 0);
      if (total > 0) shares[camera] = roots.map((one) => one / total);
    }
    bound = Math.max(bound, lowered / weightInView);
  }
  return bound;
}

function eachLook(cameras: readonly TourCamera[], use: (camera: number, look: number, cells: Int32Array, seconds: number) => void): void {
  for (const [index, camera] of cameras.entries()) {
    // A camera with one look never moves.
    const seconds = camera.dwellSeconds + (camera.looks.length > 1 ? camera.settleSeconds : 0);
    for (const [look, { cells }] of camera.looks.entries()) use(index, look, cells, seconds);
  }
}
