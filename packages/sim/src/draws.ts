// Pseudo-random numbers of the demo world: the same seed and keys give the same draws, on every machine, whatever was drawn elsewhere.

/** A stream of draws. Streams are independent of each other. */
export interface Draws {
  /** 0 ≤ … < 1. */
  uniform(): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Standard normal: mean 0, deviation 1. */
  normal(): number;
  /** Poisson distribution; the mean must be below some tens. */
  poisson(mean: number): number;
  pick<T>(choices: readonly [T, ...(readonly T[])]): T;
  /** One of the table's names, with a probability in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** @param keys name the stream: `drawsOf(seed, 'fires', stage, slot)` */
export function drawsOf(seed: number, ...keys: readonly (string | number)[]): Draws {
  const next = sfc32(hashOf(seed, keys));
  const uniform = () => next() / 4_294_967_296;
  return {
    uniform,
    between: (low, high) => low + uniform() * (high - low),
    chance: (probability) => uniform() < probability,
    // Box and Muller, Ann. Math. Statist. 29, 1958. 1 − u is never 0, so its logarithm is finite.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    poisson: (mean) => poisson(mean, uniform),
    pick: (choices) => choices[Math.floor(uniform() * choices.length)] ?? choices[0],
    weighted: (weights) => {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = uniform() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      return (entries.at(-1) as (typeof entries)[number])[0];
    },
  };
}

/** Multiplies uniforms until they fall below e^−mean (Knuth, The Art of Computer Programming 2, 3.4.1, algorithm Q). */
function poisson(mean: number, uniform: () => number): number {
  const floor = Math.exp(-mean);
  let count = 0;
  for (let product = uniform(); product > floor; product *= uniform()) count += 1;
  return count;
}

/** Small fast counting generator, 32 bit, by Chris Doty-Humphrey (PractRand 0.95, sfc.cpp; public domain). */
function sfc32(seed: number): () => number {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9 | 0, 0x243f6a88 | 0, 1];
  const next = () => {
    const out = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + out) | 0;
    return out >>> 0;
  };
  // A fresh state needs some rounds before similar seeds diverge (the author's seeding does 12).
  for (let round = 0; round < 12; round++) next();
  return next;
}

/** FNV-1a over the keys, finished by MurmurHash3's 32-bit mixer (A. Appleby, public domain). */
function hashOf(seed: number, keys: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed;
  for (const character of keys.join('\u0001')) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
