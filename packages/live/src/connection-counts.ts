// How many connections each address, session and account has: nobody takes everybody's room, and a part of it is kept for duty desks.

export interface Holder {
  readonly session: string;
  readonly account: string;
  /** It watches alarms. */
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
  /** @returns why there is no room; null: it is taken */
  take(holder: Holder): string | null;
  leave(): void;
}

export interface ConnectionCounts {
  /** null: the address has as many as it may. */
  atAddress(address: string): Place | null;
}

export function countConnections(limits: CountLimits): ConnectionCounts {
  const counts = new Map<string, number>();
  const countOf = (key: string): number => counts.get(key) ?? 0;
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
    atAddress(address) {
      const key = `@${address}`;
      if (countOf(key) >= limits.maxPerAddress) return null;
      const held = [key];
      add(key, 1);
      return {
        take(holder) {
          const wanted = mostOf(holder);
          const full = wanted.find((one) => countOf(one.key) >= one.most);
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
