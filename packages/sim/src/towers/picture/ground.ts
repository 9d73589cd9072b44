// The terrain that each pixel of a tower's picture shows. Each column follows the elevation from edge to edge of its triangles, so that
// occlusion is computed on the same terrain on which the product locates a fire. Colours are applied later: the same data serves both
// channels and any light, and is cached while the head is at rest.
import { CURVATURE_PER_METRE, destination, type PostTile, type Surface, TILE_CELLS, TILE_POSTS } from '@lookout/geo';
import { focalPixels, type Gaze } from './gaze.ts';
import { HEIGHT, PIXELS, WIDTH } from './raster.ts';

export interface Ground {
  /** Distance along the terrain from the foot of the tower; Infinity for the sky. */
  readonly metres: Float32Array;
  /** Height above sea level. */
  readonly height: Float32Array;
  /** Rise per metre eastward and northward. */
  readonly slopeEast: Float32Array;
  readonly slopeNorth: Float32Array;
  /**
   * −1 … 1: texture of trees and rocks, which are too small for the elevation data; a patch of terrain has the same texture from every
   * viewpoint.
   */
  readonly grain: Float32Array;
}

const groundOf = (pixels: number): Ground => ({
  metres: new Float32Array(pixels),
  height: new Float32Array(pixels),
  slopeEast: new Float32Array(pixels),
  slopeNorth: new Float32Array(pixels),
  grain: new Float32Array(pixels),
});

export const createGround = (): Ground => groundOf(PIXELS);

/** The lower rows of a downward picture span more azimuths than the upper ones: at most this many times the picture's columns. */
const WIDEST = 2;
/** The terrain by columns of azimuth before it is arranged in the picture; one buffer shared by all channels of a thread. */
const columns = groundOf(PIXELS * WIDEST);

/**
 * Fills the layers for a gaze. The terrain is computed by columns of equal azimuth. A tilted picture shows such a column as a slanted line,
 * so each row is then assembled from the columns that it shows.
 * @param stride 2: every second column repeats its neighbour, at half the cost
 */
export function seeGround(ground: Ground, surface: Surface, gaze: Gaze, stride: 1 | 2 = 1): void {
  ground.metres.fill(Number.POSITIVE_INFINITY);
  const foot = surface.heightAt(gaze.lng, gaze.lat);
  if (foot === null) return;
  const eye = foot + gaze.towerHeightMetres;
  const focal = focalPixels(gaze);
  const { depths, rises } = rowsOf(gaze, focal);
  const [deepest, shallowest] = [Math.max(...depths), Math.min(...depths)];
  // The columns are as fine as the row that spans the fewest azimuths, and cover as much as the row that spans the most.
  const count = Math.min(WIDTH * WIDEST, Math.ceil((WIDTH * deepest) / shallowest));
  const widest = WIDTH / 2 / focal / shallowest;
  const path = createGroundPath();
  const tangents = new Float64Array(HEIGHT);
  columns.metres.fill(Number.POSITIVE_INFINITY, 0, count * HEIGHT);
  for (let column = 0; column < count; column += stride) {
    const off = Math.atan(widest * ((2 * (column + 0.5)) / count - 1));
    for (let y = 0; y < HEIGHT; y++) tangents[y] = (rises[y] as number) * Math.cos(off);
    fillGroundPath(path, gaze, gaze.azimuthDegrees + (off * 180) / Math.PI, surface);
    seeColumn(columns, count, surface, path.u, path.v, column, eye, foot, tangents, focal);
  }
  layOut(ground, { count, widest, stride, focal, depths });
}

/** For the middle of each row, from the top down: horizontal distance to the image plane, and its rise divided by that distance. */
function rowsOf({ tiltDegrees }: Gaze, focal: number): { readonly depths: Float64Array; readonly rises: Float64Array } {
  const tilt = (tiltDegrees * Math.PI) / 180;
  const [depths, rises] = [new Float64Array(HEIGHT), new Float64Array(HEIGHT)];
  for (let y = 0; y < HEIGHT; y++) {
    const up = (HEIGHT / 2 - (y + 0.5)) / focal;
    depths[y] = Math.cos(tilt) - up * Math.sin(tilt);
    rises[y] = (Math.sin(tilt) + up * Math.cos(tilt)) / (depths[y] as number);
  }
  return { depths, rises };
}

interface Columns {
  readonly count: number;
  /** Tangent of the angle off the axis at the outer edge of the last column. */
  readonly widest: number;
  readonly stride: 1 | 2;
  readonly focal: number;
  readonly depths: Float64Array;
}

/** Each pixel shows the column nearest to its own direction. */
function layOut(ground: Ground, { count, widest, stride, focal, depths }: Columns): void {
  const from = new Int32Array(WIDTH);
  for (let y = 0; y < HEIGHT; y++) {
    const scale = count / (2 * widest * focal * (depths[y] as number));
    for (let x = 0; x < WIDTH; x += stride) {
      const column = Math.floor(count / 2 + (x + 0.5 - WIDTH / 2) * scale);
      from[x] = y * count + Math.max(0, Math.min(count - 1, column));
      // With stride 2 only the first of two columns is computed.
      if (stride === 2) {
        from[x] = (from[x] as number) - (((from[x] as number) - y * count) & 1);
        from[x + 1] = from[x] as number;
      }
    }
    const start = y * WIDTH;
    for (let x = 0; x < WIDTH; x++) {
      const at = from[x] as number;
      ground.metres[start + x] = columns.metres[at] as number;
      ground.height[start + x] = columns.height[at] as number;
      ground.slopeEast[start + x] = columns.slopeEast[at] as number;
      ground.slopeNorth[start + x] = columns.slopeNorth[at] as number;
      ground.grain[start + x] = columns.grain[at] as number;
    }
  }
}

function seeColumn(
  ground: Ground,
  width: number,
  surface: Surface,
  u: Float64Array,
  v: Float64Array,
  x: number,
  eye: number,
  foot: number,
  tangents: Float64Array,
  focal: number,
): void {
  const stepU = (u[1] as number) >= (u[0] as number) ? 1 : -1;
  const stepV = (v[1] as number) >= (v[0] as number) ? 1 : -1;
  const stepW = (u[1] as number) + (v[1] as number) >= (u[0] as number) + (v[0] as number) ? 1 : -1;
  // The next line of each kind that will be crossed: between columns, between rows, and the diagonal from south-west to north-east.
  let lineU = stepU > 0 ? Math.floor(u[0] as number) + 1 : Math.ceil(u[0] as number) - 1;
  let lineV = stepV > 0 ? Math.floor(v[0] as number) + 1 : Math.ceil(v[0] as number) - 1;
  let lineW = stepW > 0 ? Math.floor((u[0] as number) + (v[0] as number)) + 1 : Math.ceil((u[0] as number) + (v[0] as number)) - 1;

  let row = HEIGHT - 1;
  let tangent = tangents[row] as number;
  let [beforeMetres, beforeRise, beforeEast, beforeNorth, beforeU, beforeV] = [0, foot - eye, 0, 0, u[0] as number, v[0] as number];
  // Whether the last edge was visible, in which case its slope is known.
  let wasSeen = false;
  let tile: PostTile | null = null;
  let slopes: Slopes | null = null;
  let [tileX, tileY] = [Number.NaN, Number.NaN];

  for (let piece = 0; piece < PIECES; piece++) {
    const start = piece * PIECE_METRES;
    const end = start + PIECE_METRES;
    const rateU = ((u[piece + 1] as number) - (u[piece] as number)) / PIECE_METRES;
    const rateV = ((v[piece + 1] as number) - (v[piece] as number)) / PIECE_METRES;
    const originU = (u[piece] as number) - rateU * start;
    const originV = (v[piece] as number) - rateV * start;
    const [rateW, originW] = [rateU + rateV, originU + originV];
    let atU = whenCrossed(lineU, originU, rateU, stepU);
    let atV = whenCrossed(lineV, originV, rateV, stepV);
    let atW = whenCrossed(lineW, originW, rateW, stepW);
    for (;;) {
      const metres = atU < atV ? Math.min(atU, atW) : Math.min(atV, atW);
      if (metres > end) break;
      const hereU = originU + rateU * metres;
      const hereV = originV + rateV * metres;
      // The crossed edge lies between two posts of the cell: the north-west one or its neighbour, and the next along the edge.
      let column: number;
      let line: number;
      let share: number;
      let first = 0;
      let second = TILE_POSTS;
      if (metres === atU) {
        column = lineU;
        line = Math.floor(hereV);
        share = hereV - line;
        lineU += stepU;
        atU = whenCrossed(lineU, originU, rateU, stepU);
      } else if (metres === atV) {
        column = Math.floor(hereU);
        line = lineV;
        share = hereU - column;
        second = 1;
        lineV += stepV;
        atV = whenCrossed(lineV, originV, rateV, stepV);
      } else {
        column = Math.floor(hereU);
        line = lineW - column - 1;
        share = column + 1 - hereU;
        first = 1;
        lineW += stepW;
        atW = whenCrossed(lineW, originW, rateW, stepW);
      }
      const nextTileX = Math.floor(column / TILE_CELLS);
      const nextTileY = Math.floor(line / TILE_CELLS);
      if (nextTileX !== tileX || nextTileY !== tileY) {
        tileX = nextTileX;
        tileY = nextTileY;
        tile = surface.tile(tileX, tileY);
        slopes = slopesOf(surface, tileX, tileY);
      }
      const cell = (line - tileY * TILE_CELLS) * TILE_POSTS + (column - tileX * TILE_CELLS);
      first += cell;
      second += cell;
      const posts = (tile as PostTile).posts;
      const height = (posts[first] as number) + share * ((posts[second] as number) - (posts[first] as number));
      const rise = height - metres * metres * CURVATURE_PER_METRE - eye;
      const seen = rise > tangent * metres;
      if (seen) {
        const { east, north } = slopes as Slopes;
        const hereEast = (east[first] as number) + share * ((east[second] as number) - (east[first] as number));
        const hereNorth = (north[first] as number) + share * ((north[second] as number) - (north[first] as number));
        if (!wasSeen) {
          beforeEast = hereEast;
          beforeNorth = hereNorth;
        }
        const climb = (rise - beforeRise) / (metres - beforeMetres);
        while (rise > tangent * metres) {
          const hit = tangent === climb ? metres : (beforeRise - climb * beforeMetres) / (tangent - climb);
          const shown = hit > beforeMetres ? Math.min(hit, metres) : beforeMetres;
          const part = (shown - beforeMetres) / (metres - beforeMetres);
          const at = row * width + x;
          ground.metres[at] = shown;
          ground.height[at] = beforeRise + (rise - beforeRise) * part + shown * shown * CURVATURE_PER_METRE + eye;
          ground.slopeEast[at] = beforeEast + (hereEast - beforeEast) * part;
          ground.slopeNorth[at] = beforeNorth + (hereNorth - beforeNorth) * part;
          ground.grain[at] = grainOf(beforeU + (hereU - beforeU) * part, beforeV + (hereV - beforeV) * part, shown / focal);
          if (row === 0) return;
          row -= 1;
          tangent = tangents[row] as number;
        }
        beforeEast = hereEast;
        beforeNorth = hereNorth;
      }
      wasSeen = seen;
      beforeMetres = metres;
      beforeRise = rise;
      beforeU = hereU;
      beforeV = hereV;
      if (metres >= FURTHEST_METRES) return;
    }
  }
}

/** The distance along the terrain at which a line of the lattice is crossed; Infinity when the path runs parallel to it. */
function whenCrossed(line: number, origin: number, rate: number, step: number): number {
  return rate * step > 1e-12 ? (line - origin) / rate : Number.POSITIVE_INFINITY;
}

/** Returns a texture of patches of two sizes, a few and some dozen pixels wide, like trees and groups of trees. */
function grainOf(u: number, v: number, metresPerPixel: number): number {
  // A cell is some 70 m. Patch sizes are powers of two, so that the texture is stable while the zoom does not change.
  const fine = 2 ** Math.round(Math.log2(28 / Math.max(0.4, metresPerPixel)));
  return 0.65 * hashed(Math.floor(u * fine), Math.floor(v * fine)) + 0.35 * hashed(Math.floor((u * fine) / 8), Math.floor((v * fine) / 8));
}

function hashed(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2_147_483_648 - 1;
}

// The path of one column over the terrain: the geodesic from the foot of the tower, as straight pieces over the lattice of posts.

/** Terrain is drawn up to this distance, the range of the product's ray (geo's `locate`). */
export const FURTHEST_METRES = 30_000;
/** A straight piece of 1 km deviates from the geodesic by 1.2 cm at 32° N. */
export const PIECES = 30;
const PIECE_METRES = FURTHEST_METRES / PIECES;

/** Ends of the pieces in lattice units: u eastward, v southward, whole numbers are posts. Refilled for each column. */
interface GroundPath {
  readonly u: Float64Array;
  readonly v: Float64Array;
}

export const createGroundPath = (): GroundPath => ({ u: new Float64Array(PIECES + 1), v: new Float64Array(PIECES + 1) });

/** A cubic through the foot and three points on the ellipsoid: within 0.01 mm of the geodesic over 30 km. */
export function fillGroundPath(path: GroundPath, gaze: Gaze, azimuthDegrees: number, surface: Surface): void {
  const third = FURTHEST_METRES / 3;
  const b = destination(gaze, azimuthDegrees, third);
  const c = destination(gaze, azimuthDegrees, 2 * third);
  const d = destination(gaze, azimuthDegrees, FURTHEST_METRES);
  for (let k = 0; k <= PIECES; k++) {
    const t = (3 * k) / PIECES;
    const wa = ((t - 1) * (t - 2) * (t - 3)) / -6;
    const wb = (t * (t - 2) * (t - 3)) / 2;
    const wc = (t * (t - 1) * (t - 3)) / -2;
    const wd = (t * (t - 1) * (t - 2)) / 6;
    path.u[k] = (wa * gaze.lng + wb * b.lng + wc * c.lng + wd * d.lng + 180) / surface.cellDegrees;
    path.v[k] = (90 - (wa * gaze.lat + wb * b.lat + wc * c.lat + wd * d.lat)) / surface.cellDegrees;
  }
}

// The slope of the terrain at the posts of a tile, needed for light and colour. Computed once for each tile.

/** Rise in metres per metre eastward and northward, at the posts of a tile, row-major from the north-west. */
interface Slopes {
  readonly east: Float32Array;
  readonly north: Float32Array;
}

const METRES_PER_DEGREE = 111_320;
const slopesByTile = new WeakMap<PostTile, Slopes>();

export function slopesOf(surface: Surface, x: number, y: number): Slopes {
  const tile = surface.tile(x, y);
  const known = slopesByTile.get(tile);
  if (known) return known;
  const metresSouth = surface.cellDegrees * METRES_PER_DEGREE;
  const lat = 90 - (y + 0.5) * TILE_CELLS * surface.cellDegrees;
  const metresEast = metresSouth * Math.cos((lat * Math.PI) / 180);
  const { posts } = tile;
  const slopes = { east: new Float32Array(TILE_POSTS ** 2), north: new Float32Array(TILE_POSTS ** 2) };
  for (let row = 0, at = 0; row < TILE_POSTS; row++) {
    for (let column = 0; column < TILE_POSTS; column++, at++) {
      // One-sided at the edge of the tile: the neighbouring tile is expensive to compute.
      const [west, east] = [Math.max(0, column - 1), Math.min(TILE_CELLS, column + 1)];
      const [north, south] = [Math.max(0, row - 1), Math.min(TILE_CELLS, row + 1)];
      const across = (posts[row * TILE_POSTS + east] as number) - (posts[row * TILE_POSTS + west] as number);
      const down = (posts[south * TILE_POSTS + column] as number) - (posts[north * TILE_POSTS + column] as number);
      slopes.east[at] = across / ((east - west) * metresEast);
      slopes.north[at] = -down / ((south - north) * metresSouth);
    }
  }
  slopesByTile.set(tile, slopes);
  return slopes;
}
