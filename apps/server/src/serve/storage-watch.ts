// Whether what is sent can be stored. /readyz tells it beside "ready": a server with a full disk goes on reading and must stay behind its balancer.
import { statfs } from 'node:fs/promises';
import type { ErrorCode } from '@lookout/contract';

export interface StorageWatch {
  /** To be called with the error of each call that is turned away. */
  turnedAway(code: ErrorCode): void;
  /** null: what is sent is stored. */
  whyDegraded(): Promise<string | null>;
}

/** Two pieces of the database's log: with less it stops writing any moment. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** The database may lie on another machine's disk, of which nothing is heard but refusals. */
const TOLD_FOR_MS = 10_000;

/** @param now milliseconds of a monotonic clock */
export function watchStorage(dataDir: string, now: () => number): StorageWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    turnedAway(code) {
      if (code === 'disk-full') refusedAt = now();
    },
    async whyDegraded() {
      if (now() - refusedAt < TOLD_FOR_MS) return 'disk: full, alarms are refused';
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize < LEAST_FREE_BYTES ? 'disk: full' : null;
    },
  };
}
