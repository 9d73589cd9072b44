// Reduced costs and limits of test servers, compared with the product.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Keys, newCameraKey, newLoginKey } from '../access/keys.ts';
import { SHARES, type ShareLimits } from '../serve/shares.ts';

/** A login in a test takes a millisecond instead of eighty; the cost is part of each hash. */
export const CHEAP = { logN: 4, r: 8, p: 1 };

/** In tests one account does in a minute what people do in an hour. */
export const WIDE_SHARES: ShareLimits = {
  ...SHARES,
  light: { ...SHARES.light, perSecond: 100_000, burst: 100_000 },
  large: { ...SHARES.large, perSecond: 100_000, burst: 100_000 },
  file: { ...SHARES.file, perSecond: 100_000, burst: 100_000 },
  open: { ...SHARES.open, perSecond: 100_000, burst: 100_000 },
};

/**
 * Half of the product's connections: its jobs start together, each connection is a process of PostgreSQL, and a test waits for few at once.
 */
export const CONNECTIONS = 6;

const keysFolder = mkdtempSync(join(tmpdir(), 'lookout-keys-'));
process.on('exit', () => rmSync(keysFolder, { recursive: true, force: true }));

/** All servers on a database share its keys, but test servers have separate data folders. */
export const keysFileOf = (databaseUrl: string): string =>
  join(keysFolder, `${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}.json`);

/** One login key for all files of a run: generating one takes a third of a second. */
async function sharedLoginKey(): Promise<string> {
  const file = join(tmpdir(), 'lookout-login-key.pem');
  if (!existsSync(file)) {
    const draft = join(keysFolder, 'login-key.part');
    writeFileSync(draft, await newLoginKey());
    // The write is atomic, because other files of the run start at the same time.
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8');
}

/** Creates the keys of a database that has none yet, as the first start would. */
export async function ensureKeys(databaseUrl: string): Promise<void> {
  const file = keysFileOf(databaseUrl);
  if (existsSync(file)) return;
  const keys: Keys = {
    id: randomUUID(),
    login: [await sharedLoginKey()],
    cameras: [newCameraKey()],
    relay: randomBytes(32).toString('base64url'),
  };
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
}
