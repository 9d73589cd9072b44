// Ends the postmaster that a killed server left on the cluster (its watchdog was killed too, or is just about to do the same).
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, commandLineOf, isAlive, processesIn, signal, until } from './processes.ts';

/**
 * Leaves no postgres on this cluster, and no postmaster.pid. The caller holds the data folder's lock.
 * The pid file is read, not believed: its number may belong to somebody else by now.
 */
export async function endLeftover(clusterDir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const recorded = await postmasterOf(clusterDir);
  if (recorded && serves(recorded.pid, clusterDir)) {
    log(`ending the database server that was left running (process ${recorded.pid})`);
    await endPostmaster(recorded.pid);
  }
  // A backend outlives its killed postmaster for a moment and still holds the shared memory: two generations on one cluster would ruin it.
  if (!(await until(() => processesIn(clusterDir).length === 0, 5000))) {
    for (const pid of processesIn(clusterDir)) signal(pid, 'SIGKILL');
    await until(() => processesIn(clusterDir).length === 0, 2000);
  }
  await rm(pidFile, { force: true });
}

/** SIGINT (fast shutdown), then SIGQUIT (immediate; the next start recovers from the log), then SIGKILL: at most 5 s. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [name, patienceMs] of [
    ['SIGINT', 3000],
    ['SIGQUIT', 1000],
    ['SIGKILL', 500],
  ] as const) {
    signal(pid, name);
    if (await until(() => !isAlive(pid), patienceMs)) return;
  }
}

/** What postmaster.pid says: process and port; null when there is no such file or it is not complete yet. */
export async function postmasterOf(clusterDir: string): Promise<{ pid: number; port: number } | null> {
  try {
    // Lines: pid, data directory, start time, port, … (PostgreSQL's pidfile.h)
    const [pid, , , port] = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n').map(Number);
    return pid && port ? { pid, port } : pid ? { pid, port: 0 } : null;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return null;
  }
}

/** True when that process is a postgres working on this cluster. */
export function serves(pid: number, clusterDir: string): boolean {
  if (!isAlive(pid)) return false;
  // The command line can be read by everybody; the working folder only by the same user or root.
  const command = commandLineOf(pid);
  return process.platform === 'win32' || (command.includes('postgres') && command.includes(clusterDir));
}
