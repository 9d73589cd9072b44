import { expect, it } from 'vitest';
import { COVER_SIDE, encodeCoverTile, GROUND_COVERS, isCoverTile } from './cover-tile.ts';
import { boxOfTile } from './layered.ts';

const level = 9;
const [x, y] = [806, 166];

it('a cell of a tile has the cover at its middle, from the north-west', () => {
  const { west, east, north } = boxOfTile(level, x, y);
  const middle = (west + east) / 2;
  const tile = encodeCoverTile((lng, lat) => (lng < middle ? 'forest' : lat > north ? 'water' : 'farm'), level, x, y);
  const at = (column: number, row: number) => GROUND_COVERS[tile[row * COVER_SIDE + column] ?? 0];
  expect([at(1, 1), at(32, 40), at(33, 40), at(64, 1), at(64, 0)]).toEqual(['forest', 'forest', 'farm', 'farm', 'water']);
});

it('the apron of a tile repeats the edge cells of its neighbour', () => {
  const coverAt = (lng: number, lat: number) => GROUND_COVERS[Math.abs(Math.floor(lng * 997) + Math.floor(lat * 991)) % 6] ?? 'unknown';
  const here = encodeCoverTile(coverAt, level, x, y);
  const east = encodeCoverTile(coverAt, level, x + 1, y);
  const columnOf = (tile: Uint8Array, column: number) => Array.from({ length: COVER_SIDE }, (_, row) => tile[row * COVER_SIDE + column]);
  expect(columnOf(here, COVER_SIDE - 1)).toEqual(columnOf(east, 1));
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
