// Servers for tests, in the state after a first start with the demo world, each with its own data folder.
import { rm } from 'node:fs/promises';
import { dropContexts, type MapKind } from './browser.ts';
import { preparedDataDir } from './prepared-data.ts';
import { type LookoutServer, launchServer, type ServerOptions } from './server-process.ts';
import { tidy } from './tidy.ts';

/** A server as one test file uses it. */
export interface AcquiredServer extends LookoutServer {
  /** Called when the file is done. */
  readonly release: () => Promise<void>;
}

const shared = new Map<MapKind, Promise<LookoutServer>>();

/**
 * The worker's server, used and cleaned up by earlier files. It ends with the worker, whose IPC channel it holds, and global-setup.ts
 * removes its folder. A file that kills the server, counts all that it holds or sets its environment gets one of its own.
 * @throws when the web app is not built, or the server is not ready in two minutes (with its output)
 */
export async function acquireServer({ own = false, ...options }: ServerOptions & { readonly own?: boolean }): Promise<AcquiredServer> {
  const map = options.map ?? 'flat';
  if (own || options.env || options.host) return ownServer(options);
  const running = shared.get(map) ?? preparedDataDir().then(({ dataDir }) => launchServer(dataDir, { map }));
  shared.set(map, running);
  const server = await running.catch((error: unknown) => {
    // The next file tries again.
    shared.delete(map);
    throw error;
  });
  return { ...server, release: () => tidy(server.base) };
}

async function ownServer(options: ServerOptions): Promise<AcquiredServer> {
  const { dataDir, isPrepared } = await preparedDataDir();
  // The demo world's data is in the folder already; tests that need its weather or towers switch it on.
  const env = { ...(isPrepared && { DEMO_WORLD: 'off' }), ...options.env };
  const server = await launchServer(dataDir, { ...options, env });
  return {
    ...server,
    release: async () => {
      await dropContexts(server.port);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
