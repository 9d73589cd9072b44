// Answers whether anything has happened in a grid since a number of the log. Pages without a live connection ask this (decisions 0039,
// 0087).
import { type GridNo, NATION } from '@lookout/domain';
import type { Store } from '@lookout/features/store.ts';
import { LogBeginsLater } from '@lookout/store';

/**
 * A number that the log has not reached yet comes from another database, and what followed a very old one is unknown: both count as a change.
 * @param head the newest number of the log
 */
export async function hasChangesSince({ events }: Pick<Store, 'events'>, since: number, head: number, scope: GridNo): Promise<boolean> {
  if (since === head) return false;
  if (since > head || scope === NATION) return true;
  try {
    const { entries, more } = await events.since(scope, since, 1);
    return more || entries.length > 0;
  } catch (error) {
    if (error instanceof LogBeginsLater) return true;
    throw error;
  }
}
