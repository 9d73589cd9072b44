// PostgreSQL refuses to run as root. There are three ways around this, each tried before it is used. The first two leave the cluster inside
// DATA_DIR even when only root can enter it. `namespace`: a user namespace in which our uid 0 has another number, while the kernel's file
// checks still see root's own process. `capability`: an ordinary uid that may bypass file permissions (CAP_DAC_OVERRIDE as an ambient
// capability), through setpriv, for containers that forbid user namespaces. `uid`: an ordinary uid and nothing more. Cluster and binaries
// must then be where that uid has access (environment.ts stages them).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, programOf } from './binaries.ts';

export type RunAsKind = 'self' | 'namespace' | 'capability' | 'uid';

export interface RunAs {
  kind: RunAsKind;
  /** Owner of the cluster's files, as this process sees it; null: the current user. */
  owner: { uid: number; gid: number } | null;
  /** The command that runs `program` in this way. It uses exec, so the child's pid is the program's. */
  wrap(program: string, args: string[]): { file: string; args: string[]; options: { uid?: number; gid?: number } };
}

/** The ways available to this process, best first. Without root, only the current user is available. */
export async function waysToRun(): Promise<RunAs[]> {
  if (process.geteuid?.() !== 0) return [{ kind: 'self', owner: null, wrap: (file, args) => ({ file, args, options: {} }) }];
  const user = await unprivilegedUser();
  const { uid, gid } = user;
  const only = '-all,+dac_override';
  return [
    {
      kind: 'namespace',
      owner: { uid: 0, gid: 0 },
      wrap: (program, args) => ({
        file: 'unshare',
        args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, '--', program, ...args],
        options: {},
      }),
    },
    {
      kind: 'capability',
      owner: user,
      wrap: (program, args) => ({
        file: 'setpriv',
        args: [
          `--reuid=${uid}`,
          `--regid=${gid}`,
          '--clear-groups',
          `--inh-caps=${only}`,
          `--ambient-caps=${only}`,
          // No process started this way can gain privileges. (Emptying the bounding set would need CAP_SETPCAP, which not every container
          // has.)
          '--no-new-privs',
          '--',
          program,
          ...args,
        ],
        options: {},
      }),
    },
    { kind: 'uid', owner: user, wrap: (file, args) => ({ file, args, options: { uid, gid } }) },
  ];
}

/**
 * Tests whether a way works here: the binaries start, and files can be created under `home`.
 * @returns null when it works, otherwise the output of the failed command
 */
export async function whyNot(way: RunAs, binaries: Binaries, home: string): Promise<string | null> {
  const trial = await mkdtemp(join(home, '.trial-'));
  try {
    if (way.owner) await chown(trial, way.owner.uid, way.owner.gid);
    const postgres = programOf(binaries, 'postgres');
    const { code, output } =
      process.platform === 'win32'
        ? await run(way, postgres, ['--version'])
        : await run(way, '/bin/sh', ['-c', '"$0" --version && : > "$1/file"', postgres, trial]);
    return code === 0 ? null : output.trim() || `exit ${code}`;
  } finally {
    await rm(trial, { recursive: true, force: true });
  }
}

/**
 * Runs a program to its end in this way.
 * @param signal kills the program
 * @returns its exit code (-1: it could not be started, or was killed) and the end of its output
 */
export async function run(way: RunAs, program: string, args: string[], signal?: AbortSignal): Promise<{ code: number; output: string }> {
  const { file, args: all, options } = way.wrap(program, args);
  const child = spawn(file, all, {
    ...options,
    cwd: process.platform === 'win32' ? process.cwd() : '/',
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The exit is still awaited below: until then the program may write.
  const kill = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  if (signal?.aborted) kill();
  let output = '';
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  try {
    const [code, signalName] = (await once(child, 'close')) as [number | null, string | null];
    return { code: code ?? -1, output: signalName ? `${output}\nended by ${signalName}` : output };
  } catch (error) {
    return { code: -1, output: error instanceof Error ? error.message : String(error) };
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

/** The environment variables of PostgreSQL, without PGDATA, PGPORT and the like. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }), LC_ALL: 'C', TZ: 'UTC' };
}

/** initdb looks up the name of its uid, so the uid must be listed in /etc/passwd. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const named = (name: string) => users.find((fields) => fields[0] === name);
  const [, , uid, gid] = named('postgres') ?? named('nobody') ?? named('daemon') ?? users.find((fields) => Number(fields[2]) > 0) ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}
