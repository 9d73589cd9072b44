// Disk cache of base-map tiles: limited in size, with the least recently used tile dropped first. It may be emptied at any time and is not
// backed up.
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

export interface CachedTile {
  readonly bytes: Buffer;
  /** Epoch milliseconds of the fetch from the service. */
  readonly at: number;
}

export interface TileCache {
  read(key: string): Promise<CachedTile | null>;
  /** @throws when the disk is full */
  write(key: string, bytes: Buffer, at: number): Promise<void>;
}

interface Entry {
  readonly bytes: number;
  readonly at: number;
}

/** The shape of our own keys: `tianditu-img/0a1b2c3d/9/403/209`. */
const KEY = /^[a-z0-9-]+\/[0-9a-f]{8}\/\d+\/\d+\/\d+$/;
/** A file occupies at least a block. */
const LEAST_BYTES = 4_096;

interface CacheOptions {
  readonly folder: string;
  readonly mostBytes: number;
  /** Folders of the configured sources, `id/version`; folders of other settings are removed. */
  readonly wanted: readonly string[];
  readonly onTrouble: (error: unknown) => void;
}

/** Reads what an earlier run left, in the background: until then those tiles count as missing. */
export function openTileCache({ folder, mostBytes, wanted, onTrouble }: CacheOptions): TileCache {
  const fileOf = (key: string) => path.join(folder, ...key.split('/'));
  const entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => Math.max(LEAST_BYTES, bytes),
    dispose: (_entry, key, reason) => {
      if (reason !== 'set') rm(fileOf(key), { force: true }).catch(onTrouble);
    },
  });
  let written = 0;

  async function takeOver(): Promise<void> {
    const found: { key: string; bytes: number; at: number }[] = [];
    for (const file of await readdir(folder, { recursive: true }).catch(absent)) {
      const key = file.split(path.sep).join('/');
      if (!KEY.test(key)) continue;
      if (!wanted.some((one) => key.startsWith(`${one}/`))) {
        await rm(fileOf(key), { force: true });
        continue;
      }
      const { size, mtimeMs } = await stat(fileOf(key));
      found.push({ key, bytes: size, at: mtimeMs });
    }
    for (const { key, ...entry } of found.sort((one, other) => one.at - other.at)) if (!entries.has(key)) entries.set(key, entry);
  }
  takeOver().catch(onTrouble);

  return {
    async read(key) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      const bytes = await readFile(fileOf(key)).catch(absentFile);
      if (bytes === null) entries.delete(key);
      return bytes && { bytes, at: entry.at };
    },
    async write(key, bytes, at) {
      const file = fileOf(key);
      const part = `${file}.${process.pid}-${++written}.part`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await writeFile(part, bytes);
        await rename(part, file);
      } finally {
        await rm(part, { force: true });
      }
      entries.set(key, { bytes: bytes.length, at });
    },
  };
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

function absent(error: unknown): string[] {
  if (isAbsent(error)) return [];
  throw error;
}

function absentFile(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
