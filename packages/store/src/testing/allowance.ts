// Promised seconds are those of a machine that does nothing else. Where a test is judged by them, it allows as much more as the machine is slower just then.

const LOOPS = 4_000_000;
/** What the loops take on a machine that does nothing else. */
const NOMINAL_MS = 25;
/** Beyond this the assertion would prove nothing. */
const MOST_TIMES = 4;

/** @returns the promised milliseconds, times how much slower than nominal a short computation is now; at least once, at most four times as many */
export function allowed(promisedMs: number): number {
  const begun = performance.now();
  let sum = 0;
  for (let n = 0; n < LOOPS; n += 1) sum = (sum * 31 + n) % 65_521;
  const tookMs = performance.now() - begun;
  // The sum is never negative: it is here so that the loops are not left out.
  return sum < 0 ? promisedMs : promisedMs * Math.min(MOST_TIMES, Math.max(1, tookMs / NOMINAL_MS));
}
