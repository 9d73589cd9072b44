import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginBody, sharedTestServer, startTestServer, type TestServer } from '../testing/index.ts';
import { commands, type Options } from './commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
afterAll(() => server?.stop());

const run = (name: string, args: string[] = [], options: Options = {}) =>
  commands[name]?.(server.store, args, options, server.app.deps.config) ?? Promise.reject(new Error(name));
const infoOf = async (token: string) => (await server.call('GET', '/auth/api/auth/auth/user/auth', { token })).status;

const until = (condition: () => Promise<boolean>) => expect.poll(condition, { interval: 20 }).toBe(true);

describe('the administrator at the command line', () => {
  it('creates a user who can log in, and shows the password only when it was generated', async () => {
    const lines = await run('create-user', ['clerk'], { grid: '513221', name: '文员', rights: 'bpMonitor' });
    const password = /：(\S+)$/.exec(lines[1] ?? '')?.[1] ?? '';
    expect(await server.login('clerk', password)).toMatchObject({ gridNo: '513221', fullName: '文员' });
    expect(await run('create-user', ['clerk2'], { grid: '513221', password: 'Given#2026' })).toHaveLength(1);
    await expect(run('create-user', ['clerk'], { grid: '513221' })).rejects.toThrow('已存在');
    await expect(run('create-user', ['clerk3'], { grid: '51%' })).rejects.toThrow('网格');
    await expect(run('create-user', ['clerk3'], { grid: '513221', password: 'weak' })).rejects.toThrow('请检查密码');
  });

  it('changes passwords, grids and rights, and the running server applies the change', async () => {
    for (const [name, args] of [
      ['reset-password', ['lixian']],
      ['set-grid', ['qujing', '530000']],
      ['revoke', ['viewer', 'bpMonitor']],
      ['disable', ['weihui']],
      ['logout', ['aba']],
    ] as const) {
      const { access_token } = await server.login(args[0]);
      await run(name, [...args]);
      await until(async () => (await infoOf(access_token)) === 401);
    }
    expect((await server.login('qujing')).gridNo).toBe('530000');
    await expect(run('grant', ['viewer', 'noSuchRight'])).rejects.toThrow('noSuchRight');
    await run('grant', ['viewer', 'bpMonitor', 'bpAlarm']);
    expect((await run('users')).find((line) => line.startsWith('viewer'))).toContain('bpAlarm,bpMonitor');
  });

  it('unlocks an account that failed logins have locked', async () => {
    const attempt = async (password: string) =>
      (await server.call('POST', '/auth/api/auth/user/loginNew', { body: await loginBody(server.base, 'heilongjiang', password) })).status;
    for (let count = 0; count < 5; count += 1) await attempt('Wrong@2026');
    expect(await attempt('Lookout@2026')).toBe(429);
    expect(await run('unlock', ['heilongjiang'])).toEqual(['已解锁 heilongjiang：127.0.0.1']);
    expect(await attempt('Lookout@2026')).toBe(200);
  });

  it('writes an audit row for each command', async () => {
    const { list } = await server.store.audit.page('100000' as never, { userName: 'npm run admin' }, { offset: 0, limit: 100 });
    expect(new Set(list.map(({ act }) => act))).toEqual(
      new Set(['create-user', 'reset-password', 'update-user', 'force-logout', 'unlock']),
    );
    expect(JSON.stringify(list)).not.toContain('Given#2026');
  });
});

describe('without the demo', () => {
  it('the first start creates an administrator with every right, and existing demo accounts cannot log in', async () => {
    const bare = await startTestServer({ demo: false, databaseUrl: server.databaseUrl });
    await expect(bare.login('guojia')).rejects.toThrow('401');
    const { userName, password } = bare.administrator ?? { userName: '', password: '' };
    expect(userName).toBe('admin');
    expect(await bare.login(userName, password)).toMatchObject({ gridNo: '100000' });
    await bare.stop();
    const again = await startTestServer({ demo: false, databaseUrl: server.databaseUrl });
    expect(again.administrator).toBeNull();
    await again.stop();
    const back = await startTestServer({ databaseUrl: server.databaseUrl });
    expect((await back.login('guojia')).gridNo).toBe('100000');
    await back.stop();
  });
});
