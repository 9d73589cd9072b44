// Peers from npm: installed into a temporary folder for the benchmark, without install scripts.
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const INSTALL_MS = 600_000;

export interface Installed {
  readonly folder: string;
  /** Why the peer cannot run here; null: it can. */
  readonly why: string | null;
}

/** @param prepare further steps in the folder after the installation */
export async function installPeer(name: string, version: string, prepare?: (folder: string) => Promise<void>): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), `lookout-bench-${name}-`));
  try {
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`];
    await promisify(execFile)('npm', args, { timeout: INSTALL_MS, cwd: folder });
    await prepare?.(folder);
    return { folder, why: null };
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { folder, why: `${name} (npm could not install it: ${line.slice(0, 200)})` };
  }
}
