// Where a phone has no signal for a while: now and then, in the side valleys. By wall time, since it is phones and not the world that lose it.
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';

const WINDOW_MS = 2 * HOUR_MS;
const CHANCE = 0.5;
export const GAP_MINUTES = { least: 3, most: 8 } as const;

/** @param ms wall time */
export function hasSignal(seed: number, userName: string, ms: number): boolean {
  const window = Math.floor(ms / WINDOW_MS);
  const draws = drawsOf(seed, 'signal', userName, window);
  if (!draws.chance(CHANCE)) return true;
  const lengthMs = draws.between(GAP_MINUTES.least, GAP_MINUTES.most) * MINUTE_MS;
  const fromMs = window * WINDOW_MS + draws.uniform() * (WINDOW_MS - lengthMs);
  return ms < fromMs || ms >= fromMs + lengthMs;
}
