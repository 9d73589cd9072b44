// Real PostgreSQL servers for tests: the same tests run on each that this machine has. A start costs more than most tests do, so a process
// has one of each kind. Nothing here knows the test runner.
import { dropDatabase } from './admin.ts';
import { startDebian, whyNoDebian } from './debian-server.ts';
import { startEmbeddedServer } from './embedded-server.ts';
import type { Beginning } from './template.ts';

export { ask } from './admin.ts';
export { copyOfMade } from './template.ts';

/** Databases of one test file, on a server that other files use too. */
export interface TestServer {
  /** Makes a database of its own and gives its address: empty, or with all migrations, or with the places of the country too. */
  newDatabase(beginning?: Beginning): Promise<string>;
  /** Drops the databases that were made here; the server runs on. */
  stop(): Promise<void>;
}

/** A server that nobody else uses: it may be broken. */
export interface OwnServer extends TestServer {
  /** Kills the whole server (as -9 would) and resolves when it answers again, on the same address. */
  crash(): Promise<void>;
  /** Ends it and removes what it wrote. */
  stop(): Promise<void>;
}

export interface TestServerKind {
  readonly name: string;
  /** Why it cannot run here; null when it can. */
  readonly missing: string | null;
  /** The one server of this process; started by the first call, ended with the process whatever ends that. */
  start(): Promise<TestServer>;
  startOwn(): Promise<OwnServer>;
}

const DATABASE_SERVERS: readonly TestServerKind[] = [
  kindOf('PostgreSQL 15 (Debian)', whyNoDebian(), startDebian),
  kindOf('PostgreSQL 18 (embedded)', null, startEmbeddedServer),
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

/** For tests that need some database and do not care which: on the first kind that this machine has. */
export async function startAnyServer(): Promise<TestServer> {
  const [first] = DATABASE_SERVERS.filter(({ missing }) => missing === null);
  if (!first) throw new Error('no PostgreSQL to test with');
  return first.start();
}

function kindOf(name: string, missing: string | null, startOwn: () => Promise<OwnServer>): TestServerKind {
  let running: Promise<OwnServer> | null = null;
  return {
    name,
    missing,
    async start() {
      running ??= startOwn().catch((error: unknown) => {
        running = null;
        throw error;
      });
      return databasesOn(await running);
    },
    startOwn,
  };
}

function databasesOn(server: OwnServer): TestServer {
  const made: string[] = [];
  return {
    async newDatabase(beginning) {
      const url = await server.newDatabase(beginning);
      made.push(url);
      return url;
    },
    stop: async () => void (await Promise.all(made.splice(0).map(dropDatabase))),
  };
}
