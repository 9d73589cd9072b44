// How the ground leans at the posts of a tile: what light and colour need. Worked out once for each tile that is looked at.
import { type PostTile, type Surface, TILE_CELLS, TILE_POSTS } from '@lookout/geo';

/** Rise in metres for each metre eastward and northward, at the posts of a tile, row-major from the north-west. */
export interface Slopes {
  readonly east: Float32Array;
  readonly north: Float32Array;
}

const METRES_PER_DEGREE = 111_320;
const kept = new WeakMap<PostTile, Slopes>();

export function slopesOf(surface: Surface, x: number, y: number): Slopes {
  const tile = surface.tile(x, y);
  const known = kept.get(tile);
  if (known) return known;
  const metresSouth = surface.cellDegrees * METRES_PER_DEGREE;
  const lat = 90 - (y + 0.5) * TILE_CELLS * surface.cellDegrees;
  const metresEast = metresSouth * Math.cos((lat * Math.PI) / 180);
  const { posts } = tile;
  const slopes = { east: new Float32Array(TILE_POSTS ** 2), north: new Float32Array(TILE_POSTS ** 2) };
  for (let row = 0, at = 0; row < TILE_POSTS; row++) {
    for (let column = 0; column < TILE_POSTS; column++, at++) {
      // On the edge only inwards: a neighbour would have to be made for it, and tiles are dear.
      const [west, east] = [Math.max(0, column - 1), Math.min(TILE_CELLS, column + 1)];
      const [north, south] = [Math.max(0, row - 1), Math.min(TILE_CELLS, row + 1)];
      const across = (posts[row * TILE_POSTS + east] as number) - (posts[row * TILE_POSTS + west] as number);
      const down = (posts[south * TILE_POSTS + column] as number) - (posts[north * TILE_POSTS + column] as number);
      slopes.east[at] = across / ((east - west) * metresEast);
      slopes.north[at] = -down / ((south - north) * metresSouth);
    }
  }
  kept.set(tile, slopes);
  return slopes;
}
