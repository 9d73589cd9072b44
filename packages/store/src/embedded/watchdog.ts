// The watchdog's end in the server: starts watchdog.sh, tells it the postmaster's number, and says goodbye when the end is orderly.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isAlive, signal, until } from './processes.ts';

export interface Watchdog {
  /** The postmaster to end when this process dies; null while there is none. */
  watch(pid: number | null): void;
  /** The database was ended in order: the watchdog leaves without touching anything. */
  dismiss(): Promise<void>;
}

/**
 * Starts the watchdog. On Windows there is none: the next start ends what was left (leftover.ts).
 * @param logFd where its error words go
 */
export function startWatchdog(logFd: number): Watchdog {
  if (process.platform === 'win32') return { watch: () => undefined, dismiss: async () => undefined };
  // Detached: a signal to the server's whole group must not take the watchdog before the server.
  const child = spawn('/bin/sh', [fileURLToPath(new URL('watchdog.sh', import.meta.url))], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', logFd],
  });
  child.unref();
  const pipe = child.stdin;
  const { pid } = child;
  if (!pipe || pid === undefined) throw new Error('the database watchdog could not be started');
  // A watchdog that somebody killed must not take the server with it: without it, the next start still finds what was left.
  pipe.on('error', () => undefined);
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  return {
    watch: (postmasterPid) => {
      pipe.write(`pid ${postmasterPid ?? 0}\n`);
    },
    dismiss: async () => {
      if (!pipe.destroyed) pipe.end('bye\n');
      if (!(await until(() => !isAlive(pid), 500))) signal(pid, 'SIGKILL');
    },
  };
}
