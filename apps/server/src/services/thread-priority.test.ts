import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { createWorkerHost } from './worker-host.ts';

/** Nice values by thread. proc_pid_stat(5): field 19 is the nice value; the second field, in brackets, may contain spaces. */
const nicenesses = (): ReadonlyMap<string, number> =>
  new Map(
    readdirSync('/proc/self/task').map((thread) => {
      const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').replace(/^.*\) /s, '');
      return [thread, Number(fields.split(' ')[16])];
    }),
  );

it('A thread that gives way does so alone: the others keep their priority', async () => {
  // Earlier test files may have left threads running.
  const before = process.platform === 'linux' ? nicenesses() : new Map<string, number>();
  const host = createWorkerHost<null, boolean>(new URL('./thread-priority.fixture.ts', import.meta.url));
  try {
    const gives = await host.ask(null);
    expect(gives).toBe(process.platform === 'linux');
    if (!gives) return;
    const [own, lowest] = [getPriority(), constants.priority.PRIORITY_LOW];
    const after = [...nicenesses()];
    expect(after.filter(([thread, niceness]) => niceness !== (before.get(thread) ?? own)).map(([, niceness]) => niceness)).toEqual([
      Math.min(own + 10, lowest),
    ]);
  } finally {
    await host.stop();
  }
});
