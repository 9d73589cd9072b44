// The key pair by which push services know this installation (VAPID, RFC 8292): made once, the private one kept encrypted. A browser's subscription is bound
// to it, so that it is made anew only where the old one cannot be opened any more.

import type { StoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import { z } from 'zod';
import type { Store } from '../../../store.ts';

/** base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export const VAPID_SETTING = 'notification.vapid';
const kept = z.object({ publicKey: z.string(), encryptedPrivateKey: z.string() });

/** Read once; the same for all servers on a database. */
export function createVapid(store: Pick<Store, 'settings'>, secrets: StoredSecrets): () => Promise<VapidKeys> {
  let reading: Promise<VapidKeys> | null = null;

  const settle = async (): Promise<VapidKeys> => {
    const stored = await store.settings.get(VAPID_SETTING);
    const opened = opening(stored, secrets);
    if (opened !== null) return opened;
    const { default: webPush } = await import('web-push');
    const fresh = webPush.generateVAPIDKeys();
    const value = { publicKey: fresh.publicKey, encryptedPrivateKey: secrets.encrypt(fresh.privateKey) };
    // One that nothing opens is replaced; of two servers that begin at once both take the first one's.
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
  const read = kept.safeParse(stored);
  if (!read.success) return null;
  const privateKey = secrets.decrypt(read.data.encryptedPrivateKey);
  return privateKey === null ? null : { publicKey: read.data.publicKey, privateKey };
}

/** For the rotation of keys: the setting with its secret encrypted anew; null: there is none, or nothing opens it. */
export function encryptedAnew(stored: unknown, secrets: StoredSecrets): unknown {
  const opened = opening(stored, secrets);
  return opened && { publicKey: opened.publicKey, encryptedPrivateKey: secrets.encrypt(opened.privateKey) };
}
