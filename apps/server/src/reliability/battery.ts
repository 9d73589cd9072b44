// The length of each battery: a short form, run with every other test, and the full one of reliability.md by `BATTERY=full` (`npm run battery`).
// packages/live and packages/store use the same variable. What a run measured is said by `figures`, for docs/reliability.md.
import { appendFileSync } from 'node:fs';

const LENGTHS = {
  /** −9 at the server under alarms (killed), and under acts, dispatches and positions (killed-acts). */
  kills: { short: 1, full: 100 },
  killsInActs: { short: 2, full: 30 },
  /** −9 at the embedded database under load (running). */
  databaseKills: { short: 2, full: 20 },
  /** −9 at the external broker, and at one of two servers (several-servers). */
  brokerKills: { short: 1, full: 20 },
  serverKillsBesideAnother: { short: 1, full: 20 },
  /** What several officers do at once, folded from the log (event-log). */
  commands: { short: 120, full: 6_000 },
  /** Spoilt inputs for each call (hostile-input), spoilt pictures (hostile-uploads). */
  cases: { short: 4, full: 2_000 },
  /** A camera that comes and goes (bad-cameras). */
  flaps: { short: 100, full: 1_000 },
  /** Lines cut between desk and server, server and database, server and broker (lines). */
  lineCuts: { short: 1, full: 20 },
  /** Jumps of the server's clock (clock): there, back and over midnight are one round. */
  clockRounds: { short: 1, full: 10 },
  /** Times that a disk is filled and cleared (disks). */
  fullDisks: { short: 1, full: 10 },
  /** Children killed at each moment of their start (children). */
  childKills: { short: 1, full: 5 },
} as const satisfies Record<string, { readonly short: number; readonly full: number }>;

/** Whether the times of the product itself are waited for, too. */
export const isFullBattery = process.env.BATTERY === 'full';

export const lengthOf = (battery: keyof typeof LENGTHS): number => LENGTHS[battery][isFullBattery ? 'full' : 'short'];

/**
 * What a test measured, with its seed where it has one: printed, and collected by `npm run battery` for docs/reliability.md.
 * @param file the test's `import.meta.filename`
 */
export function figures(file: string, measured: Readonly<Record<string, number | string>>): void {
  const line = JSON.stringify({ file, ...measured });
  process.stderr.write(`${line}\n`);
  if (process.env.BATTERY_FIGURES) appendFileSync(process.env.BATTERY_FIGURES, `${line}\n`);
}
