// The doctor run against real servers, databases and brokers.
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { probeBroker } from '@lookout/live';
import { findMosquitto, startMosquitto } from '@lookout/live/testing';
import { examineDatabase, migrate } from '@lookout/store';
import { ask, availableServers } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../access/passwords.ts';
import { readConfig } from '../settings/config.ts';
import { DEMO_PASSWORD } from '../settings/demo-accounts.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { CHECKS } from './checks.ts';
import { type Diagnosis, diagnose, runChecks } from './doctor.ts';
import { examine } from './installation.ts';

const NOTHING = { settings: [], userNames: [] };

describe.each(availableServers())('a database: $name', (kind) => {
  it('is examined without being changed, before and after its tables are created', async () => {
    const databases = await kind.start();
    try {
      const url = await databases.newDatabase();
      const empty = await examineDatabase(url, NOTHING);
      expect(empty).toMatchObject({ encoding: 'UTF8', migrations: null, content: null, isStandby: false, mayCreate: true });
      expect(empty.version).toBeGreaterThanOrEqual(150_000);
      expect(Math.abs(empty.clockOffsetMs)).toBeLessThan(2_000);
      expect((await examineDatabase(url, NOTHING)).migrations).toBeNull();
      await migrate(url);
      expect(await examineDatabase(url, NOTHING)).toMatchObject({
        migrations: { pending: [], unknown: [] },
        content: { accounts: [], hasBoundaries: false, archives: [], lateLogs: [], silentDesks: [] },
      });
      await ask(url, `update migration set name = '9999-future' where name = (select max(name) from migration)`);
      const { migrations, content } = await examineDatabase(url, NOTHING);
      expect(migrations?.unknown).toEqual(['9999-future']);
      expect(migrations?.pending).toHaveLength(1);
      expect(content).toBeNull();
    } finally {
      await databases.stop();
    }
  });
});

describe('the doctor next to a running server', () => {
  let server: TestServer;
  let elsewhere: string;
  beforeAll(async () => {
    server = await startTestServer({ demo: false });
    elsewhere = await mkdtemp(path.join(tmpdir(), 'lookout-doctor-'));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(elsewhere, { recursive: true, force: true });
  });

  const settings = () => {
    const { keysFile: KEYS_FILE } = server.app.deps.config;
    return { DATA_DIR: server.dataDir, DATABASE_URL: server.databaseUrl, KEYS_FILE, PORT: '0', DEMO: 'off' };
  };
  const textsOf = (found: readonly Diagnosis[]) =>
    Object.fromEntries(found.map(({ check, findings }) => [check, findings.map(({ state, seen }) => `${state}: ${seen[1]}`).join('; ')]));
  /** Runs a single check, because some of the others start a process. */
  const look = async (check: Diagnosis['check'], env: Record<string, string> = {}) => {
    const installation = await examine(readConfig({ ...settings(), ...env }), new Date());
    const checks = CHECKS.filter(({ name }) => name === check);
    return textsOf(await runChecks(installation, checks))[check];
  };

  it("finds no fault in the server's database, keys and boundaries", async () => {
    const found = textsOf(await diagnose(settings(), new Date()));
    expect(found.database).toMatch(/ok: PostgreSQL \d+/);
    expect(found).toMatchObject({
      settings: expect.stringMatching(/^ok/),
      keys: expect.stringMatching(/^ok/),
      connections: expect.stringMatching(/^ok/),
      clock: expect.stringMatching(/^ok/),
      passwords: expect.stringMatching(/^ok/),
      media: 'ok: loads',
    });
    expect(found.ground).not.toContain('no boundaries');
  });

  it('detects a keys file that belongs to another database or is missing', async () => {
    expect(await look('keys', { KEYS_FILE: path.join(elsewhere, 'keys.json') })).toMatch(/^error: .*is missing/);
    const other = await startTestServer();
    try {
      await copyFile(other.app.deps.config.keysFile, path.join(elsewhere, 'keys.json'));
    } finally {
      await other.stop();
    }
    expect(await look('keys', { KEYS_FILE: path.join(elsewhere, 'keys.json') })).toMatch(/^error: .*another database/);
  });

  it('detects an account whose password is printed in the manual', async () => {
    await ask(server.databaseUrl, `update account set password_hash = '${await hashOf(DEMO_PASSWORD)}' where user_name = 'admin'`);
    expect(await look('passwords')).toMatch(/^error: .*admin/);
  });

  it('reports a database that refuses the password or is unreachable', async () => {
    const url = new URL(server.databaseUrl);
    url.username = 'nobody';
    url.password = 'wrong';
    expect(await look('database', { DATABASE_URL: url.href })).toMatch(/^error: cannot be reached/);
    url.port = '1';
    expect(await look('database', { DATABASE_URL: url.href })).toMatch(/^error: cannot be reached: .*ECONNREFUSED/);
  });

  it('is a command that prints text for people and JSON for programs, and exits with 2 on errors', async () => {
    const run = (...args: string[]) =>
      new Promise<{ code: number; stdout: string }>((resolve) => {
        const env = { ...process.env, DATA_DIR: elsewhere, DATABASE_URL: 'postgres://127.0.0.1:1/x', DEMO: 'off', PORT: '0' };
        execFile(process.execPath, [path.join(import.meta.dirname, 'main.ts'), ...args], { env }, (error, stdout) =>
          resolve({ code: Number(error?.code ?? 0), stdout }),
        );
      });
    const text = await run();
    expect(text.code).toBe(2);
    expect(text.stdout).toContain('[错误] 数据库');
    const json = await run('--json');
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toContainEqual(expect.objectContaining({ check: 'database', state: 'error' }));
    expect((await run('--nonsense')).code).toBe(2);
  });
});

describe('an external broker', () => {
  const mosquitto = findMosquitto();
  const why = mosquitto === null ? 'no mosquitto on this machine' : null;
  if (why !== null) process.stderr.write(`NOT RUN: the doctor at a broker: ${why}\n`);

  it.runIf(mosquitto !== null)('that accepts anonymous clients is reported', async () => {
    const running = await startMosquitto(mosquitto ?? '');
    try {
      expect(await probeBroker(running.url)).toEqual({ mayListen: true, mayWrite: true, anonymous: 'may write' });
    } finally {
      await running.remove();
    }
  });

  it('that is unreachable is reported', async () => {
    await expect(probeBroker('mqtt://127.0.0.1:1')).rejects.toThrow();
  });
});
