// The first step of every command, on a machine with only Node ≥ 20.19 and npm: installs the packages and finds Node 24. Used by start,
// test, check and run. Plain JavaScript; imports nothing but Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStep } from './child.mjs';
import { missingOptional } from './complete-lock.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { clearStamp, hashOf, isFresh, writeStamp } from './stamp.mjs';

/** The root of the clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A refusal with a message for people. The commands print it and exit with 1. */
export class CannotGoOn extends Error {}

/**
 * Installs missing packages and finds Node 24.
 * @param {{ print?: (line: string) => void }} [options]
 * @returns {Promise<{ node: string }>} the path of a Node ≥ 24 that runs
 * @throws {CannotGoOn}
 */
export async function prepare({ print = console.error } = {}) {
  requireNode(process.versions.node);
  await ensureInstalled(print);
  return { node: findNode24() };
}

/** @param {string} version @throws {CannotGoOn} below 20.19 */
export function requireNode(version) {
  const [major, minor] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new CannotGoOn(
    `Node.js ${version} 太旧：需要 20.19 或更高（推荐 24）。请安装新的 Node.js 后重试。\n` +
      `Node.js ${version} is too old: 20.19 or newer is needed (24 recommended). Please install a newer one and try again.`,
  );
}

/**
 * `npm ci` when node_modules does not match package-lock.json, and only then.
 * @param {(line: string) => void} print
 */
async function ensureInstalled(print) {
  const stamp = join(root, 'node_modules', '.lookout-lock');
  const hash = hashOf(root, ['package-lock.json'], [process.platform, process.arch]);
  if (isFresh(stamp, hash)) return;
  await oneAtATime(
    join(root, '.install.lock'),
    () => print('另一个进程正在安装依赖，等待它完成… (another process is installing, waiting)'),
    async (onPid) => {
      if (isFresh(stamp, hash)) return;
      if (!isInstalledByHand()) {
        print('正在安装依赖，首次需要几分钟… (installing packages, the first time takes minutes)');
        clearStamp(stamp);
        const { program, args } = npmCommand();
        // node-av would download a whole FFmpeg program, but its library is in the package.
        const code = await runStep(program, [...args, ...installCommand(), '--no-audit', '--no-fund', '--loglevel=error'], {
          cwd: root,
          env: { ...process.env, SKIP_FFMPEG: 'true' },
          onPid,
        });
        if (code !== 0) throw new CannotGoOn(`安装依赖失败（npm 退出码 ${code}），请检查网络后重试。\nnpm failed with exit code ${code}.`);
        print('依赖已安装。 (packages installed)');
      }
      writeStamp(stamp, hash);
    },
  );
}

/**
 * `npm ci` refuses a lock that was created where the registry lacked packages of other platforms. In that case `npm install` is used, which
 * still follows the lock's versions.
 */
function installCommand() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.keys(missingOptional(lock)).length === 0 ? ['ci'] : ['install', '--no-save'];
}

/** Whether the user has run npm: its own record in node_modules then holds everything that package-lock.json requires. */
function isInstalledByHand() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return recordMatches(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')), JSON.parse(readFileSync(record, 'utf8')));
}

/**
 * Whether npm's record of an installation (node_modules/.package-lock.json) has everything of a lock file, in the same versions.
 * Optional packages may be missing: they are for other platforms.
 * @param {{ packages: Record<string, any> }} lock
 * @param {{ packages: Record<string, any> }} record
 */
export function recordMatches(lock, record) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true; // Skips the workspaces themselves.
    const found = record.packages[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version && found.integrity === wanted.integrity && found.resolved === wanted.resolved;
  });
}

/** The npm that started us, run by our own Node; otherwise the npm on the PATH. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running) && existsSync(running)) return { program: process.execPath, args: [running] };
  const beside = join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return { program: process.execPath, args: [beside] };
  if (process.platform === 'win32')
    return { program: process.execPath, args: [join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')] };
  return { program: 'npm', args: [] };
}

/** Our own Node when it is new enough, otherwise the Node that npm installed. @returns {string} @throws {CannotGoOn} */
function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const [system, name] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const brought = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', name);
  const { status, stdout, error } = spawnSync(brought, ['--version'], { encoding: 'utf8' });
  if (status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) >= 24) return brought;
  const reason = error ? error.message : `${brought} --version: ${stdout.trim() || status}`;
  throw new CannotGoOn(
    `没有可用的 Node 24（${reason}）。请安装 Node.js 24 或更高后重试；若曾用 --omit=optional 安装，请删除 node_modules 再试。\n` +
      `No Node 24 that runs (${reason}). Please install Node.js 24 or newer, or delete node_modules and try again.`,
  );
}

/**
 * The end of every command: exits with its exit code, or prints the message of a refusal.
 * @param {() => Promise<number>} command
 */
export async function leaveWith(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
