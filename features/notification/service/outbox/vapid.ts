// The key pair by which push services identify this installation (VAPID, RFC 8292): created once, with the private key stored encrypted. A
// browser's subscription is bound to it, so it is replaced only if the old key can no longer be decrypted.

import type { StoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import { z } from 'zod';
import type { Store } from '../../../store.ts';

/** base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export const VAPID_SETTING = 'notification.vapid';
const storedKeys = z.object({ publicKey: z.string(), encryptedPrivateKey: z.string() });

/** The key pair is read once; it is the same for all servers of a database. */
export function createVapid(store: Pick<Store, 'settings'>, secrets: StoredSecrets): () => Promise<VapidKeys> {
  let reading: Promise<VapidKeys> | null = null;

  const settle = async (): Promise<VapidKeys> => {
    const stored = await store.settings.get(VAPID_SETTING);
    const opened = opening(stored, secrets);
    if (opened !== null) return opened;
    const { default: webPush } = await import('web-push');
    const fresh = webPush.generateVAPIDKeys();
    const value = { publicKey: fresh.publicKey, encryptedPrivateKey: secrets.encrypt(fresh.privateKey) };
    // A key that cannot be decrypted is replaced. If two servers start at the same time, both use the first one's.
    if (stored !== undefined) await store.settings.remove(VAPID_SETTING);
    return opening(await store.settings.settle(VAPID_SETTING, value), secrets) ?? fresh;
  };

  return () => {
    reading ??= settle().catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

function opening(stored: unknown, secrets: StoredSecrets): VapidKeys | null {
  const read = storedKeys.safeParse(stored);
  if (!read.success) return null;
  const privateKey = secrets.decrypt(read.data.encryptedPrivateKey);
  return privateKey === null ? null : { publicKey: read.data.publicKey, privateKey };
}

/** For the key rotation: the setting with its secret encrypted again; null: there is none, or it cannot be decrypted. */
export function encryptedAnew(stored: unknown, secrets: StoredSecrets): unknown {
  const opened = opening(stored, secrets);
  return opened && { publicKey: opened.publicKey, encryptedPrivateKey: secrets.encrypt(opened.privateKey) };
}
