// One sending order for everything on this phone: reports, steps and positions are sent one after the other, in the order they were
// entered, each once. An SOS has a separate order and waits for nothing.

/** An entry that waits in a queue's lane. */
export interface Waiting {
  readonly key: string;
  /** Epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
}

export interface Lane {
  readonly waiting: () => readonly Waiting[];
  /**
   * Makes one attempt.
   * @param until for positions, which are sent in batches: only those entered before the next entry of another lane
   * @returns false: no answer; later entries wait for this one
   */
  readonly attempt: (entry: Waiting, until: number) => Promise<boolean>;
}

export interface SendingOrder {
  readonly join: (lane: Lane) => void;
  /** Sends all entries in order and stops at the first without an answer; concurrent callers share one run. */
  readonly flush: () => Promise<void>;
  /**
   * Like `flush`, for an entry just added, which a current run may already have passed. Resolves when the entry has been attempted, or
   * cannot be attempted now.
   */
  readonly deliver: (key: string) => Promise<void>;
}

export function createSendingOrder(): SendingOrder {
  const lanes: Lane[] = [];
  const attempted = new Map<string, () => void>();
  let running: Promise<void> | null = null;

  const run = async () => {
    // An entry is tried once per run, so that the run ends whatever its lane does with it.
    const tried = new Set<string>();
    for (;;) {
      const [next, after] = lanes
        .flatMap((lane) => oldest(lane.waiting().filter(({ key }) => !tried.has(key))).map((entry) => ({ lane, entry })))
        .sort((a, b) => a.entry.writtenAt - b.entry.writtenAt);
      if (next === undefined) return;
      tried.add(next.entry.key);
      const isAnswered = await next.lane.attempt(next.entry, after?.entry.writtenAt ?? Number.POSITIVE_INFINITY);
      attempted.get(next.entry.key)?.();
      if (!isAnswered) return;
    }
  };
  const flush = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    join: (lane) => void lanes.push(lane),
    flush,
    deliver: async (key) => {
      const own = new Promise<void>((resolve) => attempted.set(key, resolve));
      const runs = (running ?? Promise.resolve()).then(flush);
      await Promise.race([own, runs]);
      attempted.delete(key);
    },
  };
}

const oldest = (waiting: readonly Waiting[]): Waiting[] => {
  const [first] = [...waiting].sort((a, b) => a.writtenAt - b.writtenAt);
  return first === undefined ? [] : [first];
};
