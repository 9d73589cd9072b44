// A part of an elevation file as a grid of heights.
import { distanceMetres, type HeightGrid } from '@lookout/geo';
import { type DemFile, openDem, type Placing, placingOf } from '@lookout/ingest';
import { BadLine, openedFile } from '../commands/question.ts';

/** 256 MB of heights, a square of 240 km at 30 m. */
const MOST_POSTS = 64_000_000;

export interface HeightFile {
  readonly dem: DemFile;
  readonly placing: Placing;
}

/** A part of a file: its posts, and where its first one lies in the file. */
export interface HeightPart {
  readonly grid: HeightGrid;
  readonly column: number;
  readonly row: number;
}

/** Opens the file of the field `dem` for the time of one answer. @throws BadLine when it cannot be used */
export async function withHeights<T>(file: string, use: (heights: HeightFile) => Promise<T>): Promise<T> {
  const dem = await openedFile('dem', file, openDem);
  try {
    return await use({ dem, placing: placingOf(dem.georeference) });
  } finally {
    await dem.close();
  }
}

export interface PlaceInFile {
  readonly column: number;
  readonly row: number;
}

/** The post coordinates of a place. @throws BadLine naming the field when the file does not contain it */
export function placeInFile({ dem, placing }: HeightFile, field: string, longitude: number, latitude: number): PlaceInFile {
  const [column, row] = placing.toCell(longitude, latitude);
  if (column >= 0 && row >= 0 && column <= dem.columns - 1 && row <= dem.rows - 1) return { column, row };
  throw new BadLine(`${field}：高程文件不含这个位置 (${field}: the elevation file does not contain this place)`);
}

/** The posts within this distance of any of the places. @throws BadLine naming `rangeMetres` when they are too many */
export async function heightsAround(file: HeightFile, places: readonly PlaceInFile[], metres: number): Promise<HeightPart> {
  const { dem } = file;
  const [middle] = places as [PlaceInFile];
  const { east, north } = stepsAt(file, middle.column, middle.row);
  // A tenth more for grids in degrees, whose columns converge towards the pole.
  const across = Math.ceil((metres / east) * 1.1) + 2;
  const down = Math.ceil(metres / north) + 2;
  const [columns, rows] = [places.map(({ column }) => column), places.map(({ row }) => row)];
  const left = Math.max(0, Math.floor(columns.reduce((a, b) => Math.min(a, b))) - across);
  const right = Math.min(dem.columns - 1, Math.ceil(columns.reduce((a, b) => Math.max(a, b))) + across);
  const top = Math.max(0, Math.floor(rows.reduce((a, b) => Math.min(a, b))) - down);
  const bottom = Math.min(dem.rows - 1, Math.ceil(rows.reduce((a, b) => Math.max(a, b))) + down);
  const size = { columns: right - left + 1, rows: bottom - top + 1 };
  const posts = size.columns * size.rows;
  if (posts > MOST_POSTS)
    throw new BadLine(
      `rangeMetres：范围内有 ${posts} 个高程点，最多 ${MOST_POSTS}：请缩短距离，或用较粗的高程 (rangeMetres: ${posts} posts within range, at most ${MOST_POSTS}: shorten the range, or use coarser elevation)`,
    );
  const heights = await dem.read({ column: left, row: top, ...size });
  const eastIn = (row: number) => stepsAt(file, middle.column, row).east;
  const grid = { ...size, heights, northMetres: north, eastMetres: [eastIn(top), eastIn(bottom)] as const };
  return { grid, column: left, row: top };
}

/** Metres from a post to the next column and to the next row. */
function stepsAt({ placing }: HeightFile, column: number, row: number): { readonly east: number; readonly north: number } {
  const at = (c: number, r: number) => {
    const [lng, lat] = placing.toPosition(c, r);
    return { lng, lat };
  };
  return {
    east: distanceMetres(at(column - 0.5, row), at(column + 0.5, row)),
    north: distanceMetres(at(column, row - 0.5), at(column, row + 0.5)),
  };
}
