// The time of the demo world. It counts from a fixed epoch, so that every run has the same world at the same time.

/** 2026-01-01 00:00 in Beijing. */
export const EPOCH_MS = Date.parse('2025-12-31T16:00:00Z');

export interface WorldClock {
  /** Milliseconds of world time. */
  now(): number;
  /** World time at a wall time. */
  worldOf(wallMs: number): number;
  /** Wall time at a world time: at speed 60 a world hour takes a minute. */
  wallOf(worldMs: number): number;
}

/**
 * World time is wall time scaled from the epoch; at speed 1 both are equal. It depends only on wall time and speed, so after a restart the
 * world continues as if it had run all the time.
 * @param clock milliseconds of wall time
 */
export function createWorldClock(clock: () => number, speed: number): WorldClock {
  const worldOf = (wallMs: number): number => EPOCH_MS + (wallMs - EPOCH_MS) * speed;
  return {
    now: () => worldOf(clock()),
    worldOf,
    wallOf: (worldMs) => EPOCH_MS + (worldMs - EPOCH_MS) / speed,
  };
}
