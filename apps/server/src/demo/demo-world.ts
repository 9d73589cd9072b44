// The demo world runs as a separate process and uses only the public interfaces. This file starts it, restarts it after a crash, and stops
// it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log-lines/log.ts';

const PROGRAM = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
// When this process is killed (−9) the channel closes, and the child exits at once.
const LEASH = 'data:text/javascript,process.once("disconnect",()=>process.exit(0))';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A run of this length counts as healthy and resets the restart delay. */
const HEALTHY_AFTER_MS = 60_000;
const PATIENCE_MS = 2_000;

interface DemoWorld {
  stop(): Promise<void>;
}

export const hasDemoWorld = (): boolean => existsSync(PROGRAM);

/** @param env added to this process's environment: the server's address, its key, the seed */
export function startDemoWorld(env: Readonly<Record<string, string>>, log: Log): DemoWorld {
  let child: ChildProcess | null = null;
  let isStopping = false;
  let wait = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | null = null;

  const begin = () => {
    const startedAt = performance.now();
    child = spawn(process.execPath, ['--import', LEASH, PROGRAM], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', (error) => log.error({ err: error }, 'the demo world could not be started'));
    child.once('exit', (code, signal) => {
      child = null;
      if (isStopping) return;
      wait = performance.now() - startedAt > HEALTHY_AFTER_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
      log.warn({ code, signal, againInMs: wait }, 'the demo world ended; it is started again');
      timer = setTimeout(begin, wait);
    });
  };
  begin();

  return {
    async stop() {
      isStopping = true;
      if (timer) clearTimeout(timer);
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      const patience = setTimeout(() => running.kill('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(patience);
    },
  };
}
