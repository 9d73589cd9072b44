// The queue of this server's runs before two worker threads: in turns by grid and account, with runs of burning fires first.

import type { Whose } from '@lookout/server/acting/fair-line.ts';
import type { SpreadQueuePlace } from '../spread.ts';

/**
 * Limits of concurrent runs: one ensemble, because ensembles need much memory, and for one grid as many as there are threads, so that a run
 * of another grid can start in parallel.
 */
export const QUEUE_BOUNDS = {
  atOnce: 3,
  atOnceOfGrid: 2,
  atOnceOfKind: { ensemble: 1 },
  mostWaiting: 200,
  mostWaitingOfGrid: 20,
  mostWaitingOfOne: 8,
} as const;

/**
 * The position of each waiting run, by its id.
 * @param order the ids of the waiting runs, the next first
 * @param whoseOf to whom a run belongs; undefined: it has no row yet, and is not counted
 */
export function queuePlaces(order: readonly string[], whoseOf: (id: string) => Whose | undefined): Map<string, SpreadQueuePlace> {
  const ahead: Whose[] = [];
  const places = new Map<string, SpreadQueuePlace>();
  for (const id of order) {
    const whose = whoseOf(id);
    if (whose === undefined) continue;
    const burning = whose.isDuty ? 0 : ahead.filter(({ isDuty }) => isDuty).length;
    const ownGrid = ahead.filter(({ grid, isDuty }) => grid === whose.grid && (whose.isDuty || !isDuty)).length;
    ahead.push(whose);
    places.set(id, { place: ahead.length, burning, ownGrid });
  }
  return places;
}
