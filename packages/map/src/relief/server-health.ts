// Health check of an outside server by the promises of its tiles: several failures in a row count as down. Loads no Cesium.

export interface Watched {
  /**
   * Returns the promise unchanged; undefined (Cesium: declined for now) is ignored.
   * @param isVital nothing can be drawn without this tile
   */
  readonly watch: <T>(tile: Promise<T> | undefined, isVital?: boolean) => Promise<T> | undefined;
}

/** Areas without imagery fail too: a single missing tile does not mean that the server is down. */
const FAILURES_ON_END = 6;

export function watchHealth(onDead: (reason: string) => void, onAlive: () => void = () => undefined): Watched {
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

export interface Retries {
  /** Reports the failure (once until the server responds again) and retries with growing delays. */
  readonly failed: (reason: string) => void;
  readonly answered: () => void;
  readonly stop: () => void;
}

export type SetTimer = (run: () => void, milliseconds: number) => () => void;

export const realTimer: SetTimer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** @param onTrouble called once until the server responds again */
export function createRetries(retry: () => void, onTrouble: (reason: string) => void, setTimer: SetTimer = realTimer): Retries {
  let wait = FIRST_MILLISECONDS;
  let isReported = false;
  let cancel: (() => void) | null = null;
  return {
    failed: (reason) => {
      if (!isReported) onTrouble(reason);
      isReported = true;
      cancel?.();
      cancel = setTimer(retry, wait);
      wait = Math.min(wait * 2, LAST_MILLISECONDS);
    },
    answered: () => {
      isReported = false;
      wait = FIRST_MILLISECONDS;
    },
    stop: () => cancel?.(),
  };
}
