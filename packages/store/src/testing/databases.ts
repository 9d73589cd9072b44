// Real PostgreSQL servers for tests: the same tests run on each that this machine has. Nothing here knows the test runner.
import { startDebian, whyNoDebian } from './debian-server.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import type { Beginning } from './template.ts';

export { copyOfMade } from './template.ts';

/** A server that runs for one test file. */
export interface TestServer {
  /** Makes a database of its own and gives its address: empty, or with all migrations, or with the places of the country too. */
  newDatabase(beginning?: Beginning): Promise<string>;
  /** Kills the whole server (as -9 would) and resolves when it answers again, on the same address. */
  crash(): Promise<void>;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

export interface TestServerKind {
  readonly name: string;
  /** Why it cannot run here; null when it can. */
  readonly missing: string | null;
  start(): Promise<TestServer>;
}

const DATABASE_SERVERS: readonly TestServerKind[] = [
  { name: 'PostgreSQL 15 (Debian)', missing: whyNoDebian(), start: startDebian },
  { name: 'PostgreSQL 18 (embedded)', missing: null, start: startEmbeddedServer },
];

/** For `describe.each`: the servers of this machine. One that is missing is named on the console, never passed over in silence. */
export function availableServers(): TestServerKind[] {
  return DATABASE_SERVERS.filter(({ name, missing }) => {
    if (missing !== null) process.stderr.write(`NOT RUN on ${name}: ${missing}\n`);
    return missing === null;
  });
}

/** For a figure's peer: the server that the product itself runs on, with the same settings (fsync on), so that both pay for durability. */
export const startProductsServer = startEmbeddedServer;

/** For tests that need some database and do not care which: the first that this machine has. */
export async function startAnyServer(): Promise<TestServer> {
  const [first] = DATABASE_SERVERS.filter(({ missing }) => missing === null);
  if (!first) throw new Error('no PostgreSQL to test with');
  return first.start();
}
