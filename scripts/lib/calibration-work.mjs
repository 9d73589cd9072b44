// A fixed amount of work of two kinds, by which the CPU seconds of different machines are compared: calibration-loop.mjs runs it in processes of its own,
// the measurement of the alarm's path within its own thread.

const NUMBERS = 30_000_000;
const ROWS = 40_000;
const COPIES = 4;

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
