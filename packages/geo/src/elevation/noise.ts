// Noise for the demo relief: the same bits on every machine. Only integer hashing and + − × / sqrt floor, whose results IEEE 754
// and ECMAScript define exactly; no sin, pow or exp, whose last digit depends on the engine.
// Computes rows of positions at once: numbers in typed arrays are never boxed, and neighbours share lattice corners. The posts of a tile cost a
// third of what they cost one by one.

/** Twelve directions around the circle (30° apart), unit length, x then y. */
const DIRECTIONS = new Float64Array([
  1, 0, 0.8660254, 0.5, 0.5, 0.8660254, 0, 1, -0.5, 0.8660254, -0.8660254, 0.5, -1, 0, -0.8660254, -0.5, -0.5, -0.8660254, 0, -1, 0.5,
  -0.8660254, 0.8660254, -0.5,
]);

/** A well-mixed 32-bit hash of a lattice point (final mix of MurmurHash3). */
function hash(ix: number, iy: number, seed: number): number {
  let h = Math.imul(ix, 0x27d4eb2d) ^ Math.imul(iy, 0x165667b1) ^ seed;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The index in DIRECTIONS for a lattice point. */
const direction = (ix: number, iy: number, seed: number): number => (hash(ix, iy, seed) % 12) * 2;

const slope = (at: number, dx: number, dy: number): number => (DIRECTIONS[at] as number) * dx + (DIRECTIONS[at + 1] as number) * dy;

/**
 * Gradient noise (Perlin 2002, quintic fade): twice differentiable, about −0.7 … 0.7, with a wavelength of about a unit square. `out[k]` is the
 * noise at `xs[k]`, `ys[k]`, independent of the other positions.
 */
export function gradientNoise(xs: Float64Array, ys: Float64Array, seed: number, out: Float64Array): void {
  // The square of the previous position, and the directions at its corners.
  let squareX = Number.NaN;
  let squareY = Number.NaN;
  let nw = 0;
  let ne = 0;
  let sw = 0;
  let se = 0;
  for (let k = 0; k < out.length; k++) {
    const x = xs[k] as number;
    const y = ys[k] as number;
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    if (ix !== squareX || iy !== squareY) {
      nw = direction(ix, iy, seed);
      ne = direction(ix + 1, iy, seed);
      sw = direction(ix, iy + 1, seed);
      se = direction(ix + 1, iy + 1, seed);
      squareX = ix;
      squareY = iy;
    }
    const dx = x - ix;
    const dy = y - iy;
    const fx = dx * dx * dx * (dx * (dx * 6 - 15) + 10);
    const fy = dy * dy * dy * (dy * (dy * 6 - 15) + 10);
    const north = slope(nw, dx, dy);
    const south = slope(sw, dx, dy - 1);
    const top = north + fx * (slope(ne, dx - 1, dy) - north);
    const bottom = south + fx * (slope(se, dx - 1, dy - 1) - south);
    out[k] = top + fy * (bottom - top);
  }
}

/**
 * Mountains: a network of valleys (the zero lines of one large-scale noise) with a ridged multifractal between them
 * (Musgrave, "Texturing and Modeling" ch. 16: spurs grow on ridges, not on valley floors).
 * @param count number of positions in each call
 * @returns `ridges(xs, ys, out)` for positions in kilometres: about 0 (valley) … 1 (crest), mean MEAN_RIDGE
 */
export function createRidges(seed: number, count: number): (xs: Float64Array, ys: Float64Array, out: Float64Array) => void {
  const px = new Float64Array(count);
  const py = new Float64Array(count);
  const noise = new Float64Array(count);
  const weights = new Float64Array(count);
  return (xs, ys, out) => {
    // Gradient noise is 0 at every lattice point, so alone it would show its grid as valleys. A second, rotated one hides the grid.
    for (let k = 0; k < count; k++) {
      px[k] = (xs[k] as number) / VALLEY_NET_KM;
      py[k] = (ys[k] as number) / VALLEY_NET_KM;
    }
    gradientNoise(px, py, seed ^ 0x7f4a, out);
    for (let k = 0; k < count; k++) {
      const x = xs[k] as number;
      const y = ys[k] as number;
      px[k] = (0.6 * x - 0.8 * y) / SIDE_VALLEY_KM;
      py[k] = (0.8 * x + 0.6 * y) / SIDE_VALLEY_KM;
    }
    gradientNoise(px, py, seed ^ 0x1d83, noise);
    for (let k = 0; k < count; k++) {
      const n = 0.85 * (out[k] as number) + 0.5 * (noise[k] as number);
      // Rounded at the bottom over some hundred metres; a sharp edge would alias on the posts.
      const aboveValley = Math.sqrt(n * n + 0.0015) * 2.1;
      const rise = aboveValley < 1 ? aboveValley * (2 - aboveValley) : 1;
      out[k] = 0.42 * rise;
      weights[k] = 0.25 + 0.75 * rise;
      px[k] = (xs[k] as number) / LARGEST_KM;
      py[k] = (ys[k] as number) / LARGEST_KM;
    }
    let amplitude = 0.34;
    for (let octave = 0; octave < OCTAVES; octave++) {
      gradientNoise(px, py, seed + octave * 0x9e37, noise);
      for (let k = 0; k < count; k++) {
        const m = noise[k] as number;
        const crest = 1 - 1.5 * (Math.sqrt(m * m + 0.003) - 0.05);
        const signal = crest < 0 ? 0 : crest * crest;
        const weight = weights[k] as number;
        out[k] = (out[k] as number) + amplitude * weight * signal;
        const next = weight * (signal > 0.9 ? 0.95 : 0.05 + signal);
        weights[k] = octave > 0 ? 0.5 * next + 0.25 : next;
        // Rotated by a 3-4-5 triangle in each octave, so that the lattices of the octaves do not align.
        const x = px[k] as number;
        const y = py[k] as number;
        px[k] = (x * 0.8 - y * 0.6) * LACUNARITY;
        py[k] = (x * 0.6 + y * 0.8) * LACUNARITY;
      }
      amplitude *= 0.5;
    }
  };
}

/** Mean of the ridges: subtracted, so that a table's height is the mean height of its surroundings. */
export const MEAN_RIDGE = 0.55;

const VALLEY_NET_KM = 15;
const SIDE_VALLEY_KM = 8.3;
const LARGEST_KM = 7;
const LACUNARITY = 1.97;
/** The shortest wavelength is 7 / 1.97^4 = 0.46 km, six cells of level 12. */
const OCTAVES = 5;
