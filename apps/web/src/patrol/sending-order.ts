// One order for everything this phone has to send: reports, steps and positions go out one after the other, as they were entered, each once.
// An SOS has an order of its own and waits for nothing.

/** Something that waits in a lane. */
export interface Waiting {
  readonly key: string;
  /** Epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
}

export interface Lane {
  readonly waiting: () => readonly Waiting[];
  /**
   * One attempt.
   * @param until of positions, which go in batches: only those entered before the next entry of another lane
   * @returns false: no answer; what was entered later waits for it
   */
  readonly attempt: (entry: Waiting, until: number) => Promise<boolean>;
}

export interface SendingOrder {
  readonly join: (lane: Lane) => void;
  /** Sends all in order and stops at the first without an answer; callers at the same time share one run. */
  readonly flush: () => Promise<void>;
  /** The same for an entry that has just been added, which a run under way may have passed by. Resolves as soon as it was attempted, or cannot be now. */
  readonly deliver: (key: string) => Promise<void>;
}

export function createSendingOrder(): SendingOrder {
  const lanes: Lane[] = [];
  const attempted = new Map<string, () => void>();
  let running: Promise<void> | null = null;

  const run = async () => {
    // An entry is tried once in a run: whatever its lane makes of it, the run ends.
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
