// The length of each battery: a short form, run with every other test, and the full one of reliability.md by `BATTERY=full` (`npm run battery`).
// packages/live and packages/store use the same variable.

const LENGTHS = {
  /** −9 at the server under alarms (killed), and under acts, dispatches and positions (killed-acts). */
  kills: { short: 4, full: 100 },
  killsInActs: { short: 2, full: 30 },
  /** −9 at the embedded database under load (running). */
  databaseKills: { short: 2, full: 20 },
  /** −9 at the external broker, and at one of two servers (several-servers). */
  brokerKills: { short: 2, full: 20 },
  serverKillsBesideAnother: { short: 1, full: 20 },
  /** What several officers do at once, folded from the log (event-log). */
  commands: { short: 240, full: 6_000 },
  /** Spoilt inputs for each call (hostile-input), spoilt pictures (hostile-uploads). */
  cases: { short: 10, full: 2_000 },
  /** A camera that comes and goes (bad-cameras). */
  flaps: { short: 100, full: 1_000 },
} as const satisfies Record<string, { readonly short: number; readonly full: number }>;

/** Whether the times of the product itself are waited for, too. */
export const isFullBattery = process.env.BATTERY === 'full';

export const lengthOf = (battery: keyof typeof LENGTHS): number => LENGTHS[battery][isFullBattery ? 'full' : 'short'];
