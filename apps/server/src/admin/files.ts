// The command that copies pictures from the data folder to the bucket while servers run.

import { copyFile, missingFiles } from '../services/files/copy.ts';
import { StorageUnavailable } from '../services/files/file-store.ts';
import { folderStore } from '../services/files/folder-store.ts';
import { openS3Store } from '../services/files/s3-store.ts';
import { PICTURES } from '../services/pictures.ts';
import type { Config } from '../settings/config.ts';
import { messages } from '../settings/messages.ts';

const PROGRESS_EVERY = 200;
const quiet = { warn: () => undefined };

/**
 * Copies the pictures that the bucket does not have yet, and does not change the folder. Recordings are uploaded by the servers that own
 * them.
 * @returns the lines to print
 */
export async function copyPictures(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  print: (line: string) => void = console.log,
): Promise<string[]> {
  if (s3 === null) return ['没有设置存储桶（S3_ENDPOINT 等），没有可复制的去处 · no bucket is set'];
  const folder = folderStore(dataDir);
  const bucket = await openS3Store(s3, quiet);
  try {
    await bucket.probe();
    const missing = await missingFiles(folder, bucket, PICTURES);
    let done = 0;
    for (const file of missing) {
      if (await copyFile(folder, bucket, file)) done += 1;
      if (done > 0 && done % PROGRESS_EVERY === 0) print(`  ${done} / ${missing.length}`);
    }
    return [
      done === 0
        ? '图片都已在存储桶里，没有需要复制的 · all pictures are in the bucket'
        : `已复制 ${done} 张图片和附件到存储桶 ${s3.bucket} · copied ${done} files`,
      `数据目录里的 ${PICTURES} 保留未动；确认无误后可自行删除 · the folder is left as it is`,
    ];
  } catch (error) {
    throw error instanceof StorageUnavailable ? new Error(messages.bucketTrouble(error.trouble, s3), { cause: error }) : error;
  } finally {
    bucket.close();
  }
}
