// Seeded random numbers, for worlds that are the same each time.

/** Uniform and normal deviates, and the factors that make the latter Student's t of four degrees, scaled to the same variance. */
export function chancesOf(seed: number) {
  const uniform = mulberry32(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const heavy = () => Math.sqrt(4 / [0, 1, 2, 3].reduce((sum) => sum + normal() ** 2, 0)) / Math.SQRT2;
  return { uniform, normal, heavy };
}

/** T. Ettinger's generator (2017, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
