// Opens the stored files of this installation according to its settings.

import type { Log } from '../../log-lines/log.ts';
import type { Config } from '../../settings/config.ts';
import { messages } from '../../settings/messages.ts';
import { type FileStore, StorageUnavailable } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { openS3Store } from './s3-store.ts';

/**
 * A bucket that denies access stops the start. A bucket that does not answer affects only pictures, because a server that restarts during
 * the failure must still accept alarms.
 * @throws Error with a message for the person at the terminal
 */
export async function openFiles({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>, log: Log): Promise<FileStore> {
  if (s3 === null) return folderStore(dataDir);
  const store = await openS3Store(s3, log);
  try {
    await store.probe();
  } catch (error) {
    if (error instanceof StorageUnavailable && !error.needsSettings) {
      log.error({ trouble: error.trouble, detail: error.detail }, messages.bucketTrouble(error.trouble, s3));
      return store;
    }
    store.close();
    throw error instanceof StorageUnavailable ? new Error(messages.bucketTrouble(error.trouble, s3), { cause: error }) : error;
  }
  return store;
}
