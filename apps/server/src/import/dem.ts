// Imports elevation files: each becomes one terrain file under DATA_DIR/terrain, on top of earlier imports. An interrupted run is resumed.
// An incomplete file is not served. A running server loads a new file without a restart.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import {
  BLOCK,
  GROUND_TAKEN_UP_MS,
  type GroundSource,
  type GroundWriter,
  groundFile,
  groundManifest,
  openGroundFile,
  openGroundWriter,
  pack,
} from '@lookout/features/terrain/service/elevation-file.ts';
import { createBlockCache, groundPiece, type Records, tileKey } from '@lookout/features/terrain/service/elevation-ground.ts';
import type { RasterHeader } from '@lookout/features/terrain/service/raster-piece.ts';
import {
  BASE_LEVEL,
  cellDegrees,
  createSurface,
  type GroundBox,
  heightToValue,
  layeredGround,
  NO_DATA,
  TILE_CELLS,
  TILE_POSTS,
  tilesAcross,
  tilesDown,
  valueToHeight,
} from '@lookout/geo';
import { type DemFile, openDem, placingOf, UnreadableFile } from '@lookout/ingest';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind } from './kind.ts';
import { contentId, finishFile, headerOf, isThere, rasterHeaderOf, throttled, writeBlocks } from './raster-import.ts';
import { listOf, placeText, removalOf } from './stored-sources.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

export const importDem: ImportKind = async (file, { store, clock, dataDir, print }) => {
  const dem = await openDem(file);
  try {
    const id = await contentId(file, dem.georeference);
    const cells = dem.columns * dem.rows;
    const manifest = await groundManifest.read(dataDir);
    if (manifest.sources.some((source) => source.id === id)) {
      print('这份高程已经导入过');
      // Published again: an interrupted run may have added the file without its event.
      await appendUnpublished(store, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 0)]);
      return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
    }
    print(`${dem.columns}×${dem.rows} 个像元，${dem.georeference.name}`);
    const target = groundFile(dataDir, id);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
    if (!(await isThere(target))) await write(dem, target, print);
    const { box, cellDegrees, maxLevel, highestMetres, knownCells } = headerOf(openGroundFile(target));
    const source = { id, name: path.basename(file), box, cellDegrees, maxLevel, highestMetres, importedAt: clock().toISOString() };
    await groundManifest.add(dataDir, source);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('import-dem', file, { cells: knownCells, level: maxLevel, box })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 1)]);
    });
    print(`范围 ${placeText(box)}；最细第 ${maxLevel} 级`);
    if (knownCells < cells) print(`${cells - knownCells} 个像元没有数据，显示下面的地面`);
    return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
  } finally {
    await dem.close();
  }
};

async function write(dem: DemFile, target: string, print: (line: string) => void): Promise<void> {
  const writer = await openGroundWriter(target);
  const progress = throttled(print);
  await finishFile(writer, async () => {
    let known = 0;
    let highest = Number.NEGATIVE_INFINITY;
    await writeBlocks(dem, writer, {
      numberOf: heightToValue,
      seen(values) {
        for (const value of values) {
          if (value === NO_DATA) continue;
          known += 1;
          if (value > highest) highest = value;
        }
      },
      progress,
    });
    if (known === 0) throw new UnreadableFile(fileFault('elevation-without-heights'));
    const raster = rasterHeaderOf(dem);
    const maxLevel = chooseLevel(raster, writer);
    const storedLevels = await writeStoredTiles(raster, writer, progress);
    return { ...raster, maxLevel, storedLevels, highestMetres: valueToHeight(highest) as number, knownCells: known };
  });
}

// The posts of coarse levels are stored in addition to the cells, so that a distant view does not unpack all cells.

/** The first level whose tiles are no larger than a block. From it on, posts are read from the cells. */
const fromCellsAt = (degrees: number): number => Math.max(0, Math.min(12, Math.ceil(Math.log2(180 / (BLOCK * degrees)))));
const STEP = 4;

/** @returns the stored levels, the finest first */
async function writeStoredTiles(raster: RasterHeader, writer: GroundWriter, progress: (line: string) => void): Promise<number[]> {
  const levels: number[] = [];
  const blocks = createBlockCache();
  for (let level = fromCellsAt(raster.cellDegrees) - 1; level >= 0; level -= STEP) {
    const piece = groundPiece({ id: 'far', header: { ...raster, maxLevel: level, storedLevels: [...levels] }, records: writer, blocks });
    const { west, east, north, south } = tilesIn(raster.box, level);
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

/** The tiles include a margin of one tile, because a post on an edge belongs to both sides. */
function tilesIn(box: GroundBox, level: number) {
  const size = cellDegrees(level) * TILE_CELLS;
  const column = (lng: number, more: number): number =>
    Math.max(0, Math.min(tilesAcross(level) - 1, Math.floor((lng + 180) / size) + more));
  const row = (lat: number, more: number): number => Math.max(0, Math.min(tilesDown(level) - 1, Math.floor((90 - lat) / size) + more));
  return { west: column(box.west, -1), east: column(box.east, 1), north: row(box.north, -1), south: row(box.south, 1) };
}

// The level of a file: the first one whose triangles pass within three quarters of a metre of the file's cells.

/** Cells of 4.8 m, which suffice for steep terrain in a file of 30 m cells. */
const FINEST_LEVEL = 16;
const NEAR_ENOUGH_METRES = 0.75;
/** Sampled cells, the same ones in every run. */
const LOOKED_AT = 2_000;
/** A height above any terrain. Only rays depend on this value. */
const ANY_HEIGHT = 12_107;

function chooseLevel(raster: RasterHeader, records: Records): number {
  const placing = placingOf(raster.georeference);
  const cells = scattered(raster.columns, raster.rows);
  const blocks = createBlockCache();
  for (let level = BASE_LEVEL; level < FINEST_LEVEL; level++) {
    const piece = groundPiece({ id: 'level', header: { ...raster, maxLevel: level, storedLevels: [] }, records, blocks });
    const surface = createSurface(layeredGround([piece], null, ANY_HEIGHT).sourceAt(level), { keepTiles: 64 });
    const isNear = cells.every(([column, row]) => {
      const own = piece.heightOfCell(column, row);
      const drawn = surface.heightAt(...placing.toPosition(column, row));
      return own === null || drawn === null || Math.abs(own - drawn) <= NEAR_ENOUGH_METRES;
    });
    if (isNear) return level;
  }
  return FINEST_LEVEL;
}

/** Evenly distributed cells (R. Roberts' sequence), sorted by block so that each block is unpacked once. */
function scattered(columns: number, rows: number): (readonly [column: number, row: number])[] {
  const blockOf = ([column, row]: readonly [number, number]): number => Math.floor(row / BLOCK) * 65_536 + Math.floor(column / BLOCK);
  return Array.from(
    { length: LOOKED_AT },
    (_, k) => [Math.floor(((k * 0.754_877_666) % 1) * columns), Math.floor(((k * 0.569_840_29) % 1) * rows)] as const,
  ).sort((a, b) => blockOf(a) - blockOf(b));
}

// `dem --list` and `dem --remove NAME…`. A running server applies a removal without a restart and then shows the terrain below.

const STORED = {
  manifest: groundManifest,
  texts: { zh: '高程', noneWas: 'no elevation was imported' },
  detailOf: ({ maxLevel }: GroundSource) => `第 ${maxLevel} 级 level ${maxLevel}`,
};

export const listDem = listOf(STORED);
export const removeDem = removalOf({
  ...STORED,
  fileOf: groundFile,
  act: 'remove-dem',
  takenUp: { register: 'ground', afterMs: GROUND_TAKEN_UP_MS },
  afterwards: { zh: '，该处显示下面的地面', en: '; what lies below shows there' },
});
