// The store for commands beside the server: through the running server's database, or, when none runs, an embedded one for the moment.
import { holderOf, lockDataDir, openStore, runningEmbedded, type Store, startEmbedded } from '@lookout/store';
import type { Config } from '../config.ts';

/** Runs `work` on the store of this configuration (DATABASE_URL, else DATA_DIR's own database), then leaves everything as it was. */
export async function withStore<T>(config: Pick<Config, 'databaseUrl' | 'dataDir'>, work: (store: Store) => Promise<T>): Promise<T> {
  const clock = () => new Date();
  const on = async (url: string) => {
    const store = await openStore({ url, clock, connections: 4 });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  if (config.databaseUrl !== null) return on(config.databaseUrl);
  const running = (await holderOf(config.dataDir)) === null ? null : await runningEmbedded(config.dataDir);
  if (running !== null) return on(running);
  const lock = await lockDataDir(config.dataDir);
  try {
    const database = await startEmbedded({ dataDir: config.dataDir, log: () => undefined });
    try {
      return await on(database.url);
    } finally {
      await database.stop();
    }
  } finally {
    await lock.release();
  }
}
