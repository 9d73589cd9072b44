// The commands for the keys file (access/keys.ts). Servers may be running: they reload the file within a second.
import { rm } from 'node:fs/promises';
import { NATION, type Origin } from '@lookout/domain';
import { encryptedAnew, VAPID_SETTING } from '@lookout/features/notification/service/outbox/vapid.ts';
import type { Store } from '@lookout/features/store.ts';
import { forgetKeys, type KeyRing, newCameraKey, newLoginKey, openKeys, replaceKeys } from '../access/keys.ts';
import { rotatedSigningKeys } from '../access/signing.ts';
import { createStoredSecrets, type StoredSecrets } from '../access/stored-secrets.ts';
import { appendUnpublished, settingEvent } from '../services/installation-events.ts';
import type { CryptoSuite } from '../settings/security-policy.ts';

const ADMIN = 'npm run admin';
const ORIGIN: Origin = { actor: { kind: 'system', name: ADMIN }, requestId: null };
/** The previous key of each kind is retained for servers that have not read the new one yet. */
const KEYS_RETAINED = 2;

const log = { error: (_fields: object, message: string) => console.error(message) };

/** Creates new keys for login, for signatures and for stored secrets, and re-encrypts the camera passwords. @returns the lines to print */
export async function rotateKeys(store: Store, file: string, suite: CryptoSuite = 'international'): Promise<string[]> {
  const ring = await openKeys({ file, settings: store.settings, suite, log });
  try {
    const before = ring.current();
    const login = [await newLoginKey(), ...before.login].slice(0, KEYS_RETAINED);
    const cameras = [newCameraKey(), ...before.cameras];
    const signing = [...rotatedSigningKeys(before)];
    await replaceKeys(file, { ...before, login, cameras, signing });
    ring.reread();
    const { moved, lost, factors, lostFactors } = await encryptAnew(store, ring);
    await replaceKeys(file, { ...before, login, signing, cameras: cameras.slice(0, KEYS_RETAINED) });
    return [
      `已更换登录密钥、签名密钥和摄像头密码的密钥，${moved} 个摄像头密码、${factors} 个两步验证密钥已重新加密`,
      ...(lost > 0 ? [`${lost} 个摄像头密码用现有密钥打不开，须在摄像头设置里重新填写`] : []),
      '以前的签名公钥仍然公布，以前的签名仍可核对（npm run doctor 列出）',
      ...(lostFactors > 0 ? [`${lostFactors} 个两步验证密钥用现有密钥打不开，须用恢复码登录，或用 clear-otp 清除`] : []),
      `密钥文件：${file}；各服务器若各用一份副本，请复制到每一台`,
    ];
  } finally {
    ring.stop();
  }
}

interface Moved {
  readonly moved: number;
  readonly lost: number;
  readonly factors: number;
  readonly lostFactors: number;
}

async function encryptAnew(store: Store, ring: KeyRing): Promise<Moved> {
  const passwords: StoredSecrets = createStoredSecrets(ring);
  const kept = await store.cameraLinks.passwords();
  const opened = kept.map(({ cameraId, encryptedPassword }) => ({
    cameraId,
    before: encryptedPassword,
    password: passwords.decrypt(encryptedPassword),
  }));
  const changes = opened.flatMap(({ password, ...link }) => (password === null ? [] : [{ ...link, after: passwords.encrypt(password) }]));
  const secrets = await store.secondFactors.secrets();
  const secretChanges = secrets.flatMap(({ accountId, encryptedSecret: before }) => {
    const secret = passwords.decrypt(before);
    return secret === null ? [] : [{ accountId, before, after: passwords.encrypt(secret) }];
  });
  const webhooks = await store.webhooks.secrets();
  const webhookChanges = webhooks.flatMap(({ id, encryptedSecret: before }) => {
    const secret = passwords.decrypt(before);
    return secret === null ? [] : [{ id, before, after: passwords.encrypt(secret) }];
  });
  const vapid = encryptedAnew(await store.settings.get(VAPID_SETTING), passwords);
  await store.transaction(async (tx) => {
    await tx.cameraLinks.exchangePasswords(changes);
    await tx.secondFactors.exchangeSecrets(secretChanges);
    await tx.webhooks.exchangeSecrets(webhookChanges);
    if (vapid !== null) await tx.settings.set(VAPID_SETTING, vapid);
    await noted(tx, 'rotate-keys', { cameras: changes.length, secondFactors: secretChanges.length, webhooks: webhookChanges.length });
  });
  return {
    moved: changes.length,
    lost: opened.length - changes.length,
    factors: secretChanges.length,
    lostFactors: secrets.length - secretChanges.length,
  };
}

/** Creates a new set of keys in place of a lost one. What the lost keys encrypted is discarded. @returns the lines to print */
export async function newKeys(store: Store, file: string): Promise<string[]> {
  const kept = await store.cameraLinks.passwords();
  const webhooks = await store.webhooks.secrets();
  const secondFactors = await store.transaction(async (tx) => {
    const factors = await tx.secondFactors.removeAll();
    await tx.cameraLinks.exchangePasswords(
      kept.map(({ cameraId, encryptedPassword }) => ({ cameraId, before: encryptedPassword, after: null })),
    );
    // Webhook receivers and browsers need new keys, because their old ones can no longer be decrypted.
    await tx.webhooks.exchangeSecrets(
      (await tx.webhooks.secrets()).map(({ id, encryptedSecret: before }) => ({ id, before, after: null })),
    );
    await tx.settings.remove(VAPID_SETTING);
    await forgetKeys(tx.settings);
    await noted(tx, 'new-keys', { cameras: kept.length, secondFactors: factors });
    return factors;
  });
  await rm(file, { force: true });
  const ring = await openKeys({ file, settings: store.settings, log });
  ring.stop();
  return [
    `新的密钥文件：${file}。${kept.length} 个摄像头密码已清除，须在摄像头设置里重新填写；${secondFactors} 个账号的两步验证已清除；请重新启动各服务器`,
    ...(webhooks.length > 0 ? [`${webhooks.length} 个网络回调已停用，须删除后重新创建；浏览器推送须由各人重新开启`] : []),
  ];
}

async function noted(tx: Pick<Store, 'audit' | 'events'>, act: string, detail: Record<string, unknown>): Promise<void> {
  await tx.audit.append([
    { accountId: null, userName: ADMIN, address: null, act, targetKind: null, targetId: null, gridNo: NATION, outcome: 'ok', detail },
  ]);
  await appendUnpublished(tx, [settingEvent(ORIGIN, new Date(), 'keys')]);
}
