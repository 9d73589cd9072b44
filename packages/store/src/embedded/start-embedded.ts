// The supervisor of the embedded PostgreSQL. main.ts calls lockDataDir first, then startEmbedded, and calls stop when it has drained.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverRoleUrl } from '../server-role.ts';
import { type Cluster, ensureCluster, passwordFileOf } from './cluster.ts';
import { type ClusterEnvironment, findEnvironment, whereCluster } from './environment.ts';
import {
  answers,
  endLeftover,
  endPostmaster,
  ensureDatabase,
  freePort,
  type LogFile,
  openLogFile,
  type Postmaster,
  postmasterOf,
  serves,
  spawnPostmaster,
  startWatchdog,
  urlOf,
  type Watchdog,
} from './postmaster.ts';
import type { RunAsKind } from './run-as.ts';
import { text } from './text.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log: (line: string) => void;
  /** Aborts the start: a first start takes seconds, and a shutdown must not wait for it. */
  signal?: AbortSignal;
  /** For tests: allows only these ways of not running as root. */
  runAs?: readonly RunAsKind[];
}

export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:port/lookout`, for the server's role; it is the same after a restart of the database. */
  readonly url: string;
  /** The same address for the role that owns the tables. */
  readonly ownerUrl: string;
  /** The pid of the current postmaster; 0 while it is being restarted. */
  readonly pid: number;
  /** Ends the database and its watchdog, within 5 s. Idempotent: every call resolves together with the first. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on DATA_DIR/postgres: created on the first start, recovered after a crash, restarted when it dies. When this process
 * dies without stop(), the watchdog ends the database.
 * @throws Error with a Chinese message that contains instructions; the signal's reason when the start is aborted
 */
export async function startEmbedded({ dataDir, log, signal, runAs }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const environment = await findEnvironment(resolve(dataDir), runAs);
  const cluster = await ensureCluster(environment, { log, signal });
  signal?.throwIfAborted();
  await endLeftover(cluster.folder, log);
  const logFile = openLogFile(join(environment.folder, 'postgres.log'));
  const watchdog = startWatchdog(logFile.fd);
  let first: Postmaster | undefined;
  try {
    first = await startOnFreePort(environment, cluster, logFile, watchdog);
    await ensureDatabase(first.port, cluster.password);
    return supervise(first, { environment, cluster, logFile, watchdog, log });
  } catch (error) {
    if (first) await endPostmaster(first.pid);
    await watchdog.dismiss();
    logFile.close();
    throw error;
  }
}

/**
 * The owner's address of the database that another process's server runs on this folder, or null. For tools that run alongside a server.
 */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const where = await whereCluster(resolve(dataDir));
  const running = where && (await postmasterOf(where.clusterDir));
  if (!where || !running?.port || !serves(running.pid, where.clusterDir)) return null;
  return urlOf(running.port, (await readFile(passwordFileOf(where.folder), 'utf8')).trim());
}

interface Parts {
  environment: ClusterEnvironment;
  cluster: Cluster;
  logFile: LogFile;
  watchdog: Watchdog;
  log: (line: string) => void;
}

function supervise(first: Postmaster, { environment, cluster, logFile, watchdog, log }: Parts): EmbeddedPostgres {
  const { port } = first;
  const ownerUrl = urlOf(port, cluster.password);
  let current: Postmaster | null = null;
  let restarting: Promise<void> = Promise.resolve();
  let stopping: Promise<void> | undefined;

  const adopt = (postmaster: Postmaster) => {
    current = postmaster;
    postmaster.onExit((how) => {
      current = null;
      if (stopping) return;
      log(`the database server ended (${how}); starting it again`);
      restarting = restart();
    });
  };

  const tryAgain = async (): Promise<boolean> => {
    await endLeftover(cluster.folder, log);
    if (stopping) return false;
    // The same port, so that every pool reconnects by itself.
    const next = spawnPostmaster(environment, cluster, port, logFile.fd);
    watchdog.watch(next.pid);
    current = next;
    try {
      if (!(await answers(next, cluster.password))) return false;
      log('the database server is back');
      adopt(next);
      return true;
    } finally {
      if (next.hasExited() && current === next) current = null;
    }
  };

  const restart = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      try {
        if (await tryAgain()) return;
      } catch (error) {
        // The cause (a full disk, a taken port) may be temporary; giving up would end the whole server.
        log(`the database server could not be started: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (current) await endPostmaster(current.pid);
      current = null;
      if (!stopping) await delay(Math.min(100 * 2 ** attempt, 3000));
    }
  };

  const stop = async () => {
    // This also ends a postmaster that is still starting, so that the wait is short.
    if (current) await endPostmaster(current.pid);
    await restarting;
    if (current) await endPostmaster(current.pid);
    watchdog.watch(null);
    await watchdog.dismiss();
    logFile.close();
  };

  adopt(first);
  return {
    url: serverRoleUrl(ownerUrl),
    ownerUrl,
    get pid() {
      return current?.pid ?? 0;
    },
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function startOnFreePort(
  environment: ClusterEnvironment,
  cluster: Cluster,
  logFile: LogFile,
  watchdog: Watchdog,
): Promise<Postmaster> {
  let how = '';
  // The port was free when it was chosen; another process may have taken it since.
  for (let attempt = 0; attempt < 5; attempt++) {
    const postmaster = spawnPostmaster(environment, cluster, await freePort(), logFile.fd);
    watchdog.watch(postmaster.pid);
    try {
      if (await answers(postmaster, cluster.password)) return postmaster;
    } catch (error) {
      await endPostmaster(postmaster.pid);
      throw new Error(text.startFailed(error instanceof Error ? error.message : String(error), logFile.path), { cause: error });
    }
    postmaster.onExit((reason) => {
      how = reason;
    });
  }
  throw new Error(text.startFailed(how, logFile.path));
}
