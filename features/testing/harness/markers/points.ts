// Shared by both benchmark pages: the same points and the same flight over them.

export interface Point {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
}

export const MIDDLE = { lng: 102.5, lat: 32 } as const;
const SPREAD = { lng: 3, lat: 2 } as const;

/** A hash of an integer, at least 0 and below 1; the same on every run. */
const chance = (n: number): number => {
  const value = Math.sin(n * 12.9898 + 4.1) * 43_758.5453;
  return value - Math.floor(value);
};

export const pointsOf = (count: number): Point[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    lng: MIDDLE.lng + (chance(2 * n) - 0.5) * 2 * SPREAD.lng,
    lat: MIDDLE.lat + (chance(2 * n + 1) - 0.5) * 2 * SPREAD.lat,
  }));

const FROM_METRES = 280_000;
const TO_METRES = 12_000;

/** Camera height at a share (0 … 1) of the flight from far to near and back; exponential, so that the zoom looks even. */
export const heightAt = (share: number): number => FROM_METRES * (TO_METRES / FROM_METRES) ** (1 - Math.abs(1 - 2 * share));

/** The functions that each page offers to the benchmark. All times in milliseconds. */
export interface MarkerPage {
  /** Resolves when the frame that shows all points is drawn. */
  readonly show: (count: number) => Promise<void>;
  /** Flies for this time, one step per frame. @returns frames drawn */
  readonly zoom: (milliseconds: number) => Promise<number>;
  /** Applies this many changes a second, in ten batches a second. */
  readonly change: (aSecond: number, milliseconds: number) => Promise<void>;
  readonly framesDrawn: () => number;
  /** Whether all tiles are loaded. */
  readonly settled: () => boolean;
}

/** @param step moves the camera; @param frames drawn so far */
export async function flyBy(milliseconds: number, step: (heightMetres: number) => void, frames: () => number): Promise<number> {
  const before = frames();
  const begun = performance.now();
  for (let share = 0; share < 1; share = (performance.now() - begun) / milliseconds) {
    step(heightAt(share));
    await new Promise(requestAnimationFrame);
  }
  return frames() - before;
}

/** @param change applies the n-th batch of changes */
export async function handfuls(milliseconds: number, change: (n: number) => void): Promise<void> {
  const begun = performance.now();
  for (let n = 0; performance.now() - begun < milliseconds; n++) {
    change(n);
    await new Promise((wake) => setTimeout(wake, Math.max(0, begun + (n + 1) * 100 - performance.now())));
  }
}
