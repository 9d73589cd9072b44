// Random numbers that are the same for a seed and an index, whatever the caller and the order of calls.
import { randomsOf } from '@lookout/domain';

/** Mixed bits of two integers (the finaliser of MurmurHash3, A. Appleby, public domain): neighbouring indexes give unrelated values. */
function mixed(seed: number, index: number): number {
  let state = Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

/** @returns a generator of numbers in [0, 1) */
export const uniformsOf = (seed: number, index: number): (() => number) => randomsOf(mixed(seed, index));

/**
 * Box and Muller (Annals of Mathematical Statistics 29, 1958).
 * @returns a generator of numbers of the standard normal distribution
 */
export function normalsOf(seed: number, index: number): () => number {
  const uniform = uniformsOf(seed, index);
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
