// Decides which refusals are recorded in the audit in addition to acts: reads that a right or a grid refused, and calls that exceeded a
// limit on their number. An account that tries ten thousand times leaves one line a minute for each call, with the count.
import { LRUCache } from 'lru-cache';
import type { Refusal } from '../acting/refusal.ts';
import type { Caller } from './context.ts';

const ONE_A_MS = 60_000;
const MOST_LOGGED = 5_000;

/** Refusals by a right, by a grid, by another site, or by the number of calls. */
const LOGGED_CODES: ReadonlySet<string> = new Set([
  'no-right',
  'outside-own-grid',
  'password-change-needed',
  'second-factor-needed',
  'cross-site',
  'too-many-calls',
]);

export interface RefusedLines {
  /** @returns how often the call was refused since the last line, including this time; null: no line is due now */
  due(name: string, caller: Caller, refusal: Pick<Refusal, 'code' | 'fields'>): number | null;
}

/** @param now milliseconds of a monotonic clock */
export function createRefusedLines(now: () => number): RefusedLines {
  const logged = new LRUCache<string, { at: number; since: number }>({ max: MOST_LOGGED });
  return {
    due(name, caller, { code, fields }) {
      // Callers without an account are counted by the locks and rates of their address.
      if (caller.kind !== 'account') return null;
      const why = [code, ...fields.map((fault) => fault.code)].find((one) => LOGGED_CODES.has(one));
      if (why === undefined) return null;
      const key = `${caller.accountId} ${name} ${why}`;
      const known = logged.get(key);
      if (known !== undefined && now() - known.at < ONE_A_MS) {
        known.since += 1;
        return null;
      }
      logged.set(key, { at: now(), since: 0 });
      return (known?.since ?? 0) + 1;
    },
  };
}
