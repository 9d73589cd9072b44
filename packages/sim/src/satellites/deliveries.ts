// From overpass to file: a pass over a stage comes in a few files, some time later; now and then the same rows again, as FIRMS does.
import { MINUTE_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import type { Fire } from '../fires/fire.ts';
import type { Detection } from './detection.ts';

/** FIRMS promises its files within three hours of the overpass; none is there before the data are down and worked up. */
export const FILE_DELAY_MINUTES = { least: 25, most: 170 } as const;
/** Pauses before the same rows come again. */
export const REPEAT_MINUTES = { least: 20, most: 60 } as const;

/** A pass is worked up in so many parts: a whole stage at once would be more than a person can take in (EEMUA 191). */
const PARTS = 4;

/** When a detection comes to hand: once, or twice. World time. */
export function arrivalsOf(seed: number, { id, stage }: Fire, detection: Detection): readonly [number] | readonly [number, number] {
  const part = Math.floor(drawsOf(seed, 'part', id, detection.orbit).uniform() * PARTS);
  // All rows of a part draw from the same stream, so they come in one file.
  const draws = drawsOf(seed, 'file', detection.satellite.code, stage, detection.orbit, part);
  const first = Math.round(detection.acquiredAtMs + draws.between(FILE_DELAY_MINUTES.least, FILE_DELAY_MINUTES.most) * MINUTE_MS);
  if (!draws.chance(0.3)) return [first];
  return [first, Math.round(first + draws.between(REPEAT_MINUTES.least, REPEAT_MINUTES.most) * MINUTE_MS)];
}
