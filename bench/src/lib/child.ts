// Child processes for the programs that a benchmark measures; they end with the benchmark.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Running {
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a program. Its standard input stays open as long as this process runs, and its standard error is inherited. */
export function startProgram(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  return {
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The first line that a program prints, parsed as JSON: mostly its ports. Rejects when the program ends without one. */
export async function firstLine<T>({ process: child }: Running): Promise<T> {
  if (!child.stdout) throw new Error('the program has no standard output');
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code} before it listened`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => {}); // a later, normal end is not a failure
  return JSON.parse(line) as T;
}
