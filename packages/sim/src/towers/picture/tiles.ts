// The tiles of ground below a gaze, made a little at a time before its first picture is painted: one that nobody has looked at yet costs
// milliseconds, a wide view has dozens of them, and the thread has others to answer.
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { type Surface, TILE_CELLS } from '@lookout/geo';
import type { Gaze } from './gaze.ts';
import { createWay, layWay, PIECES, slopesOf } from './ground.ts';

interface TileAddress {
  readonly x: number;
  readonly y: number;
}

/** Half a kilometre at the far end: of a tile no more than a corner is missed. */
const FAN_DEGREES = 1;
/** Looks so often on each straight piece of the way. */
const LOOKS = 4;
/** So long nobody else is answered. */
const SLICE_MS = 10;

/** All tiles below a gaze's field, the nearer before the further; what a ridge hides is among them. */
export function tilesBelow(gaze: Gaze, surface: Surface): TileAddress[] {
  const way = createWay();
  const rays = Math.max(2, Math.ceil(gaze.fieldDegrees / FAN_DEGREES) + 1);
  const found = new Map<number, TileAddress & { readonly look: number }>();
  for (let ray = 0; ray < rays; ray++) {
    layWay(way, gaze, gaze.azimuthDegrees + gaze.fieldDegrees * (ray / (rays - 1) - 0.5), surface);
    for (let look = 0; look < PIECES * LOOKS; look++) {
      const [x, y] = [tileAt(way.u, look), tileAt(way.v, look)];
      const key = y * KEY_ROW + x;
      if ((found.get(key)?.look ?? Number.POSITIVE_INFINITY) > look) found.set(key, { x, y, look });
    }
  }
  return [...found.values()].toSorted((a, b) => a.look - b.look);
}

/** More than tiles lie around the earth, also past 180°. */
const KEY_ROW = 2 ** 24;

function tileAt(knots: Float64Array, look: number): number {
  const piece = Math.floor(look / LOOKS);
  const [from, to] = [knots[piece] as number, knots[piece + 1] as number];
  return Math.floor((from + ((look % LOOKS) / LOOKS) * (to - from)) / TILE_CELLS);
}

/** Makes a tile with all that a picture needs of it; one that is there costs nothing. */
function makeTile(surface: Surface, { x, y }: TileAddress): void {
  slopesOf(surface, x, y);
}

/** Makes what is missing below a gaze; every other part of the program goes on between the slices. */
export async function makeGround(surface: Surface, gaze: Gaze): Promise<void> {
  let since = performance.now();
  for (const tile of tilesBelow(gaze, surface)) {
    makeTile(surface, tile);
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

// Makes the ground before the towers' eyes beforehand, in the background: who opens a camera for the first time has its picture at once.

interface WarmingOptions {
  readonly gazes: readonly Gaze[];
  readonly surface: Surface;
  /** While somebody watches, the machine is his. */
  readonly isWatched: () => boolean;
}

interface Warming {
  /** When all is made, or it was stopped. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** For each millisecond of work so many of rest: a tenth of a core. */
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
