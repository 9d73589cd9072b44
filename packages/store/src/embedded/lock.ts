// The lock that prevents a second server from using a data folder, taken before anything in the folder is touched. main.ts holds it for its
// lifetime. Locks are numbered files, server.lock.1, .2, …; the highest counts and is never removed. The lock of a dead holder is replaced
// by creating the next number with link(2), which only one process can win. So two processes that find the same dead holder at once cannot
// both succeed, which "delete the stale file, then create mine" does not guarantee.
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { birthOf, codeOf } from './processes.ts';
import { text } from './text.ts';

/** Another server has locked the folder. `message` is Chinese and contains instructions. */
export class DataDirBusy extends Error {
  readonly code = 'DATA_DIR_BUSY';
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(text.busy(dataDir, pid));
    this.name = 'DataDirBusy';
    this.pid = pid;
  }
}

export interface DataDirLock {
  /** Call at the first sign of a shutdown: a server that starts now waits for this one (≤ 10 s) instead of being refused. */
  leaving(): Promise<void>;
  /** Releases the folder. Idempotent. */
  release(): Promise<void>;
}

interface Holder {
  pid: number;
  birth: string | null;
  state: 'serving' | 'leaving' | 'gone';
}

// A holder whose parent was just killed needs a short time to notice and call `leaving`; together with the start it must stay under 2 s.
const GRACE_MS = 700;
const LEAVING_MS = 10_000;

/**
 * Locks the data folder for this process, and creates the folder if it is missing.
 * @throws DataDirBusy within a second when a living server holds the lock; the lock of a dead server, or one whose pid was recycled, is
 * replaced. Error (Chinese, with instructions) when the folder cannot be created or written to
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const folder = resolve(dataDir);
  const draft = join(folder, `.server.lock.${randomUUID()}`);
  const write = (state: Holder['state']) =>
    writeFile(draft, JSON.stringify({ pid: process.pid, birth: birthOf(process.pid), state } satisfies Holder), { mode: 0o644 });
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 });
    await write('serving');
  } catch (error) {
    throw new Error(text.unusable(folder, codeOf(error) ?? String(error)), { cause: error });
  }
  try {
    const number = await takeNext(folder, draft);
    const mine = pathOf(folder, number);
    const restate = async (state: Holder['state']) => {
      try {
        await write(state);
        await rename(draft, mine);
      } catch (error) {
        // On a full disk or with a deleted folder, the end of the process releases the lock too, only later; the shutdown must continue.
        if (!['ENOSPC', 'EDQUOT', 'EROFS', 'ENOENT'].includes(codeOf(error) ?? '')) throw error;
      }
    };
    let released: Promise<void> | undefined;
    return {
      leaving: async () => {
        if (!released) await restate('leaving');
      },
      release: () => {
        released ??= restate('gone');
        return released;
      },
    };
  } finally {
    await rm(draft, { force: true });
  }
}

/** The pid of the process that serves this folder now, or null. For tools that check before starting a server. */
export async function holderOf(dataDir: string): Promise<number | null> {
  const newest = await newestLock(resolve(dataDir));
  return newest && isLocked(newest.holder) ? newest.holder.pid : null;
}

async function takeNext(folder: string, draft: string): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const newest = await newestLock(folder);
    if (newest && isLocked(newest.holder)) {
      const patience = newest.holder.state === 'leaving' ? LEAVING_MS : GRACE_MS;
      if (performance.now() - begun > patience) throw new DataDirBusy(folder, newest.holder.pid);
      await delay(50);
      continue;
    }
    const number = (newest?.number ?? 0) + 1;
    if (!(await linked(draft, pathOf(folder, number)))) continue;
    const numbers = await lockNumbers(folder);
    // Older files are removed only after a newer one exists, so a process that took a number that had just become free sees a higher number
    // as well.
    if (Math.max(...numbers) > number) {
      await rm(pathOf(folder, number), { force: true });
      continue;
    }
    await Promise.all(numbers.filter((other) => other < number).map((other) => rm(pathOf(folder, other), { force: true })));
    return number;
  }
}

async function newestLock(folder: string): Promise<{ number: number; holder: Holder } | null> {
  for (;;) {
    const numbers = await lockNumbers(folder);
    if (numbers.length === 0) return null;
    const number = Math.max(...numbers);
    try {
      return { number, holder: JSON.parse(await readFile(pathOf(folder, number), 'utf8')) as Holder };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue; // replaced between the two reads
      if (error instanceof SyntaxError) return { number, holder: { pid: 0, birth: null, state: 'gone' } }; // truncated by a power failure
      throw error;
    }
  }
}

function isLocked({ pid, birth, state }: Holder): boolean {
  return state !== 'gone' && birth !== null && birthOf(pid) === birth;
}

async function lockNumbers(folder: string): Promise<number[]> {
  try {
    return (await readdir(folder)).flatMap((name) => /^server\.lock\.(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

const pathOf = (folder: string, number: number) => join(folder, `server.lock.${number}`);
