// Programs a benchmark measures run in processes of their own; they end when their benchmark does.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Running {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program whose standard input stays open as long as we live. Its errors go to ours. */
export function startProgram(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  return {
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The first line a program prints, read as JSON: where it listens. Rejects when it ends without one. */
export async function firstLine<T>({ process: child }: Running): Promise<T> {
  if (!child.stdout) throw new Error('the program has no standard output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code} before it listened`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => {}); // its later, ordinary end is no failure
  return JSON.parse(line) as T;
}
