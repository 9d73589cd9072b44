// Which processes of this machine live on a data folder: by their environment, their command line or the folder they stand in. Linux only.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface Living {
  readonly pid: number;
  readonly command: string;
}

/** The server, its database (also the backends), its watchdog, its demo world. Empty where there is no /proc. */
export function processesOf(dataDir: string): Living[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.flatMap((pid) => {
    if (pid === process.pid || !isAlive(pid)) return [];
    const command = read(pid, 'cmdline').replaceAll('\0', ' ').trim();
    const isThere =
      read(pid, 'environ').split('\0').includes(`DATA_DIR=${dataDir}`) ||
      command.includes(`${dataDir}/`) ||
      standsIn(pid).startsWith(`${dataDir}/`);
    return isThere ? [{ pid, command }] : [];
  });
}

/** A zombie has ended. */
export function isAlive(pid: number): boolean {
  const stat = read(pid, 'stat');
  const state = stat.slice(stat.lastIndexOf(')') + 2)[0];
  return stat !== '' && state !== 'Z' && state !== 'X';
}

// A process may end between two looks at it; then it has nothing to tell.
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function standsIn(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
