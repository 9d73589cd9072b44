// The readings of the demo's monitors: calm values with a daily cycle, and occasional episodes that climb to a warning and subside.

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lookout/domain';
import type { MonitorKind } from '@lookout/features/hazard/hazard.ts';
import { drawsOf } from '../draws.ts';
import type { DemoHazard, DemoMonitor } from './points.ts';

/** Readings are taken at full five minutes, so that a repeated one is identical. */
export const READING_EVERY_MS = 5 * MINUTE_MS;

const EPISODE_SLOT_MS = 6 * HOUR_MS;
/** Chance per point and slot: about three episodes a day in all of Aba. */
const EPISODE_CHANCE = 0.02;
const EPISODE_MS = 80 * MINUTE_MS;

/** Usual value, daily amplitude and noise, far below the lowest threshold. */
const CALM: Readonly<Record<MonitorKind, { base: number; swing: number; noise: number }>> = {
  crack: { base: 3, swing: 0.2, noise: 0.05 },
  displacement: { base: 6, swing: 0.4, noise: 0.1 },
  tilt: { base: 0.1, swing: 0.02, noise: 0.005 },
  rain: { base: 0, swing: 0, noise: 0 },
  'mud-level': { base: 0.2, swing: 0.03, noise: 0.01 },
};

export interface ReadingBody {
  readonly monitorCode: string;
  readonly time: string;
  readonly value: number;
}

/** @param atMs wall time. @param hasEpisodes false: only calm values */
export function readingAt(seed: number, hazard: DemoHazard, monitor: DemoMonitor, atMs: number, hasEpisodes: boolean): number {
  const { base, swing, noise } = CALM[monitor.kind];
  const draws = drawsOf(seed, 'reading', monitor.code, Math.floor(atMs / READING_EVERY_MS));
  const day = Math.sin((2 * Math.PI * (atMs % DAY_MS)) / DAY_MS);
  const calm = base + swing * day + noise * draws.normal();
  const share = hasEpisodes ? episodeAt(seed, hazard.code, atMs) : 0;
  // The height of an episode: between the yellow and the red threshold of this monitor.
  const height =
    (monitor.value.yellow ?? 0) + ((monitor.value.red ?? 0) - (monitor.value.yellow ?? 0)) * 0.6 * severity(seed, hazard.code, atMs);
  return Math.round(Math.max(0, calm + share * height) * 1_000) / 1_000;
}

const slotOf = (atMs: number): number => Math.floor(atMs / EPISODE_SLOT_MS);
const severity = (seed: number, code: string, atMs: number): number => drawsOf(seed, 'severity', code, slotOf(atMs)).uniform();

/** 0: no episode; 1: at its peak. Rises over the first half and falls over the second. */
function episodeAt(seed: number, code: string, atMs: number): number {
  const draws = drawsOf(seed, 'episode', code, slotOf(atMs));
  if (!draws.chance(EPISODE_CHANCE)) return 0;
  const begins = slotOf(atMs) * EPISODE_SLOT_MS + draws.between(0, EPISODE_SLOT_MS - EPISODE_MS);
  const passed = (atMs - begins) / EPISODE_MS;
  return passed < 0 || passed > 1 ? 0 : Math.sin(Math.PI * passed) ** 2;
}

/** The readings of all monitors at these times. */
export const readingsAt = (
  seed: number,
  hazards: readonly DemoHazard[],
  times: readonly number[],
  hasEpisodes: boolean,
): readonly ReadingBody[] =>
  times.flatMap((atMs) =>
    hazards.flatMap((hazard) =>
      hazard.monitors.map((monitor) => ({
        monitorCode: monitor.code,
        time: new Date(atMs).toISOString(),
        value: readingAt(seed, hazard, monitor, atMs, hasEpisodes),
      })),
    ),
  );

/**
 * The times of the last day's readings with which a curve begins: every half hour. These readings are calm in every mode, so that an old
 * episode does not warn today.
 */
export const pastTimes = (nowMs: number): readonly number[] => {
  const last = Math.floor(nowMs / READING_EVERY_MS) * READING_EVERY_MS;
  return Array.from({ length: 48 }, (_, n) => last - (48 - n) * 30 * MINUTE_MS);
};
