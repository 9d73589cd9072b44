// Which calls are being answered. A caller that hangs up takes its connection along, not the work that its call began: the end of the
// server waits for the work, or a password check would come back to a database that is closed.
interface InFlight {
  /** Counts `work` until it is settled, and hands it back. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when nothing is in flight any more, also nothing that began meanwhile. */
  readonly idle: () => Promise<void>;
}

export function createInFlight(): InFlight {
  const works = new Set<Promise<unknown>>();
  return {
    during(work) {
      works.add(work);
      const forget = () => works.delete(work);
      work.then(forget, forget);
      return work;
    },
    async idle() {
      while (works.size > 0) await Promise.allSettled(works);
    },
  };
}
