// What servers of tests do with less than the product.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARES, type ShareLimits } from '../serve/shares.ts';

/** A login in a test takes a millisecond instead of eighty; the cost is part of each hash. */
export const CHEAP = { logN: 4, r: 8, p: 1 };

/** One account does in a minute what people do in an hour. */
export const WIDE_SHARES: ShareLimits = {
  ...SHARES,
  light: { ...SHARES.light, perSecond: 100_000, burst: 100_000 },
  large: { ...SHARES.large, perSecond: 100_000, burst: 100_000 },
  open: { ...SHARES.open, perSecond: 100_000, burst: 100_000 },
};

/** Half of what the product opens: its jobs begin together, each connection is a process of PostgreSQL, and a test waits for few at once. */
export const CONNECTIONS = 6;

const keysFolder = mkdtempSync(join(tmpdir(), 'lookout-keys-'));
process.on('exit', () => rmSync(keysFolder, { recursive: true, force: true }));

/** All servers on a database share its keys, and those of a test have data folders of their own. */
export const keysFileOf = (databaseUrl: string): string =>
  join(keysFolder, `${createHash('sha256').update(databaseUrl).digest('hex').slice(0, 16)}.json`);
