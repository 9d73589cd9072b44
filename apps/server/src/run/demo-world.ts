// The demo world runs as a process of its own and speaks only the public wires. Here it is started, brought back when it dies, and ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Log } from '../services/deps.ts';

const PROGRAM = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));
// When we are killed (−9) the channel closes; the child then ends whatever it is doing.
const LEASH = 'data:text/javascript,process.once("disconnect",()=>process.exit(0))';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** One that has lived so long was well: its death does not count with earlier ones. */
const WELL_AFTER_MS = 60_000;
const PATIENCE_MS = 2_000;

interface DemoWorld {
  stop(): Promise<void>;
}

export const hasDemoWorld = (): boolean => existsSync(PROGRAM);

/** @param env added to our own: where the server is, its key, the seed */
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
      wait = performance.now() - startedAt > WELL_AFTER_MS ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS);
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
