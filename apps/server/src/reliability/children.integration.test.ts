// Every child process of the server is killed (−9) at several points of its start: while it is spawned, before it is ready, right after,
// and during its work. The server never hangs, restarts each child, leaves no zombie, and loses nothing that it acknowledged.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figures, lengthOf } from './battery.ts';
import { createLedger, NO_FINDINGS, reportsSeen, startLoad } from './sender.ts';
import { launch, NO_WORLD, readyz, type ServerProcess, sessionAt, startedDataDir } from './server-process.ts';

const KILLS = lengthOf('childKills');
/** Milliseconds after a process is first seen: while it is spawned, while it loads, when it is about ready, and at work. */
const MOMENTS_MS = [0, 40, 150, 600];
const BACK_WITHIN_MS = 10_000;
/** The longest pause before the media engine is restarted; the pause grows with each crash. */
const LONGEST_PAUSE_MS = 30_000;
const isLinux = process.platform === 'linux';
if (!isLinux) process.stderr.write('NOT RUN: children killed at each moment of their start (no /proc)\n');

interface Child {
  readonly pid: number;
  readonly state: string;
  readonly command: string;
}

/** The child processes of this process. */
function childrenOf(parent: number): Child[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  // The test polls every few milliseconds, so it reads an unrelated process only once. A pid that becomes free may be reused.
  const there = new Set(pids);
  for (const pid of strangers) if (!there.has(pid)) strangers.delete(pid);
  return pids.flatMap((pid) => {
    if (strangers.has(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [state = '', ppid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (Number(ppid) !== parent) {
        strangers.add(pid);
        return [];
      }
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid, state, command }];
    } catch {
      return []; // the process ended between two reads
    }
  });
}
const strangers = new Set<number>();

const KINDS = [
  { name: 'the media engine', isIt: ({ command }: Child) => command.includes('/media/main.ts'), isVital: false },
  { name: 'the embedded database', isIt: ({ command }: Child) => /postgres/.test(command) && !command.includes('watchdog'), isVital: true },
] as const;

describe.runIf(isLinux)('a child process killed at several points of its start', () => {
  let dataDir: Awaited<ReturnType<typeof startedDataDir>>;
  let server: ServerProcess;

  beforeAll(async () => {
    dataDir = await startedDataDir();
    // The media engine only starts with a server that has recordings.
    await mkdir(path.join(dataDir.path, 'recordings', 'camera', 'main'), { recursive: true });
    server = await launch({ dataDir: dataDir.path, env: NO_WORLD });
    await server.ready();
  });
  afterAll(async () => {
    await server?.stop();
    await dataDir?.remove();
  });

  it.each(KINDS)(
    `$name, ${KILLS} times at each moment: started again, no zombie, nothing acknowledged lost`,
    {
      timeout: 60_000 + KILLS * MOMENTS_MS.length * (LONGEST_PAUSE_MS + 5_000),
    },
    async ({ name, isIt, isVital }) => {
      const alive = () => childrenOf(server.pid).filter((child) => isIt(child) && child.state !== 'Z');
      /** Waits for the next process of this kind. */
      const next = async (not: ReadonlySet<number>): Promise<number> => {
        const begun = performance.now();
        for (;;) {
          const found = alive().find(({ pid }) => !not.has(pid));
          if (found) return found.pid;
          if (performance.now() - begun > LONGEST_PAUSE_MS + BACK_WITHIN_MS) throw new Error(`${name} was not started again`);
          await delay(2);
        }
      };
      const ledger = createLedger(isVital ? 'childdb' : 'child');
      const load = startLoad(server.base, ledger, 50);
      const killed = new Set<number>();
      for (let round = 0; round < KILLS; round += 1)
        for (const afterMs of MOMENTS_MS) {
          const pid = await next(killed);
          await delay(afterMs);
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
          if (!isVital) expect(await readyz(server.base, BACK_WITHIN_MS)).toMatchObject({ reason: null, isReady: true });
        }
      const begun = performance.now();
      await next(killed);
      await expect.poll(async () => (await readyz(server.base)).isReady, { timeout: BACK_WITHIN_MS, interval: 20 }).toBe(true);
      const backMs = Math.round(performance.now() - begun);
      await delay(200);
      await load.stop();
      expect(server.isRunning()).toBe(true);
      await expect.poll(() => childrenOf(server.pid).filter(({ state }) => state === 'Z'), { timeout: 15_000 }).toEqual([]);
      expect(alive()).toHaveLength(1);
      expect(ledger.markers('refused')).toEqual([]);
      if (!isVital) expect(ledger.markers('unknown')).toEqual([]);
      const { access_token } = await sessionAt(server.base, 'guojia');
      const prefix = isVital ? 'childdb-' : 'child-';
      const found = (await reportsSeen(server.base, access_token)).filter(({ marker }) => marker.startsWith(prefix));
      expect(ledger.compare(found)).toEqual(NO_FINDINGS);
      figures(import.meta.filename, {
        child: name,
        killed: killed.size,
        'ready after the last ms': backMs,
        alarms: ledger.markers('ok').length,
      });
    },
  );
});
