// A server for tests: as a first start and the demo world leave it, on a folder of its own.
import { rm } from 'node:fs/promises';
import { preparedDataDir } from './prepared-data.ts';
import { type LookoutServer, launchServer, type ServerOptions } from './server-process.ts';

/** @throws when the web app is not built, or the server is not ready in two minutes (with what it said) */
export async function startServer(options: ServerOptions = {}): Promise<LookoutServer> {
  const dataDir = await preparedDataDir();
  const server = await launchServer(dataDir, options);
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
