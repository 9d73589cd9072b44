// Elevation files: each becomes one file of ground under DATA_DIR/terrain, above what was imported before. An interrupted run is resumed; until a
// file is complete nothing of it is served. A running server picks it up by itself.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileFault } from '@lookout/domain';
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
import {
  BLOCK,
  GROUND_TAKEN_UP_MS,
  type GroundHeader,
  type GroundWriter,
  groundFile,
  groundManifest,
  openGroundFile,
  openGroundWriter,
  pack,
  unpack,
} from '../services/elevation-file.ts';
import { blockKey, createBlockCache, groundPiece, type Records, tileKey } from '../services/elevation-ground.ts';
import { appendUnpublished, registerEvent } from '../services/installation-events.ts';
import type { ImportKind, KeptAct } from './kind.ts';
import { boxOfCells, cellDegreesOf, contentId, isThere, sourceNamed, throttled } from './raster-import.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

export const importDem: ImportKind = async (file, { store, clock, dataDir, print }) => {
  const dem = await openDem(file);
  try {
    const id = await contentId(file, dem.georeference);
    const cells = dem.columns * dem.rows;
    const manifest = await groundManifest.read(dataDir);
    if (manifest.sources.some((source) => source.id === id)) {
      print('这份高程已经导入过');
      // Announced again: an interrupted run may have added the file without its event.
      await appendUnpublished(store, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 0)]);
      return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
    }
    print(`${dem.columns}×${dem.rows} 个像元，${dem.georeference.name}`);
    const target = groundFile(dataDir, id);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
    if (!(await isThere(target))) await write(dem, target, print);
    const { box, cellDegrees, maxLevel, highestMetres, knownCells } = headerOf(target);
    const source = { id, name: path.basename(file), box, cellDegrees, maxLevel, highestMetres, importedAt: clock().toISOString() };
    await groundManifest.add(dataDir, source);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('import-dem', file, { cells: knownCells, level: maxLevel, box })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 1)]);
    });
    const { west, south, east, north } = box;
    print(`范围 ${west.toFixed(4)}–${east.toFixed(4)}°，${south.toFixed(4)}–${north.toFixed(4)}°；最细第 ${maxLevel} 级`);
    if (knownCells < cells) print(`${cells - knownCells} 个像元没有数据，显示下面的地面`);
    return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
  } finally {
    await dem.close();
  }
};

async function write(dem: DemFile, target: string, print: (line: string) => void): Promise<void> {
  const writer = await openGroundWriter(target);
  const progress = throttled(print);
  try {
    const { columns, rows, georeference } = dem;
    const [across, down] = [Math.ceil(columns / BLOCK), Math.ceil(rows / BLOCK)];
    let known = 0;
    let highest = Number.NEGATIVE_INFINITY;
    const count = (values: Uint16Array): void => {
      for (const value of values) {
        if (value === NO_DATA) continue;
        known += 1;
        if (value > highest) highest = value;
      }
    };
    for (let row = 0; row < down; row++) {
      const top = row * BLOCK;
      const high = Math.min(BLOCK, rows - top);
      const keys = Array.from({ length: across }, (_, column) => blockKey(column, row));
      const before = keys.map((key) => writer.read(key));
      if (before.every((packed) => packed !== null)) {
        for (const packed of before) count(unpack(packed, BLOCK * BLOCK));
        continue;
      }
      // Whole rows of blocks: files in strips are then unpacked once.
      const heights = await dem.read({ column: 0, row: top, columns, rows: high });
      for (const [column, key] of keys.entries()) {
        const values = blockOf(heights, columns, column * BLOCK, high);
        count(values);
        if (!writer.has(key)) await writer.write(key, pack(values));
      }
      progress(`读取 ${Math.round(((row + 1) / down) * 100)}%`);
    }
    if (known === 0) throw new UnreadableFile(fileFault('elevation-without-heights'));
    const placing = placingOf(georeference);
    const box = boxOfCells(placing, columns, rows);
    const plan = { columns, rows, georeference, box, cellDegrees: cellDegreesOf(placing, columns, rows) };
    const maxLevel = chooseLevel(plan, writer);
    const storedLevels = await writeStoredTiles(plan, writer, progress);
    const highestMetres = valueToHeight(highest) as number;
    await writer.finish({ ...plan, maxLevel, storedLevels, highestMetres, knownCells: known });
  } catch (error) {
    // An unreadable file is discarded, because a retry would fail too. After any other error the next run resumes.
    await (error instanceof UnreadableFile ? writer.discard() : writer.close());
    throw error;
  }
}

function blockOf(heights: Float32Array, columns: number, left: number, high: number): Uint16Array {
  const values = new Uint16Array(BLOCK * BLOCK).fill(NO_DATA);
  const wide = Math.min(BLOCK, columns - left);
  for (let row = 0; row < high; row++) {
    for (let column = 0; column < wide; column++)
      values[row * BLOCK + column] = heightToValue(heights[row * columns + left + column] as number);
  }
  return values;
}

function headerOf(file: string): GroundHeader {
  const ground = openGroundFile(file);
  ground.close();
  return ground.header;
}

// Extent of a raster, and the posts of its coarse levels: stored with it, so that a distant view does not unpack all of it.

type RasterPlan = Pick<GroundHeader, 'columns' | 'rows' | 'georeference' | 'box' | 'cellDegrees'>;

/** From the level whose tiles are no larger than a block on, posts are read from the cells. */
const fromCellsAt = (degrees: number): number => Math.max(0, Math.min(12, Math.ceil(Math.log2(180 / (BLOCK * degrees)))));
const STEP = 4;

/** @returns the levels stored, the finest first */
async function writeStoredTiles(plan: RasterPlan, writer: GroundWriter, progress: (line: string) => void): Promise<number[]> {
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

/** With a margin of one tile: a post on an edge belongs to both sides. */
function tilesIn(box: GroundBox, level: number) {
  const size = cellDegrees(level) * TILE_CELLS;
  const column = (lng: number, more: number): number =>
    Math.max(0, Math.min(tilesAcross(level) - 1, Math.floor((lng + 180) / size) + more));
  const row = (lat: number, more: number): number => Math.max(0, Math.min(tilesDown(level) - 1, Math.floor((90 - lat) / size) + more));
  return { west: column(box.west, -1), east: column(box.east, 1), north: row(box.north, -1), south: row(box.south, 1) };
}

// How fine the grid of posts must be for a file: the first level whose triangles pass within three quarters of a metre of the file's own cells.

/** Cells of 4.8 m: steep ground of 30 m cells needs no more. */
const FINEST_LEVEL = 16;
const NEAR_ENOUGH_METRES = 0.75;
/** Sampled cells, the same ones in every run. */
const LOOKED_AT = 2_000;
/** Higher than any ground: only rays care. */
const ANY_HEIGHT = 12_107;

function chooseLevel(plan: RasterPlan, records: Records): number {
  const placing = placingOf(plan.georeference);
  const cells = scattered(plan.columns, plan.rows);
  const blocks = createBlockCache();
  for (let level = BASE_LEVEL; level < FINEST_LEVEL; level++) {
    const piece = groundPiece({ id: 'level', header: { ...plan, maxLevel: level, storedLevels: [] }, records, blocks });
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

/** Spread evenly (R. Roberts' sequence), in the order of their blocks so that each is unpacked once. */
function scattered(columns: number, rows: number): (readonly [column: number, row: number])[] {
  const blockOf = ([column, row]: readonly [number, number]): number => Math.floor(row / BLOCK) * 65_536 + Math.floor(column / BLOCK);
  return Array.from(
    { length: LOOKED_AT },
    (_, k) => [Math.floor(((k * 0.754_877_666) % 1) * columns), Math.floor(((k * 0.569_840_29) % 1) * rows)] as const,
  ).sort((a, b) => blockOf(a) - blockOf(b));
}

// `dem --list` and `dem --remove NAME…`. A running server picks a removal up by itself; the ground below then shows.

export const listDem: KeptAct = async (_names, { dataDir, print }) => {
  const { sources } = await groundManifest.read(dataDir);
  if (sources.length === 0) print('没有导入过高程 no elevation was imported');
  for (const { id, name, box, maxLevel, importedAt } of sources) {
    const { west, east, south, north } = box;
    const [lngs, lats] = [`${west.toFixed(4)}–${east.toFixed(4)}°`, `${south.toFixed(4)}–${north.toFixed(4)}°`];
    print(`${name}  ${id}  ${lngs}，${lats}  第 ${maxLevel} 级 level ${maxLevel}  ${importedAt}`);
  }
};

export const removeDem: KeptAct = async (names, context) => {
  const { dataDir, print, store, clock } = context;
  if (names.length === 0) throw new Error('请写出要删除的高程：--remove NAME（--list 列出） name what to remove; --list shows them');
  const { sources } = await groundManifest.read(dataDir);
  const gone = names.map((name) => sourceNamed(sources, name));
  for (const { id, name, box } of gone) {
    await groundManifest.remove(dataDir, id);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('remove-dem', name, { id, box })]);
      await appendUnpublished(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 1)]);
    });
  }
  // A running server still reads the files until it has reloaded the manifest.
  await delay(GROUND_TAKEN_UP_MS);
  for (const { id, name } of gone) {
    await rm(groundFile(dataDir, id), { force: true });
    print(`已删除“${name}”，该处显示下面的地面 removed “${name}”; what lies below shows there`);
  }
};
