import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseFacts } from '@lookout/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Keys } from '../access/keys.ts';
import { publishedKeys, rotatedSigningKeys } from '../access/signing.ts';
import { StorageUnavailable } from '../services/files/file-store.ts';
import { readConfig } from '../settings/config.ts';
import { CHECKS } from './checks.ts';
import { asJson, asText, diagnose, exitCodeOf, runChecks } from './doctor.ts';
import type { Finding } from './finding.ts';
import type { Installation } from './installation.ts';
import type { SignOnFacts } from './sign-on.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lookout-doctor-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const OWNER = { DATABASE_URL: 'postgres://server@x/y', DATABASE_OWNER_URL: 'postgres://owner@x/y' };
const S3 = { S3_ENDPOINT: 'http://s3:8333', S3_BUCKET: 'lookout', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const NOW = new Date('2026-04-05T04:00:00Z');

const OIDC = { OIDC_ISSUER: 'https://id.example.cn/realms/a', OIDC_CLIENT_ID: 'lookout' };
const PROVIDER: SignOnFacts = {
  kind: 'facts',
  issuer: 'https://id.example.cn/realms/a',
  keys: 2,
  clockAheadMs: 300,
  clientError: 'invalid_grant',
  redirectRefusal: null,
};

const CONTENT = {
  settings: { 'keys-id': 'ours' },
  accounts: [],
  hasBoundaries: true,
  archives: [],
  lateLogs: [],
  silentDesks: [],
  clearCameras: [],
};

const FACTS: DatabaseFacts = {
  version: 180_001,
  encoding: 'UTF8',
  timezone: 'UTC',
  role: 'lookout',
  isSuperuser: false,
  isStandby: false,
  ownsTables: false,
  mayCreate: true,
  maxConnections: 100,
  durability: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  clockOffsetMs: 3,
  migrations: { pending: [], unknown: [] },
  content: CONTENT,
};

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly facts?: Partial<DatabaseFacts>;
  readonly installation?: Partial<Installation>;
}

const installationWith = ({ env = {}, facts = {}, installation = {} }: Given): Installation => ({
  config: readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off', ...env }),
  nodeVersion: 'v24.1.0',
  uid: process.getuid?.() ?? null,
  now: NOW,
  holder: null,
  database: { kind: 'facts', facts: { ...FACTS, ...facts }, embedded: false },
  askBroker: async () => ({ mayListen: true, mayWrite: true, anonymous: 'refused' }),
  askBucket: async () => ({ missing: 0 }),
  missingArchives: async (names) => names.slice(1),
  loadMedia: async () => null,
  askMail: async () => null,
  askProvider: async () => PROVIDER,
  askCollector: async () => null,
  ...installation,
});

const MAIL = { SMTP_URL: 'smtp://user:secret@mail.example.cn', MAIL_FROM: 'lookout@example.cn' };

async function findingsOf(name: string, given: Given = {}): Promise<readonly Finding[]> {
  const found = await runChecks(
    installationWith(given),
    CHECKS.filter((check) => check.name === name),
  );
  return found.flatMap(({ findings }) => findings);
}

/** The worst state of a check, and everything that it found. */
async function verdict(name: string, given: Given = {}): Promise<string> {
  const found = await findingsOf(name, given);
  const worst = (['error', 'warning', 'ok', 'unasked'] as const).find((state) => found.some((one) => one.state === state));
  return `${worst}: ${found.map(({ seen }) => seen[1]).join('; ')}`;
}

describe('the doctor', () => {
  it.each<[name: string, given: Given, expected: RegExp]>([
    ['node', {}, /^ok/],
    ['node', { installation: { nodeVersion: 'v22.4.0' } }, /^error: v22/],
    ['database', {}, /^ok: PostgreSQL 18.1$/],
    ['database', { installation: { database: { kind: 'away', reason: 'connect ECONNREFUSED' } } }, /^error: .*ECONNREFUSED/],
    ['database', { installation: { database: { kind: 'idle' } } }, /^unasked/],
    ['database', { facts: { version: 140_010 } }, /^error: .*14\.10 is too old/],
    ['database', { facts: { encoding: 'SQL_ASCII' } }, /^error: .*SQL_ASCII/],
    ['database', { facts: { isStandby: true } }, /^error: .*standby/],
    ['database', { facts: { isSuperuser: true } }, /^warning: .*superuser/],
    ['database', { facts: { ownsTables: true } }, /^warning: .*owns the tables/],
    ['database', { facts: { migrations: null, mayCreate: false } }, /^error: .*create tables/],
    ['database', { facts: { migrations: { pending: ['0099-x'], unknown: [] } } }, /^warning: .*1 migrations/],
    ['database', { facts: { migrations: { pending: [], unknown: ['0100-future'] } } }, /^error: .*0100-future/],
    ['database', { facts: { migrations: null, content: null } }, /^ok: .*empty/],
    ['database', { facts: { mayCreate: false } }, /^ok/],
    ['database', { env: OWNER, facts: { mayCreate: false, migrations: { pending: ['0099-x'], unknown: [] } } }, /^warning: .*1 migrations/],
    ['archives', {}, /^ok: no month has left/],
    ['archives', { facts: { content: null } }, /^unasked/],
    ['archives', { facts: { content: { ...CONTENT, archives: ['log-archives/event-1-2.ndjson.gz'] } } }, /^ok: 1 archives, all there/],
    ['archives', { facts: { content: { ...CONTENT, archives: ['a', 'b', 'c'] } } }, /^warning: 2 archives are missing: b, c$/],
    ['archives', { facts: { content: { ...CONTENT, lateLogs: ['audit'] } } }, /^warning: a month of audit should have left/],
    [
      'archives',
      { env: S3, installation: { missingArchives: () => Promise.reject(new StorageUnavailable('wrong-key', '403')) } },
      /^unasked: the archives were not looked at/,
    ],
    ['durability', {}, /^ok/],
    ['durability', { facts: { durability: { ...FACTS.durability, fsync: 'off' } } }, /^error: fsync=off/],
    ['durability', { facts: { durability: { ...FACTS.durability, synchronous_commit: 'remote_apply' } } }, /^ok/],
    ['durability', { facts: { durability: { ...FACTS.durability, synchronous_commit: 'off' } } }, /^error: synchronous_commit=off/],
    ['connections', {}, /^ok: 100, enough for 5/],
    ['connections', { facts: { maxConnections: 12 } }, /^error: only 12/],
    ['clock', {}, /^ok/],
    ['clock', { facts: { clockOffsetMs: -61_000 } }, /^error: -61\.0 s/],
    ['broker', {}, /^ok: none/],
    ['broker', { env: { MQTT_URL: 'mqtt://broker' } }, /^ok: login/],
    [
      'broker',
      { env: { MQTT_URL: 'mqtt://broker' }, installation: { askBroker: () => Promise.reject(new Error('Not authorized')) } },
      /^error: .*Not auth/,
    ],
    [
      'broker',
      {
        env: { MQTT_URL: 'mqtt://broker' },
        installation: { askBroker: async () => ({ mayListen: true, mayWrite: false, anonymous: 'may write' }) },
      },
      /^error: .*lookout-relay.*without a login may write/,
    ],
    ['bucket', {}, /^ok: none is set/],
    ['bucket', { env: S3 }, /^ok: lookout can be/],
    ['bucket', { env: S3, installation: { askBucket: async () => ({ missing: 3 }) } }, /^warning: .*3 pictures of the data folder/],
    [
      'bucket',
      { env: S3, installation: { askBucket: () => Promise.reject(new StorageUnavailable('wrong-key', 'SignatureDoesNotMatch 403')) } },
      /^error: the access key/,
    ],
    ['media', {}, /^ok/],
    ['media', { installation: { loadMedia: async () => 'libstdc++.so.6 missing' } }, /^error: .*libstdc/],
    ['cameras', {}, /^warning: CAMERA_HOSTS is empty/],
    ['cameras', { env: { CAMERA_HOSTS: '10.0.0.0/8:554; [fd00::]/48; tower.local' } }, /^ok/],
    ['cameras', { env: { CAMERA_HOSTS: '10.1.0.0/16; 0.0.0.0/0; [::]/0:554' } }, /^warning: too wide: 0\.0\.0\.0\/0; \[::\]\/0/],
    ['notifications', {}, /^ok: browsers, webhooks; others are not set up/],
    ['notifications', { env: MAIL }, /^ok: browsers, webhooks, e-mail/],
    ['notifications', { env: MAIL, installation: { askMail: async () => 'EAUTH' } }, /^error: the mail server cannot be used: EAUTH/],
    ['notifications', { env: { NOTIFY_HOSTS: '0.0.0.0/0' } }, /^warning: NOTIFY_HOSTS is too wide/],
    [
      'notifications',
      { facts: { content: { ...CONTENT, silentDesks: ['513221', '513222'] } } },
      /^warning: duty lists of .*: 2 \(513221, 513222\)$/,
    ],
    ['signOn', {}, /^ok: no identity provider/],
    ['signOn', { env: OIDC }, /^ok: .*can be used, 2 signing keys/],
    ...(
      [
        [{ ...PROVIDER, issuer: 'http://id.example.cn/realms/a' }, /^error: OIDC_ISSUER is https:.* calls itself http:/],
        [{ ...PROVIDER, issuer: 'https://id.example.cn/realms/a/' }, /^error: OIDC_ISSUER is .* calls itself .*a\/$/],
        [{ ...PROVIDER, keys: 0 }, /^error: .*no signing keys/],
        [{ ...PROVIDER, clockAheadMs: -7_200_000 }, /^error: .*differs by -7200 s/],
        [{ ...PROVIDER, clientError: 'invalid_client' }, /^error: .*does not accept the client/],
        [{ ...PROVIDER, redirectRefusal: 'HTTP 400' }, /^error: .*does not accept the redirect URI/],
        [{ kind: 'away', reason: 'ECONNREFUSED', isCertificate: false }, /^error: .*cannot be reached: ECONNREFUSED/],
        [{ kind: 'away', reason: 'CERT_HAS_EXPIRED', isCertificate: true }, /^error: the certificate/],
        [{ kind: 'none', url: 'https://id/x', reason: 'HTTP 404' }, /^error: there is no configuration at .*404/],
      ] as [SignOnFacts, RegExp][]
    ).map(([facts, expected]): [string, Given, RegExp] => [
      'signOn',
      { env: OIDC, installation: { askProvider: async () => facts } },
      expected,
    ]),
    ['signOn', { env: { ...OIDC, OIDC_REDIRECT_URL: 'https://lookout.cn/' } }, /^error: .*is not the address of this system/],
    ['tls', {}, /^warning: listens on this machine only/],
    ['tls', { env: { HOST: '0.0.0.0' } }, /^error: listens on the network without TLS/],
    ['tls', { env: { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.7' } }, /^ok: behind 10\.0\.0\.7/],
    ['tls', { env: { TRUSTED_PROXIES: '0.0.0.0/0' } }, /^error: .*trusts everybody/],
    ['tls', { env: { DEMO: 'on' } }, /^ok: demo/],
    ['links', {}, /^ok: none is in the clear/],
    ['links', { env: { ...OWNER, MQTT_URL: 'mqtts://broker' } }, /^warning: in the clear: database x$/],
    ['links', { env: { ...OWNER, CLEAR_LINKS: 'database' } }, /^ok: in the clear, as CLEAR_LINKS has it: database x$/],
    [
      'links',
      {
        facts: {
          content: { ...CONTENT, clearCameras: ['127.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6'] },
        },
      },
      /^warning: in the clear: cameras 10\.0\.0\.1, .*10\.0\.0\.5 … \+1$/,
    ],
    [
      'links',
      { env: { CLEAR_LINKS: 'cameras' }, facts: { content: { ...CONTENT, clearCameras: ['10.0.0.1'] } } },
      /^ok: in the clear, as CLEAR_LINKS has it: cameras 10\.0\.0\.1$/,
    ],
    ['logs', {}, /^ok: SYSLOG is not set/],
    ['logs', { env: { SECURITY_POLICY: 'strict' } }, /^warning: strict, but logs are on this machine only/],
    ['logs', { env: { SYSLOG: 'tls://logs' } }, /^ok: sent to tls:\/\/logs:6514$/],
    [
      'logs',
      { env: { SYSLOG: 'tls://logs' }, installation: { askCollector: async () => 'ECONNREFUSED' } },
      /^error: tls:.* cannot be reached: ECONN/,
    ],
    ['feedKey', {}, /^ok: none yet/],
    ['feedKey', { env: { FEED_KEY: 'a-long-enough-key' } }, /^ok: given/],
    ['passwords', { env: { DEMO: 'on' } }, /^ok: .*for the demo only/],
    ['passwords', {}, /^ok: no account/],
    ['ground', {}, /^warning: no terrain/],
    ['ground', { env: { DEMO: 'on' } }, /^ok/],
    ['ground', { env: { DEMO: 'on' }, facts: { content: { ...CONTENT, settings: {}, hasBoundaries: false } } }, /^warning: no boundaries/],
    ['backup', {}, /^warning: no backup/],
    ['fsync', {}, /^ok: one write/],
    ['folder', {}, /^ok/],
    ['keys', {}, /^error: .*keys\.json is missing/],
    ['keys', { facts: { migrations: null, content: null } }, /^ok: .*first start/],
  ])('%s %j', async (name, given, expected) => {
    expect(await verdict(name, given)).toMatch(expected);
  });

  it('states what to do about every finding, in both languages', async () => {
    const found = await runChecks(installationWith({ env: { HOST: '0.0.0.0' }, facts: { isSuperuser: true, clockOffsetMs: 9_000 } }));
    const wrong = found.flatMap(({ findings }) => findings).filter(({ state }) => state === 'error' || state === 'warning');
    expect(wrong.length).toBeGreaterThan(3);
    for (const { seen, todo } of wrong) for (const text of [...seen, ...(todo ?? ['', ''])]) expect(text).not.toBe('');
  });

  it('distinguishes a folder that others can read, a missing one, and a file in its place', async () => {
    await mkdir(path.join(dataDir, 'uploads'), { mode: 0o755 });
    await chmod(path.join(dataDir, 'uploads'), 0o755);
    expect(await verdict('folder')).toMatch(/^warning: .*uploads has mode 0755/);
    expect(await verdict('folder', { env: { DATA_DIR: path.join(dataDir, 'deep', 'not-yet') } })).toMatch(/^ok: .*first start makes it/);
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    expect(await verdict('folder', { env: { DATA_DIR: file } })).toMatch(/^error: .*is no folder/);
    expect(await verdict('folder', { env: { DATA_DIR: path.join(file, 'below') } })).toMatch(/^error/);
    expect(await verdict('folder', { installation: { uid: 54_321 } })).toMatch(/^error: .*we are 54321/);
    await chmod(dataDir, 0o770);
    expect(await verdict('folder', { installation: { uid: 54_321 } })).toMatch(/^ok/);
  });

  it('compares the keys file with the database, and checks who can read it', async () => {
    const file = path.join(dataDir, 'keys.json');
    await writeFile(file, JSON.stringify({ id: 'ours' }), { mode: 0o600 });
    expect(await verdict('keys')).toBe(`ok: ${file}`);
    await chmod(file, 0o644);
    expect(await verdict('keys')).toMatch(/^warning: .*mode 0644/);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const login = [privateKey.export({ type: 'pkcs8', format: 'pem' })];
    await writeFile(file, JSON.stringify({ id: 'ours', login }), { mode: 0o600 });
    await chmod(file, 0o600);
    expect(await verdict('keys')).toMatch(/^warning: .*shorter than 3072 bits/);
    await writeFile(file, JSON.stringify({ id: 'theirs' }));
    expect(await verdict('keys')).toMatch(/^error: .*another database/);
    await writeFile(file, '{');
    expect(await verdict('keys')).toMatch(/^error: .*cannot be read/);
  });

  it('lists the public signing keys, and no private ones', async () => {
    expect(await verdict('signing')).toBe('ok: none yet, the first start makes them');
    const keys: Keys = {
      id: '00000000-0000-4000-8000-000000000001',
      login: ['-----BEGIN PRIVATE KEY-----'],
      cameras: [{ id: 'a', key: Buffer.alloc(32).toString('base64') }],
      relay: 'r'.repeat(43),
    };
    const rotated = { ...keys, signing: [...rotatedSigningKeys(keys)] };
    await writeFile(path.join(dataDir, 'keys.json'), JSON.stringify(rotated));
    const seen = await verdict('signing');
    for (const { algorithm, keyId, isCurrent } of publishedKeys(rotated))
      expect(seen).toContain(`${algorithm} ${keyId}${isCurrent ? '' : ' (of before)'}`);
    for (const { privateKey } of rotated.signing) if (privateKey !== undefined) expect(seen).not.toContain(privateKey);
  });

  it('distinguishes our own server on the port from another program', async () => {
    let isReady = true;
    const server = createServer((_request, reply) => {
      reply.statusCode = isReady ? 200 : 503;
      reply.end(JSON.stringify(isReady ? { status: 'ready' } : { status: 'not ready', reason: 'database: connection' }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      const env = { PORT: String((server.address() as AddressInfo).port) };
      expect(await verdict('port', { env })).toMatch(/^error: .*another program/);
      expect(await verdict('port', { env, installation: { holder: process.pid } })).toMatch(/^ok: our server answers/);
      isReady = false;
      expect(await verdict('port', { env, installation: { holder: process.pid } })).toMatch(/^error: .*not ready: database: connection/);
    } finally {
      server.close();
    }
  });

  it('reports the age of the newest backup', async () => {
    await mkdir(path.join(dataDir, 'backups'));
    const backupFile = async (name: string, daysAgo: number) => {
      const file = path.join(dataDir, 'backups', name);
      await writeFile(file, '');
      const at = new Date(NOW.getTime() - daysAgo * 86_400_000);
      await utimes(file, at, at);
    };
    await backupFile('old.backup', 9);
    expect(await verdict('backup')).toMatch(/^warning: .*9 days old/);
    await backupFile('new.backup', 1);
    await backupFile('other.txt', 0);
    expect(await verdict('backup')).toMatch(/^ok: new\.backup, 1 days/);
  });

  it('leaves no files behind', async () => {
    await runChecks(installationWith({}));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('continues with the other checks when one fails', async () => {
    const found = await runChecks(installationWith({}), [
      { name: 'space', run: () => Promise.reject(new Error('EIO: the disk is gone')) },
      { name: 'backup', run: () => [] },
    ]);
    expect(found[0]?.findings[0]).toMatchObject({ state: 'error', seen: [expect.stringContaining('EIO'), expect.stringContaining('EIO')] });
    expect(found[1]?.check).toBe('backup');
  });

  it('names every bad setting at once, and skips all other checks', async () => {
    const found = await diagnose({ DATA_DIR: dataDir, PORT: 'x', FEED_KEY: 'short' }, NOW);
    expect(found[0]?.findings[0]?.seen[0]).toMatch(/PORT="x"[\s\S]*FEED_KEY=\*\*\*/);
    expect(found.slice(1).every(({ findings }) => findings[0]?.state === 'unasked')).toBe(true);
    expect(found.map(({ check }) => check)).toEqual(['settings', ...CHECKS.map(({ name }) => name)]);
    expect(exitCodeOf(found)).toBe(2);
  });

  it('prints for people and for programs, and sets an exit code for scripts', async () => {
    const fine = await runChecks(installationWith({}), [{ name: 'backup', run: () => [] }]);
    expect(exitCodeOf(fine)).toBe(0);
    expect(asText(fine)).toContain('没有发现问题');
    const found = await runChecks(
      installationWith({}),
      CHECKS.filter(({ name }) => name === 'cameras'),
    );
    expect(exitCodeOf(found)).toBe(1);
    expect(asText(found)).toMatch(/^\[警告\] 摄像头允许的地址.*：CAMERA_HOSTS 为空/);
    expect(JSON.parse(asJson(found))).toMatchObject([
      { check: 'cameras', state: 'warning', seen: { en: expect.stringContaining('CAMERA_HOSTS') } },
    ]);
  });
});
