// Imported first by every entry of the server and of its commands: what these and their child processes write (photos, recordings, keys, backups)
// is read by nobody else on the machine, files 0600 in folders 0700.
import { chmod } from 'node:fs/promises';
import path from 'node:path';

process.umask(0o077);

/** Closes what an older version left open: files in a folder that nobody else may enter are as good as closed. */
export async function closeOldFolders(dataDir: string): Promise<void> {
  for (const folder of ['uploads', 'recordings'])
    await chmod(path.join(dataDir, folder), 0o700).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
}
