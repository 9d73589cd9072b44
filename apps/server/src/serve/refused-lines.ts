// Which refusals leave a line in the audit beside those of acts: reads that a right or a grid refused, and calls that were refused for their number. An account
// that tries ten thousand times leaves one line a minute for each call, with how often it was.
import { LRUCache } from 'lru-cache';
import type { Refusal } from '../acting/refusal.ts';
import type { Caller } from './context.ts';

const ONE_A_MS = 60_000;
const MOST_KEPT = 5_000;

/** By a right, by a grid, by another site, by the number. */
const TOLD: ReadonlySet<string> = new Set([
  'no-right',
  'outside-own-grid',
  'password-change-needed',
  'second-factor-needed',
  'cross-site',
  'too-many-calls',
]);

export interface RefusedLines {
  /** @returns how often it was refused since the last line, this time too; null: it leaves none now */
  due(name: string, caller: Caller, refusal: Pick<Refusal, 'code' | 'fields'>): number | null;
}

/** @param now milliseconds of a monotonic clock */
export function createRefusedLines(now: () => number): RefusedLines {
  const told = new LRUCache<string, { at: number; since: number }>({ max: MOST_KEPT });
  return {
    due(name, caller, { code, fields }) {
      // Whoever has no account is counted by the locks and rates of his address.
      if (caller.kind !== 'account') return null;
      const why = [code, ...fields.map((fault) => fault.code)].find((one) => TOLD.has(one));
      if (why === undefined) return null;
      const key = `${caller.accountId} ${name} ${why}`;
      const known = told.get(key);
      if (known !== undefined && now() - known.at < ONE_A_MS) {
        known.since += 1;
        return null;
      }
      told.set(key, { at: now(), since: 0 });
      return (known?.since ?? 0) + 1;
    },
  };
}
