// The report of one run of a benchmark.
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

export interface Report {
  readonly name: string;
  readonly rounds: number;
  /** Peers that are not installed, and how to install them. */
  readonly missing: readonly string[];
  readonly goals: readonly Goal[];
  /** The measured values. */
  readonly results: unknown;
}

export type Machine = ReturnType<typeof machine>;

export interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly got: number;
  readonly isReached: boolean;
  /** Both sides, where `got` is a ratio. */
  readonly ours?: number;
  readonly peer?: number;
}

/** The machine and its load, needed to compare figures. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  loadAverage1Minute: Math.round((loadavg()[0] ?? 0) * 100) / 100,
});
