// The one way in which something is done again and again while the server runs: one at a time, the next so long after the last has ended, at once
// when somebody wakes it. What only listens has no pause: it runs when it is woken (`news.ts`).
export interface Polling {
  /**
   * Now instead of at the next interval. One that is running may have begun too early to see what the caller has done: then once more after it.
   * @returns resolves when a run that began after the call has ended; never rejects
   */
  wake(): Promise<void>;
  /** Resolves when the running one has ended; there is none after it. */
  stop(): Promise<void>;
}

interface EndedRun {
  readonly tookMs: number;
  readonly hasFailed: boolean;
}

interface PollOptions {
  readonly run: () => Promise<void>;
  /** The pause after a run, or how long it is after such a run; null: until somebody wakes it. */
  readonly everyMs: number | ((ended: EndedRun) => number | null);
  /** Before the first run; default: none. null: until somebody wakes it. */
  readonly firstMs?: number | null;
  /** A run failed; told once until one goes well again. */
  readonly failed: (error: unknown) => void;
}

export function poll({ run, everyMs, firstMs = 0, failed }: PollOptions): Polling {
  let isOpen = true;
  let isFailing = false;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const once = async (): Promise<void> => {
    const began = performance.now();
    try {
      await run();
      isFailing = false;
    } catch (error) {
      // On its way out the server takes from a run what it runs with.
      if (!isFailing && isOpen) failed(error);
      isFailing = true;
    }
    running = null;
    const ended = { tookMs: performance.now() - began, hasFailed: isFailing };
    if (isOpen && next === null) pause(typeof everyMs === 'number' ? everyMs : everyMs(ended));
  };
  const begin = (): Promise<void> => {
    clearTimeout(timer);
    running = once();
    return running;
  };
  const pause = (ms: number | null): void => {
    if (ms !== null) timer = setTimeout(() => void begin(), ms).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  pause(firstMs);

  return {
    wake() {
      if (!isOpen) return running ?? Promise.resolve();
      if (running === null) return begin();
      next ??= running.then(() => {
        next = null;
        return isOpen ? begin() : undefined;
      });
      return next;
    },
    async stop() {
      isOpen = false;
      clearTimeout(timer);
      await next;
      await running;
    },
  };
}
