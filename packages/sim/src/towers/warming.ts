// Makes the ground before the towers' eyes beforehand, in the background: who opens a camera for the first time has its picture at once.
import { setTimeout as delay } from 'node:timers/promises';
import type { Surface } from '@lookout/geo';
import type { Gaze } from './picture/gaze.ts';
import { makeTile, tilesBelow } from './picture/tiles.ts';

export interface WarmingOptions {
  readonly gazes: readonly Gaze[];
  readonly surface: Surface;
  /** While somebody watches, the machine is his. */
  readonly isWatched: () => boolean;
}

export interface Warming {
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
