// Where a raster lies, and the posts of its coarse levels: stored with it, so that a view from far does not unpack the whole of it.
import { fileFault } from '@lookout/domain';
import { cellDegrees, type GroundBox, NO_DATA, TILE_CELLS, TILE_POSTS, tilesAcross, tilesDown } from '@lookout/geo';
import { type Placing, UnreadableFile } from '@lookout/ingest';
import { BLOCK, type GroundHeader, type GroundWriter, pack } from '../services/elevation-file.ts';
import { createBlockCache, groundPiece, tileKey } from '../services/elevation-ground.ts';

export type RasterPlan = Pick<GroundHeader, 'columns' | 'rows' | 'georeference' | 'box' | 'cellDegrees'>;

const BORDER_POINTS = 64;

/** @throws UnreadableFile when it does not lie on the Earth */
export function boxOfCells(placing: Placing, columns: number, rows: number): GroundBox {
  const places = Array.from({ length: BORDER_POINTS + 1 }, (_, k) => k / BORDER_POINTS).flatMap((t) => {
    const [column, row] = [t * columns - 0.5, t * rows - 0.5];
    return [
      placing.toPlace(column, -0.5),
      placing.toPlace(column, rows - 0.5),
      placing.toPlace(-0.5, row),
      placing.toPlace(columns - 0.5, row),
    ];
  });
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  const box = { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) };
  // Rounding, and cells that reach half a cell over a pole.
  const isOnEarth =
    box.west >= -181 && box.east <= 181 && box.south >= -91 && box.north <= 91 && box.east > box.west && box.north > box.south;
  if (!isOnEarth) throw new UnreadableFile(fileFault('elevation-off-earth'));
  return { west: Math.max(box.west, -180), east: Math.min(box.east, 180), south: Math.max(box.south, -90), north: Math.min(box.north, 90) };
}

export function cellDegreesOf(placing: Placing, columns: number, rows: number): number {
  const [column, row] = [columns / 2, rows / 2];
  const here = placing.toPlace(column, row);
  const narrowing = Math.cos((here[1] * Math.PI) / 180);
  const away = ([lng, lat]: readonly [number, number]): number => Math.hypot((lng - here[0]) * narrowing, lat - here[1]);
  return Math.min(away(placing.toPlace(column + 1, row)), away(placing.toPlace(column, row + 1)));
}

/** From the level whose tiles are no larger than a block on, posts are read from the cells. */
const fromCellsAt = (degrees: number): number => Math.max(0, Math.min(12, Math.ceil(Math.log2(180 / (BLOCK * degrees)))));
const STEP = 4;

/** @returns the levels stored, the finest first */
export async function writeStoredTiles(plan: RasterPlan, writer: GroundWriter, progress: (line: string) => void): Promise<number[]> {
  const levels: number[] = [];
  const blocks = createBlockCache();
  for (let level = fromCellsAt(plan.cellDegrees) - 1; level >= 0; level -= STEP) {
    const piece = groundPiece({ id: 'far', header: { ...plan, maxLevel: level, storedLevels: [...levels] }, records: writer, blocks });
    const { west, east, north, south } = tilesIn(plan.box, level);
    for (let y = north; y <= south; y++) {
      for (let x = west; x <= east; x++) {
        const key = tileKey(level, x, y);
        if (writer.has(key)) continue;
        const values = new Uint16Array(TILE_POSTS * TILE_POSTS).fill(NO_DATA);
        piece.fill(level, x, y, values);
        if (values.some((value) => value !== NO_DATA)) await writer.write(key, pack(values));
      }
      progress(`远景第 ${level} 级 ${Math.round(((y - north + 1) / (south - north + 1)) * 100)}%`);
    }
    levels.push(level);
  }
  return levels;
}

/** With one tile more all round: a post on an edge belongs to both sides. */
function tilesIn(box: GroundBox, level: number) {
  const size = cellDegrees(level) * TILE_CELLS;
  const column = (lng: number, more: number): number =>
    Math.max(0, Math.min(tilesAcross(level) - 1, Math.floor((lng + 180) / size) + more));
  const row = (lat: number, more: number): number => Math.max(0, Math.min(tilesDown(level) - 1, Math.floor((90 - lat) / size) + more));
  return { west: column(box.west, -1), east: column(box.east, 1), north: row(box.north, -1), south: row(box.south, 1) };
}
