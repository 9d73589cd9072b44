// The processes of this machine, from /proc. Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

export interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly program: string;
  /** The command line with its arguments. */
  readonly command: string;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

const CLOCK_TICKS = 100; // USER_HZ, in which /proc counts
const PAGE_MEGABYTES = 4_096 / 2 ** 20;

export function processes(): Running[] {
  return readdirSync('/proc').flatMap((name): Running[] => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [
        {
          pid: Number(name),
          parent: Number(fields[1]),
          command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' '),
          program: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
          cpuSeconds: (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS,
          megabytes: Number(fields[21]) * PAGE_MEGABYTES,
        },
      ];
    } catch {
      return []; // The process has ended meanwhile.
    }
  });
}

/** Gives this process the lowest priority in its session: sets the nice value of all its threads. Threads created later inherit it. */
export function letOthersFirst(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), 19);
}
