// Servers for tests: as a first start and the demo world leave them, each on a folder of its own.
import { rm } from 'node:fs/promises';
import { dropContexts, type MapKind } from './browser.ts';
import { preparedDataDir } from './prepared-data.ts';
import { type LookoutServer, launchServer, type ServerOptions } from './server-process.ts';
import { tidy } from './tidy.ts';

/** What one file has of a server. */
export interface BorrowedServer extends LookoutServer {
  /** The file is done. */
  readonly giveBack: () => Promise<void>;
}

const shared = new Map<MapKind, Promise<LookoutServer>>();

/**
 * The worker's server, which the files before have used and tidied; it ends with the worker, whose channel it holds, and global-setup.ts
 * takes its folder away. Whoever kills it, counts what stands on it, or sets something in its environment asks for one of his own.
 * @throws when the web app is not built, or the server is not ready in two minutes (with what it said)
 */
export async function borrowServer({ own = false, ...options }: ServerOptions & { readonly own?: boolean }): Promise<BorrowedServer> {
  const map = options.map ?? 'flat';
  if (own || options.env || options.host) return ownServer(options);
  const running = shared.get(map) ?? preparedDataDir().then(({ dataDir }) => launchServer(dataDir, { map }));
  shared.set(map, running);
  const server = await running.catch((error: unknown) => {
    // The next file tries anew.
    shared.delete(map);
    throw error;
  });
  return { ...server, giveBack: () => tidy(server.base) };
}

async function ownServer(options: ServerOptions): Promise<BorrowedServer> {
  const { dataDir, isPrepared } = await preparedDataDir();
  // What the demo world brought is in the folder already; its weather and its towers are for who asks.
  const env = { ...(isPrepared && { DEMO_WORLD: 'off' }), ...options.env };
  const server = await launchServer(dataDir, { ...options, env });
  return {
    ...server,
    giveBack: async () => {
      await dropContexts(server.port);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
