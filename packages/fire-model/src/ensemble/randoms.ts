// Random numbers that are the same for a seed and an index, whatever the caller and the order of calls.

/** Mixed bits of two integers (the finaliser of MurmurHash3, A. Appleby, public domain): neighbouring indexes give unrelated values. */
function mixed(seed: number, index: number): number {
  let state = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/**
 * mulberry32 (T. Ettinger, public domain).
 * @returns a generator of numbers in [0, 1)
 */
export function uniformsOf(seed: number, index: number): () => number {
  let state = mixed(seed, index);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Box and Muller (Annals of Mathematical Statistics 29, 1958).
 * @returns a generator of numbers of the standard normal distribution
 */
export function normalsOf(seed: number, index: number): () => number {
  const uniform = uniformsOf(seed, index);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
