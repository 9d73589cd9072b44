// Does an outside server answer? Watches the promises of its tiles; after so many failures on end it counts as dead. No Cesium here.

export interface Watched {
  /** Passes the promise on; undefined (Cesium: not now) counts as nothing. @param isVital without this tile nothing at all is drawn */
  readonly watch: <T>(tile: Promise<T> | undefined, isVital?: boolean) => Promise<T> | undefined;
}

/** A picture of somewhere without pictures fails too: one missing tile is no dead server. */
const FAILURES_ON_END = 6;

export function watchAnswers(onDead: (reason: string) => void, onAlive: () => void = () => undefined): Watched {
  let failures = 0;
  let isDead = false;
  return {
    watch: (tile, isVital = false) => {
      tile?.then(
        () => {
          failures = 0;
          onAlive();
        },
        (error: unknown) => {
          failures += 1;
          if (isDead || (failures < FAILURES_ON_END && !isVital)) return;
          isDead = true;
          onDead(error instanceof Error ? error.message : String(error));
        },
      );
      return tile;
    },
  };
}

const FIRST_MILLISECONDS = 60_000;
const LAST_MILLISECONDS = 600_000;

export interface Trials {
  /** It failed: tells (the first time since it last answered) and tries again later, later each time. */
  readonly failed: (reason: string) => void;
  readonly answered: () => void;
  readonly stop: () => void;
}

export type SetTimer = (run: () => void, milliseconds: number) => () => void;

export const realTimer: SetTimer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** @param onTrouble said once, until the server has answered again */
export function createTrials(tryAgain: () => void, onTrouble: (reason: string) => void, setTimer: SetTimer = realTimer): Trials {
  let wait = FIRST_MILLISECONDS;
  let isSaid = false;
  let cancel: (() => void) | null = null;
  return {
    failed: (reason) => {
      if (!isSaid) onTrouble(reason);
      isSaid = true;
      cancel?.();
      cancel = setTimer(tryAgain, wait);
      wait = Math.min(wait * 2, LAST_MILLISECONDS);
    },
    answered: () => {
      isSaid = false;
      wait = FIRST_MILLISECONDS;
    },
    stop: () => cancel?.(),
  };
}
