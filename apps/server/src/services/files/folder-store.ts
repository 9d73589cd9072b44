// Stored files in a folder of this machine. Only their owner may read them: files 0600 in folders 0700.
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { checkedName, type FileStore, type ListedFile } from './file-store.ts';

const PART = '.part';

/** @param folder the data folder; files are stored below it by their names */
export function folderStore(folder: string): FileStore {
  const at = (name: string) => path.join(folder, checkedName(name));
  return {
    isShared: false,

    async put(name, { content }) {
      const file = at(name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // The write is atomic: the file is written under another name, then renamed.
      const handle = await open(`${file}${PART}`, 'w', 0o600);
      try {
        await handle.writeFile(content as Uint8Array | Readable);
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(`${file}${PART}`, { force: true });
        throw error;
      }
      await handle.close();
      await rename(`${file}${PART}`, file);
    },

    async open(name, range) {
      const handle = await open(at(name)).catch(ifMissing);
      if (handle === null) return null;
      const { size } = await handle.stat();
      const { first, last } = range ?? { first: 0, last: size - 1 };
      const bytes = last - first + 1;
      // A stream of an empty file cannot be given an end before its start.
      const body = createReadStream('', { fd: handle, start: first, ...(bytes > 0 && { end: last }) });
      return { bytes, body };
    },

    async sizeOf(name) {
      return (await stat(at(name)).catch(ifMissing))?.size ?? null;
    },

    async remove(name) {
      const file = at(name);
      // The unfinished file of a killed server is removed too.
      await Promise.all([file, `${file}${PART}`].map((one) => rm(one, { force: true })));
    },

    async *list(top, after = ''): AsyncGenerator<ListedFile> {
      const entries = (await readdir(at(top), { recursive: true, withFileTypes: true }).catch(ifMissing)) ?? [];
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
        .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
        .filter((name) => name > after);
      for (const name of names.sort(byCode)) {
        const found = await stat(path.join(folder, name)).catch(ifMissing);
        // The file may have been deleted after it was listed.
        if (found) yield { name, bytes: found.size };
      }
    },

    close: () => undefined,
  };
}

/** The order in which buckets list their keys, for ASCII names. */
const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
