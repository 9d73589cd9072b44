// Reports whether new data can be stored. /readyz adds it to "ready": a server with a full disk still serves reads and must stay behind its
// balancer.
import { statfs } from 'node:fs/promises';
import type { ErrorCode } from '@lookout/contract';

export interface StorageWatch {
  /** Called with the error of each call that is turned away. */
  turnedAway(code: ErrorCode): void;
  /** null: new data can be stored. */
  whyDegraded(): Promise<string | null>;
}

/** Two segments of the database's log: with less space the database may stop writing at any time. */
const LEAST_FREE_BYTES = 32 * 1024 * 1024;
/** How long a refusal is reported. The database may be on another machine's disk, whose state is known only from refusals. */
const REPORTED_FOR_MS = 10_000;

/** @param now milliseconds of a monotonic clock */
export function watchStorage(dataDir: string, now: () => number): StorageWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    turnedAway(code) {
      if (code === 'disk-full') refusedAt = now();
    },
    async whyDegraded() {
      if (now() - refusedAt < REPORTED_FOR_MS) return 'disk: full, alarms are refused';
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize < LEAST_FREE_BYTES ? 'disk: full' : null;
    },
  };
}
