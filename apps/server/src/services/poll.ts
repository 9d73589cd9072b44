// Polling: runs one at a time, the next a fixed time after the last has ended, or at once when woken. A subscriber has no interval and runs only when
// woken (`changes.ts`).
export interface Polling {
  /**
   * Runs now instead of at the next interval. A run in progress may have started too early to see the caller's change: then another follows
   * it.
   * @returns resolves when a run that started after the call has ended; never rejects
   */
  wake(): Promise<void>;
  /** Stops polling. Resolves when the run in progress has ended. */
  stop(): Promise<void>;
}

export interface EndedRun {
  readonly tookMs: number;
  readonly hasFailed: boolean;
}

export interface PollOptions {
  readonly run: () => Promise<void>;
  /** The pause after a run, or a function of the run; null: until woken. */
  readonly everyMs: number | ((ended: EndedRun) => number | null);
  /** The pause before the first run; default: none. null: until woken. */
  readonly firstMs?: number | null;
  /** Called when a run fails; called once until a run succeeds again. */
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
      // A failure during shutdown is expected.
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
