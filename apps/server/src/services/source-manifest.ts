// The imported files that are in use, and their order: a JSON file under DATA_DIR that is replaced as a whole.
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

export interface SourceManifest<S> {
  /** Changes with every import, so that data of different versions is not mixed. '' if nothing was imported. */
  readonly version: string;
  /** Returns the orders, newest first. */
  readonly sources: readonly S[];
}

export interface SourceManifestFile<S> {
  /** If the file does not exist, the manifest is empty: nothing was imported. @throws Error when the file is damaged */
  read(dataDir: string): Promise<SourceManifest<S>>;
  /** Returns the version of these sources, newest first, for data that is derived from all of them. */
  versionOf(sources: readonly S[]): string;
  /** Adds a source as the newest. */
  add(dataDir: string, source: S): Promise<void>;
  /** Removes a source. The caller deletes its file. */
  remove(dataDir: string, id: string): Promise<void>;
}

/** @param identify returns the properties of a source that determine its version */
export function sourceManifest<S extends { readonly id: string }>(
  fileName: string,
  identify: (source: S) => readonly unknown[],
): SourceManifestFile<S> {
  const read = async (dataDir: string): Promise<SourceManifest<S>> => {
    try {
      return JSON.parse(await readFile(path.join(dataDir, fileName), 'utf8')) as SourceManifest<S>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: '', sources: [] };
      throw error;
    }
  };
  const versionOf = (sources: readonly S[]): string =>
    sources.length === 0
      ? ''
      : createHash('sha256')
          .update(JSON.stringify(sources.map(identify)))
          .digest('hex')
          .slice(0, 12);
  const write = async (dataDir: string, sources: readonly S[]): Promise<void> => {
    const manifest: SourceManifest<S> = { version: versionOf(sources), sources };
    await mkdir(dataDir, { recursive: true });
    const beside = path.join(dataDir, `${fileName}.${process.pid}.part`);
    const handle = await open(beside, 'w', 0o600);
    try {
      await handle.writeFile(JSON.stringify(manifest));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, path.join(dataDir, fileName));
  };
  return {
    read,
    versionOf,
    async add(dataDir, source) {
      const { sources } = await read(dataDir);
      await write(dataDir, [source, ...sources.filter(({ id }) => id !== source.id)]);
    },
    async remove(dataDir, removed) {
      const { sources } = await read(dataDir);
      await write(
        dataDir,
        sources.filter(({ id }) => id !== removed),
      );
    },
  };
}
