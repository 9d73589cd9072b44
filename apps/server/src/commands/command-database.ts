// Database access of commands: DATABASE_URL, else the running server's embedded database, else the embedded one, started for the command
// and stopped afterwards.

import { openStore, type Store } from '@lookout/features/store.ts';
import { holderOf, lockDataDir, runningEmbedded, serverRoleUrl, serversOn, startEmbedded } from '@lookout/store';
import type { Config } from '../settings/config.ts';

type Where = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;

interface UseOptions {
  /** `beside`: a server may be running. `alone`: no server may be running on the folder or the database. */
  readonly with: 'beside' | 'alone';
  /** The message when a server has locked the data folder and its database is not available; default: the lock's. */
  readonly busy?: (pid: number) => string;
}

/** The server is running, but its database is not running yet, or no longer. */
export const STARTING_OR_STOPPING = (pid: number): string =>
  `服务（进程号 ${pid}）正在启动或停止，请稍后再试。 The server (pid ${pid}) is starting or stopping: try again in a moment.`;
export const STOP_IT_FIRST = (pid: number): string =>
  `服务（进程号 ${pid}）正在运行。请先停止它，再试一次。 The server (pid ${pid}) is running: stop it first.`;

/**
 * @param work receives the URL of the role that owns the tables, and that of the role of servers
 * @throws Error with a message for the user at the terminal
 */
export async function onDatabase<T>(
  { databaseUrl: serving, databaseOwnerUrl, dataDir }: Where,
  options: UseOptions,
  work: (ownerUrl: string, url: string) => Promise<T>,
): Promise<T> {
  const external = serving === null ? null : ([databaseOwnerUrl ?? serving, serving] as const);
  if (options.with === 'beside') {
    // A database left behind by a killed server is stopped, not used.
    if (external !== null) return work(...external);
    const ownerUrl = (await holderOf(dataDir)) === null ? null : await runningEmbedded(dataDir);
    if (ownerUrl !== null) return work(ownerUrl, serverRoleUrl(ownerUrl));
  }
  if (options.busy) await requireFree(dataDir, options.busy);
  const lock = await lockDataDir(dataDir);
  try {
    if (external !== null) {
      const servers = await serversOn(external[0]);
      if (servers > 0)
        throw new Error(`数据库上还有运行中的服务（${servers} 个连接）。请先停止所有服务，再恢复。 Stop every server first.`);
      return await work(...external);
    }
    const database = await startEmbedded({ dataDir, log: () => undefined });
    try {
      return await work(database.ownerUrl, database.url);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}

async function requireFree(dataDir: string, busy: (pid: number) => string): Promise<void> {
  const pid = await holderOf(dataDir);
  if (pid !== null) throw new Error(busy(pid));
}

/** Opens the store and runs the work on it; a server may be running. */
export function withStore<T>(
  where: Where,
  { connections, busy }: { readonly connections: number } & Pick<UseOptions, 'busy'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return onDatabase(where, { with: 'beside', ...(busy && { busy }) }, async (ownerUrl, url) => {
    const store = await openStore({ url, ownerUrl, clock: () => new Date(), connections });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}
