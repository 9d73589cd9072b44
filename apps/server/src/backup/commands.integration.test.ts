// The two commands run as processes on the embedded database, while a real server runs.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, NO_WORLD, type ServerProcess, sessionAt, startedDataDir, temporaryDataDir } from '../reliability/server-process.ts';

let first: Awaited<ReturnType<typeof temporaryDataDir>>;
let second: Awaited<ReturnType<typeof temporaryDataDir>>;
let folder: string;
let server: ServerProcess | null = null;

beforeAll(async () => {
  [first, second] = await Promise.all([startedDataDir(), temporaryDataDir()]);
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-commands-'));
  server = await launch({ dataDir: first.path, env: NO_WORLD });
  await server.ready();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await Promise.all([first?.remove(), second?.remove()]);
  await rm(folder, { recursive: true, force: true });
});

const programs = {
  backup: fileURLToPath(new URL('./backup-main.ts', import.meta.url)),
  restore: fileURLToPath(new URL('./restore-main.ts', import.meta.url)),
};

interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}
const run = (name: 'backup' | 'restore', dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<Output> =>
  new Promise((resolve) => {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const own = { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir };
    execFile(process.execPath, [programs[name], ...args], { env: { ...own, ...env } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });

it('backs up while a server runs, refuses to restore while it runs, and restores into an empty folder from which a server then starts', {
  timeout: 240_000,
}, async () => {
  const running = server as ServerProcess;
  const session = await sessionAt(running.base, 'wenchuan');
  const backup = await run('backup', first.path, []);
  expect(backup).toMatchObject({ code: 0, err: '' });
  expect(backup.out).toContain('数据表 alarm');
  expect(backup.out).toContain('已备份');
  const [name = '', ...more] = await readdir(path.join(first.path, 'backups'));
  expect(more).toEqual([]);
  const file = path.join(first.path, 'backups', name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // The named file exists already.
  expect(await run('backup', first.path, [file])).toMatchObject({ code: 1, err: expect.stringContaining('已有这个文件') });

  const refused = await run('restore', first.path, [file, '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(`服务（进程号 ${running.pid}）正在运行`);
  expect((await fetch(`${running.base}/readyz`)).status).toBe(200);

  expect(await run('restore', second.path, [file])).toMatchObject({ code: 0, err: '' });
  const unconfirmed = await run('restore', second.path, [file]);
  expect([unconfirmed.code, unconfirmed.err]).toEqual([1, expect.stringContaining('确认请加 --yes')]);
  // This is how npm passes on a `--yes` that has no `--` before it.
  expect(await run('restore', second.path, [file], { npm_config_yes: 'true' })).toMatchObject({ code: 0 });
  expect((await run('restore', second.path, [path.join(folder, 'nothing')])).err).toContain('没有这个文件');

  await running.stop();
  server = await launch({ dataDir: second.path, env: NO_WORLD });
  await server.ready();
  await sessionAt(server.base, 'wenchuan');
  const mine = await fetch(`${server.base}/resource/api/grid/getGrid`, { headers: { authorization: `Bearer ${session.access_token}` } });
  expect(mine.status).toBe(200);
});
