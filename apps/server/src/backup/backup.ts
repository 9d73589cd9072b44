// Backup: one snapshot of the database and the files it refers to, in one file, while the server runs.
import { createReadStream, type Dirent } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Dump, openDump } from '@lookout/store';
import { ANCHORS_FILE } from '../services/audit-anchors.ts';
import { KEYS_NAME } from '../settings/config.ts';
import { type Entry, written } from './container.ts';

interface BackupJob {
  readonly url: string;
  readonly dataDir: string;
  /** The file must not exist yet. */
  readonly file: string;
  readonly clock: () => Date;
  readonly print: (line: string) => void;
  /** Cancels the backup and leaves no partial file. */
  readonly signal?: AbortSignal;
}

interface BackupReport {
  readonly tables: number;
  readonly files: number;
  readonly bytes: number;
}

type Part = { readonly entry: Entry; readonly content: AsyncIterable<Uint8Array> };

/**
 * Written to a temporary name and renamed when complete and synced; readable by its owner only, because it holds password hashes and keys.
 * @throws Error when the file exists already; errors of disk and database
 */
export async function backUp({ url, dataDir, file, clock, print, signal }: BackupJob): Promise<BackupReport> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const taken = new Error(`已有这个文件，请换一个名字：${file}`);
  if (await isThere(file)) throw taken;
  const beside = `${file}.${process.pid}.part`;
  try {
    // Before the snapshot: an anchor newer than the snapshot would look like a truncated audit.
    const singles = await singleFiles(dataDir);
    const dump = await openDump(url);
    try {
      const report = { tables: dump.tables.length, files: 0, bytes: 0 };
      const count = (files: number) => {
        report.files = files;
      };
      const sink = await open(beside, 'w', 0o600);
      try {
        await pipeline(
          Readable.from(written(partsOf(dump, singles, dataDir, clock(), print, count)), { objectMode: false }),
          createGzip(),
          async (packed: AsyncIterable<Buffer>) => {
            for await (const bytes of packed) {
              await sink.writeFile(bytes);
              report.bytes += bytes.length;
            }
          },
          { ...(signal && { signal }) },
        );
        await sink.sync();
      } finally {
        await sink.close();
      }
      // Unlike a rename, a link never replaces a file that another backup wrote meanwhile.
      await link(beside, file).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? taken : error;
      });
      return report;
    } finally {
      await dump.close();
    }
  } finally {
    await rm(beside, { force: true });
  }
}

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(ifMissing)) !== null;

async function* partsOf(
  dump: Dump,
  singles: readonly Part[],
  dataDir: string,
  now: Date,
  print: (line: string) => void,
  count: (files: number) => void,
): AsyncGenerator<Part> {
  const { migrations, tables } = dump;
  yield { entry: { kind: 'manifest', madeAt: now.toISOString(), migrations, tables }, content: nothing() };
  for (const [i, table] of tables.entries()) {
    print(`[${i + 1}/${tables.length}] 数据表 ${table.name}`);
    yield { entry: { kind: 'table', table }, content: dump.rows(table) };
  }
  // After the snapshot: a picture is stored on disk before its row.
  const files = await filesUnder(dataDir);
  print(`${files.length + singles.length} 个文件`);
  let saved = singles.length;
  yield* singles;
  for (const name of files) {
    const handle = await open(path.join(dataDir, name), 'r').catch(ifMissing);
    // It was deleted after it was listed.
    if (handle === null) continue;
    saved += 1;
    const { size } = await handle.stat();
    yield { entry: { kind: 'file', path: name, size }, content: createReadStream('', { fd: handle }) };
    if (saved % 500 === 0) print(`  ${saved} / ${files.length}`);
  }
  count(saved);
}

async function singleFiles(dataDir: string): Promise<Part[]> {
  const parts: Part[] = [];
  for (const name of SINGLE_FILES) {
    const bytes = await readFile(path.join(dataDir, name)).catch(ifMissing);
    if (bytes) parts.push({ entry: { kind: 'file', path: name, size: bytes.length }, content: Readable.from([bytes]) });
  }
  return parts;
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

// The parts of DATA_DIR that a backup contains: photos, files of 3D scenes, imported terrain, months moved out of the logs, the audit's
// anchors, the feed key, the keys.

/** Files that never change, each under a unique name: extra ones do no harm. */
export const FOLDERS = ['uploads', 'scenes', 'terrain', 'landcover', 'canopy', 'roads', 'log-archives'] as const;
/** Files that change: each is replaced as a whole. */
export const SINGLE_FILES = [ANCHORS_FILE, 'feed-key', KEYS_NAME, 'terrain.json', 'landcover.json', 'canopy.json', 'roads.json'] as const;

/** May a file of this name be restored into DATA_DIR? A backup is untrusted input: it must not write elsewhere. */
export function isBackedUp(name: string): boolean {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part))) return false;
  return parts.length === 1 ? SINGLE_FILES.some((file) => file === name) : FOLDERS.some((folder) => folder === parts[0]);
}

/** The files under the folders, relative to DATA_DIR, with `/`; unfinished ones are left out. */
export async function filesUnder(dataDir: string): Promise<string[]> {
  const found = await Promise.all(FOLDERS.map((folder) => walk(dataDir, folder)));
  return found.flat();
}

async function walk(dataDir: string, folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const item of await itemsOf(path.join(dataDir, folder))) {
    const name = `${folder}/${item.name}`;
    if (item.isDirectory()) files.push(...(await walk(dataDir, name)));
    else if (item.isFile() && isBackedUp(name) && !item.name.endsWith('.part')) files.push(name);
  }
  return files;
}

async function itemsOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
