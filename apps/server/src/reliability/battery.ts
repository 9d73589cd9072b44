// The length of each test battery: a short form, which runs with all other tests, and with `BATTERY=full` (`npm run battery`) the full one
// of docs/reliability.md. packages/live and packages/store use the same variable. `figures` reports the measurements for
// docs/reliability.md.
import { randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const LENGTHS = {
  /** SIGKILLs of the server during alarms (killed), and during acts, dispatches and positions (killed-acts). */
  kills: { short: 1, full: 100 },
  killsInActs: { short: 2, full: 30 },
  /** SIGKILLs of the embedded database under load (running). */
  databaseKills: { short: 2, full: 20 },
  /** SIGKILLs of the external broker, and of one of two servers (several-servers). */
  brokerKills: { short: 1, full: 20 },
  serverKillsBesideAnother: { short: 1, full: 20 },
  /** Simultaneous commands of several officers, folded from the log (event-log). */
  commands: { short: 120, full: 6_000 },
  /** Corrupted inputs for each call (hostile-input), corrupted pictures (hostile-uploads). */
  cases: { short: 4, full: 2_000 },
  /** Disconnects and reconnects of a camera (bad-cameras). */
  flaps: { short: 100, full: 1_000 },
  /** Interruptions of connections between client and server, server and database, server and broker (lines). */
  lineCuts: { short: 1, full: 20 },
  /** Jumps of the server's clock (clock). A round jumps ahead over midnight, to the right time, back, and to the right time again. */
  clockRounds: { short: 1, full: 10 },
  /** How often a disk is filled and cleared (disks). */
  fullDisks: { short: 1, full: 10 },
  /** Kills of a child process at each point of its start (children). */
  childKills: { short: 1, full: 5 },
} as const satisfies Record<string, { readonly short: number; readonly full: number }>;

/** Whether tests also wait for the product's real timeouts. */
export const isFullBattery = process.env.BATTERY === 'full';

export const lengthOf = (battery: keyof typeof LENGTHS): number => LENGTHS[battery][isFullBattery ? 'full' : 'short'];

/**
 * The seed of all random choices of a test. It is fixed in the short form, so that every run of a commit has the same result, and new in
 * each run of the full form. RELIABILITY_SEED repeats a run.
 */
export const seed = Number(process.env.RELIABILITY_SEED ?? (isFullBattery ? randomInt(2 ** 31) : 20_261_130));

/**
 * Reports a test's measurements, with its seed if it has one. They are printed, and collected by `npm run battery` for docs/reliability.md.
 * @param file the test's `import.meta.filename`
 */
export function figures(file: string, measured: Readonly<Record<string, number | string>>): void {
  const line = JSON.stringify({ file, ...measured });
  process.stderr.write(`${line}\n`);
  if (process.env.BATTERY_FIGURES) appendFileSync(process.env.BATTERY_FIGURES, `${line}\n`);
}
