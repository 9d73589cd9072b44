// Smooth noise over place and time: clouds and winds that change slowly, and fuel whose dryness varies from place to place.
import { drawsOf } from './draws.ts';

/** A random number in −1 … 1 for every corner of the lattice. */
type Corner = (x: number, y: number, t: number) => number;

/**
 * Value noise: a random number at every whole corner, blended smoothly between (K. Perlin's fade 6t⁵ − 15t⁴ + 10t³).
 * @returns −1 … 1; 0 on average; changes over a distance of about 1 in every direction
 */
export function smoothNoise(seed: number, name: string): (x: number, y: number, t: number) => number {
  const corner: Corner = cached((x, y, t) => drawsOf(seed, name, x, y, t).between(-1, 1));
  return (x, y, t) => {
    const [x0, y0, t0] = [Math.floor(x), Math.floor(y), Math.floor(t)];
    const [fx, fy, ft] = [fade(x - x0), fade(y - y0), fade(t - t0)];
    const plane = (at: number) => blend(row(corner, x0, y0, at, fx), row(corner, x0, y0 + 1, at, fx), fy);
    return blend(plane(t0), plane(t0 + 1), ft);
  };
}

const row = (corner: Corner, x: number, y: number, t: number, share: number): number => blend(corner(x, y, t), corner(x + 1, y, t), share);
const blend = (a: number, b: number, share: number): number => a + (b - a) * share;
const fade = (t: number): number => t * t * t * (t * (6 * t - 15) + 10);

/** Caches the corners, because a fire needs the same ones repeatedly. */
function cached(corner: Corner): Corner {
  const known = new Map<string, number>();
  return (x, y, t) => {
    const key = `${x},${y},${t}`;
    const value = known.get(key) ?? corner(x, y, t);
    if (known.size > 4_096) known.clear();
    known.set(key, value);
    return value;
  };
}
