// The keys file: created once, filled from an older version's database, shared by all servers, rotated while servers run.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NATION } from '@lookout/domain';
import { emptyLink } from '@lookout/features/camera/service/cameras.ts';
import { contract } from '@lookout/features/contract.ts';
import { createVapid, VAPID_SETTING } from '@lookout/features/notification/service/outbox/vapid.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { type TestServer as Database, startAnyServer } from '@lookout/store/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newKeys, rotateKeys } from '../admin/keys.ts';
import { startTestServer } from '../testing/index.ts';
import { type KeyRing, openKeys } from './keys.ts';
import { publishedKeys } from './signing.ts';
import { createStoredSecrets } from './stored-secrets.ts';

let database: Database;
let store: Store;
let folder: string;
const rings: KeyRing[] = [];
beforeAll(async () => {
  database = await startAnyServer();
});
afterAll(() => database?.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookout-keys-test-'));
  store = await openStore({ url: await database.newDatabase('gazetteer'), clock: () => new Date(), mayWait: () => true });
});
afterEach(async () => {
  for (const ring of rings.splice(0)) ring.stop();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

const log = { error: () => undefined };
const HOOK = { name: '指挥系统', url: 'https://command.example.cn/hook', least: 'confirmed', gridNo: '513221' };
const fileNamed = (name: string) => join(folder, name);
const ringOf = async (file: string) => {
  const ring = await openKeys({ file, settings: store.settings, log });
  rings.push(ring);
  return ring;
};
const keysIn = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

it('The keys file is created at the first start, readable by its owner only and once for servers that start together; the database holds no key', async () => {
  const file = fileNamed('keys.json');
  const [first, second] = await Promise.all([ringOf(file), ringOf(file)]);
  expect(first.current()).toEqual(second.current());
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const name of ['login-key', 'camera-key', 'relay.secret']) expect(await store.settings.get(name)).toBeUndefined();
  expect(await store.settings.get('keys-id')).toBe(first.current().id);
});

it('Keys that an older version stored in the database move into the file and still decrypt what they encrypted', async () => {
  // The settings have the form that the previous version wrote: `camera` is a key of 32 bytes of 7.
  await store.settings.set('camera-key', Buffer.alloc(32, 7).toString('base64'));
  await store.settings.set('relay.secret', 'r'.repeat(43));
  const ring = await ringOf(fileNamed('keys.json'));
  expect(ring.current()).toMatchObject({ relay: 'r'.repeat(43), cameras: [{ id: 'first' }] });
  expect(await store.settings.get('camera-key')).toBeUndefined();
  const older = createStoredSecrets(ring).encrypt('Cam#1').replace('first.', '');
  expect(createStoredSecrets(ring).decrypt(older)).toBe('Cam#1');
  expect(createStoredSecrets(ring).decrypt('AAAA')).toBeNull();
});

it('A server does not start without the keys file, with a broken one or with one of another database, and reports what to do', async () => {
  await ringOf(fileNamed('keys.json'));
  await expect(ringOf(fileNamed('none.json'))).rejects.toThrow(/没有密钥文件.*复制.*KEYS_FILE/);
  await writeFile(fileNamed('broken.json'), '{"login": 1');
  await expect(ringOf(fileNamed('broken.json'))).rejects.toThrow('从备份恢复');
  const other = { ...(await keysIn(fileNamed('keys.json'))), id: '00000000-0000-4000-8000-000000000001' };
  await writeFile(fileNamed('other.json'), JSON.stringify(other));
  await expect(ringOf(fileNamed('other.json'))).rejects.toThrow('属于另一个数据库');
  await expect(
    openKeys({ file: join(folder, 'no', 'folder.json'), settings: { ...store.settings, get: async () => undefined }, log }),
  ).rejects.toThrow('写不进去');
});

it('After a rotation on a running server, logins continue, camera passwords are under the new key, and the key before the last is removed', async () => {
  const server = await startTestServer({ database });
  const { keysFile } = server.app.deps.config;
  const point = { name: '塔', position: { lng: 103.59, lat: 31.48 }, cameras: [{ deviceId: 'K1', name: '一', manufacturer: 'hikvision' }] };
  const { access_token: token } = await server.login('aba');
  expect((await server.call('POST', '/resource/api/monitor', { token, body: point })).body.code).toBe(200);
  const [camera] = (await server.store.cameras.list(NATION, {}, { limit: 1 })).list;
  const passwords = createStoredSecrets(server.app.deps.keys);
  const link = { ...emptyLink(camera?.id ?? ''), encryptedPassword: passwords.encrypt('Cam#1') };
  await server.store.cameraLinks.put(NATION, [link]);
  const made = await server.call('POST', contract.notification.createWebhook.path, { token, body: HOOK });
  const { id: webhookId, secret } = made.body.data;
  const pushKey = async () => (await server.call('GET', contract.notification.notificationChoice.path, { token })).body.data.pushKey;
  const pushedBy = await pushKey();
  const hook = async () => (await server.store.webhooks.byIds([webhookId]))[0];
  const before = await keysIn(keysFile);

  expect((await rotateKeys(server.store, keysFile))[0]).toContain('1 个摄像头密码');
  const [kept] = await server.store.cameraLinks.passwords();
  const after = await keysIn(keysFile);
  expect(after).toMatchObject({
    id: before.id,
    relay: before.relay,
    cameras: [{}, before.cameras[0]],
    login: [expect.anything(), before.login[0]],
  });
  expect(kept?.encryptedPassword.split('.')[0]).toBe(after.cameras[0].id);
  expect(publishedKeys(after).filter(({ isCurrent }) => !isCurrent)).toEqual(
    publishedKeys(before).map((key) => ({ ...key, isCurrent: false })),
  );
  // Decryption also works before the server has noticed the rotation.
  expect(passwords.decrypt(kept?.encryptedPassword ?? '')).toBe('Cam#1');
  expect(await server.login('wenchuan')).toMatchObject({ gridNo: '513221' });
  await expect.poll(() => server.app.deps.keys.current().login[0], { timeout: 5_000 }).toBe(after.login[0]);
  expect(await server.login('wenchuan')).toMatchObject({ gridNo: '513221' });

  await rotateKeys(server.store, keysFile);
  expect((await keysIn(keysFile)).cameras.map(({ id }: { id: string }) => id)).not.toContain(before.cameras[0].id);
  const [again] = await server.store.cameraLinks.passwords();
  expect(passwords.decrypt(again?.encryptedPassword ?? '')).toBe('Cam#1');
  expect(passwords.decrypt((await hook())?.encryptedSecret ?? '')).toBe(secret);
  // A server that starts now uses the same push key: browsers are bound to it.
  expect(await createVapid(server.store, passwords)()).toMatchObject({ publicKey: pushedBy });

  // When the keys file is lost, everything that it encrypted is discarded and the database gets a new set of keys.
  await rm(keysFile);
  expect((await newKeys(server.store, keysFile))[0]).toContain('1 个摄像头密码已清除');
  expect(await server.store.cameraLinks.passwords()).toEqual([]);
  expect(await hook()).toMatchObject({ encryptedSecret: '', webhook: { enabled: false } });
  expect(await server.store.settings.get(VAPID_SETTING)).toBeUndefined();
  expect((await keysIn(keysFile)).id).not.toBe(before.id);
  await server.stop();
});
