// The address of the database for backup (beside a running server, or alone) and for restore (alone, or not at all).
import { holderOf, lockDataDir, runningEmbedded, serversOn, startEmbedded } from '@lookout/store';
import type { Config } from '../config.ts';

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** The running server's database where there is one, else the embedded one, started for the moment. */
export async function onDatabase<T>({ databaseUrl, dataDir }: Where, work: (url: string) => Promise<T>): Promise<T> {
  const url = databaseUrl ?? ((await holderOf(dataDir)) === null ? null : await runningEmbedded(dataDir));
  return url === null ? onEmbedded(dataDir, work) : work(url);
}

/** @throws Error when a server runs on the folder or on the database */
export async function onDatabaseAlone<T>({ databaseUrl, dataDir }: Where, work: (url: string) => Promise<T>): Promise<T> {
  if (databaseUrl === null) return onEmbedded(dataDir, work);
  const lock = await lockedForUs(dataDir);
  try {
    const servers = await serversOn(databaseUrl);
    if (servers > 0) throw new Error(`数据库上还有运行中的服务（${servers} 个连接）。请先停止所有服务，再恢复。 Stop every server first.`);
    return await work(databaseUrl);
  } finally {
    await lock.release();
  }
}

async function onEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const lock = await lockedForUs(dataDir);
  try {
    const database = await startEmbedded({ dataDir, log: () => undefined });
    try {
      return await work(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}

async function lockedForUs(dataDir: string) {
  const pid = await holderOf(dataDir);
  if (pid !== null)
    throw new Error(`服务（进程号 ${pid}）正在运行。请先停止它，再试一次。 The server (pid ${pid}) is running: stop it first.`);
  return lockDataDir(dataDir);
}
