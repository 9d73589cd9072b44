// What is looked at again and again while the server runs: the next look begins so long after the last one ended.
export interface LookingAgain {
  /** Resolves when the look that is under way has ended; there is none after it. */
  stop(): Promise<void>;
}

export interface LookAgainOptions {
  readonly look: () => Promise<void>;
  readonly everyMs: number;
  /** Before the first look; default: none. */
  readonly firstMs?: number;
  /** A look failed; told once until one goes well again. */
  readonly failed: (error: unknown) => void;
}

export function lookAgain({ look, everyMs, firstMs = 0, failed }: LookAgainOptions): LookingAgain {
  let isOpen = true;
  let isFailing = false;
  let looking: Promise<void> = Promise.resolve();
  const once = async (): Promise<void> => {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      // On its way out the server takes from a look what it looks with.
      if (!isFailing && isOpen) failed(error);
      isFailing = true;
    }
    if (isOpen) timer = setTimeout(turn, everyMs);
  };
  const turn = (): void => {
    looking = once();
  };
  let timer = setTimeout(turn, firstMs);
  return {
    async stop() {
      isOpen = false;
      clearTimeout(timer);
      await looking;
    },
  };
}
