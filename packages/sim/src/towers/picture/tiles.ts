// Creates the terrain tiles in a gaze's field in small slices before the first picture is painted. A new tile takes milliseconds, a wide
// view has dozens of them, and the thread must serve other work in the meantime.
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { type Surface, TILE_CELLS } from '@lookout/geo';
import type { Gaze } from './gaze.ts';
import { createGroundPath, fillGroundPath, PIECES, slopesOf } from './ground.ts';

interface TileAddress {
  readonly x: number;
  readonly y: number;
}

/** Angle between the sampled rays: half a kilometre at the far end, so that at most the corner of a tile is missed. */
const FAN_DEGREES = 1;
/** Samples on each straight piece of a path. */
const SAMPLES = 4;
/** The thread is blocked for at most this long. */
const SLICE_MS = 10;

/** All tiles in a gaze's field, nearest first, including those that a ridge hides. */
export function tilesBelow(gaze: Gaze, surface: Surface): TileAddress[] {
  const path = createGroundPath();
  const rays = Math.max(2, Math.ceil(gaze.fieldDegrees / FAN_DEGREES) + 1);
  const found = new Map<number, TileAddress & { readonly sample: number }>();
  for (let ray = 0; ray < rays; ray++) {
    fillGroundPath(path, gaze, gaze.azimuthDegrees + gaze.fieldDegrees * (ray / (rays - 1) - 0.5), surface);
    for (let sample = 0; sample < PIECES * SAMPLES; sample++) {
      const [x, y] = [tileAt(path.u, sample), tileAt(path.v, sample)];
      const key = y * KEY_ROW + x;
      if ((found.get(key)?.sample ?? Number.POSITIVE_INFINITY) > sample) found.set(key, { x, y, sample });
    }
  }
  return [...found.values()].toSorted((a, b) => a.sample - b.sample);
}

/** More than the number of tiles around the earth, also past 180°. */
const KEY_ROW = 2 ** 24;

function tileAt(knots: Float64Array, sample: number): number {
  const piece = Math.floor(sample / SAMPLES);
  const [from, to] = [knots[piece] as number, knots[piece + 1] as number];
  return Math.floor((from + ((sample % SAMPLES) / SAMPLES) * (to - from)) / TILE_CELLS);
}

/** Creates a tile and its slopes; costs nothing when the tile exists. */
function makeTile(surface: Surface, { x, y }: TileAddress): void {
  slopesOf(surface, x, y);
}

/** Creates the missing tiles of a gaze; yields to the rest of the program between the slices. */
export async function makeGround(surface: Surface, gaze: Gaze): Promise<void> {
  let since = performance.now();
  for (const tile of tilesBelow(gaze, surface)) {
    makeTile(surface, tile);
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

// Creates the terrain around the towers in the background, so that a camera has its first picture at once.

interface WarmingOptions {
  readonly gazes: readonly Gaze[];
  readonly surface: Surface;
  /** Whether there are viewers. They have priority: no tiles are created in the background while there are any. */
  readonly isWatched: () => boolean;
}

interface Warming {
  /** Resolves when all tiles exist, or after `stop`. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Milliseconds of rest per millisecond of work, which uses a tenth of a core. */
const REST = 9;
const LEAST_REST_MS = 20;
const WATCHED_REST_MS = 1_000;

export function startWarming({ gazes, surface, isWatched }: WarmingOptions): Warming {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = async (ms: number): Promise<void> => {
    try {
      await delay(ms, undefined, { signal, ref: false });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const warm = async (): Promise<void> => {
    for (const gaze of gazes) {
      for (const tile of tilesBelow(gaze, surface)) {
        while (isWatched() && !signal.aborted) await rest(WATCHED_REST_MS);
        if (signal.aborted) return;
        const since = performance.now();
        makeTile(surface, tile);
        await rest(Math.max(LEAST_REST_MS, REST * (performance.now() - since)));
      }
    }
  };
  return { ended: warm(), stop: () => stopping.abort() };
}
