// The demo world's time. The world is laid out from a fixed epoch, so whoever starts it, and whenever, finds the same world at the same moment.

/** 2026-01-01 00:00 in Beijing. */
export const EPOCH_MS = Date.parse('2025-12-31T16:00:00Z');

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export interface WorldClock {
  /** Milliseconds of world time. */
  now(): number;
  /** The moment of the world at a moment of wall time. */
  worldOf(wallMs: number): number;
  /** When the people outside live through a moment of the world: with speed 60 an hour of the world is a minute of theirs. */
  wallOf(worldMs: number): number;
}

/**
 * Time stretched from the epoch on: at speed 1 the world's time is everybody's.
 * Positions in it need no memory: a world restarted at any speed goes on where that speed would have brought it.
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
