import { createHash, randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openStore, type Store } from '@lookout/features/store.ts';
import { ask, availableServers, serverRoleUrl, type TestServer } from '@lookout/store/testing';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HASH_OF_SUITE } from '../access/digests.ts';
import type { Keys } from '../access/keys.ts';
import { createSigner, publishedKeys } from '../access/signing.ts';
import { checkArchive, listArchives } from '../admin/archives.ts';
import { chainAudit } from '../services/audit-anchors.ts';
import type { FileStore } from '../services/files/file-store.ts';
import { folderStore } from '../services/files/folder-store.ts';
import { openFiles } from '../services/files/open-files.ts';
import { LOG_ARCHIVES } from '../services/log-archive.ts';
import { readConfig } from '../settings/config.ts';
import type { CryptoSuite } from '../settings/security-policy.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { letMonthsLeave } from './log-departure.ts';

const log = pino({ level: 'silent' });
let server: TestServer;
let dataDir: string;
let ownerUrl: string;
let store: Store;
let files: FileStore;
let bucket: S3Server | null = null;

beforeAll(async () => {
  server = await (availableServers()[0] as ReturnType<typeof availableServers>[number]).start();
});
beforeEach(async () => {
  await store?.close();
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-departure-'));
  files = folderStore(dataDir);
  ownerUrl = await server.newDatabase('migrated');
  store = await openStore({ url: serverRoleUrl(ownerUrl), ownerUrl, clock: () => new Date(), keepMonths: { event: 3, audit: 12 } });
  for (let month = 0; month < 2; month += 1) {
    await write();
    await ask(ownerUrl, `update log_part set began_at = now() - interval '2 months'`);
    await store.logParts.cut();
  }
  await write();
  await ask(ownerUrl, `update log_part set began_at = now() - interval '20 months' + part * interval '1 month'`);
});
afterAll(async () => {
  await store?.close();
  await bucket?.stop();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function write(): Promise<void> {
  const at = new Date();
  const actor = { kind: 'system', name: '测试' } as const;
  const shared = { objectId: '键', gridNo: '100000' as never, leftGridNo: null, happenedAt: at, recordedAt: at, actor, requestId: null };
  const event = () => ({ id: randomUUID(), kind: 'setting.changed' as const, payload: {}, ...shared });
  await store.transaction(async (tx) => {
    const entry = { accountId: null, userName: '测试', address: null, act: 'login', targetKind: null, targetId: null, gridNo: null };
    await tx.audit.append(Array.from({ length: 3 }, () => ({ ...entry, outcome: 'ok', detail: { 说明: '换行\n"引号"' } })));
    await tx.events.append([event(), event()].map((one) => ({ event: one, numbers: 1 })));
  });
}
const KEYS: Keys = { id: randomUUID(), login: [], cameras: [], relay: 'r'.repeat(43) };
const published = publishedKeys(KEYS);
const signingBy = (suite: CryptoSuite) => () => ({ hash: HASH_OF_SUITE[suite], key: createSigner({ current: () => KEYS, suite })() });
const leave = (suite: CryptoSuite = 'international') => letMonthsLeave({ store, files, dataDir, signing: signingBy(suite), log });
const NAMES = ['audit-1-3.ndjson.gz', 'audit-4-6.ndjson.gz', 'event-1-2.ndjson.gz', 'event-3-4.ndjson.gz'];

it('every month that is due leaves the log, with an archive that only its owner can read', async () => {
  expect(await leave()).toBe(4);
  expect(await leave()).toBe(0);
  const folder = join(dataDir, LOG_ARCHIVES);
  const all = NAMES.flatMap((name) => [name, `${name}.signature`]);
  expect((await readdir(folder)).sort()).toEqual(all);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  for (const name of all) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  const lines = gunzipSync(await readFile(join(folder, 'event-3-4.ndjson.gz')))
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ seq: 3, kind: 'setting.changed', object_id: '键' }, { seq: 4 }]);
  expect(await store.audit.verifyChain()).toBeNull();

  expect(await listArchives(store)).toHaveLength(4);
  for (const name of NAMES) expect((await checkArchive(store, `${LOG_ARCHIVES}/${name}`, { dataDir, published }))[0]).toContain('归档完好');
  const [, count, signature] = await checkArchive(store, join(folder, 'audit-4-6.ndjson.gz'), { dataDir: '/', published });
  expect([count, signature]).toEqual([expect.stringContaining('3 行'), expect.stringContaining('签名有效：ECDSA-P256-SHA256')]);
});

it('an archive that differs from the removed rows is reported: changed, with other lines, truncated, or of another database', async () => {
  await leave();
  const at = (name: string) => join(dataDir, LOG_ARCHIVES, name);
  const fault = (name: string) =>
    checkArchive(store, `${LOG_ARCHIVES}/${name}`, { dataDir, published }).catch((error: Error) => error.message);
  const text = gunzipSync(await readFile(at('audit-4-6.ndjson.gz'))).toString();
  await writeFile(at('audit-4-6.ndjson.gz'), gzipSync(text.replace('login', 'other')));
  expect(await fault('audit-4-6.ndjson.gz')).toMatch(/SHA-256(.|\n)*行(.|\n)*审计里没有(.|\n)*散列链/);
  await writeFile(at('event-1-2.ndjson.gz'), gzipSync(text.split('\n')[0] as string));
  expect(await fault('event-1-2.ndjson.gz')).toContain('行数不符');
  await appendFile(at('event-3-4.ndjson.gz'), 'x');
  expect(await fault('event-3-4.ndjson.gz')).toContain('已被改动');
  await writeFile(at('event-7-9.ndjson.gz'), gzipSync(text));
  expect(await fault('event-7-9.ndjson.gz')).toContain('没有这个归档的收据');
  expect(await fault('another.txt')).toContain('没有这个文件');
});

it('under CRYPTO=gm the chain continues with SM3, archives are hashed with SM3 and signed with SM2, and an invalid signature is detected', async () => {
  expect(await chainAudit(store, 'gm')).toBe('SHA-256');
  expect(await chainAudit(store, 'gm')).toBeNull();
  expect((await store.audit.page('100000' as never, { act: 'audit-hash' }, { offset: 0, limit: 9 })).list).toMatchObject([
    { detail: { from: 'SHA-256', to: 'SM3' } },
  ]);
  await leave('gm');
  expect(await store.audit.verifyChain()).toBeNull();
  const [first = '', , third = ''] = NAMES.map((name) => `${LOG_ARCHIVES}/${name}`);
  const place = { dataDir, published };
  expect((await checkArchive(store, first, place))[2]).toContain('签名有效：SM2-SM3');
  await expect(checkArchive(store, first, { dataDir, published: [] })).rejects.toThrow('签名密钥不是本系统公布的');
  const signatureOf = (name: string) => join(dataDir, `${name}.signature`);
  const read = JSON.parse(await readFile(signatureOf(first), 'utf8'));
  expect(read).toMatchObject({
    hash: 'SM3',
    digest: createHash('sm3')
      .update(await readFile(join(dataDir, first)))
      .digest('hex'),
  });
  // The signature of another archive, then one with an altered digest.
  await writeFile(signatureOf(third), JSON.stringify(read));
  await expect(checkArchive(store, third, place)).rejects.toThrow('签名不是这个文件的');
  const digest = createHash('sm3')
    .update(await readFile(join(dataDir, third)))
    .digest('hex');
  await writeFile(signatureOf(third), JSON.stringify({ ...read, digest }));
  await expect(checkArchive(store, third, place)).rejects.toThrow('签名无效');
  await rm(signatureOf(third));
  expect((await checkArchive(store, third, place))[2]).toContain('没有签名');
});

it('with a bucket the archive is stored there too; while the bucket is unavailable no month leaves the log', async () => {
  bucket = await startS3Server();
  files = await openFiles(readConfig({ DATA_DIR: dataDir, ...bucket.env }), log);
  const away: FileStore = { ...files, put: () => Promise.reject(new Error('away')) };
  await expect(letMonthsLeave({ store, files: away, dataDir, signing: signingBy('international'), log })).rejects.toThrow('away');
  expect(await store.logParts.archives('event')).toEqual([]);
  expect((await store.events.since('100000' as never, 0, 9)).entries).toHaveLength(6);
  expect(await leave()).toBe(4);
  expect(await files.sizeOf(`${LOG_ARCHIVES}/audit-1-3.ndjson.gz`)).toBe(
    (await stat(join(dataDir, LOG_ARCHIVES, 'audit-1-3.ndjson.gz'))).size,
  );
  files.close();
});
