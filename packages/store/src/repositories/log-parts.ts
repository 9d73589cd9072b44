// The parts of the event log and the audit, one for each month (migration 0039): they are begun in the database, by its own clock.
import { sql } from 'kysely';
import type { Db } from '../sql.ts';

const LOGS = ['event', 'audit'] as const;
export type PartedLog = (typeof LOGS)[number];

export type LogParts = ReturnType<typeof logPartsRepository>;

export function logPartsRepository(db: Db) {
  return {
    /**
     * Begins a new part of each log whose newest part is of an earlier month. From any server, at any time: only one makes it.
     * @returns the logs that have a new part
     * @throws StoreUnavailable when a reader kept it waiting; to be tried again
     */
    async cut(): Promise<PartedLog[]> {
      const begun: PartedLog[] = [];
      for (const log of LOGS) {
        const { rows } = await sql<{ begun: boolean }>`select cut_log(${log}) as begun`.execute(db);
        if (rows[0]?.begun) begun.push(log);
      }
      return begun;
    },
  };
}
