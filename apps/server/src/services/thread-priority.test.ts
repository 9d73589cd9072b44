import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createWorkerHost } from './worker-host.ts';

/** proc_pid_stat(5): field 19 is the nice value; the second, in brackets, may have spaces. */
const nicenesses = (): number[] =>
  readdirSync('/proc/self/task').map((thread) =>
    Number(
      readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[16],
    ),
  );

it('a thread that gives way does so alone: the others keep their priority', async () => {
  const host = createWorkerHost<null, boolean>(new URL('./thread-priority.fixture.ts', import.meta.url));
  try {
    const gives = await host.ask(null);
    expect(gives).toBe(process.platform === 'linux');
    if (!gives) return;
    const [own] = nicenesses();
    expect(nicenesses().filter((one) => one !== own)).toEqual([10]);
  } finally {
    await host.stop();
  }
});
