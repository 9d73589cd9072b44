// What the simulator needs of the machine it runs on; tests give it their own.

export interface Surroundings {
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** Milliseconds of wall time. */
  readonly clock: () => number;
  readonly random: () => number;
  /** Resolves after so long, or when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** For whoever follows the events. */
  readonly debug: (line: string) => void;
  /** For whoever must do something. */
  readonly warn: (line: string) => void;
}
