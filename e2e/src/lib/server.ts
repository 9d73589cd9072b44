// Servers for tests, in the state after a first start with the demo world, each with its own data folder. The demo world itself runs only
// where a test is about it: the folder holds the data that other tests need.
import { rm } from 'node:fs/promises';
import { dropTabs } from './browser.ts';
import { preparedDataDir } from './prepared-data.ts';
import { type LookoutServer, launchServer, type ServerOptions } from './server-process.ts';
import { tidy } from './tidy.ts';

/** A server as one test file uses it. */
export interface AcquiredServer extends LookoutServer {
  /** Called when the file is done. */
  readonly release: () => Promise<void>;
}

export interface AcquireOptions extends ServerOptions {
  /** Start a dedicated server instead of using the worker's, because this file kills it or counts everything in it. */
  readonly own?: boolean;
}

let shared: Promise<LookoutServer> | null = null;

/**
 * The worker's server, used and cleaned up by earlier files. It ends with the worker, whose IPC channel it shares, and global-setup.ts
 * removes its folder. A file that kills the server, counts everything in it or sets its environment gets a dedicated server.
 * @throws when the web app is not built, or the server is not ready in two minutes (with its output)
 */
export async function acquireServer({ own = false, ...options }: AcquireOptions): Promise<AcquiredServer> {
  if (own || options.env || options.host) return ownServer(options);
  shared ??= preparedDataDir().then((data) => launchServer(data.dataDir, { env: { ...withoutWorld(data), ...OUTSIDE } }));
  const server = await shared.catch((error: unknown) => {
    // The next file tries to start it again.
    shared = null;
    throw error;
  });
  return { ...server, release: () => tidy(server.base) };
}

async function ownServer(options: ServerOptions): Promise<AcquiredServer> {
  const data = await preparedDataDir();
  const server = await launchServer(data.dataDir, { ...options, env: { ...withoutWorld(data), ...options.env } });
  return {
    ...server,
    release: async () => {
      await dropTabs(server.port);
      await server.stop();
      await rm(data.dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Services that global-setup.ts has started for the shared servers: weather in place of the demo world's, and a provider of OpenID Connect.
 */
const OUTSIDE = {
  DEMO_WEATHER_URL: process.env.LOOKOUT_E2E_WEATHER ?? '',
  OIDC_ISSUER: process.env.LOOKOUT_E2E_OIDC ?? '',
  OIDC_CLIENT_ID: 'lookout',
  OIDC_CLIENT_SECRET: 'lookout-secret',
};

/** A folder that could not be prepared has no demo data yet: only the demo world creates the data. */
const withoutWorld = ({ isPrepared }: Awaited<ReturnType<typeof preparedDataDir>>): Record<string, string> =>
  isPrepared ? { DEMO_WORLD: 'off' } : {};
