// Specified durations assume an otherwise idle machine. A test that checks one extends it by the factor by which the machine is currently
// slower.

const LOOPS = 4_000_000;
/** Time of the loops on an idle machine. */
const NOMINAL_MS = 25;
/** Beyond this factor the assertion would prove nothing. */
const MOST_TIMES = 4;

/**
 * @returns the specified milliseconds, multiplied by how much slower than nominal a short computation currently is; the factor is between
 * one and four
 */
export function allowed(promisedMs: number): number {
  const begun = performance.now();
  let sum = 0;
  for (let n = 0; n < LOOPS; n += 1) sum = (sum * 31 + n) % 65_521;
  const tookMs = performance.now() - begun;
  // The sum is never negative: it is used so that the loops are not optimised away.
  return sum < 0 ? promisedMs : promisedMs * Math.min(MOST_TIMES, Math.max(1, tookMs / NOMINAL_MS));
}
