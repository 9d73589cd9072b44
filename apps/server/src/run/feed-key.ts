// The key for machines that push alarms: from the environment, else made once and kept where only the server's user can read it.
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface FeedKey {
  readonly key: string;
  /** Where it was written now; null when it was there before, or given. */
  readonly madeIn: string | null;
}

export async function feedKeyOf(given: string | null, dataDir: string): Promise<FeedKey> {
  if (given !== null) return { key: given, madeIn: null };
  const file = join(dataDir, 'feed-key');
  const made = randomBytes(32).toString('base64url');
  try {
    await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 });
    return { key: made, madeIn: file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const kept = (await readFile(file, 'utf8')).trim();
  if (kept !== '') return { key: kept, madeIn: null };
  // Cut off while it was written for the first time: nobody has been told that key.
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return { key: made, madeIn: file };
}
