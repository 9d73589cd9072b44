// Walks from cell to cell along a path over the terrain, in order, and skips whole blocks of cells that the walker rules out by the block's
// highest post (surface.ts). Called by march.ts (first hit) and sight/ (obstructions).
import { along, type LngLat } from '../coordinates/geodesic.ts';
import { TILE_CELLS } from '../elevation/lattice.ts';
import { MAXIMA_START, MAXIMA_TOP, type PostTile, type Surface } from '../elevation/surface.ts';

/** What to do with a block: descend to smaller blocks and finally cells, skip it, or end the walk because nothing behind it matters. */
export const DESCEND = 0;
export const SKIP = 1;
export const END = 2;

export interface Walker {
  /** The path crosses a block from `from` to `to` (metres); no post of it is higher than `highest`, +∞ where one is unknown. */
  examineBlock(highest: number, from: number, to: number): typeof DESCEND | typeof SKIP | typeof END;
  /**
   * A cell that was not skipped. `u`, `v` are coordinates in the cell (0 … 1 eastward, southward) at distance 0, which grow by `rateU`, `rateV`
   * for each metre. @returns true to end the walk
   */
  visitCell(
    posts: Float32Array,
    column: number,
    row: number,
    from: number,
    to: number,
    u: number,
    rateU: number,
    v: number,
    rateV: number,
  ): boolean;
}

/**
 * Beyond this latitude, north and south, the terrain counts as unknown: towards a pole a short path crosses any number of cells of the
 * lattice.
 */
const LAST_LATITUDE_DEGREES = 85;

/**
 * Walks from `fromMetres` to `untilMetres` along a path.
 * @returns false when the walk reached a cell with unknown terrain, or one within 5° of a pole
 */
export function walk(surface: Surface, path: GroundPath, walker: Walker, fromMetres: number, untilMetres: number): boolean {
  const { u, v, stepMetres } = path;
  const firstRow = (90 - LAST_LATITUDE_DEGREES) / surface.cellDegrees;
  const lastRow = (90 + LAST_LATITUDE_DEGREES) / surface.cellDegrees;
  const pieces = u.length - 1;

  let at = fromMetres;
  let piece = Math.min(Math.floor(at / stepMetres), pieces - 1);
  let pieceStart = piece * stepMetres;
  let rateU = ((u[piece + 1] as number) - (u[piece] as number)) / stepMetres;
  let rateV = ((v[piece + 1] as number) - (v[piece] as number)) / stepMetres;
  let originU = (u[piece] as number) - rateU * pieceStart;
  let originV = (v[piece] as number) - rateV * pieceStart;
  let pieceEnd = piece === pieces - 1 ? untilMetres : Math.min(untilMetres, pieceStart + stepMetres);

  let column = Math.floor(originU + rateU * at);
  let row = Math.floor(originV + rateV * at);
  let level = 0;
  let tile: PostTile | null = null;
  let maxima: Float32Array | null = null;
  let tileX = Number.NaN;
  let tileY = Number.NaN;

  for (;;) {
    if (row < firstRow || row > lastRow) return false;
    const x = column >> MAXIMA_TOP;
    const y = row >> MAXIMA_TOP;
    if (tile === null || maxima === null || x !== tileX || y !== tileY) {
      tile = surface.tile(x, y);
      maxima = tile.maxima();
      tileX = x;
      tileY = y;
    }
    const localColumn = column & (TILE_CELLS - 1);
    const localRow = row & (TILE_CELLS - 1);
    const side = TILE_CELLS >> level;
    const highest = maxima[(MAXIMA_START[level] as number) + (localRow >> level) * side + (localColumn >> level)] as number;

    const west = (column >> level) << level;
    const north = (row >> level) << level;
    const east = west + (1 << level);
    const south = north + (1 << level);
    const leaveU = rateU > 0 ? (east - originU) / rateU : rateU < 0 ? (west - originU) / rateU : Number.POSITIVE_INFINITY;
    const leaveV = rateV > 0 ? (south - originV) / rateV : rateV < 0 ? (north - originV) / rateV : Number.POSITIVE_INFINITY;
    let leave = Math.min(leaveU, leaveV);
    const endsPiece = leave > pieceEnd;
    if (endsPiece) leave = pieceEnd;
    if (leave < at) leave = at;

    const verdict = walker.examineBlock(highest, at, leave);
    if (verdict === DESCEND) {
      if (level > 0) {
        level--;
        continue;
      }
      if (highest === Number.POSITIVE_INFINITY) return false;
      if (walker.visitCell(tile.posts, localColumn, localRow, at, leave, originU - column, rateU, originV - row, rateV)) return true;
    } else if (verdict === END) return true;

    at = leave;
    if (endsPiece) {
      if (++piece >= pieces || at >= untilMetres) return true;
      pieceStart = piece * stepMetres;
      rateU = ((u[piece + 1] as number) - (u[piece] as number)) / stepMetres;
      rateV = ((v[piece + 1] as number) - (v[piece] as number)) / stepMetres;
      originU = (u[piece] as number) - rateU * pieceStart;
      originV = (v[piece] as number) - rateV * pieceStart;
      pieceEnd = piece === pieces - 1 ? untilMetres : Math.min(untilMetres, pieceStart + stepMetres);
      column = within(Math.floor(originU + rateU * at), west, east);
      row = within(Math.floor(originV + rateV * at), north, south);
      continue;
    }
    // Integers decide the next cell, so that rounding of `at` never selects a wrong one.
    if (leaveU < leaveV) {
      column = rateU > 0 ? east : west - 1;
      row = within(Math.floor(originV + rateV * at), north, south);
    } else {
      row = rateV > 0 ? south : north - 1;
      column = within(Math.floor(originU + rateU * at), west, east);
    }
    // A larger block is tried only after leaving the last larger one; otherwise each step would try it in vain.
    if (level < MAXIMA_TOP && (column >> (level + 1) !== west >> (level + 1) || row >> (level + 1) !== north >> (level + 1))) level++;
  }
}

const within = (cell: number, first: number, end: number): number => (cell < first ? first : cell >= end ? end - 1 : cell);

// The path of a ray over the terrain in lattice coordinates: a geodesic in straight pieces. Called by locate.ts.

/** A polyline in lattice coordinates (u eastward, v southward, whole numbers are posts), its knots every `stepMetres` along the ground. */
export interface GroundPath {
  readonly lengthMetres: number;
  readonly stepMetres: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** A straight piece of 1 km in longitude and latitude deviates from the geodesic by 1.2 cm at 32° N (d²·tan φ/(8R)). */
const STEP_METRES = 1000;

/**
 * The geodesic from a tower's foot. Only four points are computed on the ellipsoid; a cubic through them is within 0.01 mm of it
 * over 30 km (its fourth derivative is of the order of 1/R³), and costs a tenth.
 */
export function groundPath(from: LngLat, azimuthDegrees: number, lengthMetres: number, cellDegrees: number): GroundPath {
  const [a, b, c, d] = along(from, azimuthDegrees, [0, lengthMetres / 3, (2 * lengthMetres) / 3, lengthMetres]);
  if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('a geodesic has four points');
  const pieces = Math.max(1, Math.ceil(lengthMetres / STEP_METRES));
  const u = new Float64Array(pieces + 1);
  const v = new Float64Array(pieces + 1);
  for (let k = 0; k <= pieces; k++) {
    // Lagrange at t = 0, 1, 2, 3.
    const t = (3 * k) / pieces;
    const wa = ((t - 1) * (t - 2) * (t - 3)) / -6;
    const wb = (t * (t - 2) * (t - 3)) / 2;
    const wc = (t * (t - 1) * (t - 3)) / -2;
    const wd = (t * (t - 1) * (t - 2)) / 6;
    u[k] = (wa * a.lng + wb * b.lng + wc * c.lng + wd * d.lng + 180) / cellDegrees;
    v[k] = (90 - (wa * a.lat + wb * b.lat + wc * c.lat + wd * d.lat)) / cellDegrees;
  }
  return { lengthMetres, stepMetres: lengthMetres / pieces, u, v };
}
