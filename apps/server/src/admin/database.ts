// The store for a tool at the command line: the running server's database where there is one, else the embedded one, started for the moment.
import { holderOf, lockDataDir, openStore, runningEmbedded, type Store, startEmbedded } from '@lookout/store';
import type { Config } from '../config.ts';

/** @throws Error with a message for the person at the terminal */
export async function withStore<T>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const running = databaseUrl ?? (await runningEmbedded(dataDir));
  if (running !== null) return onDatabase(running, work);
  const pid = await holderOf(dataDir);
  if (pid !== null)
    throw new Error(
      `服务（进程号 ${pid}）正在启动或停止，请稍后再试。 The server (pid ${pid}) is starting or stopping: try again in a moment.`,
    );
  const lock = await lockDataDir(dataDir);
  try {
    const database = await startEmbedded({ dataDir, log: () => undefined });
    try {
      return await onDatabase(database.url, work);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}

async function onDatabase<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ url, clock: () => new Date(), connections: 2 });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
