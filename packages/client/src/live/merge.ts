// Puts what came by the broker and what was read from the event log into one stream: in seq order, nothing twice.

export interface Sequenced {
  readonly seq?: number;
}

export interface Merge<M extends Sequenced> {
  /** Everything up to this seq was read from the log or was there before us. */
  readonly confirmed: () => number;
  /** Messages begin to wait until `release`: used while a gap is being filled. */
  readonly hold: () => void;
  /** @returns what may be shown now, in order; nothing while holding. */
  readonly live: (message: M) => readonly M[];
  /** Takes one page of the log that reaches up to `next`. @returns those not seen before, in order; they pass a hold. */
  readonly replay: (messages: readonly M[], next: number) => readonly M[];
  /** Ends a hold. @returns what waited, in order, less what the replay brought. */
  readonly release: () => readonly M[];
}

/**
 * @param start the seq up to which the first load already speaks.
 * A message's seq does not tell that the one before it was missed (most lie outside one's grid): only the log can,
 * so `confirmed` moves by the log alone and the live ones above it are remembered by number until the log has passed them.
 */
export function createMerge<M extends Sequenced>(start: number): Merge<M> {
  let confirmed = start;
  const seen = new Set<number>();
  let waiting: M[] | null = null;

  const isNew = (m: M): boolean => m.seq === undefined || (m.seq > confirmed && !seen.has(m.seq));
  const mark = (m: M) => {
    if (m.seq !== undefined) seen.add(m.seq);
  };
  const takeNew = (messages: readonly M[]): readonly M[] => {
    const fresh: M[] = [];
    for (const m of inOrder(messages)) {
      if (!isNew(m)) continue;
      mark(m);
      fresh.push(m);
    }
    return fresh;
  };

  return {
    confirmed: () => confirmed,
    hold: () => {
      waiting ??= [];
    },
    live: (message) => {
      if (waiting === null) return takeNew([message]);
      waiting.push(message);
      return [];
    },
    replay: (messages, next) => {
      const fresh = takeNew(messages);
      if (next > confirmed) {
        confirmed = next;
        for (const seq of seen) if (seq <= confirmed) seen.delete(seq);
      }
      return fresh;
    },
    release: () => {
      const held = waiting ?? [];
      waiting = null;
      return takeNew(held);
    },
  };
}

/** By seq; positions (no seq) keep their order at the end. */
const inOrder = <M extends Sequenced>(messages: readonly M[]): readonly M[] =>
  messages.length < 2 ? messages : [...messages].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER));
