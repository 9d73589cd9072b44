// Imported ground on disk: one file for each import, written once. Records (blocks of the source's own cells, and posts of coarse levels for distant
// views), then a footer with the offset of each record. A file without its footer is unfinished: a resumed import keeps its complete records, and
// nothing reads it before it is renamed. Decision 0006.

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { GroundBox } from '@lookout/geo';
import type { Georeference } from '@lookout/ingest';

/** Cells along a side of a block. */
export const BLOCK = 256;

/** `b/column/row`: a block of cells. `t/level/x/y`: the posts of a tile. */
export type RecordKey = string;

export interface GroundHeader {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  readonly box: GroundBox;
  /** Of latitude, from cell to cell. */
  readonly cellDegrees: number;
  /** GroundPiece.maxLevel. */
  readonly maxLevel: number;
  readonly highestMetres: number;
  /** Cells with a height. */
  readonly knownCells: number;
  /** Levels whose tiles are stored, the finest first; each serves itself and the three coarser ones. */
  readonly storedLevels: readonly number[];
}

interface Footer extends GroundHeader {
  readonly records: readonly (readonly [key: RecordKey, offset: number, length: number])[];
}

const MAGIC = 0x4c4b4731; // LKG1
/** magic, bytes of the key, bytes of the content, checksum of both */
const HEAD_BYTES = 16;
const END = 'end';

/** Heights are smooth: deltas to the left neighbour, with low and high bytes separated, compress best. */
export function pack(values: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(values.length * 2);
  let before = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    const change = (value - before) & 0xffff;
    bytes[at] = change & 0xff;
    bytes[values.length + at] = change >> 8;
    before = value;
  }
  return deflateRawSync(bytes, { level: 6 });
}

export function unpack(packed: Uint8Array, count: number): Uint16Array {
  const bytes = inflateRawSync(packed);
  if (bytes.length !== count * 2) throw new Error(`a record of ground has ${bytes.length} bytes instead of ${count * 2}`);
  const values = new Uint16Array(count);
  let value = 0;
  for (let at = 0; at < count; at++) {
    value = (value + (bytes[at] as number) + ((bytes[count + at] as number) << 8)) & 0xffff;
    values[at] = value;
  }
  return values;
}

export interface GroundWriter {
  readonly has: (key: RecordKey) => boolean;
  readonly write: (key: RecordKey, content: Uint8Array) => Promise<void>;
  readonly read: (key: RecordKey) => Uint8Array | null;
  /** Completes the file and renames it: from now on it is read. */
  readonly finish: (header: GroundHeader) => Promise<void>;
  /** Keeps what was written, for the next run to resume. */
  readonly close: () => Promise<void>;
  /** Deletes it. */
  readonly discard: () => Promise<void>;
}

/** Starts a file, or resumes one where a run was interrupted. */
export async function openGroundWriter(file: string): Promise<GroundWriter> {
  const part = `${file}.part`;
  const handle = await open(part, 'a+', 0o600);
  const { records, end: whole } = await wholeRecords(handle);
  await handle.truncate(whole);
  let end = whole;
  const fd = openSync(part, 'r');
  const append = async (key: RecordKey, content: Uint8Array): Promise<void> => {
    const name = Buffer.from(key);
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt32LE(MAGIC, 0);
    head.writeUInt32LE(name.length, 4);
    head.writeUInt32LE(content.length, 8);
    head.writeUInt32LE(crc32(content, crc32(name)), 12);
    await handle.appendFile(Buffer.concat([head, name, content]));
    records.set(key, [end + HEAD_BYTES + name.length, content.length]);
    end += HEAD_BYTES + name.length + content.length;
  };
  const close = async (): Promise<void> => {
    closeSync(fd);
    await handle.close();
  };
  return {
    has: (key) => records.has(key),
    write: append,
    read: (key) => {
      const at = records.get(key);
      return at ? bytesAt(fd, ...at) : null;
    },
    async finish(header) {
      const list = [...records].map(([key, [offset, length]]) => [key, offset, length] as const);
      const offset = end;
      await append(END, Buffer.from(JSON.stringify({ ...header, records: list } satisfies Footer)));
      const tail = Buffer.alloc(12);
      tail.writeDoubleLE(offset, 0);
      tail.writeUInt32LE(MAGIC, 8);
      await handle.appendFile(tail);
      await handle.sync();
      await close();
      await rename(part, file);
    },
    close,
    async discard() {
      await close();
      await rm(part, { force: true });
    },
  };
}

async function wholeRecords(handle: FileHandle) {
  const records = new Map<RecordKey, readonly [offset: number, length: number]>();
  const { size } = await handle.stat();
  const head = Buffer.alloc(HEAD_BYTES);
  let end = 0;
  while (end + HEAD_BYTES <= size) {
    await handle.read(head, 0, HEAD_BYTES, end);
    const [nameBytes, length] = [head.readUInt32LE(4), head.readUInt32LE(8)];
    if (head.readUInt32LE(0) !== MAGIC || end + HEAD_BYTES + nameBytes + length > size) break;
    const body = Buffer.alloc(nameBytes + length);
    await handle.read(body, 0, body.length, end + HEAD_BYTES);
    const key = body.toString('utf8', 0, nameBytes);
    if (crc32(body) !== head.readUInt32LE(12) || key === END) break;
    records.set(key, [end + HEAD_BYTES + nameBytes, length]);
    end += HEAD_BYTES + body.length;
  }
  return { records, end };
}

function bytesAt(fd: number, offset: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  if (readSync(fd, bytes, 0, length, offset) !== length) throw new Error('a file of ground is cut off');
  return bytes;
}

export interface GroundFile {
  readonly header: GroundHeader;
  readonly read: (key: RecordKey) => Uint8Array | null;
  readonly close: () => void;
}

/** Synchronous: a height reads a few records of some kilobytes, mostly cached by the system. @throws Error for another format or a damaged file */
export function openGroundFile(file: string): GroundFile {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const tail = Buffer.from(bytesAt(fd, size - 12, 12));
    if (tail.readUInt32LE(8) !== MAGIC) throw new Error(`not a whole file of ground: ${file}`);
    const offset = tail.readDoubleLE(0) + HEAD_BYTES + END.length;
    const { records, ...header } = JSON.parse(Buffer.from(bytesAt(fd, offset, size - 12 - offset)).toString('utf8')) as Footer;
    const entries = new Map(records.map(([key, at, length]) => [key, [at, length] as const]));
    return {
      header,
      read: (key) => {
        const at = entries.get(key);
        return at ? bytesAt(fd, ...at) : null;
      },
      close: () => closeSync(fd),
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

// The manifest: which files of ground are in use, and their order. DATA_DIR/terrain.json is replaced as a whole; the files are in DATA_DIR/terrain.

export interface GroundSource {
  /** A hash of the source file's content: the same file is not imported twice. */
  readonly id: string;
  /** The source file's name. */
  readonly name: string;
  readonly box: GroundBox;
  /** Of latitude, from cell to cell. */
  readonly cellDegrees: number;
  readonly maxLevel: number;
  readonly highestMetres: number;
  /** ISO time. */
  readonly importedAt: string;
}

export interface GroundManifest {
  /** Changes with every import: tiles of different versions are not mixed. '' without any. */
  readonly version: string;
  /** The newest first: of two with cells of the same size it is on top. */
  readonly sources: readonly GroundSource[];
}

/** After so long every running server has reloaded the manifest. */
export const GROUND_TAKEN_UP_MS = 4_000;

const NO_GROUND: GroundManifest = { version: '', sources: [] };

const manifestFile = (dataDir: string): string => path.join(dataDir, 'terrain.json');
export const groundFile = (dataDir: string, id: string): string => path.join(dataDir, 'terrain', `${id}.ground`);

/** Without one: no ground was imported. @throws Error when it is damaged */
export async function readManifest(dataDir: string): Promise<GroundManifest> {
  try {
    return JSON.parse(await readFile(manifestFile(dataDir), 'utf8')) as GroundManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NO_GROUND;
    throw error;
  }
}

/** Adds a source on top. */
export async function addSource(dataDir: string, source: GroundSource): Promise<void> {
  const { sources } = await readManifest(dataDir);
  await writeManifest(dataDir, [source, ...sources.filter(({ id }) => id !== source.id)]);
}

/** The caller deletes its file. */
export async function removeSource(dataDir: string, id: string): Promise<void> {
  const { sources } = await readManifest(dataDir);
  await writeManifest(
    dataDir,
    sources.filter((source) => source.id !== id),
  );
}

async function writeManifest(dataDir: string, sources: readonly GroundSource[]): Promise<void> {
  const manifest: GroundManifest = { version: versionOf(sources), sources };
  await mkdir(dataDir, { recursive: true });
  const beside = `${manifestFile(dataDir)}.${process.pid}.part`;
  const handle: FileHandle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(manifest));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, manifestFile(dataDir));
}

function versionOf(sources: readonly GroundSource[]): string {
  if (sources.length === 0) return NO_GROUND.version;
  const content = JSON.stringify(sources.map(({ id, maxLevel, cellDegrees }) => [id, maxLevel, cellDegrees]));
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}
