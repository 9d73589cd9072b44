// Pseudo-random numbers of the painted scenes: the same seed gives the same frames on every machine.

export interface Random {
  /** 0 ≤ … < 1. */
  uniform(): number;
  between(low: number, high: number): number;
  /** Standard normal. */
  normal(): number;
}

/** Mulberry32 by T. Ettinger (public domain). */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 4; round++) uniform();
  return {
    uniform,
    between: (low, high) => low + uniform() * (high - low),
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** Value noise with two octaves, −1 … 1; it changes over a distance of about 1. */
export function noiseOf(seed: number): (x: number, y: number) => number {
  const table = Float32Array.from({ length: 4_096 }, (_, at) => randomOf(seed * 7_919 + at).between(-1, 1));
  const corner = (x: number, y: number) => table[(Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663)) & 4_095] as number;
  const octave = (x: number, y: number): number => {
    const [x0, y0] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [fade(x - x0), fade(y - y0)];
    const top = corner(x0, y0) + (corner(x0 + 1, y0) - corner(x0, y0)) * fx;
    const bottom = corner(x0, y0 + 1) + (corner(x0 + 1, y0 + 1) - corner(x0, y0 + 1)) * fx;
    return top + (bottom - top) * fy;
  };
  return (x, y) => 0.7 * octave(x, y) + 0.3 * octave(2.3 * x + 17, 2.3 * y + 5);
}

const fade = (t: number): number => t * t * (3 - 2 * t);
