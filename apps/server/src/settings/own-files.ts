// Every entry point of the server and of its commands imports this file first. What they and their child processes write (photos,
// recordings, keys, backups) is readable only by their user: files 0600 in folders 0700.
import { chmod } from 'node:fs/promises';
import path from 'node:path';

process.umask(0o077);

/** Restricts folders that an older version left open. Files in a folder that others cannot enter need no change. */
export async function closeOldFolders(dataDir: string): Promise<void> {
  for (const folder of ['uploads', 'recordings'])
    await chmod(path.join(dataDir, folder), 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
}
