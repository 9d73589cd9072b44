// Who must look at which cell in time: each cell that a camera shows is the duty of one look of one camera, so that a limit on how long a cell
// stays unseen is a matter of that camera alone.
import { longestMoveSeconds, type TourCamera } from './tour.ts';

export interface WatchDuty {
  /** By camera and look: the cells whose limit it must meet. Empty: the look is free. */
  readonly cells: readonly (readonly Int32Array[])[];
  /** By camera: seconds of a round over the looks with a duty, each movement taken to be the longest. */
  readonly roundSeconds: readonly number[];
}

interface Candidate {
  readonly camera: number;
  readonly look: number;
  readonly cells: Int32Array;
  /** Its cells that are nobody's duty yet. */
  open: number;
}

/**
 * Assigns all cells with a weight by a greedy cover: next the look with the most cells that are nobody's duty, cameras with a short round first.
 * @param weights by cell; cells without weight are no duty
 */
export function assignDuty(cameras: readonly TourCamera[], weights: ArrayLike<number>, limitSeconds: number): WatchDuty {
  const lookSeconds = cameras.map((camera) => camera.dwellSeconds + longestMoveSeconds(camera));
  const roundSeconds = cameras.map(() => 0);
  const candidates: Candidate[] = cameras.flatMap(({ looks }, camera) =>
    looks.map(({ cells }, look) => {
      const weighty = cells.filter((cell) => (weights[cell] as number) > 0);
      return { camera, look, cells: weighty, open: weighty.length };
    }),
  );
  const showing = new Map<number, Candidate[]>();
  for (const one of candidates) {
    for (const cell of one.cells) {
      const known = showing.get(cell);
      if (known) known.push(one);
      else showing.set(cell, [one]);
    }
  }
  const assigned = new Uint8Array(weights.length);
  const cells = cameras.map(({ looks }) => looks.map((): Int32Array => new Int32Array(0)));
  for (;;) {
    let best: Candidate | null = null;
    let most = 0;
    for (const one of candidates) {
      const value = one.open / (1 + (roundSeconds[one.camera] as number) / limitSeconds);
      if (value > most) [best, most] = [one, value];
    }
    if (best === null) return { cells, roundSeconds };
    const own = best.cells.filter((cell) => assigned[cell] === 0);
    for (const cell of own) {
      assigned[cell] = 1;
      for (const other of showing.get(cell) ?? []) other.open--;
    }
    (cells[best.camera] as Int32Array[])[best.look] = own;
    roundSeconds[best.camera] = (roundSeconds[best.camera] as number) + (lookSeconds[best.camera] as number);
  }
}
