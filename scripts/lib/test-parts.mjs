// Programs that only some tests need: a browser, an external broker, the second PostgreSQL, promtool, libfaketime, GDAL. Missing ones are
// installed where apt-get works. Those that cannot be installed are named at the end as not run, and their tests name themselves too. In CI
// a missing browser is a failure.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './prepare.mjs';

const onPath = (name) => {
  const { status, stdout } = spawnSync(process.platform === 'win32' ? 'where' : 'which', [name], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n')[0].trim() : null;
};
const firstOf = (...candidates) => candidates.find((file) => file && existsSync(file)) ?? null;

const parts = [
  {
    name: 'a browser',
    packages: ['chromium', 'fonts-noto-cjk'],
    variable: 'LOOKOUT_BROWSER',
    neededInCi: true,
    tests: 'the browser tests (no Chrome, Chromium or Edge found)',
    find: () =>
      firstOf(
        process.env.LOOKOUT_BROWSER,
        ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome', 'msedge'].map(onPath),
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
        'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
      ),
  },
  {
    name: 'mosquitto',
    packages: ['mosquitto'],
    variable: 'LOOKOUT_MOSQUITTO',
    tests: 'the tests through an external broker (no mosquitto found)',
    find: () => firstOf(onPath('mosquitto'), '/usr/sbin/mosquitto'),
  },
  {
    name: 'PostgreSQL 15',
    packages: ['postgresql-15'],
    variable: 'LOOKOUT_POSTGRES_BIN',
    tests: 'the store tests on PostgreSQL 15 (not found)',
    find: () => firstOf('/usr/lib/postgresql/15/bin/postgres')?.replace(/\/postgres$/, '') ?? null,
  },
  {
    name: 'promtool',
    packages: ['prometheus'],
    variable: 'LOOKOUT_PROMTOOL',
    tests: 'the alert rules by promtool (not found)',
    find: () => firstOf(onPath('promtool'), '/usr/bin/promtool'),
  },
  {
    name: 'libfaketime',
    packages: ['faketime'],
    variable: 'LOOKOUT_FAKETIME',
    tests: 'jumps of the clock (no libfaketime found)',
    find: () => firstOf('/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1'),
  },
  {
    name: 'GDAL',
    packages: ['gdal-bin'],
    variable: 'LOOKOUT_GDAL',
    tests: 'imported elevation beside gdallocationinfo (no gdal-bin found)',
    find: () => onPath('gdallocationinfo'),
  },
];

/**
 * @typedef {{ name: string, packages: string[], variable: string, tests: string, neededInCi?: boolean }} Part
 * @returns {Promise<{ env: Record<string, string>, missing: Part[] }>} env: where the tests find the programs that are installed
 */
export async function findTestParts() {
  const absent = parts.filter((part) => part.find() === null);
  if (absent.length > 0) await install(absent.flatMap((part) => part.packages));
  if (parts[0].find() === null) await fetchBrowser();
  const env = {};
  const missing = [];
  for (const part of parts) {
    const found = part.find();
    if (found) env[part.variable] = found;
    else missing.push(part);
  }
  return { env, missing };
}

/**
 * The effect of missing parts on a run: they are named as not run. In CI, where that line is not read, a missing part that the run needs is
 * a failure.
 * @param {Part[]} missing
 * @param {string | undefined} ci the environment variable CI
 * @returns {{ failures: { name: string, why: string }[], notRun: string[] }}
 */
export function withoutParts(missing, ci) {
  const isFailure = ({ neededInCi }) => Boolean(ci && neededInCi);
  return {
    failures: missing.filter(isFailure).map(({ name, packages, variable, tests }) => ({
      name: `missing: ${name}`,
      why: `Not run: ${tests}. With CI set that is a failure.\nInstall it (apt-get install ${packages.join(' ')}), or set ${variable} to its program.`,
    })),
    notRun: missing.filter((part) => !isFailure(part)).map(({ tests }) => tests),
  };
}

async function install(packages) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  console.log(`installing for the tests: ${packages.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runChild('apt-get', ['update', '-qq'], { env });
  await runChild('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Use-Pty=0', ...packages], { env });
}

/** Downloads Playwright's browser, where neither a browser nor apt-get is available. */
async function fetchBrowser() {
  const cli = join(root, 'node_modules', 'playwright-core', 'cli.js');
  if ((await runChild(process.execPath, [cli, 'install', 'chromium'])) !== 0) return;
  const { stdout } = spawnSync(
    process.execPath,
    ['-e', "import('playwright-core').then((p) => console.log(p.chromium.executablePath()))"],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  process.env.LOOKOUT_BROWSER = stdout.trim();
}
