// Counts the connections of each address, session and account, so that no client uses up the capacity and part of it stays reserved for
// duty desks.

export interface Holder {
  readonly session: string;
  readonly account: string;
  /** Whether it is a duty desk, which watches alarms. */
  readonly isDesk: boolean;
}

interface CountLimits {
  readonly maxConnections: number;
  readonly maxPerSession: number;
  readonly maxPerAccount: number;
  readonly maxPerAddress: number;
  readonly forDesks: number;
}

interface Place {
  /** @returns the reason for a refusal; null: the connection is counted */
  take(holder: Holder): string | null;
  leave(): void;
}

export interface ConnectionCounts {
  /** null: the address has reached its limit. */
  atAddress(address: string): Place | null;
  /** The number of connections of each session, account and address on this server, if at least `SOME`. */
  here(): ReadonlyMap<string, number>;
}

/** Smaller counts do not affect any limit. */
const SOME = 3;
/** Keys that are counted across all servers; other keys concern this server's own capacity. */
const SHARED = /^[sa@]/;

/** @param elsewhere known number of connections of the same session, account or address on other servers */
export function countConnections(limits: CountLimits, elsewhere: (key: string) => number = () => 0): ConnectionCounts {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
  const countEverywhere = (key: string): number => countOf(key) + (SHARED.test(key) ? elsewhere(key) : 0);
  const add = (key: string, by: 1 | -1): void => {
    const count = countOf(key) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  const mostOf = ({ session, account, isDesk }: Holder) => [
    { key: `s:${session}`, most: limits.maxPerSession, why: 'too many connections of one session' },
    { key: `a:${account}`, most: limits.maxPerAccount, why: 'too many connections of one account' },
    ...(isDesk ? [] : [{ key: 'others', most: limits.maxConnections - limits.forDesks, why: 'the rest is kept for duty desks' }]),
  ];
  return {
    here: () => new Map([...counts].filter(([key, count]) => count >= SOME && SHARED.test(key))),
    atAddress(address) {
      const key = `@${address}`;
      if (countEverywhere(key) >= limits.maxPerAddress) return null;
      const held = [key];
      add(key, 1);
      return {
        take(holder) {
          const wanted = mostOf(holder);
          const full = wanted.find((one) => countEverywhere(one.key) >= one.most);
          if (full !== undefined) return full.why;
          for (const one of wanted) {
            add(one.key, 1);
            held.push(one.key);
          }
          return null;
        },
        leave() {
          for (const one of held.splice(0)) add(one, -1);
        },
      };
    },
  };
}
