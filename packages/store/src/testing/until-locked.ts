// Waits until transactions block each other, for tests of simultaneous operations.
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './template.ts';

const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 20;
const WAITING = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Resolves when exactly this many statements in this database wait for a lock. @throws after ten seconds */
export async function untilLocked(url: string, many: number): Promise<void> {
  for (const begun = performance.now(); ; await delay(LOOK_EVERY_MS)) {
    const [row] = await ask<{ count: number }>(url, WAITING);
    if (row?.count === many) return;
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`${row?.count} statements wait for a lock, not ${many}`);
  }
}
