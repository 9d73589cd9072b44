// node scripts/lib/complete-lock.mjs: adds to package-lock.json the optional packages that npm left out of it.
//
// npm leaves an optional package out of the lock when the registry that it queried did not have it (a mirror without the Android and
// Windows builds). Then `npm ci` refuses the lock as out of step, everywhere. `os` and `cpu` are read from the name, the checksum is
// fetched from the registry (scripts/lock.test.ts checks that every entry has one). Run it after `npm install`.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  linuxmusl: 'linux',
  openharmony: 'openharmony',
  win32: 'win32',
  windows: 'win32',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  sunos: 'sunos',
  aix: 'aix',
  wasm32: 'wasi',
};
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'mips64'];

/**
 * The entries that a lock lacks: every exactly pinned optional package that its packages name and it does not contain.
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, { version: string, optional: true, os?: string[], cpu?: string[] }>} by path, as they belong into `packages`
 */
export function missingOptional(lock) {
  return Object.fromEntries(
    Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => /^\d/.test(/** @type {string} */ (range)) && !resolves(lock, path, name))
        .map(([name, version]) => [`node_modules/${name}`, { version, optional: true, ...platformOf(name) }]),
    ),
  );
}

/**
 * Resolves as Node does: next to the importing package, then upwards. @param {{ packages: Record<string, any> }} lock @param {string} from
 * @param {string} name
 */
function resolves(lock, from, name) {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

/** @param {string} name such as `@biomejs/cli-linux-x64-musl` @returns {{ os?: string[], cpu?: string[], libc?: string[] }} */
function platformOf(name) {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const system = words.find((word) => word in systems);
  const processor = processors.find((known) => words.includes(known)) ?? (words.includes('arm') ? 'arm' : undefined);
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu')) && system === 'linux'
      ? 'glibc'
      : undefined;
  return { ...(processor && { cpu: [processor] }), ...(libc && { libc: [libc] }), ...(system && { os: [systems[system]] }) };
}

/** @param {string} which name@version @returns {string | null} null: the registry does not have it */
function checksumOf(which) {
  const { status, stdout } = spawnSync('npm', ['view', which, 'dist.integrity'], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith('sha512-') ? stdout.trim() : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = join(fileURLToPath(import.meta.url), '..', '..', '..', 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingOptional(lock);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.integrity) continue;
    missing[path] = { ...entry };
  }
  const unknown = [];
  for (const [path, entry] of Object.entries(missing)) {
    const integrity = checksumOf(`${path.split('node_modules/').at(-1)}@${entry.version}`);
    if (integrity === null) unknown.push(path);
    else Object.assign(entry, { integrity });
  }
  for (const path of Object.keys(missing)) delete lock.packages[path];
  const [first, ...rest] = Object.entries(lock.packages);
  const sorted = [...rest, ...Object.entries(missing)].sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries([first, ...sorted]) }, null, 2)}\n`);
  console.error(`${Object.keys(missing).length} entries completed:\n${Object.keys(missing).join('\n')}`);
  if (unknown.length > 0) {
    console.error(`without a checksum, the registry does not have them:\n${unknown.join('\n')}`);
    process.exitCode = 1;
  }
}
