import { expect, it } from 'vitest';
import { COVER_APRON, COVER_CELLS, COVER_SIDE, encodeCoverTile, GROUND_COVERS, isCoverTile } from './cover-tile.ts';
import { boxOfTile } from './layered.ts';

const level = 9;
const [x, y] = [806, 166];

it('a cell of a tile has the cover at its middle, from the north-west', () => {
  const { west, east, north } = boxOfTile(level, x, y);
  const middle = (west + east) / 2;
  const tile = encodeCoverTile((lng, lat) => (lng < middle ? 'forest' : lat > north ? 'water' : 'farm'), level, x, y);
  const at = (column: number, row: number) => GROUND_COVERS[tile[(row + COVER_APRON) * COVER_SIDE + column + COVER_APRON] ?? 0];
  expect([at(0, 0), at(31, 39), at(32, 39), at(63, 0), at(63, -1)]).toEqual(['forest', 'forest', 'farm', 'farm', 'water']);
});

it('the apron of a tile repeats the edge cells of its neighbour', () => {
  const coverAt = (lng: number, lat: number) => GROUND_COVERS[Math.abs(Math.floor(lng * 997) + Math.floor(lat * 991)) % 6] ?? 'unknown';
  const here = encodeCoverTile(coverAt, level, x, y);
  const east = encodeCoverTile(coverAt, level, x + 1, y);
  const columnOf = (tile: Uint8Array, column: number) => Array.from({ length: COVER_SIDE }, (_, row) => tile[row * COVER_SIDE + column]);
  for (let column = 0; column < 2 * COVER_APRON; column++) expect(columnOf(here, COVER_CELLS + column)).toEqual(columnOf(east, column));
});

it('tiles exist from the coarsest to the finest level', () => {
  expect([isCoverTile(7, 1, 1), isCoverTile(8, 1, 1), isCoverTile(8, 512, 1), isCoverTile(13, 1, 1), isCoverTile(14, 1, 1)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ]);
});
