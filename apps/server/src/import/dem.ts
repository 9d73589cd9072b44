// Elevation files: each becomes one file of ground under DATA_DIR/terrain and stands above what was imported before. A run that was cut
// off goes on where it was; until a file is whole nothing of it is served. A running server takes it up by itself.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileFault } from '@lookout/domain';
import { heightToValue, NO_DATA, valueToHeight } from '@lookout/geo';
import { type DemFile, openDem, placingOf, UnreadableFile } from '@lookout/ingest';
import {
  addSource,
  BLOCK,
  type GroundHeader,
  groundFile,
  openGroundFile,
  openGroundWriter,
  pack,
  readManifest,
  unpack,
} from '../services/elevation-file.ts';
import { blockKey } from '../services/elevation-ground.ts';
import { appendUntold, registerEvent } from '../services/installation-events.ts';
import { boxOfCells, cellDegreesOf, writeStoredTiles } from './dem-far.ts';
import { chooseLevel } from './dem-level.ts';
import type { ImportKind } from './kind.ts';
import { batchAudit, IMPORT_ORIGIN } from './table-import.ts';

/** A line of progress no more often. */
const SAY_EVERY_MS = 2_000;

export const importDem: ImportKind = async (file, { store, clock, dataDir, say }) => {
  const dem = await openDem(file);
  try {
    const id = await identify(file, dem);
    const cells = dem.columns * dem.rows;
    const manifest = await readManifest(dataDir);
    if (manifest.sources.some((source) => source.id === id)) {
      say('这份高程已经导入过');
      // Said once more: a run that was cut off here had put it in place, and told no server.
      await appendUntold(store, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 0)]);
      return { received: cells, accepted: 0, duplicates: cells, rejected: [] };
    }
    say(`${dem.columns}×${dem.rows} 个像元，${dem.georeference.name}`);
    const target = groundFile(dataDir, id);
    await mkdir(path.dirname(target), { recursive: true, mode: 0o711 });
    if (!(await isThere(target))) await write(dem, target, say);
    const { box, cellDegrees, maxLevel, highestMetres, knownCells } = headerOf(target);
    const source = { id, name: path.basename(file), box, cellDegrees, maxLevel, highestMetres, importedAt: clock().toISOString() };
    await addSource(dataDir, source);
    await store.transaction(async (tx) => {
      await tx.audit.append([batchAudit('import-dem', file, { cells: knownCells, level: maxLevel, box })]);
      await appendUntold(tx, [registerEvent(IMPORT_ORIGIN, clock(), 'ground', 1)]);
    });
    const { west, south, east, north } = box;
    say(`范围 ${west.toFixed(4)}–${east.toFixed(4)}°，${south.toFixed(4)}–${north.toFixed(4)}°；最细第 ${maxLevel} 级`);
    if (knownCells < cells) say(`${cells - knownCells} 个像元没有数据，显示下面的地面`);
    return { received: cells, accepted: knownCells, duplicates: 0, rejected: [] };
  } finally {
    await dem.close();
  }
};

async function write(dem: DemFile, target: string, say: (line: string) => void): Promise<void> {
  const writer = await openGroundWriter(target);
  const progress = telling(say);
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
    // A file that cannot be read will not be readable next time: nothing of it stays. All else goes on from here.
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

/** The same content may stand elsewhere: .hgt files of the sea are all alike but for their names. */
async function identify(file: string, { georeference }: DemFile): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(georeference));
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest('hex').slice(0, 20);
}

function headerOf(file: string): GroundHeader {
  const ground = openGroundFile(file);
  ground.close();
  return ground.header;
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

function telling(say: (line: string) => void): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < SAY_EVERY_MS) return;
    last = performance.now();
    say(line);
  };
}
