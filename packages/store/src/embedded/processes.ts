// Facts about processes that the supervisor did not start itself: whether they are alive, their identity despite recycled pids, and their
// command line. Linux uses /proc, other systems ps; Windows only knows whether a process is alive.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const onLinux = process.platform === 'linux';

/** Whether a process with this number exists and has not ended (a zombie has ended). */
export function isAlive(pid: number): boolean {
  if (onLinux) return statOf(pid) !== null;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Distinguishes processes that had the same pid at different times; null when no such process exists. */
export function birthOf(pid: number): string | null {
  if (onLinux) {
    const stat = statOf(pid);
    return stat && `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${stat.startTicks}`;
  }
  if (!isAlive(pid)) return null;
  return process.platform === 'win32' ? 'alive' : askPs(pid, 'lstart=');
}

/** The command line of a process, separated by spaces; empty when it cannot be read. */
export function commandLineOf(pid: number): string {
  if (!onLinux) return process.platform === 'win32' ? '' : askPs(pid, 'command=');
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

/** Processes whose working folder is this one (a backend whose postmaster was killed). Works only on Linux; elsewhere the list is empty. */
export function processesIn(folder: string): number[] {
  if (!onLinux) return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => pid !== process.pid && cwdOf(pid) === folder && isAlive(pid));
}

/** Sends a signal; it is no error if the process has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  if (pid <= 0) return; // for kill(2), 0 is our own group and -1 is every process
  try {
    process.kill(pid, name);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** Polls until true. @returns false when `withinMs` passed first */
export async function until(isDone: () => boolean | Promise<boolean>, withinMs: number, everyMs = 20): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await isDone())) {
    if (performance.now() > deadline) return false;
    await delay(everyMs);
  }
  return true;
}

/** The `code` of a system or database error, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function statOf(pid: number): { startTicks: string } | null {
  const stat = readProc(pid, 'stat');
  // The name in parentheses may contain any character, so fields are counted from its end: state is field 3, start time field 22 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return startTicks === undefined || state === 'Z' || state === 'X' ? null : { startTicks };
}

function cwdOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}

function askPs(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return ''; // ps exits with 1 when there is no such process
  }
}
