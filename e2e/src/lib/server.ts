// Servers for tests, in the state after a first start with the demo world, each with its own data folder. The demo world itself runs only where
// a test is about it: what others need of its data is in the folder.
import { rm } from 'node:fs/promises';
import { dropContexts } from './browser.ts';
import { preparedDataDir } from './prepared-data.ts';
import { type LookoutServer, launchServer, type ServerOptions } from './server-process.ts';
import { tidy } from './tidy.ts';

/** A server as one test file uses it. */
export interface AcquiredServer extends LookoutServer {
  /** Called when the file is done. */
  readonly release: () => Promise<void>;
}

export interface AcquireOptions extends ServerOptions {
  /** A server of its own instead of the worker's: this file kills it, or counts all that it holds. */
  readonly own?: boolean;
  /** The demo world runs beside the server: the file is about its alarms, its weather or its cameras. */
  readonly world?: boolean;
}

/** At most two a worker: with the demo world and without it. */
const shared = new Map<boolean, Promise<LookoutServer>>();

/**
 * The worker's server, used and cleaned up by earlier files. It ends with the worker, whose IPC channel it holds, and global-setup.ts
 * removes its folder. A file that kills the server, counts all that it holds or sets its environment gets one of its own.
 * @throws when the web app is not built, or the server is not ready in two minutes (with its output)
 */
export async function acquireServer({ own = false, world = false, ...options }: AcquireOptions): Promise<AcquiredServer> {
  if (own || options.env || options.host) return ownServer(options, world);
  const running =
    shared.get(world) ??
    preparedDataDir().then((data) => launchServer(data.dataDir, { env: { ...SIGN_ON, ...worldOf(data, world, RECORDED) } }));
  shared.set(world, running);
  const server = await running.catch((error: unknown) => {
    // The next file tries again.
    shared.delete(world);
    throw error;
  });
  return { ...server, release: () => tidy(server.base) };
}

async function ownServer(options: ServerOptions, world: boolean): Promise<AcquiredServer> {
  const data = await preparedDataDir();
  const server = await launchServer(data.dataDir, { ...options, env: { ...worldOf(data, world), ...options.env } });
  return {
    ...server,
    release: async () => {
      await dropContexts(server.port);
      await server.stop();
      await rm(data.dataDir, { recursive: true, force: true });
    },
  };
}

/** The weather of the shared servers that have no demo world. */
const RECORDED = { DEMO_WEATHER_URL: process.env.LOOKOUT_E2E_WEATHER ?? '' };
/** The shared servers also sign on through a provider of OpenID Connect. */
const SIGN_ON = { OIDC_ISSUER: process.env.LOOKOUT_E2E_OIDC ?? '', OIDC_CLIENT_ID: 'lookout', OIDC_CLIENT_SECRET: 'lookout-secret' };

/** A folder that could not be prepared has no demo data yet: only the demo world brings them. @param instead what stands in for the world */
const worldOf = (data: Awaited<ReturnType<typeof preparedDataDir>>, world: boolean, instead: Readonly<Record<string, string>> = {}) =>
  data.isPrepared && !world ? { DEMO_WORLD: 'off', ...instead } : {};
