// Three kinds of work in fixed amounts, to compare the CPU seconds of different machines. calibration-loop.mjs runs them in separate processes,
// the measurement of the alarm's path within its own thread.

const NUMBERS = 30_000_000;
const ROWS = 40_000;
const COPIES = 4;
/** Number of entries in memory, 64 MB: more than a core's caches hold. */
const PLACES = 2 ** 24;
const JUMPS = 1_500_000;

/** @param {number} share of the whole amount, 0 to 1 @returns {number} */
export function arithmetic(share = 1) {
  let sum = 0;
  for (let n = 1; n < NUMBERS * share; n++) sum += Math.sqrt(n) / (n + 1);
  return sum;
}

/** @param {number} share of the whole amount, 0 to 1 @returns {number} */
export function memory(share = 1) {
  const rows = Array.from({ length: ROWS * share }, (_, id) => ({ id, name: `alarm ${id}`, position: { lng: id / 7, lat: id / 11 } }));
  let length = 0;
  for (let copy = 0; copy < COPIES; copy++) length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
  return length;
}

/**
 * Measures memory latency: each entry holds the index of the next, which is far away. @param {number} share of the whole amount, 0 to 1
 * @returns {number}
 */
export function distantMemory(share = 1) {
  // A linear congruential generator of full period (Hull and Dobell 1962; factor and increment of Numerical Recipes): no entry is visited
  // twice.
  const next = new Int32Array(PLACES);
  for (let at = 0; at < PLACES; at++) next[at] = (Math.imul(at, 1_664_525) + 1_013_904_223) & (PLACES - 1);
  let at = 0;
  for (let jump = 0; jump < JUMPS * share; jump++) at = next[at];
  return at;
}
