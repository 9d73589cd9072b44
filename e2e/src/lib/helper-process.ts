// A helper program of the tests, which prints one line when it is ready and ends when its standard input does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const APPS = join(import.meta.dirname, '..', '..', '..', 'apps');

export interface HelperProcess {
  /** The first line of its output. */
  readonly line: string;
  readonly stop: () => Promise<void>;
}

/** @param program below apps/ @throws when it ends before it is ready */
export async function startHelper(program: string, ...args: readonly string[]): Promise<HelperProcess> {
  const env = { ...process.env };
  for (const name of ['NODE_OPTIONS', 'VITEST', 'NODE_ENV']) Reflect.deleteProperty(env, name);
  const child = spawn(process.execPath, [join(APPS, program), ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`${program} ended with ${code} before it was ready:\n${errors}`))),
  ])) as [string];
  return {
    line,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
