// A simple search for the first hit, for comparison only (tests, bench): tests every edge of every triangle on the path. It shares only the
// path with march.ts: no tiles, no maxima, no cells; only `heightAt`. It is as fast as that allows.
import type { Surface } from '../elevation/surface.ts';
import type { Ray } from './march.ts';
import { CURVATURE_PER_METRE } from './sight.ts';
import type { GroundPath } from './walk.ts';

/**
 * Between two neighbouring crossings of columns, rows and diagonals of posts the terrain is a straight line, so the first crossing below
 * the terrain brackets the hit, and bisection finds it. (A dip below the terrain and out again inside one triangle is at most 0.4 mm deep,
 * the sag of the ray over 150 m, and is missed.)
 */
export function bruteHit(surface: Surface, path: GroundPath, ray: Ray): number | null {
  const { u, v, stepMetres } = path;
  const gap = (metres: number): number => {
    const piece = Math.min(Math.floor(metres / stepMetres), u.length - 2);
    const t = metres / stepMetres - piece;
    const east = (u[piece] as number) + t * ((u[piece + 1] as number) - (u[piece] as number));
    const south = (v[piece] as number) + t * ((v[piece + 1] as number) - (v[piece] as number));
    const ground = surface.heightAt(east * surface.cellDegrees - 180, 90 - south * surface.cellDegrees);
    return ray.eyeMetres + metres * (ray.slope + metres * CURVATURE_PER_METRE) - (ground ?? Number.NaN);
  };
  let before = 0;
  for (let piece = 0; piece < u.length - 1; piece++) {
    const [startU, startV] = [u[piece] as number, v[piece] as number];
    const [rateU, rateV] = [(u[piece + 1] as number) - startU, (v[piece + 1] as number) - startV];
    const [startW, rateW] = [startU + startV, rateU + rateV];
    let [nextU, nextV, nextW] = [following(startU, rateU), following(startV, rateV), following(startW, rateW)];
    for (let t = 0; t < 1; ) {
      const [tU, tV, tW] = [(nextU - startU) / rateU, (nextV - startV) / rateV, (nextW - startW) / rateW];
      t = Math.min(1, rateU === 0 ? 1 : tU, rateV === 0 ? 1 : tV, rateW === 0 ? 1 : tW);
      if (t === tU) nextU += Math.sign(rateU);
      if (t === tV) nextV += Math.sign(rateV);
      if (t === tW) nextW += Math.sign(rateW);
      const here = (piece + t) * stepMetres;
      const height = gap(here);
      if (Number.isNaN(height)) return null;
      if (height < 0) return halved(gap, before, here);
      before = here;
    }
  }
  return null;
}

/** The next integer after `start` in the direction of the path. */
const following = (start: number, rate: number): number => (rate > 0 ? Math.floor(start) + 1 : Math.ceil(start) - 1);

function halved(gap: (metres: number) => number, above: number, below: number): number {
  let [low, high] = [above, below];
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (gap(middle) < 0) high = middle;
    else low = middle;
  }
  return high;
}
